//! What a run does with the answer about a batch of lines that a verb writes without a search.

use crate::document::RecordId;
use crate::language::Text;
use crate::verb::{Ended, Written};

/// The new texts of lines, by their places in the batch.
type ByPlace = Vec<(u32, Vec<u8>)>;

/// What is to be done about a batch.
#[derive(Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// The run was stopped while a worker had the batch: nothing more is asked for, and the answer is dropped.
    Stopped,
    /// The lines with these texts change; all of the batch is done.
    Lines(Vec<(RecordId, Vec<u8>)>),
    /// No line changes, and each one has failed.
    Failed(Vec<(RecordId, Written)>),
}

impl Rewritten {
    /// What is to be done about a batch of lines. `still_as_asked` keeps the new texts of those lines that the user has not
    /// changed in the meantime.
    pub fn of(
        is_stopping: bool,
        ids: &[RecordId],
        answer: Result<ByPlace, Text>,
        still_as_asked: impl FnOnce(ByPlace) -> Vec<(RecordId, Vec<u8>)>,
    ) -> Self {
        match answer {
            _ if is_stopping => Self::Stopped,
            Ok(texts) => Self::Lines(still_as_asked(texts)),
            Err(reason) => {
                Self::Failed(ids.iter().map(|&id| (id, Ended::Failed(reason.clone()).into())).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// Checks what is done about two lines of which the user has changed the first one.
    #[track_caller]
    fn check(
        is_stopping: bool,
        answer: Result<ByPlace, Text>,
        expect: impl FnOnce(&[RecordId]) -> Rewritten,
    ) {
        let ids = Document::from_bytes("a.epd", b"1\n2\n".to_vec()).all_ids();
        let still = |texts: ByPlace| {
            let kept = texts.into_iter().filter(|&(at, _)| at == 1);
            kept.map(|(at, text)| (ids[at as usize], text)).collect()
        };
        assert_eq!(Rewritten::of(is_stopping, &ids, answer, still), expect(&ids));
    }

    #[test]
    fn lines_that_are_as_they_were_asked_about_change() {
        let both = || Ok(vec![(0, b"one".to_vec()), (1, b"two".to_vec())]);
        check(false, both(), |ids| Rewritten::Lines(vec![(ids[1], b"two".to_vec())]));
        check(false, Ok(Vec::new()), |_| Rewritten::Lines(Vec::new()));
    }

    #[test]
    fn a_stopped_run_drops_what_still_comes() {
        check(true, Ok(vec![(1, b"two".to_vec())]), |_| Rewritten::Stopped);
        check(true, Err("why.worker-gone".into()), |_| Rewritten::Stopped);
    }

    #[test]
    fn every_line_of_a_failed_batch_has_failed() {
        let failed = |&id: &RecordId| (id, Ended::Failed("why.worker-gone".into()).into());
        check(false, Err("why.worker-gone".into()), |ids| {
            Rewritten::Failed(ids.iter().map(failed).collect())
        });
    }
}
