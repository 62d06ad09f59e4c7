//! What a record asks for: the moves of `bm` and `am`, and the length of a mate.

use crate::chess::score::Score;
use crate::chess::{Chess, Move};
use crate::epd::Parse;
use crate::epd::mate::announced;
use crate::epd::moves::{NoMove, read_moves};
use crate::epd::opcode::Operands;

/// What `bm` or `am` asks for.
#[derive(Debug, Default)]
pub struct Sought {
    /// The moves that can be played, in the order of the operands.
    pub moves: Vec<Move>,
    /// The SAN of each of its moves.
    pub sans: Vec<String>,
    /// Its operands as written.
    pub texts: Vec<String>,
    /// The length of a mate in place of moves (`bm #4`).
    pub mate: Option<u32>,
    /// Whether an operand is neither.
    pub is_bad: bool,
}

impl Sought {
    /// Reads an operation; empty if the record does not have it.
    pub fn read(parsed: &Parse<'_>, position: &Chess, opcode: &str) -> Self {
        let mut sought = Self::default();
        let Some(operation) = parsed.operation(opcode) else { return sought };
        for read in read_moves(position, Operands::MoveSet, parsed, operation) {
            let written = parsed.bytes(read.operand.span);
            sought.texts.push(String::from_utf8_lossy(written).into_owned());
            sought.sans.extend(read.san(parsed.text()));
            match (read.played(), announced(written)) {
                (Some(played), _) => sought.moves.push(played),
                (None, Some(moves)) if moves > 0 => sought.mate = u32::try_from(moves).ok(),
                (None, _) => sought.is_bad |= NoMove::of(written).is_none(),
            }
        }
        sought
    }

    /// Its moves, each with its SAN.
    pub fn named(&self) -> impl Iterator<Item = (Move, &str)> {
        self.moves.iter().copied().zip(self.sans.iter().map(String::as_str))
    }

    /// Returns whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.mate.is_none() && !self.is_bad
    }
}

/// The numbers in which a record says how long a mate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    /// `dm`, in moves (§6.8).
    pub dm: Option<i64>,
    /// `ce`, in centipawns or as a mate (§6.7).
    pub ce: Option<i64>,
}

impl Claimed {
    /// Reads them; one that is no number counts as missing.
    pub fn read(parsed: &Parse<'_>) -> Self {
        Self { dm: parsed.integer("dm"), ce: parsed.integer("ce") }
    }

    /// The moves to the mate that they claim: `dm`, or the mate in `ce`.
    pub fn mate(self) -> Option<u32> {
        match self.dm {
            Some(moves) => u32::try_from(moves).ok().filter(|&moves| moves > 0),
            None => self.mate_of_score(),
        }
    }

    /// `ce` as a score.
    pub fn score(self) -> Option<Score> {
        Score::from_ce(i32::try_from(self.ce?).ok()?)
    }

    /// The moves to the mate in `ce` (§6.7).
    pub fn mate_of_score(self) -> Option<u32> {
        self.score()?.mate_in_moves().and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0)
    }
}

/// The moves to the mate that a record claims: [`Claimed::mate`].
///
/// ```
/// use epidote::epd::{parse, sought::known_mate};
/// let fields = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
/// let known = |operations: &str| known_mate(&parse(format!("{fields} {operations}").as_bytes()));
/// assert_eq!((known("ce 32766; dm 2;"), known("ce 32766;")), (Some(2), Some(1)));
/// assert_eq!((known("ce -32766;"), known("bm Ra8#;")), (None, None));
/// ```
pub fn known_mate(parsed: &Parse<'_>) -> Option<u32> {
    Claimed::read(parsed).mate()
}

/// A problem: a mate, and the first moves that its author knows.
#[derive(Debug)]
pub struct Problem {
    /// What `bm` asks for.
    pub best: Sought,
    /// The length of the mate in moves: in a `bm` that names it (`#4`), in `dm`, or in `ce`.
    pub mate: Option<u32>,
}

impl Problem {
    /// Reads what a record claims.
    pub fn read(parsed: &Parse<'_>, position: &Chess) -> Self {
        let known = known_mate(parsed);
        let best = Sought::read(parsed, position, "bm");
        Self { mate: best.mate.or(known), best }
    }
}
