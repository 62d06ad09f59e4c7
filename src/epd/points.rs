//! Points for moves, as strategic test suites write them: a convention outside the 1995 text.
//!
//! `c7` holds moves, `c8` their points, `c9` the same moves in coordinates; older suites write
//! `c0 "f5=10, Be5+=2"` only. A program that plays one of the moves earns its points.

use crate::chess::notation::read_move;
use crate::chess::{Chess, Move};
use crate::epd::{OperandKind, Parse};
use crate::text::span::Span;

/// A move and the points for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub m: Move,
    /// Points for this move, as the suite gives them.
    pub points: u32,
}

/// What is wrong with points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PointsFault {
    /// `c7` and `c8` have different lengths.
    Count {
        /// The string of `c8`.
        span: Span,
        /// Moves in `c7`.
        moves: usize,
        /// Numbers in `c8`.
        points: usize,
    },
    /// A move cannot be played, or can be read in several ways.
    Move(Span),
    /// A move of `c9` differs from that of `c7`.
    OtherMove(Span),
}

/// The points of a record; `None` without any.
///
/// ```
/// use epidote::chess::notation::san;
/// use epidote::epd::points::{PointsFault, scored_moves};
/// use epidote::epd::{parse, position::PositionReading};
/// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - c7 \"Kd2 Ke2\"; c8 \"10 3\"; c9 \"e1d2 e1e2\";");
/// let position = PositionReading::read(&line).chess.unwrap();
/// let scored = scored_moves(&line, &position).unwrap().unwrap();
/// let shown: Vec<_> = scored.iter().map(|scored| (san(&position, scored.m), scored.points)).collect();
/// assert_eq!(shown, [("Kd2".to_owned(), 10), ("Ke2".to_owned(), 3)]);
///
/// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - c7 \"Kd2 Ke2\"; c8 \"10\";");
/// let fault = scored_moves(&line, &position).unwrap().unwrap_err();
/// assert!(matches!(fault, PointsFault::Count { moves: 2, points: 1, .. }));
/// ```
///
/// # Errors
/// What is wrong with them: the first fault in the order of the opcodes.
pub fn scored_moves(parse: &Parse<'_>, position: &Chess) -> Option<Result<Vec<ScoredMove>, PointsFault>> {
    match (string(parse, "c7"), numbers(parse)) {
        (Some(moves), Some(numbers)) => Some(from_registers(parse, position, moves, &numbers)),
        _ => from_comment(parse, position),
    }
}

/// The places of the moves that have points, in every notation that the record has them in; none if something is wrong
/// with them.
pub fn moves_with_points(parse: &Parse<'_>, position: &Chess) -> Vec<Span> {
    let mut places = Vec::new();
    if let (Some(moves), Some(numbers)) = (string(parse, "c7"), numbers(parse))
        && from_registers(parse, position, moves, &numbers).is_ok()
    {
        let coordinates = coordinates(parse, position).into_iter().flat_map(|span| words(parse, span));
        // What follows them in `c9` is not about moves.
        places.extend(words(parse, moves).chain(coordinates.take(numbers.len())));
    }
    places.extend(in_comment(parse, position).into_iter().flatten().map(|(span, _)| span));
    places
}

/// The numbers of `c8`, if it holds nothing else.
fn numbers(parse: &Parse<'_>) -> Option<Vec<u32>> {
    let number = |word| std::str::from_utf8(parse.bytes(word)).ok()?.parse().ok();
    let numbers: Option<Vec<u32>> = words(parse, string(parse, "c8")?).map(number).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

fn from_registers(
    parse: &Parse<'_>,
    position: &Chess,
    moves: Span,
    numbers: &[u32],
) -> Result<Vec<ScoredMove>, PointsFault> {
    let read = |word: Span| read_one(position, parse, word).ok_or(PointsFault::Move(word));
    let moves: Vec<Move> = words(parse, moves).map(read).collect::<Result<_, _>>()?;
    if moves.len() != numbers.len() {
        let span = string(parse, "c8").unwrap_or_default();
        return Err(PointsFault::Count { span, moves: moves.len(), points: numbers.len() });
    }
    if let Some(coordinates) = coordinates(parse, position) {
        let mut others = words(parse, coordinates);
        for &m in &moves {
            let other = others.next().ok_or(PointsFault::OtherMove(coordinates))?;
            if read_one(position, parse, other) != Some(m) {
                return Err(PointsFault::OtherMove(other));
            }
        }
    }
    Ok(moves.iter().zip(numbers).map(|(&m, &points)| ScoredMove { m, points }).collect())
}

/// The string of `c9`, if it begins with a move: the register may hold something else, such as a remark on a move.
fn coordinates(parse: &Parse<'_>, position: &Chess) -> Option<Span> {
    let span = string(parse, "c9")?;
    let first = words(parse, span).next()?;
    let is_like_a_move =
        matches!(parse.bytes(first), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]);
    (is_like_a_move || read_one(position, parse, first).is_some()).then_some(span)
}

fn from_comment(parse: &Parse<'_>, position: &Chess) -> Option<Result<Vec<ScoredMove>, PointsFault>> {
    let found = in_comment(parse, position)?;
    Some(Ok(found.into_iter().map(|(_, scored)| scored).collect()))
}

/// Reads `f5=10, Be5+=2`, if the whole comment has this form: the moves with their places.
fn in_comment(parse: &Parse<'_>, position: &Chess) -> Option<Vec<(Span, ScoredMove)>> {
    let comment = string(parse, "c0")?;
    let mut end = comment.start;
    let scored = |part: &[u8]| {
        let start = end + part.len() - part.trim_ascii_start().len();
        end += part.len() + 1;
        let part = part.trim_ascii();
        // A promotion has an `=` too; the points follow the last one.
        let equals = part.iter().rposition(|&byte| byte == b'=')?;
        let points = std::str::from_utf8(&part[equals + 1..]).ok()?.parse().ok()?;
        let m = read_move(position, &part[..equals]).played()?;
        Some((Span::new(start, start + equals), ScoredMove { m, points }))
    };
    parse.bytes(comment).split(|&byte| byte == b',').map(scored).collect()
}

fn read_one(position: &Chess, parse: &Parse<'_>, word: Span) -> Option<Move> {
    read_move(position, parse.bytes(word)).played()
}

/// The inside of the only string of an operation.
fn string(parse: &Parse<'_>, opcode: &str) -> Option<Span> {
    match parse.operands(parse.operation(opcode)?) {
        [only] if only.kind == OperandKind::Str => Some(Span::new(only.span.start + 1, only.span.end - 1)),
        _ => None,
    }
}

/// The words of a span, with their places in the line.
fn words<'p>(parse: &'p Parse<'_>, span: Span) -> impl Iterator<Item = Span> + 'p {
    let text = parse.bytes(span);
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let length = text[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let word = Span::new(span.start + at, span.start + at + length);
        at += length;
        (length > 0).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::san;
    use crate::epd::parse;
    use crate::epd::position::PositionReading;

    fn show(operations: &str) -> String {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        let parse = parse(line.as_bytes());
        let position = PositionReading::read(&parse).chess.expect("a position");
        let text = |span: Span| String::from_utf8_lossy(parse.bytes(span)).into_owned();
        match scored_moves(&parse, &position) {
            None => "none".to_owned(),
            Some(Ok(moves)) => {
                let show = |scored: &ScoredMove| format!("{}={}", san(&position, scored.m), scored.points);
                moves.iter().map(show).collect::<Vec<_>>().join(" ")
            }
            Some(Err(PointsFault::Count { moves, points, .. })) => format!("{moves} moves, {points} points"),
            Some(Err(PointsFault::Move(span))) => format!("bad move {}", text(span)),
            Some(Err(PointsFault::OtherMove(span))) => format!("other move {}", text(span)),
        }
    }

    #[track_caller]
    fn check(operations: &str, expect: &str) {
        assert_eq!(show(operations), expect, "{operations}");
    }

    #[test]
    fn reads_registers() {
        check("c7 \"Kd2 Ke2\"; c8 \"10 3\";", "Kd2=10 Ke2=3");
        check("c7 \"Kd2 Ke2\"; c8 \"10 3\"; c9 \"e1d2 e1e2\";", "Kd2=10 Ke2=3");
        check("c7 \"Kd2 Ke2\"; c8 \"10\";", "2 moves, 1 points");
        check("c7 \"Kd2 Kd4\"; c8 \"10 3\";", "bad move Kd4");
        check("c7 \"Kd2 Ke2\"; c8 \"10 3\"; c9 \"e1d2 e1f2\";", "other move e1f2");
        check("c7 \"Kd2 Ke2\"; c8 \"10 3\"; c9 \"e1d2\";", "other move e1d2");
        check("c7 \"Kd2 Ke2\"; c8 \"10 3\"; c9 \"1-0\";", "Kd2=10 Ke2=3");
    }

    #[test]
    fn reads_comments() {
        check("c0 \"Kd2=10, Ke2=3\"; c8 \"\";", "Kd2=10 Ke2=3");
        check("c0 \"Kd2=10, Ke2=3\";", "Kd2=10 Ke2=3");
        check("c0 \"Kd2 wins, x=3\";", "none");
    }

    #[test]
    fn leaves_other_comments_alone() {
        check("c7 \"a comment\"; c8 \"another\";", "none");
        check("c7 \"a comment\";", "none");
        check("c8 \"12\";", "none");
        check("bm Kd2;", "none");
    }
}
