//! What is known about the lines of a file when a run goes on: the results of the run before, found again by the numbers
//! of the lines while the file is as it was, else by their text.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::threads::FinishedRecord;
use crate::cli::input::Blocks;

/// What is known about the lines of a file, by their numbers.
pub(super) type Known = HashMap<usize, DoneLine>;

/// A line that is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DoneLine {
    /// The [`sign`] of its text in the file.
    pub(super) sign: u64,
    /// What became of it.
    pub(super) finished: FinishedRecord,
}

/// Identifies the text of a line, without its end. Only one program makes and reads it, so it need not stay the same.
pub(super) fn sign(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}

/// What is known about a file that already has the results. Lines have moved down by the records inserted
/// after earlier ones.
pub(super) fn in_place(known: Known) -> Known {
    let mut numbers: Vec<usize> = known.keys().copied().collect();
    numbers.sort_unstable();
    let mut shifted = Known::with_capacity(known.len());
    let mut known = known;
    let mut before = 0;
    for number in numbers {
        let Some(line) = known.remove(&number) else { continue };
        if number >= LOST {
            // It was not in the file, so its result is not either.
            shifted.insert(number, line);
            continue;
        }
        let behind = line.finished.behind.clone();
        for (more, text) in (1..).zip(&behind) {
            // There is nothing to do with these.
            let done = DoneLine { sign: sign(text), finished: FinishedRecord::default() };
            shifted.insert(number + before + more, done);
        }
        shifted.insert(number + before, line.written());
        before += behind.len();
    }
    shifted
}

impl DoneLine {
    /// The same once the result is in the file.
    fn written(self) -> Self {
        let Self { sign: before, finished } = self;
        let sign = finished.text.as_deref().map_or(before, sign);
        Self { sign, finished: FinishedRecord { text: None, behind: Vec::new(), ..finished } }
    }
}

/// What became of a line before, if it still reads as it did: the file may have been changed since it was looked through.
pub(super) fn take(known: &mut Known, number: usize, text: &[u8]) -> Option<FinishedRecord> {
    known.remove(&number).filter(|line| line.sign == sign(text)).map(|line| line.finished)
}

/// The first of the numbers under which results are kept whose lines are not in the file, as when it was emptied by
/// mistake: they are found again when the lines are.
const LOST: usize = usize::MAX / 2;

/// The number of records of the file that are done.
pub(super) fn done_in(known: &Known) -> usize {
    known.iter().filter(|(number, line)| **number < LOST && line.finished.is_record()).count()
}

/// What is known about a file that was changed by others, whether or not it has results: its lines are found again by
/// their text, also where they moved. Lines that are new, or were changed, are not known. `None` if the file cannot be
/// read, or if the lines do not tell: if records were inserted, or if what is written depends on the numbers of lines.
pub(super) fn found_again(path: &Path, known: Known, is_numbered: bool) -> Option<Known> {
    if is_numbered || known.values().any(|line| !line.finished.behind.is_empty()) {
        return None;
    }
    let mut numbers: Vec<usize> = known.keys().copied().collect();
    numbers.sort_unstable();
    let mut known = known;
    // Equal lines have equal results but for the time, so each is given to one of them.
    let mut by_sign: HashMap<u64, VecDeque<DoneLine>> = HashMap::new();
    for line in numbers.iter().filter_map(|number| known.remove(number)) {
        let written = line.clone().written();
        if written.sign != line.sign {
            by_sign.entry(written.sign).or_default().push_back(written);
        }
        by_sign.entry(line.sign).or_default().push_back(line);
    }
    let mut found = Known::new();
    let mut blocks = Blocks::new(File::open(path).ok()?);
    blocks.take_mark().ok()?;
    while let Some(block) = blocks.next_block().ok()? {
        for line in block.lines() {
            let done = by_sign.get_mut(&sign(line.text)).and_then(VecDeque::pop_front);
            found.extend(done.map(|done| (line.number, done)));
        }
    }
    found.extend((LOST..).zip(by_sign.into_values().flatten()));
    Some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::verb::Ended;

    fn done(before: &str, text: Option<&str>, behind: &[&str]) -> DoneLine {
        let finished = FinishedRecord {
            text: text.map(|text| text.as_bytes().to_vec()),
            behind: behind.iter().map(|line| serde_bytes::ByteBuf::from(line.as_bytes().to_vec())).collect(),
            ends: vec![(Ended::Written, Some(true))],
            ..FinishedRecord::default()
        };
        DoneLine { sign: sign(before.as_bytes()), finished }
    }

    #[test]
    fn lines_are_found_again_in_a_file_that_was_replaced() {
        let known = Known::from([
            (2, done("a", Some("x"), &["y", "z"])),
            (5, done("b", Some("v"), &[])),
            (LOST, done("c", Some("w"), &[])),
        ]);
        let mut shifted = in_place(known);
        // One whose line was not in the file keeps its result.
        assert_eq!(shifted.remove(&LOST), Some(done("c", Some("w"), &[])));
        let mut numbers: Vec<usize> = shifted.keys().copied().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [2, 3, 4, 7]);
        assert_eq!((&shifted[&2].finished.text, shifted[&2].finished.ends.len()), (&None, 1));
        assert!(!shifted[&3].finished.is_record() && shifted[&7].finished.is_record());
        let signs = [2, 3, 4, 7].map(|number| shifted[&number].sign);
        assert_eq!(signs, ["x", "y", "z", "v"].map(|text| sign(text.as_bytes())));
    }

    #[test]
    fn a_line_that_reads_otherwise_has_no_result() {
        let known = || Known::from([(1, done("a", Some("x"), &[])), (2, done("b", Some("y"), &[]))]);
        assert_eq!(take(&mut known(), 1, b"a"), Some(done("a", Some("x"), &[]).finished));
        // A line came before it.
        assert_eq!(take(&mut known(), 2, b"a"), None);
        assert_eq!(take(&mut known(), 3, b"b"), None);
    }

    /// The numbers of the lines that are known in a file with this text, each with its new text.
    fn again(text: &str, known: &[(usize, DoneLine)], is_numbered: bool) -> Option<Vec<(usize, String)>> {
        let path = std::env::temp_dir().join(format!(
            "epidote-known-{}-{:x}",
            std::process::id(),
            sign(text.as_bytes())
        ));
        std::fs::write(&path, text).expect("a file");
        let found = found_again(&path, known.iter().cloned().collect(), is_numbered);
        std::fs::remove_file(&path).expect("no file");
        let found = found?;
        let all: BTreeSet<u64> = found.values().map(|line| line.sign).collect();
        assert!(
            known
                .iter()
                .all(|(_, line)| all.contains(&line.sign) || all.contains(&line.clone().written().sign))
        );
        let shown = |done: DoneLine| String::from_utf8(done.finished.text.unwrap_or_default()).expect("text");
        let there = found.into_iter().filter(|(number, _)| *number < LOST);
        let mut found: Vec<_> = there.map(|(number, done)| (number, shown(done))).collect();
        found.sort();
        Some(found)
    }

    #[test]
    fn lines_are_found_again_in_a_file_that_was_changed() {
        let known =
            [(1, done("a", Some("A"), &[])), (2, done("b", Some("B"), &[])), (4, done("d", None, &[]))];
        let check = |text: &str, expect: &[(usize, &str)]| {
            let expect: Vec<_> = expect.iter().map(|&(number, text)| (number, text.to_owned())).collect();
            assert_eq!(again(text, &known, false), Some(expect), "{text:?}");
        };
        check("a\nb\nc\nd\n", &[(1, "A"), (2, "B"), (4, "")]);
        // A line was added, removed, changed; lines changed their places; the end of lines became another one.
        check("new\na\nb\nc\nd", &[(2, "A"), (3, "B"), (5, "")]);
        check("b\nc\n", &[(1, "B")]);
        check("a!\nb\n", &[(2, "B")]);
        check("\u{feff}d\r\na\r\n", &[(1, ""), (2, "A")]);
        check("", &[]);
        // It already has results, and each is used once.
        check("A\nB\nc\nd\n", &[(1, ""), (2, ""), (4, "")]);
        check("a\na\n", &[(1, "A")]);
        assert_eq!(again("a\n", &known, true), None);
        assert_eq!(again("a\n", &[(1, done("a", Some("A"), &["more"]))], false), None);
    }
}
