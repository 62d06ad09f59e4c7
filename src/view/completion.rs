//! What can be inserted at the caret of a line: an opcode, a legal move, a word of a list.

use crate::chess::notation::{coordinates, san};
use crate::chess::{Chess, Move, Position as _};
use crate::epd::moves::{NoMove, ReadOperand, read_moves};
use crate::epd::opcode::{OPCODES, OpcodeSpec, Operands, lookup};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, OperandKind, Operation, Parse, parse};

/// The most offers; a position has more legal moves than anyone wants to choose from.
const MOST: usize = 60;

/// One possible insertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The text to insert.
    pub insert: String,
    /// The text to show.
    pub label: String,
    /// The opcode, if it is one.
    pub spec: Option<&'static OpcodeSpec>,
}

/// The possible insertions at the caret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The end of the text before the caret that is replaced: what was typed of the insertion.
    pub typed: String,
    /// The possible insertions, the closest first; at least one.
    pub offers: Vec<Offer>,
}

/// What can follow `before`, the part of a record before the caret, if the whole line is `line`.
///
/// ```
/// use epidote::view::complete;
/// let before = "4k3/8/8/8/8/8/8/4K3 w - - bm e1d";
/// let found = complete(before, b"4k3/8/8/8/8/8/8/4K3 w - - bm e1d").unwrap();
/// let offers: Vec<&str> = found.offers.iter().map(|offer| offer.insert.as_str()).collect();
/// assert_eq!((found.typed.as_str(), offers), ("e1d", vec!["Kd1", "Kd2"]));
/// ```
pub fn complete(before: &str, line: &[u8]) -> Option<Completion> {
    let head = parse(before.as_bytes());
    if head.kind != LineKind::Record || head.fields.len() < 4 {
        return None;
    }
    let typed = before.rsplit([' ', '\t']).next().unwrap_or_default();
    // There are no offers for the fields themselves, nor after the end of an operation.
    if before.len() == typed.len() || typed.contains([';', '"']) {
        return None;
    }
    let last = head.operations.last().filter(|operation| operation.semicolon.is_none());
    let offers = match last {
        None => opcodes(typed, line),
        Some(operation) if operation.operand_span.is_none() && !typed.is_empty() => opcodes(typed, line),
        Some(operation) => operands(&head, operation, typed)?,
    };
    // A complete word needs no help.
    let is_whole = matches!(&offers[..], [only] if only.insert.trim_end() == typed);
    (!offers.is_empty() && !is_whole).then(|| Completion { typed: typed.to_owned(), offers })
}

fn opcodes(typed: &str, line: &[u8]) -> Vec<Offer> {
    let parsed = parse(line);
    let is_there = |spec: &OpcodeSpec| {
        spec.name != typed && parsed.operations.iter().any(|o| parsed.opcode(o) == spec.name.as_bytes())
    };
    let fitting = OPCODES.iter().filter(|spec| spec.name.starts_with(typed) && !is_there(spec));
    let offer = |spec: &'static OpcodeSpec| {
        let end = if spec.operands == Operands::None { ";" } else { " " };
        Offer { insert: format!("{}{end}", spec.name), label: spec.name.to_owned(), spec: Some(spec) }
    };
    fitting.map(offer).collect()
}

fn operands(head: &Parse<'_>, operation: &Operation, typed: &str) -> Option<Vec<Offer>> {
    let takes = lookup(head.opcode(operation))?.operands;
    // Nothing is offered in an open string.
    if head
        .operands(operation)
        .last()
        .is_some_and(|operand| operand.kind == OperandKind::Str && !typed.is_empty())
    {
        return None;
    }
    match takes {
        Operands::Keyword(words) => {
            let offer =
                |word: &&str| Offer { insert: (*word).to_owned(), label: (*word).to_owned(), spec: None };
            Some(words.iter().filter(|word| word.starts_with(typed)).map(offer).collect())
        }
        Operands::Move | Operands::MoveSet | Operands::MoveLine => {
            let known = head.operands(operation).len() - usize::from(!typed.is_empty());
            if takes == Operands::Move && known > 0 {
                return None;
            }
            let mut position = PositionReading::read(head).chess?;
            let read = read_moves(&position, takes, head, operation);
            let before: Vec<Move> = read.iter().take(known).filter_map(ReadOperand::played).collect();
            if takes == Operands::MoveLine {
                // No move can follow one that cannot be played; numbers are not moves.
                let is_word = |read: &&ReadOperand| NoMove::of(read.operand.value(head.text())).is_none();
                if read.iter().take(known).filter(is_word).any(|read| read.played().is_none()) {
                    return None;
                }
                for m in before {
                    position.play_unchecked(m);
                }
                return Some(moves(&position, &[], typed));
            }
            Some(moves(&position, &before, typed))
        }
        _ => None,
    }
}

/// The legal moves that begin with what was typed, in SAN or in coordinates; those that match in SAN come
/// first.
fn moves(position: &Chess, known: &[Move], typed: &str) -> Vec<Offer> {
    let mut found: Vec<(u8, String, String)> = Vec::new();
    for m in position.legal_moves() {
        if known.contains(&m) {
            continue;
        }
        let san = san(position, m);
        let coordinates = coordinates(m);
        let begins =
            |text: &str| text.get(..typed.len()).is_some_and(|head| head.eq_ignore_ascii_case(typed));
        let rank = if san.starts_with(typed) {
            0
        } else if coordinates.starts_with(typed) {
            1
        } else if begins(&san) {
            2
        } else {
            continue;
        };
        found.push((rank, san, coordinates));
    }
    found.sort_by_key(|(rank, san, _)| (*rank, san.clone()));
    found.truncate(MOST);
    let offer = |(_, san, coordinates): (u8, String, String)| Offer {
        label: format!("{san} ({coordinates})"),
        insert: san,
        spec: None,
    };
    found.into_iter().map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K2R w K -";

    /// Shows the offers at `|` as `typed: a b c`.
    #[track_caller]
    fn check(operations: &str, expect: &str) {
        let (before, after) = operations.split_once('|').expect("a caret");
        let (before, line) = (format!("{FIELDS}{before}"), format!("{FIELDS}{before}{after}"));
        let found = complete(&before, line.as_bytes());
        let shown = found.map(|found| {
            let offers: Vec<String> = found.offers.into_iter().map(|offer| offer.insert).collect();
            format!("{}: {}", found.typed, offers.join(" "))
        });
        assert_eq!(shown.unwrap_or_default(), expect, "{operations}");
    }

    #[test]
    fn opcodes_that_are_not_there_yet() {
        check(" d|", "d: dm  draw_accept; draw_claim; draw_offer; draw_reject;");
        check(" dm 3; d|", "d: draw_accept; draw_claim; draw_offer; draw_reject;");
        check(" d|; dm 3;", "d: draw_accept; draw_claim; draw_offer; draw_reject;");
        check(" bm Kd1; i|", "i: id ");
        check(" id|", "");
        check(" qqq|", "");
    }

    #[test]
    fn moves_in_any_spelling() {
        check(" bm e|", "e: e3 e4 Kd1 Kd2 Kf1 Kf2 O-O");
        check(" bm O|", "O: O-O");
        check(" bm e1g|", "e1g: O-O");
        check(" bm k|", "k: Kd1 Kd2 Kf1 Kf2");
        check(" bm Kd1 K|", "K: Kd2 Kf1 Kf2");
        check(" bm Kd1|", "");
        check(" pm Kd1 K|", "");
        check(" pv e4 K|", "K: Kd7 Kd8 Ke7 Kf7 Kf8");
        check(" pv 1. e4 K|", "K: Kd7 Kd8 Ke7 Kf7 Kf8");
        check(" pv e5 K|", "");
    }

    #[test]
    fn nothing_elsewhere() {
        check("|", "");
        check(" id \"b|", "");
        check(" id \"bm K|", "");
        check(" ce 1|", "");
        check(" ce 12;|", "");
        assert_eq!(complete("# b", b"# b"), None);
        assert_eq!(complete("4k3/8 w", b"4k3/8 w"), None);
    }

    #[test]
    fn words_of_a_list() {
        let words = OPCODES.iter().find_map(|spec| match spec.operands {
            Operands::Keyword(words) => Some((spec.name, words)),
            _ => None,
        });
        let (name, words) = words.expect("an opcode with a list");
        check(
            &format!(" {name} {}|", &words[0][..1]),
            &format!(
                "{}: {}",
                &words[0][..1],
                words.iter().filter(|w| w.starts_with(&words[0][..1])).copied().collect::<Vec<_>>().join(" ")
            ),
        );
    }
}
