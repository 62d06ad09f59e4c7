//! Which records of a file a run goes over.

/// The records of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One record. If the run is stopped, what was found by then is written.
    One,
    /// Some records.
    Some,
    /// The whole file.
    Whole,
}

impl Scope {
    /// The scope of a run over some of the lines of a file; a single record is one that the user asked about,
    /// not a file with one line.
    pub fn of(records: usize, lines: usize, is_single: bool) -> Self {
        match (is_single, records == lines) {
            (true, _) => Self::One,
            (false, true) => Self::Whole,
            (false, false) => Self::Some,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_one_line_is_a_whole_file() {
        let check =
            |records, lines, is_single, expected| assert_eq!(Scope::of(records, lines, is_single), expected);
        check(1, 1, true, Scope::One);
        check(1, 1, false, Scope::Whole);
        check(3, 3, false, Scope::Whole);
        check(1, 3, false, Scope::Some);
    }
}
