//! Where a file is divided into parts of a number of records.
//!
//! Comments and blank lines are no records: no part consists of them alone, if the file has records. A comment stands
//! before what it is about, so those after the last record of a part go with the next one; blank lines before them
//! end the part.

use super::LineKind;

/// Divides lines, one after another.
///
/// ```
/// use epidote::epd::LineKind::{Blank, Comment, Record};
/// use epidote::epd::parts::{Parts, Place};
/// let mut parts = Parts::of(1);
/// let places = [Comment, Record, Blank, Comment, Record, Comment].map(|kind| parts.place(kind));
/// assert_eq!(places, [Place::Here, Place::Here, Place::Here, Place::Waits, Place::Next, Place::Waits]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    size: usize,
    /// Records in the part so far.
    records: usize,
    /// Whether there are lines that wait.
    is_waiting: bool,
}

/// Where a line belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// To the part that the line before it belongs to.
    Here,
    /// To the part of the next record, or to the last part if there is none.
    Waits,
    /// To a new part, with the lines before it that wait.
    Next,
}

impl Parts {
    /// Parts of `size` records, at least one.
    pub fn of(size: usize) -> Self {
        Self { size: size.max(1), records: 0, is_waiting: false }
    }

    /// Where the next line belongs.
    pub fn place(&mut self, kind: LineKind) -> Place {
        let is_full = self.records >= self.size;
        match kind {
            LineKind::Record if is_full => {
                *self = Self { records: 1, is_waiting: false, ..*self };
                Place::Next
            }
            LineKind::Record => {
                self.records += 1;
                Place::Here
            }
            LineKind::Comment if is_full => {
                self.is_waiting = true;
                Place::Waits
            }
            LineKind::Blank if self.is_waiting => Place::Waits,
            LineKind::Comment | LineKind::Blank => Place::Here,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;
    use proptest::prelude::*;

    /// The lines of each part; a line is a letter: `r`, `#`, or `-` for a blank one.
    fn divided(size: usize, lines: &str) -> Vec<String> {
        let mut parts = Parts::of(size);
        let (mut all, mut waiting) = (vec![String::new()], String::new());
        for line in lines.chars() {
            let kind = match line {
                'r' => LineKind::Record,
                '#' => LineKind::Comment,
                _ => LineKind::Blank,
            };
            match parts.place(kind) {
                Place::Here => {}
                Place::Waits => {
                    waiting.push(line);
                    continue;
                }
                Place::Next => all.push(std::mem::take(&mut waiting)),
            }
            all.last_mut().unwrap().push(line);
        }
        all.last_mut().unwrap().push_str(&waiting);
        all
    }

    #[test]
    fn parts_have_their_records() {
        let check = |size: usize, lines: &str, expect: &str| {
            assert_eq!(divided(size, lines).join(" "), expect, "{size} {lines}");
        };
        check(2, "rrrrr", "rr rr r");
        check(2, "rrrr", "rr rr");
        check(2, "#-rr-#-rr-#-", "#-rr- #-rr-#-");
        check(1, "r-r-r", "r- r- r");
        check(1, "r#r#r#", "r #r #r#");
        check(3, "r-#r-#r-#r", "r-#r-#r- #r");
        check(9, "--#--", "--#--");
        check(0, "rr", "r r");
        check(1, "", "");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_part_but_the_last_is_full(
            lines in proptest::collection::vec(prop_oneof![Just("# a"), Just(""), Just("8/8 w"), Just("x")], 0..40),
            size in 1_usize..5,
        ) {
            let letter = |line: &&str| match parse(line.as_bytes()).kind {
                LineKind::Record => 'r',
                LineKind::Comment => '#',
                LineKind::Blank => '-',
            };
            let letters: String = lines.iter().map(letter).collect();
            let parts = divided(size, &letters);
            prop_assert_eq!(parts.concat(), letters);
            let records = |part: &String| part.chars().filter(|&letter| letter == 'r').count();
            for (at, part) in parts.iter().enumerate() {
                let is_last = at + 1 == parts.len();
                prop_assert!(records(part) == size || is_last && (parts.len() == 1 || records(part) > 0));
            }
        }
    }
}
