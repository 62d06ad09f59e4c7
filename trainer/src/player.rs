//! Who plays the games: this engine, or another one that speaks UCI.
//!
//! Both are asked the same and answer in the same units, so that games of either teach the same net.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cozy_chess::Move;
use epidote::chess::score::Score;
use epidote::search::bench::signature;
use epidote::search::{Clock, Limits, Question, Searcher, own_centipawns};
use epidote::uci::heard::{self, Heard};

/// The score of a mate, in the search's own centipawns.
pub const MATE: i32 = 30_000;
/// The depth of the search that tells versions of this engine apart.
const SIGNATURE_DEPTH: u32 = 7;
/// Mebibytes for the table of this engine. A search of some hundred nodes fills little of it.
const TABLE_MIB: usize = 8;

/// The position of a game, by moves from the last one that cannot be taken back.
#[derive(Debug, Clone)]
pub struct Place {
    /// The first four fields; castling rights by the files of the rooks.
    pub fields: String,
    /// Plies since the last capture or pawn move, in the position of `fields`.
    pub clock: u32,
    /// The moves from there. Castling is written as the king taking its rook.
    pub played: Vec<String>,
}

/// The best move of a position, and its score for the side to move in the search's own centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub best: Move,
    /// The score, within `-MATE..=MATE`.
    pub score: i32,
}

/// One that plays games against itself.
pub trait Player {
    /// A name that changes when its play may.
    fn name(&self) -> String;

    /// Forgets earlier games, so that a game depends on nothing but its opening.
    ///
    /// # Errors
    /// The engine is gone.
    fn begin(&mut self) -> io::Result<()>;

    /// Thinks about a position for some nodes; `None` if there is no answer to use.
    ///
    /// # Errors
    /// The engine is gone.
    fn think(&mut self, place: &Place, nodes: u64) -> io::Result<Option<Answer>>;
}

/// This engine.
#[derive(Debug)]
pub struct Own(Searcher);

impl Own {
    /// One with empty tables.
    pub fn new() -> Self {
        Self(Searcher::new(TABLE_MIB))
    }

    /// Changes a number of the search. Returns whether there is one of this name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.0.set(name, value)
    }
}

impl Default for Own {
    fn default() -> Self {
        Self::new()
    }
}

/// A clock for searches that do not depend on time.
struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

impl Player for Own {
    fn name(&self) -> String {
        format!("epidote {}", signature(SIGNATURE_DEPTH, &mut || {}))
    }

    fn begin(&mut self) -> io::Result<()> {
        self.0.clear();
        Ok(())
    }

    fn think(&mut self, place: &Place, nodes: u64) -> io::Result<Option<Answer>> {
        let moves: Vec<&str> = place.played.iter().map(String::as_str).collect();
        let question = Question {
            halfmove_clock: place.clock,
            played: &moves,
            is_chess960: true,
            ..Question::new(&place.fields)
        };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let Ok(report) = self.0.go_on(&question, &limits, &NoClock, &mut |_| {}) else { return Ok(None) };
        Ok(report.pv.first().and_then(|mv| answer(&mv.to_string(), report.score)))
    }
}

/// Another engine, over its standard streams. It is ended when this is dropped.
#[derive(Debug)]
pub struct Other {
    name: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Other {
    /// Starts the program, and tells it to use one thread and to write castling as in Chess960.
    ///
    /// # Errors
    /// The program cannot be started, or does not speak UCI.
    pub fn start(program: &str) -> io::Result<Self> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no standard streams"));
        };
        let mut other = Self { name: program.to_owned(), child, to, from: BufReader::new(from) };
        other.say("uci\n")?;
        let mut name = None;
        other.until(|heard| {
            if let Heard::Name(it) = heard {
                name = Some((*it).to_owned());
            }
            *heard == Heard::Introduced
        })?;
        if let Some(name) = name {
            other.name = name;
        }
        other.say("setoption name Threads value 1\nsetoption name Hash value 1\n")?;
        other.say("setoption name UCI_Chess960 value true\n")?;
        Ok(other)
    }

    fn say(&mut self, lines: &str) -> io::Result<()> {
        self.to.write_all(lines.as_bytes())?;
        self.to.flush()
    }

    /// Reads lines until one is the last.
    fn until(&mut self, mut is_last: impl FnMut(&Heard<'_>) -> bool) -> io::Result<()> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine is gone"));
            }
            if is_last(&heard::read(line.trim_end())) {
                return Ok(());
            }
        }
    }
}

impl Player for Other {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self) -> io::Result<()> {
        self.say("ucinewgame\nisready\n")?;
        self.until(|heard| *heard == Heard::Ready)
    }

    fn think(&mut self, place: &Place, nodes: u64) -> io::Result<Option<Answer>> {
        let moves = if place.played.is_empty() { "" } else { " moves " };
        let asked = format!(
            "position fen {} {} 1{moves}{}\ngo nodes {nodes}\n",
            place.fields,
            place.clock,
            place.played.join(" ")
        );
        self.say(&asked)?;
        let (mut score, mut found) = (None, None);
        self.until(|heard| match heard {
            Heard::Info(info) => {
                score = info.score.filter(|_| info.rank == 1).or(score);
                false
            }
            Heard::Best(best, _) => {
                found = score.and_then(|score| answer(best, score));
                true
            }
            _ => false,
        })?;
        Ok(found)
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It leaves by itself if it can; a process that is gone already is no error either.
        let _ = self.say("quit\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A move and a score as they are shown, in our own units.
fn answer(best: &str, score: Score) -> Option<Answer> {
    let score = match score {
        Score::Centipawns(shown) => own_centipawns(shown).clamp(-MATE, MATE),
        Score::Mate(_) => MATE,
        Score::Mated(_) => -MATE,
    };
    Some(Answer { best: best.parse().ok()?, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_position_gets_the_same_answer_in_a_new_game() {
        let place = Place {
            fields: "r1bqkb1r/pp2pp1p/2np1np1/8/3NP3/2N1B3/PPP1BPPP/R2QK2R b HAha -".to_owned(),
            clock: 3,
            played: vec!["f8g7".to_owned(), "e1h1".to_owned()],
        };
        let mut own = Own::new();
        let mut answers = Vec::new();
        for _ in 0..2 {
            own.begin().unwrap();
            answers.push(own.think(&place, 300).unwrap().unwrap());
            own.think(&Place { played: Vec::new(), ..place.clone() }, 300).unwrap();
        }
        assert_eq!(answers[0], answers[1]);
        assert!(answers[0].score.abs() < 200);
    }

    #[test]
    fn scores_are_taken_over_in_the_units_of_the_search() {
        let check = |score, expect: Option<i32>| {
            assert_eq!(answer("e2e4", score).map(|answer| answer.score), expect);
        };
        check(Score::Centipawns(150), Some(own_centipawns(150)));
        check(Score::Centipawns(i32::MAX / 4), Some(MATE));
        check(Score::Mate(3), Some(MATE));
        check(Score::Mated(0), Some(-MATE));
        assert_eq!(answer("(none)", Score::Mated(0)), None);
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        assert!(Other::start("/no/such/program").is_err());
        assert!(Other::start("true").is_err());
    }
}
