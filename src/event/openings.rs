//! Where games start: positions of EPD records, and the first moves of games of PGN.

use crate::chess::notation::read_and_play;
use crate::chess::{Board, CastlingMode, Chess, FromSetup as _, Move, Position as _, Setup, legal};
use crate::epd::game::Game;
use crate::epd::position::{PositionReading, fields_of, move_counters};
use crate::epd::{LineKind, parse};
use crate::pgn::{Positions, Reading, Summary, records};
use crate::random::Random;
use crate::text::encoding::without_mark;
use crate::text::encoding::{CodePage, Encoding};
use crate::text::line_ends::with_line_feeds;

/// A position with its counters, as in FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The position, with castling rights and en passant square.
    pub position: Chess,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the next move, at least 1.
    pub fullmoves: u32,
}

impl Start {
    /// FEN with six fields.
    pub fn fen(&self) -> String {
        format!("{} {} {}", fields_of(&self.position), self.halfmoves, self.fullmoves)
    }

    /// Whether it is the array, before the first move.
    pub fn is_array(&self) -> bool {
        *self == Self::default()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let is_black = self.position.turn().is_black();
        self.halfmoves = if m.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        self.fullmoves = self.fullmoves.saturating_add(u32::from(is_black));
        self.position.play_unchecked(m);
    }
}

impl Default for Start {
    /// The array.
    fn default() -> Self {
        Self { position: Chess::default(), halfmoves: 0, fullmoves: 1 }
    }
}

/// A position, and moves that are played without thinking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opening {
    /// Where the game starts.
    pub start: Start,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// What it is called: the `id` of the record, or the players and the event of the game.
    pub name: Option<String>,
}

impl Opening {
    /// The position in which the players start to think.
    pub fn end(&self) -> Start {
        let mut end = self.start.clone();
        self.moves.iter().for_each(|&m| end.play(m));
        end
    }
}

/// In which order openings are played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Drawn by lot once; the same order again when all were played.
    Random {
        /// Decides the lot.
        seed: u64,
    },
}

/// A record or a game that is no opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The number of the line or of the game, from 1.
    pub number: usize,
    /// What is wrong with it, in words.
    pub why: String,
}

/// The openings of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Openings {
    /// In the order of the file.
    all: Vec<Opening>,
    /// In which order they are played.
    order: Vec<usize>,
    /// What in the file is no opening, and why.
    pub skipped: Vec<Skipped>,
}

impl Openings {
    /// The positions of an EPD file, or of lines of FEN. Blank lines and comments are passed over.
    ///
    /// ```
    /// use epidote::epd::game::Game;
    /// use epidote::event::openings::Openings;
    /// let file = b"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; id \"a pawn\";\n\n8/8 w - -\n";
    /// let openings = Openings::from_epd(file, Game::Chess);
    /// assert_eq!(openings.get(0).start.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 3 1");
    /// assert_eq!(openings.get(1).name.as_deref(), Some("a pawn")); // wraps round
    /// assert_eq!(openings.skipped[0].number, 3);
    /// ```
    pub fn from_epd(file: &[u8], game: Game) -> Self {
        let file = without_mark(file);
        let file = with_line_feeds(file);
        let mut openings = Self::default();
        for (number, line) in (1..).zip(file.split(|&byte| byte == b'\n')) {
            let line = parse(line.strip_suffix(b"\r").unwrap_or(line));
            if line.kind != LineKind::Record {
                continue;
            }
            let Some(position) = PositionReading::read_as(&line, game).chess else {
                openings.skip(number, "no legal position");
                continue;
            };
            let (halfmoves, fullmoves) = move_counters(&line);
            let name =
                line.value("id").map(|id| Encoding::detect(id, CodePage::default()).decode(id).into_owned());
            let start = Start { position, halfmoves, fullmoves };
            openings.add(number, Opening { start, moves: Vec::new(), name });
        }
        openings.in_order()
    }

    /// The 960 arrays of Chess960, by their numbers: 518 is that of chess.
    pub fn chess960() -> Self {
        let mut openings = Self::default();
        for number in 0..960 {
            let mut setup = Setup::empty();
            setup.board = Board::chess960(number);
            setup.castling_rights = setup.board.rooks();
            if let Ok(position) = Chess::from_setup(setup, CastlingMode::Chess960) {
                let start = Start { position, halfmoves: 0, fullmoves: 1 };
                let name = Some(format!("Chess960 {number}"));
                openings.all.push(Opening { start, moves: Vec::new(), name });
            }
        }
        openings.in_order()
    }

    /// The first plies of the games of a PGN file, at most `plies` of each; `game` is the one of those whose tags do
    /// not say it.
    pub fn from_pgn(file: &[u8], plies: usize, game: Game) -> Self {
        let mut lines = Vec::new();
        let Summary { failed, first_failure, .. } =
            records(file, Reading { game, ..Reading::from(Positions::Every) }, &mut lines);
        let mut openings = Self::default();
        let mut games: Vec<Opening> = Vec::new();
        let mut here = Chess::default();
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let line = parse(line);
            let id = line.value("id").map(String::from_utf8_lossy).unwrap_or_default();
            let Some((name, ply)) = id.rsplit_once(", ply ") else { continue };
            if ply == "0" {
                let Some(position) = PositionReading::read(&line).chess else { continue };
                let (halfmoves, fullmoves) = move_counters(&line);
                here = position.clone();
                let start = Start { position, halfmoves, fullmoves };
                games.push(Opening { start, moves: Vec::new(), name: Some(name.to_owned()) });
            }
            let Some(game) = games.last_mut().filter(|game| game.moves.len() < plies) else { continue };
            let played = line.value("sm").map(|san| read_and_play(&mut here, san));
            game.moves.extend(played.and_then(|reading| reading.played()));
        }
        for (number, game) in (1..).zip(games) {
            openings.add(number, game);
        }
        if let Some(failure) = first_failure {
            let more = if failed > 1 { format!(" (and {} more games)", failed - 1) } else { String::new() };
            openings.skip(failure.game, &format!("read up to this point: {}{more}", failure.fault));
        }
        openings.in_order()
    }

    fn add(&mut self, number: usize, opening: Opening) {
        if legal::can_move(&opening.end().position) {
            self.all.push(opening);
        } else {
            self.skip(number, "the game is over in this position");
        }
    }

    fn skip(&mut self, number: usize, why: &str) {
        self.skipped.push(Skipped { number, why: why.to_owned() });
    }

    fn in_order(mut self) -> Self {
        self.order = (0..self.all.len()).collect();
        self
    }

    /// The same openings in another order, beginning with number `start` (from 1).
    #[must_use]
    pub fn ordered(mut self, order: Order, start: usize) -> Self {
        self = self.in_order();
        if let Order::Random { seed } = order {
            Random::new(seed).shuffle(&mut self.order, || ());
        }
        if !self.order.is_empty() {
            let first = start.saturating_sub(1) % self.order.len();
            self.order.rotate_left(first);
        }
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none, so that all games start from the array.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The opening with this number (from 0), as [`crate::event::schedule::Game::opening`] names it. The
    /// first one follows the last; without openings it is the array.
    pub fn get(&self, number: u64) -> Opening {
        let Ok(count) = u64::try_from(self.order.len()) else { return Opening::default() };
        let at = number.checked_rem(count).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.all.get(self.order[at])).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::coordinates;

    fn shown(openings: &Openings) -> Vec<String> {
        let one = |number| {
            let opening = openings.get(number);
            let moves: Vec<String> = opening.moves.iter().map(|&m| coordinates(m)).collect();
            let start = if opening.start.is_array() { "array".to_owned() } else { opening.start.fen() };
            format!("{start} {}", moves.join(" ")).trim_end().to_owned()
        };
        (0..openings.len() as u64).map(one).collect()
    }

    const GAMES: &[u8] = b"[White \"Ann\"]\n\n1. e4 e5 2. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7 30\"]\n[SetUp \"1\"]\n\n30. e4 Ke7 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 d4 *\n";

    #[test]
    fn games_are_cut() {
        let openings = Openings::from_pgn(GAMES, 2, Game::Chess);
        let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30 e2e4 e8e7";
        assert_eq!(shown(&openings), ["array e2e4 e7e5", ending, "array f2f3 e7e5", "array d2d4"]);
        assert_eq!(openings.get(1).end().fen(), "8/4k3/8/8/4P3/8/8/4K3 w - - 1 31");
        assert!(openings.get(0).name.is_some_and(|name| name.starts_with("Ann - ?")));
        assert_eq!(openings.skipped.len(), 1);
        assert_eq!(openings.skipped[0].number, 4);
        // A whole game that is over is no opening.
        let openings = Openings::from_pgn(GAMES, 1_000, Game::Chess);
        assert_eq!(openings.len(), 3);
        assert_eq!(
            openings.skipped[0],
            Skipped { number: 3, why: "the game is over in this position".to_owned() }
        );
        assert_eq!(shown(&Openings::from_pgn(GAMES, 0, Game::Chess)).len(), 4);
        assert!(Openings::from_pgn(b"no game", 8, Game::Chess).is_empty());
    }

    #[test]
    fn records_are_positions() {
        let file =
            b"\xef\xbb\xbf# a remark\r\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\r\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 9; id \"x\";\r\n7k/5Q2/6K1/8/8/8/8/8 b - -\nprose\n\
            nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -";
        let openings = Openings::from_epd(file, Game::Chess);
        assert_eq!(shown(&openings).len(), 3);
        assert_eq!(shown(&openings)[..2], ["array", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9"]);
        let skipped: Vec<usize> = openings.skipped.iter().map(|skipped| skipped.number).collect();
        assert_eq!(skipped, [5, 6]);
        assert_eq!(Openings::from_epd(b"", Game::Chess).get(7), Opening::default());
        // Lone CRs end lines too.
        let file = b"# a remark\r4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\r4k3/8/8/8/8/8/3P4/4K3 w - -\r";
        assert_eq!(shown(&Openings::from_epd(file, Game::Chess)).len(), 2);
    }

    #[test]
    fn arrays_of_chess960() {
        let openings = Openings::chess960();
        let different: std::collections::BTreeSet<String> = shown(&openings).into_iter().collect();
        assert_eq!((openings.len(), different.len()), (960, 960));
        assert!(openings.get(518).start.is_array());
    }

    #[test]
    fn orders() {
        let file: Vec<u8> = (1..=9)
            .flat_map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{number}\";\n").into_bytes())
            .collect();
        let names = |order, start| {
            let openings = Openings::from_epd(&file, Game::Chess).ordered(order, start);
            (0..9).map(|number| openings.get(number).name.unwrap_or_default()).collect::<String>()
        };
        assert_eq!(names(Order::Sequential, 1), "123456789");
        assert_eq!(names(Order::Sequential, 4), "456789123");
        assert_eq!(names(Order::Sequential, 0), "123456789");
        assert_eq!(names(Order::Sequential, 13), "456789123");
        let drawn = names(Order::Random { seed: 5 }, 1);
        assert_ne!(drawn, "123456789");
        assert_ne!(drawn, names(Order::Random { seed: 6 }, 1));
        assert_eq!(drawn, names(Order::Random { seed: 5 }, 1));
        let mut sorted: Vec<char> = drawn.chars().collect();
        sorted.sort_unstable();
        assert_eq!(sorted.into_iter().collect::<String>(), "123456789");
        let (head, tail) = drawn.split_at(2);
        assert_eq!(names(Order::Random { seed: 5 }, 3), format!("{tail}{head}"));
    }
}
