//! Games of PGN as EPD records: the positions of a game, each with the move that was played there.
//!
//! A record is made of the four fields and, in the order of the normal form, `fmvn` and `hmvc` where
//! they are not those of a first move, an `id` that tells the game and the ply, and `sm`. Variations
//! and comments are passed over. A game starts from its tag `FEN`, and is played by the rules of
//! Chess960, which are those of chess where king and rooks stand at home; games of other variants
//! fail. Moves are read in any spelling that fits one legal move. A game ends at its result, at a
//! blank line behind moves, at the next tag, and at a move that cannot be played; a text without
//! tags, moves and results is no game.

mod game;
mod record;
mod tokens;

use std::fmt;

use crate::language::{Text, args, say};
use game::Games;

/// How a game starts that stands behind a blank line, whatever is before it: what is wrong with one game,
/// such as a comment that is not closed, is not taken into the next, and a text can be read in parts.
const GAME_START: &[u8] = b"[Event ";

/// Which positions of a game become records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Positions {
    /// All, the first and the last included.
    Every,
    /// The last.
    Final,
    /// The one behind so many plies, 0 for the first; none of a game that is shorter.
    AtPly(u32),
}

/// Why a game could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A move that cannot be played.
    Move {
        /// The move as it is written.
        san: String,
        /// Its place in the game, 1 first.
        ply: u32,
    },
    /// The tag `FEN` has no legal position.
    Position(String),
    /// The game is not of chess, nor of Chess960.
    Variant(String),
    /// The text is no PGN.
    Unreadable(Text),
}

impl Fault {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Move { san, ply } => say("why.game-move", args![san, *ply]),
            Self::Position(fen) => say("why.game-position", [fen.clone()]),
            Self::Variant(name) => say("why.game-variant", [name.clone()]),
            Self::Unreadable(reason) => say("why.game-text", [reason]),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

/// The first game that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number of the game, 1 first.
    pub game: usize,
    /// Why.
    pub fault: Fault,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.fault)
    }
}

/// What was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games, the failed ones included.
    pub games: usize,
    /// Records written.
    pub records: usize,
    /// Games that could not be read to their end. Their records so far are written.
    pub failed: usize,
    /// The first of them.
    pub first_failure: Option<Failure>,
}

impl Summary {
    /// Adds what was read of the next part of the same text.
    pub fn add(&mut self, next: Self) {
        if self.first_failure.is_none() {
            let games = self.games;
            self.first_failure =
                next.first_failure.map(|Failure { game, fault }| Failure { game: games + game, fault });
        }
        self.games += next.games;
        self.records += next.records;
        self.failed += next.failed;
    }
}

/// Reads whole games and writes a line of EPD, LF included, for each position asked for.
///
/// ```
/// use epidote::pgn::{Positions, records};
/// let pgn = b"[White \"Anna\"]\n[Black \"Boris\"]\n[Event \"Match\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 *\n";
/// let mut out = Vec::new();
/// let summary = records(pgn, Positions::AtPly(1), &mut out);
/// assert_eq!((summary.games, summary.records, summary.failed), (1, 1, 0));
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - \
///      id \"Anna - Boris, Match 2024.05.01, ply 1\"; sm e5;\n"
/// );
/// ```
pub fn records(pgn: &[u8], positions: Positions, out: &mut Vec<u8>) -> Summary {
    let mut games = Games::new(positions, out);
    let mut from = 0;
    let starts = memchr::memmem::find_iter(pgn, GAME_START).filter(|&at| is_behind_blank_line(&pgn[..at]));
    for end in starts.chain([pgn.len()]) {
        games.read(&pgn[from..end]);
        from = end;
    }
    games.into_summary()
}

/// Where the last game of a part of a text begins: a line that starts with `[Event ` behind a blank
/// line. What stands before it are whole games, and it may go on in the next part. `None` when there
/// is no more than one game.
///
/// ```
/// use epidote::pgn::last_game_start;
/// assert_eq!(last_game_start(b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d"), Some(22));
/// assert_eq!(last_game_start(b"\n\n[Event \"a\"]\n\n1. e4 *\n"), None);
/// ```
pub fn last_game_start(bytes: &[u8]) -> Option<usize> {
    let starts = memchr::memmem::rfind_iter(bytes, GAME_START);
    let mut starts = starts.filter(|&at| is_behind_blank_line(&bytes[..at]));
    starts.next().filter(|&at| !bytes[..at].trim_ascii().is_empty())
}

fn is_behind_blank_line(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"\n") else { return false };
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    matches!(before[..before.len() - blanks].last(), Some(b'\n') | None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::san;
    use crate::chess::testing::any_game;
    use crate::chess::{Move, Position as _};
    use crate::epd::lint::{self, Severity};
    use crate::epd::normalize::normalize;
    use crate::epd::parse;
    use crate::epd::position::fields_of;
    use proptest::prelude::*;

    fn read(pgn: &[u8], positions: Positions) -> (String, Summary) {
        let mut out = Vec::new();
        let summary = records(pgn, positions, &mut out);
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(text.lines().count(), summary.records, "{text}");
        assert!(text.is_empty() || text.ends_with('\n'));
        assert_eq!(summary.first_failure.is_some(), summary.failed > 0);
        for line in text.lines() {
            assert_eq!(normalize(&parse(line.as_bytes())).as_deref(), Some(line.as_bytes()), "{line}");
        }
        (text, summary)
    }

    /// Shows of each record the move played there, and of each failure its reason.
    #[track_caller]
    fn check(pgn: &str, positions: Positions, expect: &str) {
        let (text, summary) = read(pgn.as_bytes(), positions);
        let moves = text.lines().map(|line| {
            let played = parse(line.as_bytes()).value("sm").map(String::from_utf8_lossy);
            played.unwrap_or("-".into()).into_owned()
        });
        let failure = summary.first_failure.map(|failure| format!("({failure})"));
        let got: Vec<String> = moves.chain(failure).collect();
        assert_eq!(got.join(" "), expect, "{pgn}");
    }

    #[test]
    fn positions_are_chosen() {
        let game = "1. e4 e5 2. Nf3 *";
        check(game, Positions::Every, "e4 e5 Nf3 -");
        check(game, Positions::Final, "-");
        check(game, Positions::AtPly(0), "e4");
        check(game, Positions::AtPly(2), "Nf3");
        check(game, Positions::AtPly(3), "-");
        check(game, Positions::AtPly(4), "");
        check("[Event \"x\"]\n\n*", Positions::Every, "-");
        check("", Positions::Every, "");
        check("\u{feff} \n\n", Positions::Every, "");
        check(
            "Games of a match\n\n\u{feff}[White \"a\"]\n\n{played\n\nin a park}\n\n1. d4 *",
            Positions::Every,
            "d4 -",
        );
    }

    #[test]
    fn moves_are_read_between_other_things() {
        check(
            "1. e4! {a\n\ncomment} e5 $1 (1... c5 2. Nf3 (2. d4)) 2. Nf3 ; Nc6\n 1-0",
            Positions::Every,
            "e4 e5 Nf3 -",
        );
        check("1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bc4 Bc5 4. 0-0", Positions::AtPly(6), "O-O");
        check("1. e4 Nf6 2. e5 d5 3. ed6 ed6 4. c2-c4 Pa5", Positions::AtPly(4), "exd6");
        check("1. e4 1-0\n[Event \"b\"]\n1. d4 1/2-1/2\n\n\n1. c4 *", Positions::Every, "e4 - d4 - c4 -");
    }

    #[test]
    fn failed_games_keep_their_records() {
        check(
            "1. e4 e4 2. Nf3 *\n\n1. d4 *",
            Positions::Every,
            "e4 - d4 - (game 1: e4 at ply 2 cannot be played)",
        );
        check("1. d4 *\n\n1. e4 Ke4", Positions::Final, "- - (game 2: Ke4 at ply 2 cannot be played)");
        check("1. e4 e4", Positions::AtPly(0), "e4 (game 1: e4 at ply 2 cannot be played)");
        check("1. e4 --", Positions::AtPly(2), "(game 1: -- at ply 2 cannot be played)");
        check(
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
            Positions::Every,
            "(game 1: no legal position: 8/8/8/8/8/8/8/8 w - - 0 1)",
        );
        check(
            "[Variant \"Atomic\"]\n\n1. e4 *\n\n1. d4 *",
            Positions::Final,
            "- (game 1: Atomic is another game than chess)",
        );
        check("1. e4 {open", Positions::Every, "e4 (game 1: not readable: unterminated comment)");
        check(
            "1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {closed} *",
            Positions::Every,
            "e4 d4 - (game 1: not readable: unterminated comment)",
        );
        check("1. e4 Sf6 2. e5", Positions::Final, "- (game 1: Sf6 at ply 2 cannot be played)");
        check("[FEN \"\"]\n\n1. e4 *", Positions::Final, "-");
    }

    #[test]
    fn records_tell_where_they_come_from() {
        let pgn = "[Event \"A \\\"B\\\"\"]\n[White \"W\tX\"]\n[Black \"Bl\u{f6}\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7 30\"]\n[SetUp \"1\"]\n\n30. e4 Ke7 *";
        let (text, _) = read(pgn.as_bytes(), Positions::Every);
        assert_eq!(
            text,
            "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 30; hmvc 7; id \"W'X - Bl\u{f6}, A 'B' ????.??.??, ply 0\"; sm e4;\n\
             4k3/8/8/8/4P3/8/8/4K3 b - - fmvn 30; id \"W'X - Bl\u{f6}, A 'B' ????.??.??, ply 1\"; sm Ke7;\n\
             8/4k3/8/8/4P3/8/8/4K3 w - - fmvn 31; hmvc 1; id \"W'X - Bl\u{f6}, A 'B' ????.??.??, ply 2\";\n"
        );
        let (text, _) = read(b"1. e4 Nf6 2. e5 d5 *", Positions::Final);
        assert!(
            text.starts_with("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 fmvn 3; id"),
            "{text}"
        );
        let pgn = b"[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. d4 *";
        assert!(read(pgn, Positions::AtPly(0)).0.starts_with("rnbqkbnr/"));
    }

    #[test]
    fn chess960_is_played() {
        check(
            "[Variant \"Chess960\"]\n[FEN \"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\"]\n\n1. O-O O-O-O *",
            Positions::Every,
            "O-O O-O-O -",
        );
    }

    #[test]
    fn long_tags_are_cut_in_the_id() {
        let pgn = format!("[Event \"{}\"]\n[White \"{}\"]\n\n*", "\u{e9}".repeat(20_000), "x".repeat(300));
        let (text, _) = read(pgn.as_bytes(), Positions::Final);
        assert!(text.len() < 300, "{text}");
    }

    #[test]
    fn parts_are_games() {
        let pgn =
            b"[Event \"a\"]\n\n1. e4 e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n \r\n[Event \"c\"]\n\n1. Ke2 *\n";
        let mut whole = Vec::new();
        let summary = records(pgn, Positions::Every, &mut whole);
        let at = last_game_start(pgn).expect("a game");
        assert!(pgn[at..].starts_with(b"[Event \"c\"]"));
        let mut parts = Vec::new();
        let mut sum = records(&pgn[..at], Positions::Every, &mut parts);
        sum.add(records(&pgn[at..], Positions::Every, &mut parts));
        assert_eq!((parts, sum), (whole, summary));
        assert_eq!(last_game_start(b"{x}\n[Event \"a\"]"), None);
        assert_eq!(last_game_start(b"[Event \"a\"] [Event \"b\"]\n\n [Event \"c\"]"), None);
        assert_eq!(last_game_start(b""), None);
        let mut later = Summary { games: 2, ..Summary::default() };
        later.add(records(b"1. e5", Positions::Final, &mut Vec::new()));
        assert_eq!(later.first_failure.map(|failure| failure.game), Some(3));
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200), positions in 0..3_u32) {
            any_text_gives_records(&bytes, positions);
        }

        #[test]
        fn anything_like_a_game_can_be_read(
            parts in proptest::collection::vec(proptest::sample::select(vec![
                "[Event \"", "\n\n[Event \"", "[FEN \"", "[White \"a", "\"]", "\n", "\n\n", "\r\n\r\n", "1. ", "e4 ", "e5 ", "Nf3 ", "{", "}",
                "(", ")", ";", "%", "\\", "*", "1-0", "O-O", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30", "$1", "\0", "\u{e9}", "--",
            ]), 0..40),
            positions in 0..3_u32,
        ) {
            any_text_gives_records(parts.concat().as_bytes(), positions);
        }
    }

    fn any_text_gives_records(pgn: &[u8], positions: u32) {
        let positions = [Positions::Every, Positions::Final, Positions::AtPly(1)][positions as usize];
        let mut out = Vec::new();
        let summary = records(pgn, positions, &mut out);
        assert_eq!(memchr::memchr_iter(b'\n', &out).count(), summary.records);
        for line in out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            assert_eq!(normalize(&parse(line)).as_deref(), Some(line), "{}", String::from_utf8_lossy(line));
        }
        if let Some(at) = last_game_start(pgn) {
            assert!(at > 0 && pgn[at..].starts_with(b"[Event "));
            let mut parts = Vec::new();
            let mut sum = records(&pgn[..at], positions, &mut parts);
            sum.add(records(&pgn[at..], positions, &mut parts));
            assert_eq!((parts, sum), (out, summary));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn positions_of_any_game_come_back(game in any_game(60)) {
            let mut pgn = format!("[FEN \"{} 0 1\"]\n\n", fields_of(&game[0]));
            for (here, next) in game.iter().zip(&game[1..]) {
                let moves = here.legal_moves();
                let leads = |m: &&Move| here.clone().play(**m).is_ok_and(|after| after == *next);
                pgn.push_str(&san(here, *moves.iter().find(leads).expect("a move")));
                pgn.push('\n');
            }
            let (text, summary) = read(pgn.as_bytes(), Positions::Every);
            prop_assert_eq!((summary.records, summary.failed), (game.len(), 0));
            for (line, position) in text.lines().zip(&game) {
                prop_assert!(line.starts_with(&fields_of(position)));
                let found = lint::check(&parse(line.as_bytes()));
                // E208: castling of Chess960 is an error in a record, whoever wrote it.
                let errors = found.iter().filter(|d| d.rule.severity == Severity::Error && d.rule.code != "E208");
                let errors: Vec<_> = errors.collect();
                prop_assert!(errors.is_empty(), "{}: {:?}", line, errors);
            }
        }
    }
}
