//! Which lines changed since the last call: for work that follows edits.

use super::{Change, Document, RecordId};

/// If more lines than this change, they are not listed.
const MOST_WATCHED: usize = 2_000;

/// The lines that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// Lines whose text changed, and lines added or removed; a line may be listed twice.
    Lines(Vec<RecordId>),
    /// More than are listed, or changes were not watched.
    Many,
}

/// What changed since the last call; `None` while nobody watches.
#[derive(Debug, Default)]
pub(super) struct Watch(Option<Changed>);

impl Watch {
    pub(super) fn see(&mut self, change: &Change) {
        let Some(Changed::Lines(lines)) = &mut self.0 else { return };
        let spliced = change.splices.iter().map(|splice| splice.removed.len() + splice.inserted.len());
        if lines.len() + change.edits.len() + spliced.sum::<usize>() > MOST_WATCHED {
            self.0 = Some(Changed::Many);
            return;
        }
        lines.extend(change.edits.iter().map(|edit| edit.id));
        for splice in &change.splices {
            lines.extend_from_slice(&splice.removed);
            lines.extend_from_slice(&splice.inserted);
        }
    }
}

impl Document {
    /// The lines that changed since the last call. The first call starts watching.
    pub fn take_changes(&mut self) -> Changed {
        self.watch.0.replace(Changed::Lines(Vec::new())).unwrap_or(Changed::Many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_lines_that_changed() {
        let mut document = Document::from_bytes("a", b"1\n2\n3\n".to_vec());
        let id = |at| document_id(at);
        assert_eq!(document.take_changes(), Changed::Many);
        assert_eq!(document.take_changes(), Changed::Lines(vec![]));
        document.set_line(id(1), b"x".to_vec(), "edit", None);
        document.remove_line(0, "remove");
        assert_eq!(document.take_changes(), Changed::Lines(vec![id(1), id(0)]));
        document.undo();
        assert_eq!(document.take_changes(), Changed::Lines(vec![id(0)]));
        let new = document.insert_lines(1, vec![b"new".to_vec()], "add").expect("a line");
        assert_eq!(document.take_changes(), Changed::Lines(vec![new, new]));
        let many = vec![b"y".to_vec(); MOST_WATCHED];
        document.insert_lines(0, many, "paste");
        document.set_line(id(1), b"z".to_vec(), "edit", None);
        assert_eq!(document.take_changes(), Changed::Many);
        assert_eq!(document.take_changes(), Changed::Lines(vec![]));
    }

    fn document_id(at: usize) -> RecordId {
        Document::from_bytes("a", b"1\n2\n3\n".to_vec()).id_at(at).expect("a line")
    }
}
