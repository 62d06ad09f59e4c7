//! Who plays the games: this engine, or another one that speaks UCI.
//!
//! Both are asked the same and answer in the same units, so that games of either teach the same net.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use cozy_chess::{Board, Move};
use epidote::chess::score::Score;
use epidote::search::bench::signature;
use epidote::search::{Clock, Limits, Question, Searcher, own_centipawns};
use epidote::uci::heard::{self, Heard};

use crate::sample::{MOST_OPINION, Sample};

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

    /// The scores of many positions for their side to move, in the centipawns that the engine shows; none
    /// where it gives none. All questions are written at once, so it has to read on while it thinks, as
    /// Stockfish does.
    ///
    /// # Errors
    /// The engine is gone, or a sample is no position.
    pub fn opinions(&mut self, positions: &[Sample], nodes: u64) -> io::Result<Vec<Option<i16>>> {
        opinions(&mut self.to, &mut self.from, positions, nodes)
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

/// Asks for the scores of many positions, and reads the answers at the same time, so that neither side waits
/// for the other.
fn opinions(
    to: impl Write + Send,
    from: &mut impl BufRead,
    positions: &[Sample],
    nodes: u64,
) -> io::Result<Vec<Option<i16>>> {
    let boards: Option<Vec<Board>> = positions.iter().map(Sample::board).collect();
    let boards = boards.ok_or_else(|| io::Error::other("one of the samples is no position"))?;
    thread::scope(|scope| {
        let asking = scope.spawn(move || {
            let mut to = BufWriter::new(to);
            for board in boards {
                writeln!(to, "position fen {board}\ngo nodes {nodes}")?;
            }
            to.flush()
        });
        let (mut line, mut opinions) = (String::new(), Vec::with_capacity(positions.len()));
        let mut score = None;
        while opinions.len() < positions.len() {
            line.clear();
            if from.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine is gone"));
            }
            match heard::read(line.trim_end()) {
                Heard::Info(info) => score = info.score.or(score),
                Heard::Best(..) => opinions.push(score.take().map(opinion)),
                _ => {}
            }
        }
        asking.join().unwrap_or_else(|_| Err(io::Error::other("the questions broke off")))?;
        Ok(opinions)
    })
}

/// A score as it is shown, in centipawns.
fn opinion(score: Score) -> i16 {
    match score {
        Score::Centipawns(shown) => {
            let most = i32::from(MOST_OPINION);
            shown.clamp(-most, most) as i16
        }
        Score::Mate(_) => MOST_OPINION,
        Score::Mated(_) => -MOST_OPINION,
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
    fn opinions_are_those_of_the_last_words_on_each_position() {
        let boards = ["8/8/3k4/8/8/3K4/3P4/8 w - - 3 70", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"];
        let positions = boards.map(|fen| Sample::of(&fen.parse().unwrap(), 0, 0));
        let check = |answers: &str, expect: Option<[Option<i16>; 2]>| {
            let mut asked = Vec::new();
            let found = opinions(&mut asked, &mut answers.as_bytes(), &positions, 7);
            assert_eq!(found.ok(), expect.map(Vec::from), "{answers}");
            let questions = boards.map(|fen| {
                let four = fen.rsplitn(3, ' ').last().unwrap();
                format!("position fen {four} 0 1\ngo nodes 7\n")
            });
            assert_eq!(String::from_utf8(asked).unwrap(), questions.concat());
        };
        check(
            "info depth 1 score cp 31\ninfo depth 2 score cp -12 pv d2d4\nbestmove d2d4\n\
             info string no score\ninfo depth 1 score mate -2\nbestmove e1c1\n",
            Some([Some(-12), Some(-MOST_OPINION)]),
        );
        // A score that was not given is not that of the position before.
        check("info score cp 40000\nbestmove d2d4\nbestmove (none)\n", Some([Some(MOST_OPINION), None]));
        check("info score cp 1\nbestmove d2d4\n", None);
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        assert!(Other::start("/no/such/program").is_err());
        assert!(Other::start("true").is_err());
    }
}
