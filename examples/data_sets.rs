//! Makes data in the layouts of other programs, for tests of size and speed: `data_sets FORMAT COUNT [SEED]`
//! with `puzzles`, `evaluations`, `plain`, `games` or `records`. All of it is made up: moves are chosen by
//! chance.

use std::io::{self, BufWriter, Write};

use epidote::chess::notation::{coordinates, san};
use epidote::chess::{Chess, Move, Position as _};
use epidote::epd::position::fields_of;

/// Numbers by chance: xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % end
    }
}

/// A game played by chance.
struct Game {
    chess: Chess,
    ply: u32,
    chance: Chance,
}

impl Game {
    /// A move, which is played; none once the game is over.
    fn step(&mut self) -> Option<(Chess, Move)> {
        let before = self.chess.clone();
        let moves = before.legal_moves();
        if moves.is_empty() || before.is_insufficient_material() {
            return None;
        }
        let m = moves[self.chance.below(moves.len())];
        self.chess.play_unchecked(m);
        self.ply += 1;
        Some((before, m))
    }

    /// A line of moves from the position, which are not played.
    fn line(&mut self, most: usize) -> Vec<Move> {
        let (chess, ply) = (self.chess.clone(), self.ply);
        let length = 1 + self.chance.below(most);
        let line = (0..length).map_while(|_| self.step().map(|(_, m)| m)).collect();
        (self.chess, self.ply) = (chess, ply);
        line
    }

    /// The next position of this game, or of the next one.
    fn next(&mut self) -> (Chess, Move) {
        loop {
            if self.ply < 120
                && let Some(step) = self.step()
            {
                return step;
            }
            self.chess = Chess::default();
            self.ply = 0;
        }
    }

    fn fen(chess: &Chess, ply: u32) -> String {
        format!("{} {} {}", fields_of(chess), ply % 7, 1 + ply / 2)
    }
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(|&m| coordinates(m)).collect::<Vec<_>>().join(" ")
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    let formats = ["puzzles", "evaluations", "plain", "games", "records"];
    let format = arguments.get(1).filter(|format| formats.contains(&format.as_str()));
    let (Some(format), Some(count)) = (format, number(2)) else {
        return Err(io::Error::other("data_sets puzzles|evaluations|plain|games|records COUNT [SEED]"));
    };
    let chance = Chance(number(3).unwrap_or(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut game = Game { chess: Chess::default(), ply: 0, chance };
    let mut out = BufWriter::new(io::stdout().lock());
    if format == "puzzles" {
        out.write_all(&epidote::dataset::puzzles::head())?;
    }
    for unit in 0..count {
        match format.as_str() {
            "puzzles" => puzzle(&mut game, unit, &mut out)?,
            "evaluations" => evaluation(&mut game, &mut out)?,
            "plain" => {
                let (before, m) = game.next();
                let (fen, score, result) =
                    (Game::fen(&before, game.ply - 1), game.chance.below(900), game.chance.below(3));
                let (played, ply) = (coordinates(m), game.ply - 1);
                writeln!(
                    out,
                    "fen {fen}\nmove {played}\nscore {score}\nply {ply}\nresult {}\ne",
                    i64::try_from(result).unwrap_or(0) - 1
                )?;
            }
            "games" => pgn(&mut game, unit, &mut out)?,
            _ => {
                let (before, m) = game.next();
                let (fields, score, played) = (fields_of(&before), game.chance.below(400), san(&before, m));
                writeln!(out, "{fields} bm {played}; ce {score}; id \"made {unit}\";")?;
            }
        }
    }
    out.flush()
}

fn puzzle(game: &mut Game, unit: u64, out: &mut impl Write) -> io::Result<()> {
    let (before, first, line) = loop {
        let (before, first) = game.next();
        let line = game.line(5);
        if !line.is_empty() {
            break (before, first, line);
        }
    };
    let fen = Game::fen(&before, game.ply - 1);
    let (rating, plays) = (400 + game.chance.below(2400), game.chance.below(9000));
    let opening = if game.ply < 40 { "Made_Opening Made_Opening_Variation" } else { "" };
    let (first, line, ply) = (coordinates(first), words(&line), game.ply);
    writeln!(
        out,
        "{unit:05x},{fen},{first} {line},{rating},{},{},{plays},crushing endgame long,https://example.org/{unit:08x}#{ply},{opening}",
        60 + rating % 50,
        plays % 101,
    )
}

fn evaluation(game: &mut Game, out: &mut impl Write) -> io::Result<()> {
    let (before, m) = game.next();
    let after = std::mem::replace(&mut game.chess, before.clone());
    let (one, two) = (game.line(10), game.line(10));
    game.chess = after;
    let (cp, depth) = (game.chance.below(900), 20 + game.chance.below(30));
    let (fen, one, two, only) = (fields_of(&before), words(&one), words(&two), coordinates(m));
    writeln!(
        out,
        "{{\"fen\":\"{fen}\",\"evals\":[{{\"pvs\":[{{\"cp\":{cp},\"line\":\"{one}\"}},{{\"cp\":{},\"line\":\"{two}\"}}],\
         \"knodes\":{},\"depth\":{depth}}},{{\"pvs\":[{{\"mate\":{},\"line\":\"{only}\"}}],\"knodes\":7,\"depth\":12}}]}}",
        cp / 2,
        cp * 100,
        1 + cp % 9,
    )
}

fn pgn(game: &mut Game, unit: u64, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "[Event \"made\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \"{unit}\"]\n[Result \"*\"]\n")?;
    (game.chess, game.ply) = (Chess::default(), 0);
    for ply in 0..80 {
        let Some((before, m)) = game.step() else { break };
        if ply % 2 == 0 {
            write!(out, "{}. ", ply / 2 + 1)?;
        }
        let score = game.chance.below(99);
        writeln!(out, "{} {{+0.{score:02}/{} 0.{}s}}", san(&before, m), 9 + score % 9, score % 10)?;
    }
    writeln!(out, "*\n")
}
