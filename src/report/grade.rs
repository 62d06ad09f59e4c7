//! One record: was the right move played?
//!
//! The rule is that of the author's own scoring program: the result is the first move of `pv`, or `pm`, or
//! the first of `sv`, or `sm`; it solves the record if it is among `bm`, if there is one, and not among `am`,
//! if there is one. Moves are compared as moves, not as texts. Beyond that rule, a record with neither, whose
//! `dm` gives the length of a mate, is solved by a `ce` with a mate at most as long.

use crate::chess::{Chess, Move, legal};
use crate::epd::conventions::Conventions;
use crate::epd::game::by_rook_files;
use crate::epd::moves::{ReadOperand, first_move, play_line, read_moves};
use crate::epd::opcode::{Operands, is_register};
use crate::epd::points::scored_moves;
use crate::epd::position::{PositionReading, fields_of};
use crate::epd::sought::{Claimed, Sought};
use crate::epd::understood::integer;
use crate::epd::write::set_operation;
use crate::epd::{LineKind, Parse, parse};
use crate::report::group::{group_of, readable};
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

/// What a search writes of its effort.
const EFFORT: [&str; 3] = ["acd", "acn", "acs"];

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
/// written: `line` and `claimed` are what will stand there.
pub fn is_solved_by(parsed: &Parse<'_>, position: &Chess, line: &[Move], claimed: Claimed) -> Option<bool> {
    let played = *line.first()?;
    let is_refuted = || claimed.dm.is_some_and(|dm| !mates_within(position, line, dm));
    Goal::read(parsed, position, claimed, is_refuted).ok().map(|goal| goal.is_reached_by(played))
}

fn text(parsed: &Parse<'_>, opcode: &str) -> String {
    readable(parsed.value(opcode).unwrap_or_default())
}

/// What a record asks for, and the mate that was found.
struct Goal {
    best: Sought,
    avoid: Sought,
    /// The moves to the mate found.
    found: Option<u32>,
}

impl Goal {
    /// `is_refuted` says that a search has found no mate as short as `dm` says.
    fn read(
        parsed: &Parse<'_>,
        position: &Chess,
        claimed: Claimed,
        is_refuted: impl FnOnce() -> bool,
    ) -> Result<Self, Reason> {
        let mut best = Sought::read(parsed, position, "bm");
        let avoid = Sought::read(parsed, position, "am");
        let mut found = claimed.mate();
        if best.is_empty() && avoid.is_empty() {
            // A suite of mates by `dm` has its result in `ce`. Without that, `dm` is the result itself, unless a search
            // has found no such mate: that writes no `ce` beside a `dm` that it would contradict.
            let has_result = claimed.ce.is_some() || is_refuted();
            best.mate = found.filter(|_| claimed.dm.is_some() && has_result);
            found = claimed.mate_of_score();
            if best.mate.is_none() {
                return Err(Reason::NoTarget);
            }
        }
        let names_no_move = avoid.mate.is_some() && avoid.moves.is_empty();
        if best.is_bad || avoid.is_bad || names_no_move {
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

/// Whether a search has written a line that does not mate as soon as `dm` says.
fn is_refuted(parsed: &Parse<'_>, position: &Chess, claimed: Claimed) -> bool {
    let (Some(dm), Some(pv)) = (claimed.dm, parsed.operation("pv")) else { return false };
    if !EFFORT.iter().any(|opcode| parsed.operation(opcode).is_some()) {
        return false;
    }
    let line = read_moves(position, Operands::MoveLine, parsed, pv);
    let moves: Vec<Move> = line.iter().filter_map(ReadOperand::played).collect();
    !moves.is_empty() && !mates_within(position, &moves, dm)
}

/// Whether the side to move mates at the end of a line, within `most` moves.
fn mates_within(position: &Chess, line: &[Move], most: i64) -> bool {
    let ends_with_mate = |last: &Chess| legal::is_check(last) && !legal::can_move(last);
    line.len() % 2 == 1
        && i64::try_from(line.len().div_ceil(2)).is_ok_and(|own| own <= most)
        && play_line(position, line).last().is_some_and(ends_with_mate)
}

/// What a record says of a mate, also where `ce` gives its moves (`+M4`).
fn claimed(parsed: &Parse<'_>) -> Claimed {
    Claimed { dm: parsed.integer("dm"), ce: integer(parsed, "ce") }
}

fn counted(parsed: &Parse<'_>, position: &Chess) -> Result<Entry, Reason> {
    let claimed = claimed(parsed);
    let goal = Goal::read(parsed, position, claimed, || is_refuted(parsed, position, claimed))?;
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
    let count = |opcode| integer(parsed, opcode).and_then(|value| u64::try_from(value).ok());
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
                return Ok((readable(first.operand.value(parsed.text())), played));
            }
            None => reason = Reason::BadResult,
        }
    }
    Err(reason)
}

/// The line with its grade written into a comment register, `c0` to `c9`; `None` if it does not count in a file with
/// these conventions, or cannot be written to.
///
/// ```
/// use epidote::epd::conventions::Conventions;
/// use epidote::report::grade::write_grade;
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; pm Ke2;";
/// assert_eq!(
///     String::from_utf8_lossy(&write_grade(&Conventions::default(), line, "c5").unwrap()),
///     "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c5 \"missed: Ke2\"; pm Ke2;"
/// );
/// ```
pub fn write_grade(conventions: &Conventions, line: &[u8], register: &str) -> Option<Vec<u8>> {
    if !is_register(register.as_bytes()) {
        return None;
    }
    let Grade::Counted(entry) = grade_as(conventions, 1, line, None) else { return None };
    let verdict = if entry.solved { "solved" } else { "missed" };
    let points = entry.points.map_or_else(String::new, |(got, most)| format!(", {got} of {most} points"));
    let words = format!("\"{verdict}: {}{points}\"", entry.result);
    let edit = set_operation(&parse(line), register, words.as_bytes()).ok()?;
    Some(edit.apply(line))
}
