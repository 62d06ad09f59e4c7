//! One record: was the right move played?
//!
//! The rule is that of the author's own scoring program: the result is the first move of `pv`, or `pm`, or
//! the first of `sv`, or `sm`; it solves the record if it is among `bm`, if there is one, and not among `am`,
//! if there is one. Moves are compared as moves, not as texts. Beyond that rule, a record with neither, whose
//! `dm` gives the length of a mate, is solved by a `ce` with a mate at most as long.

use crate::chess::{Chess, Move};
use crate::epd::conventions::Conventions;
use crate::epd::game::by_rook_files;
use crate::epd::moves::first_move;
use crate::epd::opcode::is_register;
use crate::epd::points::scored_moves;
use crate::epd::position::{PositionReading, fields_of};
use crate::epd::sought::{Claimed, Sought};
use crate::epd::write::set_operation;
use crate::epd::{LineKind, Parse, parse};
use crate::report::group::group_of;
use crate::report::{Entry, Reason};

/// The result of grading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grade {
    /// It is a comment, or blank.
    NoRecord,
    /// It does not count.
    Skipped(Reason),
    /// It counts.
    Counted(Box<Entry>),
}

/// The opcodes of the result; the first that has a move counts.
const RESULTS: [&str; 4] = ["pv", "pm", "sv", "sm"];

/// Grades a line. `by` is the opcode whose operand names the group; without it the beginning of `id` does.
///
/// ```
/// use epidote::report::grade::{Grade, grade};
/// let line = b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acn 57; bm Ra8#; id \"m.1\"; pv Ra8#;";
/// let Grade::Counted(entry) = grade(1, line, None) else { panic!() };
/// assert!(entry.solved);
/// assert_eq!((entry.acn, entry.group.as_str()), (Some(57), "m"));
/// ```
pub fn grade(number: u32, line: &[u8], by: Option<&str>) -> Grade {
    let parsed = parse(line);
    if parsed.kind != LineKind::Record || !parsed.has_ranks() {
        return Grade::NoRecord;
    }
    let Some(position) = PositionReading::read(&parsed).chess else {
        return Grade::Skipped(Reason::NoPosition);
    };
    match counted(&parsed, &position) {
        Ok(entry) => {
            let id = text(&parsed, "id");
            let group = group_of(&parsed, &id, by);
            Grade::Counted(Box::new(Entry { line: number, id, group, ..entry }))
        }
        Err(reason) => Grade::Skipped(reason),
    }
}

/// Like [`grade`], for a line of a file with these conventions: by the rules of chess, moves of another game would be
/// judged wrongly.
pub fn grade_as(conventions: &Conventions, number: u32, line: &[u8], by: Option<&str>) -> Grade {
    let spelled = by_rook_files(conventions.game, line);
    match grade(number, spelled.as_deref().unwrap_or(line), by) {
        Grade::NoRecord => Grade::NoRecord,
        _ if conventions.variant.is_some() => Grade::Skipped(Reason::NoPosition),
        grade => grade,
    }
}

/// Whether the result of a record solves it; `None` if it does not count.
///
/// ```
/// use epidote::epd::{parse, position::PositionReading};
/// use epidote::report::grade::solves;
/// let check = |operations: &str, expect| {
///     let line = format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {operations}");
///     let parsed = parse(line.as_bytes());
///     assert_eq!(solves(&parsed, &PositionReading::read(&parsed).chess.unwrap()), expect);
/// };
/// check("bm Ra8#; pv Ra8#;", Some(true));
/// check("bm Ra8#; pm Ra7;", Some(false));
/// check("bm Ra8#;", None);
/// ```
pub fn solves(parsed: &Parse<'_>, position: &Chess) -> Option<bool> {
    counted(parsed, position).ok().map(|entry| entry.solved)
}

/// The same for a record whose first move of `pv` and whose mate are not written yet, without parsing what is
/// written: `played` and `claimed` are what will stand there.
pub fn is_solved_by(parsed: &Parse<'_>, position: &Chess, played: Move, claimed: Claimed) -> Option<bool> {
    Goal::read(parsed, position, claimed).ok().map(|goal| goal.is_reached_by(played))
}

fn text(parsed: &Parse<'_>, opcode: &str) -> String {
    String::from_utf8_lossy(parsed.value(opcode).unwrap_or_default()).into_owned()
}

/// What a record asks for, and the mate that was found.
struct Goal {
    best: Sought,
    avoid: Sought,
    /// The moves to the mate found.
    found: Option<u32>,
}

impl Goal {
    fn read(parsed: &Parse<'_>, position: &Chess, claimed: Claimed) -> Result<Self, Reason> {
        let mut best = Sought::read(parsed, position, "bm");
        let avoid = Sought::read(parsed, position, "am");
        let mut found = claimed.mate();
        if best.is_empty() && avoid.is_empty() {
            // A suite of mates by `dm` has its result in `ce`; without that, `dm` is the result itself.
            best.mate = found.filter(|_| claimed.dm.is_some() && claimed.ce.is_some());
            found = claimed.mate_of_score();
            if best.mate.is_none() {
                return Err(Reason::NoTarget);
            }
        }
        if best.is_bad || avoid.is_bad {
            return Err(Reason::BadTarget);
        }
        Ok(Self { best, avoid, found })
    }

    fn is_reached_by(&self, played: Move) -> bool {
        let Self { best, avoid, found } = self;
        let is_best = match best.mate {
            // A suite of mates asks for the length, not for a move.
            Some(asked) if best.moves.is_empty() => found.is_some_and(|found| found <= asked),
            _ => best.is_empty() || best.moves.contains(&played),
        };
        is_best && !avoid.moves.contains(&played)
    }
}

fn counted(parsed: &Parse<'_>, position: &Chess) -> Result<Entry, Reason> {
    let claimed = Claimed::read(parsed);
    let goal = Goal::read(parsed, position, claimed)?;
    let (written, played) = result(parsed, position)?;
    let solved = goal.is_reached_by(played);
    let Goal { best, avoid, .. } = goal;
    let points = match scored_moves(parsed, position) {
        Some(Ok(scored)) => {
            let got = scored.iter().filter(|scored| scored.m == played).map(|scored| scored.points).max();
            scored.iter().map(|scored| scored.points).max().map(|most| (got.unwrap_or(0), most))
        }
        Some(Err(_)) | None => None,
    };
    let count = |opcode| parsed.integer(opcode).and_then(|value| u64::try_from(value).ok());
    Ok(Entry {
        fields: fields_of(position),
        best: best.texts,
        avoid: avoid.texts,
        mate: best.mate,
        result: written,
        solved,
        acd: count("acd"),
        acn: count("acn"),
        acs: count("acs"),
        ce: claimed.ce,
        points,
        ..Entry::default()
    })
}

/// The move played, as written and as a move.
fn result(parsed: &Parse<'_>, position: &Chess) -> Result<(String, Move), Reason> {
    let mut reason = Reason::NoResult;
    for opcode in RESULTS {
        let Some(operation) = parsed.operation(opcode) else { continue };
        let Some(first) = first_move(parsed, position, operation) else { continue };
        match first.played() {
            Some(played) => {
                let written = parsed.bytes(first.operand.span);
                return Ok((String::from_utf8_lossy(written).into_owned(), played));
            }
            None => reason = Reason::BadResult,
        }
    }
    Err(reason)
}

/// The line with its grade written into a comment register, `c0` to `c9`; `None` if it does not count or
/// cannot be written to.
///
/// ```
/// use epidote::report::grade::write_grade;
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; pm Ke2;";
/// assert_eq!(
///     String::from_utf8_lossy(&write_grade(line, "c5").unwrap()),
///     "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c5 \"missed: Ke2\"; pm Ke2;"
/// );
/// ```
pub fn write_grade(line: &[u8], register: &str) -> Option<Vec<u8>> {
    if !is_register(register.as_bytes()) {
        return None;
    }
    let Grade::Counted(entry) = grade(1, line, None) else { return None };
    let verdict = if entry.solved { "solved" } else { "missed" };
    let points = entry.points.map_or_else(String::new, |(got, most)| format!(", {got} of {most} points"));
    let words = format!("\"{verdict}: {}{points}\"", entry.result);
    let edit = set_operation(&parse(line), register, words.as_bytes()).ok()?;
    Some(edit.apply(line))
}
