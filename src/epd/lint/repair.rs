//! Repair: applies the fixes of a line until none is left.

use std::collections::BTreeMap;

use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::check::check_all;
use crate::epd::lint::code::RuleSet;
use crate::epd::lint::context::Surroundings;
use crate::epd::lint::fix::{Applicability, Fix};
use crate::epd::lint::signs::Variant;
use crate::epd::opcode::lookup;
use crate::epd::parse;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

/// The most rounds of fixing. Each applies all safe fixes that do not touch each other; fixes that wait for
/// another one need a further round. Such chains are short however long the line is, so the time is linear in
/// its length; the limit is for rules that would undo each other.
const MOST_ROUNDS: usize = 100;

/// Applies safe fixes until none is left and returns the repaired line; `None` if there is nothing to do. A
/// line whose first word does not have eight ranks is not a record and stays as it is.
///
/// ```
/// use epidote::epd::lint::repair;
/// let repaired = repair(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e1d2; id BK.01").unwrap();
/// assert_eq!(repaired, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; fmvn 1; hmvc 0; id \"BK.01\";");
/// assert_eq!(repair(&repaired), None);
/// // Which right is meant is not known: the fix is on offer, and not applied here.
/// assert_eq!(repair(b"4k3/8/8/8/8/8/8/4K3 w KQ -"), None);
/// ```
pub fn repair(text: &[u8]) -> Option<Vec<u8>> {
    Repair::default().line(text)
}

/// Which fixes are applied, and how lines are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Repair {
    /// The dialect of the file.
    pub dialect: Dialect,
    /// The game of its records.
    pub game: Game,
    /// Another game than chess, if the file shows that it belongs to one. Nothing is fixed then.
    pub variant: Option<Variant>,
    /// Only the fixes of these rules.
    pub only: RuleSet,
    /// Where no fix keeps the meaning, also apply the first one that is offered.
    pub also_unsafe: bool,
}

impl Repair {
    /// Like [`repair`], with these settings.
    pub fn line(self, text: &[u8]) -> Option<Vec<u8>> {
        let mut current = text.to_vec();
        for _ in 0..MOST_ROUNDS {
            let next = self.once(&current);
            if next == current {
                break;
            }
            current = next;
        }
        (current != text).then_some(current)
    }

    fn once(self, text: &[u8]) -> Vec<u8> {
        let parsed = parse(text);
        if !parsed.has_ranks() {
            return text.to_vec();
        }
        let mut taken = Taken::default();
        // The opcodes that have been written, and whether by safe fixes.
        let mut written: Vec<(&str, bool)> = Vec::new();
        let mut indels = Vec::new();
        let around = Surroundings {
            dialect: self.dialect,
            game: self.game,
            variant: self.variant,
            ..Surroundings::default()
        };
        let all = check_all(&parsed, around).into_iter();
        for diagnostic in all.filter(|found| self.only.has(found.rule)) {
            if let Some(fix) = self
                .chosen(diagnostic.fixes)
                .filter(|fix| fix.edit.indels().iter().all(|indel| taken.is_free(indel.delete)))
                // Two fixes that need not agree may write one opcode; the second looks at the line again. Safe ones agree.
                .filter(|fix| {
                    let agrees =
                        |&(_, is_safe): &(&str, bool)| is_safe && fix.applicability == Applicability::Safe;
                    opcodes(fix).all(|opcode| written.iter().filter(|known| known.0 == opcode).all(agrees))
                })
            {
                for indel in fix.edit.indels() {
                    taken.take(indel.delete);
                }
                let is_safe = fix.applicability == Applicability::Safe;
                for opcode in opcodes(&fix).filter(|_| self.also_unsafe) {
                    if !written.contains(&(opcode, is_safe)) {
                        written.push((opcode, is_safe));
                    }
                }
                indels.extend_from_slice(fix.edit.indels());
            }
        }
        TextEdit::from_indels(indels).apply(text)
    }

    /// The fix of a finding that is to be applied.
    fn chosen(self, mut fixes: Vec<Fix>) -> Option<Fix> {
        match fixes.iter().position(|fix| fix.applicability == Applicability::Safe) {
            Some(safe) => Some(fixes.swap_remove(safe)),
            None if self.also_unsafe && !fixes.is_empty() => Some(fixes.swap_remove(0)),
            None => None,
        }
    }
}

/// The opcodes that a fix may write: the words of the text that begin what it inserts.
fn opcodes(fix: &Fix) -> impl Iterator<Item = &'static str> {
    let words =
        fix.edit.indels().iter().filter_map(|indel| {
            indel.insert.trim_ascii_start().split(|byte| matches!(byte, b' ' | b';')).next()
        });
    words.filter_map(|word| lookup(word).map(|spec| spec.name))
}

/// Spans that edits already touch: they do not overlap, and no two insertions are adjacent.
#[derive(Default)]
struct Taken(BTreeMap<usize, usize>);

impl Taken {
    fn is_free(&self, span: Span) -> bool {
        // The spans taken do not overlap, so their ends are in the order of their starts.
        let near = self.0.range(..=span.end).rev().take_while(|&(_, &end)| end >= span.start);
        near.fold(true, |free, (&start, &end)| {
            // Two edits that meet at one byte conflict when one is an insertion.
            let meets = end == span.start || start == span.end;
            free && meets && !span.is_empty() && start != end
        })
    }

    fn take(&mut self, span: Span) {
        self.0.insert(span.start, span.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_that_stands_behind_a_missing_semicolon() {
        for (operations, expect) in [
            ("0 1 ce 5 fmvn 4;", "0 1 ce 5; fmvn 4;"),
            ("0 1 id \"x\" hmvc 7;", "0 1 hmvc 7; id \"x\";"),
            ("ce 5 dm 3; bm #4;", "bm #4; ce 5; dm 3;"),
        ] {
            let line = |operations| format!("4k3/8/8/8/8/8/P7/4K3 w - - {operations}");
            let text = repair(line(operations).as_bytes()).expect("something to do");
            assert_eq!(String::from_utf8_lossy(&text), line(expect));
        }
    }

    #[test]
    fn a_doubtful_line_stays() {
        for operations in ["bm a4; a3!; Kd2?;", "hmvc=5;"] {
            let line = format!("4k3/8/8/8/8/8/P7/4K3 w - - 3 4 {operations}");
            let all = Repair { also_unsafe: true, ..Repair::default() };
            let text = all.line(line.as_bytes()).expect("the counters");
            let expect = format!("4k3/8/8/8/8/8/P7/4K3 w - - fmvn 4; hmvc 3; {operations}");
            assert_eq!(String::from_utf8_lossy(&text), expect);
        }
    }

    #[test]
    fn no_two_fixes_write_one_opcode() {
        for operations in [
            "best-move a4; 2nd Kd2;",
            "bm a4; \"one\"; \"two\";",
            "ID \"x\"; Id \"y\";",
            "TEST001; TEST002;",
            "moves e1d2; SV a4;",
            "v=-3; # x",
            "\"str\"; # x",
            "{comment}; v=-3",
        ] {
            let line = format!("4k3/8/8/8/8/8/P7/4K3 w - - {operations}");
            let all = Repair { also_unsafe: true, ..Repair::default() };
            let text = all.line(line.as_bytes()).expect("something to do");
            let parsed = parse(&text);
            let mut opcodes: Vec<&[u8]> = parsed.operations.iter().map(|of| parsed.opcode(of)).collect();
            opcodes.sort_unstable();
            let count = opcodes.len();
            opcodes.dedup();
            assert_eq!(opcodes.len(), count, "{}", String::from_utf8_lossy(&text));
        }
    }
}
