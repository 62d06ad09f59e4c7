//! The open files, which one is in front, and the selected record of each.

use super::{Document, Picks, RecordId};
use crate::epd::{LineKind, parse};

/// Number of lines among which the first record is looked for.
const FIRST_LINES: usize = 200;

/// Bytes of a line that say whether it is a record.
const HEAD: usize = 256;

/// The id of an open file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DocumentId(u32);

/// One open file and the user's place in it.
#[derive(Debug)]
pub struct OpenDocument {
    /// Its id among the open files.
    pub id: DocumentId,
    /// The file.
    pub document: Document,
    /// The selected record: the one on the board.
    pub selected: Option<RecordId>,
    /// The records that the user picked for commands to work on.
    pub picks: Picks,
    /// Whether this is only the beginning of a file that is still being read: it must not be changed.
    pub is_reading: bool,
}

/// All open files.
#[derive(Debug, Default)]
pub struct Workspace {
    open: Vec<OpenDocument>,
    active: Option<DocumentId>,
    serial: u32,
}

impl Workspace {
    /// The open files in the order of their tabs.
    pub fn open_documents(&self) -> &[OpenDocument] {
        &self.open
    }

    /// The name of an open file as it is shown: with a number if a file before it has the same name.
    pub fn shown_name(&self, shown: &OpenDocument) -> String {
        let name = &shown.document.name;
        let before = self.open.iter().take_while(|open| open.id != shown.id);
        match before.filter(|open| open.document.name == *name).count() {
            0 => name.clone(),
            count => numbered(name, count + 1),
        }
    }

    /// Adds a file, brings it to the front and selects its first record: many files begin with comments.
    pub fn open(&mut self, document: Document) -> DocumentId {
        let id = self.open_behind(document);
        self.active = Some(id);
        id
    }

    /// As [`Workspace::open`], but the file that is in front stays there, if there is one.
    pub fn open_behind(&mut self, document: Document) -> DocumentId {
        self.serial += 1;
        let id = DocumentId(self.serial);
        let is_record = |&id: &RecordId| {
            document
                .text(id)
                .is_some_and(|text| parse(&text[..text.len().min(HEAD)]).kind == LineKind::Record)
        };
        let first = (0..document.len().min(FIRST_LINES)).filter_map(|at| document.id_at(at)).find(is_record);
        let selected = first.or_else(|| document.id_at(0));
        self.open.push(OpenDocument { id, document, selected, picks: Picks::default(), is_reading: false });
        self.active.get_or_insert(id);
        id
    }

    /// Adds the beginning of a file that is still being read, in front or behind; [`Workspace::replace`] supplies the whole.
    pub fn open_beginning(&mut self, document: Document, is_behind: bool) -> DocumentId {
        let id = if is_behind { self.open_behind(document) } else { self.open(document) };
        if let Some(open) = self.get_mut(id) {
            open.is_reading = true;
        }
        id
    }

    /// Replaces an open document by another one, as after a reload from disk.
    pub fn replace(&mut self, id: DocumentId, document: Document) {
        if let Some(open) = self.get_mut(id) {
            let position = open.position().unwrap_or(0);
            open.document = document;
            // The lines of another document have other ids; those of a beginning keep theirs.
            if !open.is_reading {
                open.picks = Picks::default();
            }
            open.is_reading = false;
            open.select_position(position);
        }
    }

    /// Closes a file; its neighbour comes to the front.
    pub fn close(&mut self, id: DocumentId) {
        let Some(at) = self.open.iter().position(|open| open.id == id) else { return };
        self.open.remove(at);
        if self.active == Some(id) {
            self.active = self.open.get(at.min(self.open.len().saturating_sub(1))).map(|open| open.id);
        }
    }

    /// Brings a file to the front.
    pub fn activate(&mut self, id: DocumentId) {
        if self.get(id).is_some() {
            self.active = Some(id);
        }
    }

    /// The file in front.
    pub fn active(&self) -> Option<&OpenDocument> {
        self.active.and_then(|id| self.get(id))
    }

    /// The file in front, mutably.
    pub fn active_mut(&mut self) -> Option<&mut OpenDocument> {
        self.active.and_then(|id| self.get_mut(id))
    }

    /// A file.
    pub fn get(&self, id: DocumentId) -> Option<&OpenDocument> {
        self.open.iter().find(|open| open.id == id)
    }

    /// A file, mutably.
    pub fn get_mut(&mut self, id: DocumentId) -> Option<&mut OpenDocument> {
        self.open.iter_mut().find(|open| open.id == id)
    }

    /// Returns whether any file has unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.open.iter().any(|open| open.document.is_dirty())
    }
}

impl OpenDocument {
    /// The position of the selected line, from 0.
    pub fn position(&self) -> Option<usize> {
        self.document.position_of(self.selected?)
    }

    /// Selects the line at `position`, or the last one if there are fewer.
    pub fn select_position(&mut self, position: usize) {
        let last = self.document.len().saturating_sub(1);
        self.selected = self.document.id_at(position.min(last));
        self.document.seal_history();
    }
}

/// Few visits have two files of one name: its code can come late.
#[inline(never)]
fn numbered(name: &str, number: usize) -> String {
    format!("{name} ({number})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_have_numbers() {
        let mut workspace = Workspace::default();
        for name in ["a", "b", "a", "a"] {
            workspace.open(Document::from_bytes(name, Vec::new()));
        }
        let shown = |workspace: &Workspace| {
            workspace.open_documents().iter().map(|open| workspace.shown_name(open)).collect::<Vec<_>>()
        };
        assert_eq!(shown(&workspace), ["a", "b", "a (2)", "a (3)"]);
        workspace.close(workspace.open_documents()[0].id);
        assert_eq!(shown(&workspace), ["b", "a", "a (2)"]);
    }

    #[test]
    fn a_file_that_opens_behind_leaves_the_one_in_front() {
        let mut workspace = Workspace::default();
        let file = |name: &str| Document::from_bytes(name, b"# a comment\n8/8/8/8/8/8/8/8 w - -\n".to_vec());
        // Where none is in front, it is the first.
        let first = workspace.open_behind(file("a"));
        assert_eq!(workspace.active().map(|open| open.id), Some(first));
        let second = workspace.open_behind(file("b"));
        let third = workspace.open_beginning(file("c"), true);
        assert_eq!(workspace.active().map(|open| open.id), Some(first));
        for id in [second, third] {
            assert_eq!(workspace.get(id).and_then(OpenDocument::position), Some(1));
        }
        assert!(workspace.get(third).is_some_and(|open| open.is_reading));
        let fourth = workspace.open(file("d"));
        assert_eq!(workspace.active().map(|open| open.id), Some(fourth));
    }

    #[test]
    fn the_first_record_is_selected() {
        let check = |text: &str, expect: Option<usize>| {
            let mut workspace = Workspace::default();
            workspace.open(Document::from_bytes("a", text.as_bytes().to_vec()));
            assert_eq!(workspace.active().and_then(OpenDocument::position), expect, "{text}");
        };
        check("# note\n\n4k3/8/8/8/8/8/8/4K3 w - -\n8/8 w - -\n", Some(2));
        check("# note\n# another\n", Some(0));
        check("", None);
    }

    #[test]
    fn the_selection_stays_when_the_whole_file_comes() {
        let mut workspace = Workspace::default();
        let id = workspace.open_beginning(Document::from_bytes("a", b"1\n2\n".to_vec()), false);
        assert!(workspace.get(id).is_some_and(|open| open.is_reading));
        workspace.get_mut(id).expect("open").select_position(1);
        workspace.replace(id, Document::from_bytes("a", b"1\n2\n3\n".to_vec()));
        let open = workspace.get(id).expect("open");
        assert_eq!((open.is_reading, open.position(), open.document.len()), (false, Some(1), 3));
    }

    #[test]
    fn the_neighbor_follows_a_closed_file() {
        let mut workspace = Workspace::default();
        let ids: Vec<_> =
            ["a", "b", "c"].map(|name| workspace.open(Document::from_bytes(name, b"x\n".to_vec()))).into();
        workspace.activate(ids[1]);
        workspace.close(ids[1]);
        assert_eq!(workspace.active().map(|open| open.id), Some(ids[2]));
        workspace.close(ids[2]);
        workspace.close(ids[0]);
        assert!(workspace.active().is_none());
    }
}
