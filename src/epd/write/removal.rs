//! Removing operations so that the rest of the line reads as before.

use crate::epd::counters::{Counters, perft_depth};
use crate::epd::swallowed::{Meant, Position, meant};
use crate::epd::{Operation, Parse};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// Removes operation number `index` and the blank before it.
///
/// ```
/// use epidote::epd::{parse, write::remove_operation};
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;  id \"x\"; pv;";
/// let rest = remove_operation(&parse(line), 1).apply(line);
/// assert_eq!(rest, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; pv;");
/// ```
pub fn remove_operation(parse: &Parse<'_>, index: usize) -> TextEdit {
    remove_operations(parse, |at| at == index)
}

/// Removes the selected operations, each with the blank before it. Operations with nothing but blanks between
/// them are removed as one. What an operation swallowed because its semicolon is missing stays.
pub fn remove_operations(parse: &Parse<'_>, is_meant: impl Fn(usize) -> bool) -> TextEdit {
    remove(parse, is_meant, |meant| meant.missing.is_none())
}

/// Removes all operations whose opcodes are selected, in the same way, also those that stand among the operands of
/// another one because its semicolon is missing.
///
/// ```
/// use epidote::epd::{parse, write::remove_opcodes};
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ce 5 id \"x\"; pv;";
/// let rest = remove_opcodes(&parse(line), |opcode| opcode == b"ce").apply(line);
/// assert_eq!(rest, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id \"x\"; pv;");
/// ```
pub fn remove_opcodes(parse: &Parse<'_>, is_meant: impl Fn(&[u8]) -> bool) -> TextEdit {
    let is_meant = |meant: &Meant| {
        let opcode = parse.bytes(meant.opcode);
        !opcode.is_empty() && is_meant(opcode)
    };
    remove(parse, |_| true, is_meant)
}

/// Removes what is meant of the operations that are looked at.
fn remove(
    parse: &Parse<'_>,
    is_looked_at: impl Fn(usize) -> bool,
    is_removed: impl Fn(&Meant) -> bool,
) -> TextEdit {
    let mut spans = Vec::new();
    let position = Position::default();
    // The operation that becomes the first one.
    let mut first = None;
    for (at, operation) in parse.operations.iter().enumerate() {
        if !is_looked_at(at) {
            first = first.or(Some((at, operation)));
            continue;
        }
        let all = meant(parse, operation, &position);
        let removed: Vec<&Meant> = all.iter().filter(|meant| is_removed(meant)).collect();
        if removed.len() == all.len() {
            spans.extend(removed.iter().map(|meant| meant.whole));
            continue;
        }
        // What stays reads as before, and the semicolon ends it.
        spans.extend(removed.iter().map(|meant| meant.body));
        let has_begin = removed.first().is_none_or(|meant| meant.missing.is_some());
        first = first.or(Some((if has_begin { at } else { 0 }, operation)));
    }
    let mut indels = removals(parse, spans.into_iter());
    if let Some((1.., first)) = first {
        keep_reading(parse, first, &mut indels);
    }
    TextEdit::from_indels(indels)
}

/// Removes these spans, which are in order. Those with nothing but blanks between them are removed as one.
pub(super) fn removals(parse: &Parse<'_>, spans: impl Iterator<Item = Span>) -> Vec<Indel> {
    let mut all: Vec<Span> = Vec::new();
    for span in spans {
        match all.last_mut() {
            Some(last) if is_blank(parse, last.end..span.start) => last.end = span.end,
            _ => all.push(span),
        }
    }
    all.into_iter().map(|span| removal(parse, span)).collect()
}

/// Changes the removals before `first`, the operation that becomes the first one, so that what precedes it is
/// read as before.
fn keep_reading(parse: &Parse<'_>, first: &Operation, indels: &mut Vec<Indel>) {
    if parse.is_bare_number(first) {
        // It would be read as a counter of FEN.
        if let Some(indel) = indels.first_mut() {
            indel.insert = b" ;".to_vec();
        }
    } else if let Some(Counters { halfmoves, fullmoves: None }) = parse.counters
        && perft_depth(parse.opcode(first)).is_some()
    {
        // A number and a semicolon before a count of moves are read as an operation, and without the semicolon
        // as a counter.
        let until = first.span().start;
        indels.retain(|indel| indel.delete.start >= until);
        indels.insert(0, Indel { delete: Span::new(halfmoves.end, until), insert: b" ".to_vec() });
    }
}

fn is_blank(parse: &Parse<'_>, range: std::ops::Range<usize>) -> bool {
    parse.text()[range].iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Removes a span and the separator before it. Without a blank after the span, a blank before it stays, or is
/// added if a string touches what precedes it: otherwise the neighbours would be glued together.
fn removal(parse: &Parse<'_>, span: Span) -> Indel {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let before = &parse.text()[..span.start];
    let start = before.iter().rposition(|byte| !is_blank(byte)).map_or(0, |at| at + 1);
    let next = parse.text().get(span.end);
    // A semicolon that stays belongs to what is before.
    let touches_next = next.is_some_and(|byte| !is_blank(byte) && *byte != b';');
    let touches_last = start == span.start && !matches!(before, [] | [.., b';']);
    let keep = usize::from(start < span.start && touches_next);
    let insert = if touches_last && touches_next { b" ".to_vec() } else { Vec::new() };
    Indel { delete: Span::new(start + keep, span.end), insert }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn a_count_of_moves_is_no_operand() {
        for (line, opcode, expect) in [
            ("bm a4 ce 5 D1 20;", "ce", "bm a4 D1 20;"),
            ("D1 20 ce 5; bm a4;", "ce", "D1 20; bm a4;"),
            ("bm a4 ce 5 D1 20;", "D1", "bm a4 ce 5;"),
        ] {
            let text = format!("4k3/8/8/8/8/8/P7/4K3 w - - {line}");
            let rest =
                remove_opcodes(&parse(text.as_bytes()), |at| at == opcode.as_bytes()).apply(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&rest), format!("4k3/8/8/8/8/8/P7/4K3 w - - {expect}"));
        }
    }

    #[test]
    fn a_number_does_not_become_a_counter() {
        let text = b"8/8 w - - c0 \"x\"; 5 c1 #4; c0;";
        let rest = remove_operations(&parse(text), |at| at != 1).apply(text);
        assert_eq!(rest, b"8/8 w - - ; 5 c1 #4;");
        let rest = remove_operation(&parse(text), 0).apply(text);
        assert_eq!(rest, b"8/8 w - - ; 5 c1 #4; c0;");
        assert_eq!(parse(&rest).counters, None);
        assert_eq!(remove_operation(&parse(&rest), 1).apply(&rest), b"8/8 w - - ; 5 c1 #4;");
        // Three numbers would be no counters at all.
        let text = b"8/8 w - - 0 1 c0; 5 c1;";
        let rest = remove_operation(&parse(text), 0).apply(text);
        assert_eq!(rest, b"8/8 w - - 0 1 ; 5 c1;");
        assert!(parse(&rest).counters.is_some_and(|counters| counters.fullmoves.is_some()));
        // The operation that follows is the first one that stays.
        let text = b"8/8 w - - c0; ; c1; 5 c2;";
        assert_eq!(remove_operations(&parse(text), |at| at < 2).apply(text), b"8/8 w - - ; ; 5 c2;");
    }

    #[test]
    fn a_counter_stays_a_counter_before_counts_of_moves() {
        let text = b"8/8 w - - - ; c0; D1 5;";
        let rest = remove_operation(&parse(text), 0).apply(text);
        assert_eq!(String::from_utf8_lossy(&rest), "8/8 w - - - D1 5;");
        let text = b"8/8 w - - 4 ;; c0 x;D1 5;";
        let rest = remove_operation(&parse(text), 0).apply(text);
        assert_eq!(String::from_utf8_lossy(&rest), "8/8 w - - 4 D1 5;");
        assert!(parse(&rest).counters.is_some());
        let text = b"8/8 w - - - c0; ;;; c1 x;;D3; c2;";
        let rest = remove_operations(&parse(text), |at| at != 2).apply(text);
        assert_eq!(String::from_utf8_lossy(&rest), "8/8 w - - - D3;");
    }

    #[test]
    fn what_was_swallowed_stays() {
        let check = |text: &str, removed: &[usize], expect: &str| {
            let rest = remove_operations(&parse(text.as_bytes()), |at| removed.contains(&at));
            assert_eq!(String::from_utf8_lossy(&rest.apply(text.as_bytes())), expect);
        };
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        check(&format!("{board} bm e4 id \"x\";"), &[0], &format!("{board} id \"x\";"));
        check(&format!("{board} acn 12 bm e4; ce 10"), &[0], &format!("{board} bm e4; ce 10"));
        check(&format!("{board} acn 12 bm e4; ce 10"), &[0, 1], &format!("{board} bm e4;"));
        check(&format!("{board} c0 \"a\"; acn 12 acs 3 bm e4;"), &[0, 1], &format!("{board} acs 3 bm e4;"));
    }

    #[test]
    fn what_was_swallowed_is_found() {
        let check = |text: &str, opcodes: &[&str], expect: &str| {
            let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
            let text = format!("{board} {text}");
            let is_meant = |opcode: &[u8]| opcodes.iter().any(|meant| meant.as_bytes() == opcode);
            let rest = remove_opcodes(&parse(text.as_bytes()), is_meant).apply(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&rest), format!("{board}{expect}"));
            // What is gone is gone at once.
            assert!(remove_opcodes(&parse(&rest), is_meant).is_empty());
        };
        check("ce 5 bm e4;", &["bm"], " ce 5;");
        check("ce 5 bm e4; c0 \"x\";", &["ce"], " bm e4; c0 \"x\";");
        check("acd 9 acn 5 acs 3; bm e4;", &["acn"], " acd 9 acs 3; bm e4;");
        check("acd 9 acn 5 acs 3; bm e4;", &["acn", "acs"], " acd 9; bm e4;");
        check("acd 9 acn 5 acs 3; bm e4;", &["acd", "acs"], " acn 5; bm e4;");
        check("acd 9 acn 5 acs 3; bm e4;", &["acd", "acn", "acs"], " bm e4;");
        check("acd 9 acn 5 acs 3", &["acd", "acn", "acs"], "");
        check("acd 9 acn 5 acs 3", &["acs"], " acd 9 acn 5");
        check("; c1; 5 c2; acd 9 ce 4;", &["c1", "ce"], " ; ; 5 c2; acd 9;");
    }

    #[test]
    fn removes_with_the_blank_before() {
        let text = b"8/8 w - - bm d4;  id \"x\"; pv;";
        let edit = remove_operation(&parse(text), 1);
        assert_eq!(edit.apply(text), b"8/8 w - - bm d4; pv;");
        let glued = b"8/8 w - - bm e4;id \"x\";";
        assert_eq!(remove_operation(&parse(glued), 0).apply(glued), b"8/8 w - - id \"x\";");
    }

    proptest::proptest! {
        #[test]
        fn removal_leaves_the_rest_as_it_reads(operations in "([a-z]{2,3}( [a-z0-9]{1,3}){0,2} ?;[ \t]{0,2}){1,5}", index in 0..5_usize) {
            let text = format!("8/8 w - - {operations}");
            let before = parse(text.as_bytes());
            let index = index % before.operations.len();
            let after = remove_operation(&before, index).apply(text.as_bytes());
            let after = parse(&after);
            let fields = |p: &Parse<'_>| p.fields.iter().map(|&f| p.bytes(f).to_vec()).collect::<Vec<_>>();
            let bodies = |p: &Parse<'_>| p.operations.iter().map(|o| p.bytes(o.body()).to_vec()).collect::<Vec<_>>();
            let mut rest = bodies(&before);
            rest.remove(index);
            proptest::prop_assert_eq!(fields(&before), fields(&after));
            proptest::prop_assert_eq!(rest, bodies(&after));
        }
    }
}
