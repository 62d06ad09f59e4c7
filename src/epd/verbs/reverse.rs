//! Reversed colours: the position seen from the other side, with its moves.
//!
//! The ranks are flipped and the colours of pieces, side, castling rights and en passant square exchanged, so
//! that every move leads to the reversed position: `e4` becomes `e5`. What belongs to a side goes with it: the clocks of
//! `cc`, the players and the result in `ptp`, a result in a comment, the points of test suites. Scores count for the side
//! to move and stay.

mod fields;
mod sides;

use fields::{castling, placement, swap_ranks, swap_side};

use crate::epd::extension::Extension;
use crate::epd::moves::NoMove;
use crate::epd::normalize::is_sortable;
use crate::epd::opcode::lookup;
use crate::epd::points::moves_with_points;
use crate::epd::position::PositionReading;
use crate::epd::swallowed::meant_operations;
use crate::epd::{LineKind, Operand, OperandKind, Parse, parse};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// Reverses the text of a field.
type Turn = fn(&[u8]) -> Vec<u8>;

/// The line with reversed colours; `None` if it is not a record.
///
/// ```
/// use epidote::epd::verbs::reverse::reverse;
/// let line = b"r3k2r/8/8/8/4pP2/8/8/4K2R b Kkq f3 bm O-O exf3; ce 35;";
/// let reversed = reverse(line).unwrap();
/// assert_eq!(reversed, b"4k2r/8/8/4Pp2/8/8/8/R3K2R w KQk f6 bm O-O exf6; ce 35;");
/// assert_eq!(reverse(&reversed).unwrap(), line);
/// ```
pub fn reverse(line: &[u8]) -> Option<Vec<u8>> {
    let parsed = parse(line);
    if parsed.kind != LineKind::Record || !parsed.has_ranks() {
        return None;
    }
    let mut indels: Vec<Indel> = Vec::new();
    let fields: [Turn; 4] = [placement, swap_side, castling, swap_ranks];
    for (&span, turned) in parsed.fields.iter().zip(fields) {
        indels.push(Indel { delete: span, insert: turned(parsed.bytes(span)) });
    }
    for (index, operation) in &meant_operations(&parsed) {
        sides::exchange(&parsed, operation, &mut indels);
        let are_moves = match lookup(parsed.opcode(operation)) {
            Some(spec) => spec.operands.are_moves(),
            // Conventions of suites and programs.
            None => {
                matches!(
                    Extension::read(&parsed, *index),
                    Some(Extension::PlayedMoves | Extension::Variation)
                )
            }
        };
        if !are_moves {
            continue;
        }
        let operands = parsed.operands(operation);
        let mut texts: Vec<Vec<u8>> = operands.iter().map(|operand| turned_move(&parsed, operand)).collect();
        // A set in ASCII order is sorted again.
        if is_sortable(&parsed, operation) && is_sorted(&parsed, operands) {
            texts.sort();
        }
        let spans = operands.iter().map(|operand| operand.span);
        indels.extend(spans.zip(texts).map(|(delete, insert)| Indel { delete, insert }));
    }
    for word in points(&parsed) {
        indels.push(Indel { delete: word, insert: swap_ranks(parsed.bytes(word)) });
    }
    Some(TextEdit::from_indels(indels).apply(line))
}

/// The moves that comments give points for.
fn points(parsed: &Parse<'_>) -> Vec<Span> {
    // Most records have none, and need no position.
    if ["c0", "c7"].iter().all(|opcode| parsed.operation(opcode).is_none()) {
        return Vec::new();
    }
    PositionReading::read(parsed).chess.map_or_else(Vec::new, |position| moves_with_points(parsed, &position))
}

fn is_sorted(parsed: &Parse<'_>, operands: &[Operand]) -> bool {
    operands.is_sorted_by_key(|operand| parsed.bytes(operand.span))
}

fn turned_move(parsed: &Parse<'_>, operand: &Operand) -> Vec<u8> {
    let text = parsed.bytes(operand.span);
    let is_number = matches!(NoMove::of(text), Some(NoMove::Number | NoMove::Mate | NoMove::Remark));
    if operand.kind != OperandKind::Word || is_number { text.to_vec() } else { swap_ranks(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::chess::Position as _;
    use crate::epd::lint::{Severity, check, worst};

    #[track_caller]
    fn check_reversed(line: &str, expect: &str) {
        let reversed = reverse(line.as_bytes()).expect("a record");
        assert_eq!(String::from_utf8_lossy(&reversed), expect);
        assert_eq!(String::from_utf8_lossy(&reverse(&reversed).expect("a record")), line, "and back");
        // A valid record stays valid, with the same number of legal moves.
        let (one, other) = (parse(line.as_bytes()), parse(&reversed));
        assert_eq!(
            worst(&check(&one)).filter(|&s| s > Severity::Info),
            worst(&check(&other)).filter(|&s| s > Severity::Info)
        );
        let moves =
            |parsed: &Parse<'_>| PositionReading::read(parsed).chess.map(|chess| chess.legal_moves().len());
        assert_eq!(moves(&one), moves(&other));
    }

    #[test]
    fn reverses_positions_and_moves() {
        check_reversed(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; id \"e4\";",
            "4k3/4p3/8/8/8/8/8/4K3 b - - bm Kd7 e5; id \"e4\";",
        );
        check_reversed(
            "4k3/P7/8/8/8/8/8/4K3 w - - pv a8=Q+ Kf7 Qa7+;",
            "4k3/8/8/8/8/8/p7/4K3 b - - pv a1=Q+ Kf2 Qa2+;",
        );
        check_reversed(
            "4k3/P7/8/8/8/8/8/4K3 w - - moves a7a8q e8e7; zz a7a8q;",
            "4k3/8/8/8/8/8/p7/4K3 b - - moves a2a1q e1e2; zz a7a8q;",
        );
        check_reversed("7k/8/8/8/8/8/8/RK6 w - - am Ra2 Ra4;", "rk6/8/8/8/8/8/8/7K b - - am Ra5 Ra7;");
        check_reversed(
            "4k2r/8/8/8/8/8/8/4K3 b k - 0 1 c0 \"a1\";",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 c0 \"a1\";",
        );
    }

    #[test]
    fn only_ranks_are_turned() {
        let check = |moves: &str, expect: &str| {
            check_reversed(
                &format!("r3k3/8/8/8/8/8/4P3/R3K2R w - - pv {moves};"),
                &format!("r3k2r/4p3/8/8/8/8/8/R3K3 b - - pv {expect};"),
            );
        };
        check("1.e4 Kd7 12.R1a2 13...R8xa3", "1.e5 Kd2 12.R8a7 13...R1xa6");
        check("e4 ce 5 bm Kd2 e4", "e5 ce 5 bm Kd7 e5");
        check("e2-e4 E8E7 e7e8=Q+ B1c3", "e7-e5 E1E2 e2e1=Q+ B8c6");
        check("P-K4 N-QB3 R(1)-R4", "P-K4 N-QB3 R(1)-R4");
    }

    #[test]
    fn what_belongs_to_a_side_goes_with_it() {
        let check = |operations: &str, expect: &str| {
            check_reversed(
                &format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}"),
                &format!("4k3/4p3/8/8/8/8/8/4K3 b - - {expect}"),
            );
        };
        check("cc 000:00:05 000:01:10;", "cc 000:01:10 000:00:05;");
        check(
            "ptp Black \"B\" Event \"E\" Result \"1-0\" White \"A\" WhiteElo \"2400\";",
            "ptp Black \"A\" Event \"E\" Result \"0-1\" White \"B\" BlackElo \"2400\";",
        );
        check("ptp Result \"1/2-1/2\" White \"A\";", "ptp Result \"1/2-1/2\" Black \"A\";");
        check("ptp White \"A\" White \"B\" Black \"C\";", "ptp Black \"A\" Black \"B\" White \"C\";");
        check("ptp \"White team\" \"A\" Result 1-0;", "ptp \"Black team\" \"A\" Result 0-1;");
        check(
            "c7 \"Kd2\"; c8 \"10\"; c9 \"e1d2 see game 5\";",
            "c7 \"Kd7\"; c8 \"10\"; c9 \"e8d7 see game 5\";",
        );
        check("c9 \"0-1\";", "c9 \"1-0\";");
        check("c7 \"Kd2\"; c8 \"10\"; c9 \"1-0\";", "c7 \"Kd7\"; c8 \"10\"; c9 \"0-1\";");
        check("cc\"000:00:05\" 000:01:10;", "cc\"000:01:10\" 000:00:05;");
        check("cc\"5 s\" 000:01:10;", "cc\"5 s\" 000:01:10;");
        // A word in the place of a string would be a part of its neighbours.
        check("ptp White \"A\"Black B;", "ptp Black \"A\"White B;");
        check("c0 \"won 1-0\"; c1 \"1/2-1/2\";", "c0 \"won 1-0\"; c1 \"1/2-1/2\";");
        check(
            "c0 \"e4=10, Kd2=3\"; c7 \"e4 Kd2\"; c8 \"10 3\"; c9 \"e2e4 e1d2\";",
            "c0 \"e5=10, Kd7=3\"; c7 \"e5 Kd7\"; c8 \"10 3\"; c9 \"e7e5 e8d7\";",
        );
        // Comments that only look like points stay.
        let prose = "c0 \"a pawn on e4=10, Kd4=3\"; c7 \"e4 first\";";
        check(prose, prose);
    }

    #[test]
    fn variants_are_reversed_as_far_as_they_are_understood() {
        let check = |line: &str, expect: &str| {
            assert_eq!(String::from_utf8_lossy(&reverse(line.as_bytes()).expect("a record")), expect);
            assert_eq!(reverse(expect.as_bytes()).expect("a record"), line.as_bytes(), "and back");
        };
        check("4k3/8/8/8/8/8/4P3/4K3[Qp] b - - bm Qf6;", "4k3/4p3/8/8/8/8/8/4K3[qP] w - - bm Qf3;");
        check("4k3/8/8/8/8/8/8/3QK3 w - - 3+2 0 1", "3qk3/8/8/8/8/8/8/4K3 b - - 2+3 0 1");
        check("4k3/8/8/8/8/8/8/3QK3 w - - +0+1;", "3qk3/8/8/8/8/8/8/4K3 b - - +1+0;");
    }

    proptest! {
        /// Whatever words the operations of sides have, and however often: nothing is lost, and twice is as before.
        #[test]
        fn twice_is_as_before(operations in prop::collection::vec(
            (
                prop::sample::select(vec!["cc", "ptp", "c0", "c7", "c8", "c9", "3+2", "sv", "pv", "x"]),
                prop::collection::vec(prop::sample::select(vec![
                    "White", "Black", "WhiteElo", "Result", "\"1-0\"", "\"0-1\"", "1-0", "\"a\"", "\"White\"", "\"Black team\"", "\"e2e4 see 5\"", "000:00:05", "e4",
                    "\"e4=3, Kd2=2\"", "\"e4 Kd2\"", "\"10 3\"", "\"e2e4 e1d2\"", "7", "\"open",
                ]), 0..6),
            ),
            0..5,
        )) {
            let operations = operations.iter().map(|(opcode, words)| format!(" {opcode} {};", words.join(" ")));
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - -{}", operations.collect::<String>());
            let reversed = reverse(line.as_bytes()).expect("a record");
            prop_assert_eq!(reversed.len(), line.len());
            let again = reverse(&reversed).expect("a record");
            prop_assert_eq!(String::from_utf8_lossy(&again), line, "{}", String::from_utf8_lossy(&reversed));
        }
    }

    #[test]
    fn what_is_no_record_stays() {
        assert_eq!(reverse(b"# w a1"), None);
        assert_eq!(reverse(b""), None);
    }
}
