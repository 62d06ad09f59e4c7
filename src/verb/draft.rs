//! Several operations of a record written at once, from one parse.

use crate::epd::operand::{Integer, read_integer};
use crate::epd::swallowed::{has_operation, lacks_semicolon};
use crate::epd::write::{WriteError, remove_opcodes, set_operation};
use crate::epd::{Operation, Parse};
use crate::text::edit::{Indel, TextEdit};

/// Changes to a record: operations to be set and to be removed.
#[derive(Debug)]
pub struct Draft<'p, 'a> {
    parsed: &'p Parse<'a>,
    /// Each opcode once, in ASCII order.
    set: Vec<(String, Vec<u8>)>,
    removed: Vec<String>,
}

impl<'p, 'a> Draft<'p, 'a> {
    /// A draft without changes.
    pub fn new(parsed: &'p Parse<'a>) -> Self {
        Self { parsed, set: Vec::new(), removed: Vec::new() }
    }

    /// Sets an operation. When an opcode is set more than once, the last operands count.
    pub fn set(&mut self, opcode: &str, operands: impl Into<Vec<u8>>) {
        match self.set.binary_search_by(|(known, _)| known.as_str().cmp(opcode)) {
            Ok(at) => self.set[at].1 = operands.into(),
            Err(at) => self.set.insert(at, (opcode.to_owned(), operands.into())),
        }
    }

    /// Sets an operation if the record has it already.
    pub fn update(&mut self, opcode: &str, operands: impl Into<Vec<u8>>) {
        if self.has(opcode) {
            self.set(opcode, operands);
        }
    }

    /// Removes all operations with this opcode.
    pub fn remove(&mut self, opcode: &str) {
        self.removed.push(opcode.to_owned());
    }

    /// Whether the record has the operation, also behind a missing semicolon.
    pub fn has(&self, opcode: &str) -> bool {
        has_operation(self.parsed, opcode)
    }

    /// The value of an integer opcode after the changes, if it is one.
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        if let Ok(at) = self.set.binary_search_by(|(known, _)| known.as_str().cmp(opcode)) {
            return match read_integer(&self.set[at].1) {
                Integer::Value(value) => Some(value),
                Integer::TooLarge | Integer::Malformed => None,
            };
        }
        let is_removed = self.removed.iter().any(|removed| removed == opcode);
        if is_removed { None } else { self.parsed.integer(opcode) }
    }

    /// The record with the changes, as if the operations were set one after another in ASCII order.
    ///
    /// # Errors
    /// As [`set_operation`].
    pub fn apply(self) -> Result<Vec<u8>, WriteError> {
        let Self { parsed, set, removed } = self;
        let copies = |opcode: &str| {
            let is_same = |operation: &&Operation| parsed.opcode(operation) == opcode.as_bytes();
            parsed.operations.iter().filter(is_same).count() > 1
        };
        let is_set = |opcode: &[u8]| set.iter().any(|(set, _)| set.as_bytes() == opcode);
        let is_open = |last: &Operation| last.semicolon.is_none() && is_set(parsed.opcode(last));
        let has_open_end = set.len() > 1 && parsed.operations.last().is_some_and(is_open);
        let lacks_semicolon = set.len() > 1 && lacks_semicolon(parsed);
        if has_open_end || lacks_semicolon || set.iter().filter(|(opcode, _)| copies(opcode)).count() > 1 {
            // Setting an operation removes its copies. Where two of them are neighbours, what blanks are left
            // depends on the one that went before. An operation that has no semicolon gets one when it is set, which
            // the next one must not bring again.
            let mut set = set;
            let (opcode, operands) = set.pop().unwrap_or_default();
            let text = Draft { parsed, set, removed }.apply()?;
            let parsed = crate::epd::parse(&text);
            return Ok(set_operation(&parsed, &opcode, &operands)?.apply(&text));
        }
        let mut indels: Vec<Indel> = Vec::new();
        for (opcode, operands) in &set {
            let edit = set_operation(parsed, opcode, operands)?;
            for indel in edit.indels() {
                merge(&mut indels, indel.clone());
            }
        }
        let edit = TextEdit::from_indels(indels);
        let removal = remove_opcodes(parsed, |opcode| removed.iter().any(|gone| gone.as_bytes() == opcode));
        if removal.is_empty() {
            return Ok(edit.apply(parsed.text()));
        }
        if let Some(both) = edit.union(&removal) {
            return Ok(both.apply(parsed.text()));
        }
        // The two edits overlap, so one is done after the other.
        let text = removal.apply(parsed.text());
        let parsed = crate::epd::parse(&text);
        Draft { parsed: &parsed, set, removed: Vec::new() }.apply()
    }
}

/// Adds an insertion or replacement. Insertions at the same place are joined in the order in which they come.
fn merge(indels: &mut Vec<Indel>, new: Indel) {
    let same = |known: &&mut Indel| known.delete == new.delete && new.delete.is_empty();
    match indels.iter_mut().find(same) {
        Some(known) => {
            // When the last operation has no semicolon, each insertion brings one; only the first is needed.
            let added = match (known.insert.first(), new.insert.strip_prefix(b";")) {
                (Some(b';'), Some(rest)) => rest,
                _ => &new.insert,
            };
            known.insert.extend_from_slice(added);
        }
        None => indels.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;
    use proptest::prelude::*;

    #[track_caller]
    fn check(operations: &str, set: &[(&str, &str)], removed: &[&str], expect: &str) {
        let line = format!("8/8 w - - {operations}");
        let parsed = parse(line.as_bytes());
        let mut draft = Draft::new(&parsed);
        for (opcode, operands) in set {
            draft.set(opcode, *operands);
        }
        for opcode in removed {
            draft.remove(opcode);
        }
        let text = draft.apply().unwrap();
        assert_eq!(String::from_utf8_lossy(&text), format!("8/8 w - - {expect}"));
    }

    #[test]
    fn what_stands_behind_a_missing_semicolon_counts() {
        check("ce 5 dm 3; id \"x\";", &[], &["dm"], "ce 5; id \"x\";");
        check("ce 5 dm 3; id \"x\";", &[("dm", "4")], &["ce"], "dm 4; id \"x\";");
        check("ce 5 dm 3 acs 2; id \"x\";", &[("acs", "7"), ("ce", "6")], &["dm"], "ce 6; acs 7; id \"x\";");
        check("ce 5 acs 2; id \"x\";", &[("acs", "7"), ("ce", "6")], &[], "ce 6; acs 7; id \"x\";");
        check("ce 5 dm 3; id \"x\";", &[("acd", "4")], &["dm"], "acd 4; ce 5; id \"x\";");
    }

    #[test]
    fn copies_of_neighbours_go_with_their_blanks() {
        check("ce;pv; ce;pv; ", &[("pv", ""), ("ce", "")], &[], "ce;pv; ");
    }

    #[test]
    fn sets_and_removes_several_operations() {
        check("", &[("ce", "1"), ("acd", "2")], &[], "acd 2; ce 1; ");
        check("id \"x\";", &[("ce", "1"), ("acd", "2"), ("pv", "e4")], &[], "acd 2; ce 1; id \"x\"; pv e4;");
        check("acs 7", &[("acs", "1"), ("ce", "2")], &[], "acs 1; ce 2;");
        check("bm e4", &[("ce", "1"), ("id", "\"x\"")], &[], "bm e4; ce 1; id \"x\";");
        check("ce 5; dm 3; pm e4;", &[("ce", "1")], &["dm"], "ce 1; pm e4;");
        check("ce 5; ce 6; dm 3;", &[("ce", "1")], &["dm"], "ce 1;");
        check("dm 3;", &[("dm", "2"), ("dm", "1")], &[], "dm 1;");
        check("dm 3; dm 4;", &[("ce", "1")], &["dm"], "ce 1;");
    }

    proptest! {
        #[test]
        fn gives_what_one_after_the_other_gives(
            operations in "((acd|bm|ce|id|pv|zz)( [a-z0-9]{1,3}){0,2} ?;[ ]{0,2}){0,5}((acn|bm|ce|pv|zz)( x)?)?",
            set in proptest::collection::vec(("(acd|acn|ce|dm|pm|pv)", "[0-9]{0,2}"), 0..5),
        ) {
            let line = format!("8/8 w - - {operations}");
            let parsed = parse(line.as_bytes());
            let mut draft = Draft::new(&parsed);
            let mut sorted: Vec<(String, String)> = Vec::new();
            for (opcode, operands) in set {
                draft.set(&opcode, operands.as_str());
                sorted.retain(|(known, _)| *known != opcode);
                sorted.push((opcode, operands));
            }
            sorted.sort();
            let mut expect = line.as_bytes().to_vec();
            for (opcode, operands) in sorted {
                expect = set_operation(&parse(&expect), &opcode, operands.as_bytes()).unwrap().apply(&expect);
            }
            prop_assert_eq!(
                String::from_utf8(draft.apply().unwrap()).unwrap(),
                String::from_utf8(expect).unwrap()
            );
        }
    }
}
