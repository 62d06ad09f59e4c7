//! Which rows of the list wait for the check of their lines.
//!
//! Rows are used again for other records while the user scrolls, so the answer about a line may come when its row
//! shows another one. Then it belongs to no row.

use std::sync::Arc;

/// The rows that wait, by their names `R`, and those about which a worker was asked.
#[derive(Debug)]
pub struct RowChecks<R> {
    waiting: Vec<(R, Arc<[u8]>)>,
    /// In the order of the lines that were sent; `None` for a row that has another line by now.
    asked: Vec<Option<R>>,
}

impl<R> Default for RowChecks<R> {
    fn default() -> Self {
        Self { waiting: Vec::new(), asked: Vec::new() }
    }
}

impl<R: Copy + PartialEq> RowChecks<R> {
    /// A row shows this line, which is to be checked, or nothing that can be.
    pub fn show(&mut self, row: R, line: Option<Arc<[u8]>>) {
        self.waiting.retain(|(other, _)| *other != row);
        for asked in &mut self.asked {
            asked.take_if(|other| *other == row);
        }
        self.waiting.extend(line.map(|line| (row, line)));
    }

    /// The lines to send to the worker; empty if no row waits. The answers are given to [`Self::answered`].
    pub fn take(&mut self) -> Vec<Arc<[u8]>> {
        let (rows, lines) = std::mem::take(&mut self.waiting).into_iter().unzip::<_, _, Vec<_>, _>();
        self.asked = rows.into_iter().map(Some).collect();
        lines
    }

    /// The rows with the answers about their lines, of which there is one for each line that was sent.
    pub fn answered<A>(&mut self, answers: impl IntoIterator<Item = A>) -> Vec<(R, A)> {
        let asked = std::mem::take(&mut self.asked);
        asked.into_iter().zip(answers).filter_map(|(row, answer)| Some((row?, answer))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn line(text: u8) -> Arc<[u8]> {
        Arc::from([text])
    }

    fn sent(checks: &mut RowChecks<usize>) -> Vec<u8> {
        checks.take().iter().map(|line| line[0]).collect()
    }

    #[test]
    fn an_answer_goes_to_the_row_that_still_shows_the_line() {
        let mut checks = RowChecks::default();
        checks.show(0, Some(line(b'a')));
        checks.show(1, Some(line(b'b')));
        checks.show(2, Some(line(b'c')));
        assert_eq!(sent(&mut checks), b"abc");
        // One row goes on to another record, and one to a line that is too long.
        checks.show(1, Some(line(b'd')));
        checks.show(2, None);
        assert_eq!(checks.answered(["A", "B", "C"]), [(0, "A")]);
        assert_eq!(sent(&mut checks), b"d");
        assert_eq!(checks.answered(["D"]), [(1, "D")]);
        assert_eq!(sent(&mut checks), b"");
    }

    #[test]
    fn only_the_last_line_of_a_row_is_asked_about() {
        let mut checks = RowChecks::default();
        (b'a'..=b'z').for_each(|text| checks.show(0, Some(line(text))));
        assert_eq!(sent(&mut checks), b"z");
    }

    proptest! {
        /// Whatever rows show, and whenever a worker is asked and answers: no row has the answer about a line that it does
        /// not show, and in the end each has that about its own.
        #[test]
        fn rows_and_answers_fit(acts in prop::collection::vec((0..4_usize, prop::option::of(0..9_u8)), 0..60)) {
            let mut checks = RowChecks::default();
            let (mut shown, mut known) = (HashMap::new(), HashMap::new());
            let mut flying: Option<Vec<Arc<[u8]>>> = None;
            let mut step = |checks: &mut RowChecks<usize>, shown: &HashMap<usize, Option<u8>>, known: &mut HashMap<usize, u8>| {
                match flying.take() {
                    None => flying = Some(checks.take()).filter(|lines| !lines.is_empty()),
                    Some(lines) => {
                        for (row, answer) in checks.answered(lines.iter().map(|line| line[0])) {
                            assert_eq!(shown[&row], Some(answer));
                            known.insert(row, answer);
                        }
                    }
                }
                flying.is_some()
            };
            for (row, text) in acts {
                if row == 3 {
                    step(&mut checks, &shown, &mut known);
                } else {
                    shown.insert(row, text);
                    known.remove(&row);
                    checks.show(row, text.map(line));
                }
            }
            while step(&mut checks, &shown, &mut known) || step(&mut checks, &shown, &mut known) {}
            for (row, text) in shown {
                prop_assert_eq!(known.get(&row).copied(), text);
            }
        }
    }
}
