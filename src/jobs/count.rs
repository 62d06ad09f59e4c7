//! Counts what lines contain.

use crate::epd::opcode::is_opcode;
use crate::epd::{LineKind, parse};
use crate::protocol::{Counts, Lines};

/// The greatest ordinary score; greater ones stand for mates (§6.7).
const LIMIT: i64 = 32_000;

/// What the lines contain.
pub(super) fn count(lines: &Lines) -> Counts {
    let mut counts = Counts::default();
    // For each opcode the number of the last line that has it, so that a line counts once.
    let mut last: Vec<u32> = Vec::new();
    for (line, number) in lines.iter().zip(1..) {
        let parsed = parse(line);
        if parsed.kind != LineKind::Record {
            counts.others += 1;
            continue;
        }
        counts.records += 1;
        counts.counters += u32::from(parsed.counters.is_some());
        counts.black += u32::from(parsed.field(1).is_some_and(|side| side.eq_ignore_ascii_case(b"b")));
        if let Some(score) = parsed.integer("ce").filter(|score| (-LIMIT..=LIMIT).contains(score)) {
            let value = i32::try_from(score).unwrap_or_default();
            counts.add(&Counts { scores: (1, value, value, score), ..Counts::default() });
        }
        for operation in &parsed.operations {
            let opcode = parsed.opcode(operation);
            // Words that are not opcodes are findings, and there may be as many of them as lines.
            if !is_opcode(opcode) {
                continue;
            }
            let known = counts.opcodes.binary_search_by(|(known, _)| known.as_bytes().cmp(opcode));
            let at = known.unwrap_or_else(|at| {
                counts.opcodes.insert(at, (String::from_utf8_lossy(opcode).into_owned(), 0));
                last.insert(at, 0);
                at
            });
            counts.opcodes[at].1 += u32::from(std::mem::replace(&mut last[at], number) != number);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_fen_are_columns() {
        let columns = |lines: &[&str]| count(&lines.iter().collect()).columns().join(" ");
        let plain = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;";
        assert_eq!(columns(&[plain]), "bm id");
        assert_eq!(columns(&[plain, "4k3/8/8/8/8/8/8/4K3 w - - 4 9 zz 5;"]), "bm fmvn hmvc id zz");
        assert_eq!(columns(&["4k3/8/8/8/8/8/8/4K3 w - - 4 9 fmvn 9;"]), "fmvn hmvc");
    }

    #[test]
    fn counts_add_up() {
        let lines = [
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 10;",
            "# note",
            "4k3/8/8/8/8/8/8/4K3 b - - ce -30; ce 5;",
            "4k3/8/8/8/8/8/8/4K3 b - - ce 32765; id \"x\";",
        ];
        let all = count(&lines.iter().collect());
        let mut sum = Counts::default();
        for line in lines {
            sum.add(&count(&[line].iter().collect()));
        }
        assert_eq!(all, sum);
        assert_eq!((all.records, all.others, all.black), (3, 1, 2));
        assert_eq!(all.scores, (2, -30, 10, -20));
        assert_eq!(all.opcodes, [("bm".into(), 1), ("ce".into(), 3), ("id".into(), 1)]);
    }
}
