//! Which lines have to be read to know the registers at a record.
//!
//! What a register holds was set by the last line that mentions it, so lines are searched backwards from the
//! record, in ever longer parts. The search ends as soon as every register was mentioned, or at a place where
//! the registers are already known from an earlier search.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::epd::registers::opcodes;

/// The last change of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterChange {
    /// The opcode of the register.
    pub opcode: String,
    /// The place of the line, from 0.
    pub line: usize,
    /// The text that the line put there; `None` if it cleared the register.
    pub text: Option<Vec<u8>>,
}

/// The number of lines that are searched first.
const FIRST: usize = 256;

/// Each further part is this many times as long.
const GROWTH: usize = 4;

/// Most places kept.
const MOST_PLACES: usize = 64;

/// The registers at places of one file, as far as they were worked out.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The registers after `count` lines.
    at: BTreeMap<usize, Vec<RegisterChange>>,
}

impl Known {
    /// Forgets what depends on lines after the first `unchanged` ones.
    pub fn keep_up_to(&mut self, unchanged: usize) {
        self.at.split_off(&unchanged.saturating_add(1));
    }

    /// Remembers the registers after `lines` lines.
    fn add(&mut self, lines: usize, changes: Vec<RegisterChange>) {
        self.at.insert(lines, changes);
        if self.at.len() > MOST_PLACES {
            let mut is_kept = false;
            self.at.retain(|&place, _| {
                is_kept = !is_kept;
                is_kept || place == lines
            });
        }
    }
}

/// A search for the registers after a number of lines.
#[derive(Debug, Clone)]
pub struct Search {
    lines: usize,
    /// What is known by now.
    changes: Vec<RegisterChange>,
    /// Registers of which nothing is known yet.
    wanted: Vec<String>,
    /// The first line that was read.
    from: usize,
    /// Where to end, and the registers there.
    floor: (usize, Vec<RegisterChange>),
    part: usize,
}

impl Search {
    /// A search for the registers after the first `lines` lines.
    pub fn begin(known: &Known, lines: usize) -> Self {
        let floor = known.at.range(..=lines).next_back();
        let floor = floor.map(|(&at, changes)| (at, changes.clone())).unwrap_or_default();
        let mut wanted: Vec<String> = opcodes().collect();
        let mut changes = Vec::new();
        if let Some((_, later)) = known.at.range(lines..).next() {
            // What was last set before a later place, and already before this one. What was never set there
            // was not set here either.
            wanted
                .retain(|opcode| later.iter().any(|change| change.opcode == *opcode && change.line >= lines));
            changes.extend(later.iter().filter(|change| change.line < lines).cloned());
        }
        Self { lines, changes, wanted, from: lines, floor, part: FIRST }
    }

    /// The lines to read next; `None` if the registers are known.
    pub fn next(&self) -> Option<Range<usize>> {
        let is_done = self.wanted.is_empty() || self.from <= self.floor.0;
        (!is_done).then(|| self.from.saturating_sub(self.part).max(self.floor.0)..self.from)
    }

    /// Takes the last changes in the lines that [`Search::next`] asked for.
    pub fn take(&mut self, changes: Vec<RegisterChange>) {
        if let Some(read) = self.next() {
            self.from = read.start;
        }
        self.part = self.part.saturating_mul(GROWTH);
        self.learn(changes);
    }

    fn learn(&mut self, changes: Vec<RegisterChange>) {
        for change in changes {
            if let Some(at) = self.wanted.iter().position(|opcode| *opcode == change.opcode) {
                self.wanted.swap_remove(at);
                self.changes.push(change);
            }
        }
    }

    /// The last change of each register that was mentioned, in the order of the opcodes; it is remembered.
    pub fn end(mut self, known: &mut Known) -> Vec<RegisterChange> {
        let floor = std::mem::take(&mut self.floor.1);
        self.learn(floor);
        self.changes.sort_by(|a, b| a.opcode.cmp(&b.opcode));
        known.add(self.lines, self.changes.clone());
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;
    use crate::epd::registers::{Held, Registers};
    use proptest::prelude::*;

    const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    /// The last changes in some lines, as a worker answers.
    fn changes_in(lines: &[String], range: Range<usize>) -> Vec<RegisterChange> {
        let mut registers = Registers::default();
        for (number, line) in lines.iter().enumerate().take(range.end).skip(range.start) {
            registers.apply(&parse(line.as_bytes()), number);
        }
        let change = |(opcode, held): (String, &Held)| match held {
            Held::Untouched => None,
            Held::Cleared(line) => Some(RegisterChange { opcode, line: *line, text: None }),
            Held::Text(line, text) => Some(RegisterChange { opcode, line: *line, text: Some(text.clone()) }),
        };
        registers.touched().filter_map(change).collect()
    }

    /// The registers after `count` lines, and the number of lines read for them.
    fn search(known: &mut Known, lines: &[String], count: usize) -> (Vec<RegisterChange>, usize) {
        let mut search = Search::begin(known, count);
        let mut read = 0;
        while let Some(range) = search.next() {
            read += range.len();
            search.take(changes_in(lines, range));
        }
        (search.end(known), read)
    }

    fn plain(count: usize) -> Vec<String> {
        (0..count).map(|at| format!("{FIELDS} id \"{at}\";")).collect()
    }

    #[test]
    fn few_lines_are_read_where_all_registers_change_often() {
        let all = "c0 \"a\"; v0 \"b\"; eco \"C50\"; nic \"IG\";";
        let lines: Vec<String> = (0..100_000).map(|_| format!("{FIELDS} {all}")).collect();
        let (changes, read) = search(&mut Known::default(), &lines, 90_000);
        assert_eq!((changes.len(), read), (22, FIRST));
        assert!(changes.iter().all(|change| change.line == 89_999));
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let mut lines = plain(100_000);
        lines[10] = format!("{FIELDS} c0 \"a\";");
        lines[95_000] = format!("{FIELDS} c0 \"b\";");
        let mut known = Known::default();
        let check = |known: &mut Known, count, line, expected: usize| {
            let (changes, read) = search(known, &lines, count);
            assert_eq!((changes[0].line, read), (line, expected), "{count}");
        };
        check(&mut known, 90_000, 10, 90_000);
        check(&mut known, 90_000, 10, 0);
        check(&mut known, 90_001, 10, 1);
        check(&mut known, 99_000, 95_000, 8_999);
        // Before a known place only registers that changed in between are looked for.
        check(&mut known, 50_000, 10, 0);
        check(&mut known, 98_000, 95_000, 0);
        check(&mut known, 95_000, 10, 4_999);
        // A changed line takes away what depends on it, and no more.
        known.keep_up_to(90_000);
        check(&mut known, 90_001, 10, 1);
        known.keep_up_to(49_000);
        check(&mut known, 90_000, 10, 90_000);
    }

    proptest! {
        #[test]
        fn finds_what_reading_from_the_start_finds(
            lines in proptest::collection::vec("(c[0-3]|v[0-2]|eco|nic)?( \"[a-c]\")?", 1..60),
            steps in proptest::collection::vec((0..60_usize, any::<bool>()), 1..80),
        ) {
            let mut lines: Vec<String> = lines.into_iter().map(|words| format!("{FIELDS} {words};")).collect();
            let mut known = Known::default();
            for (at, is_edit) in steps {
                let at = at.min(lines.len() - 1);
                if is_edit {
                    lines[at] = format!("{FIELDS} c1;");
                    known.keep_up_to(at);
                }
                let mut expected = changes_in(&lines, 0..at + 1);
                expected.sort_by(|a, b| a.opcode.cmp(&b.opcode));
                let (found, read) = search(&mut known, &lines, at + 1);
                prop_assert_eq!(found, expected);
                prop_assert!(read <= at + 1);
            }
        }
    }
}
