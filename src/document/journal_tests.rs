//! Tests of the journal.

use super::change::{LinePart, MergeKey};
use super::journal::{JournalError, empty_chunk};
use super::*;

const FILE: &[u8] = b"one\ntwo\nthree\n";

fn worked_on() -> (Document, Vec<u8>) {
    let mut document = Document::from_bytes("x.epd", FILE.to_vec());
    document.keep_journal();
    let id = document.id_at(1).expect("a line");
    document.set_line(id, b"2".to_vec(), "Edit", Some(MergeKey::Field { id, part: LinePart::Whole }));
    document.set_line(id, b"2!".to_vec(), "Edit", Some(MergeKey::Field { id, part: LinePart::Whole }));
    document.mark_saved();
    document.insert_lines(1, vec![b"new".to_vec()], "Add");
    document.remove_line(0, "Remove");
    document.undo();
    let chunk = document.take_journal().expect("a chunk");
    (document, chunk)
}

#[test]
fn what_was_done_is_done_again() {
    let (mut document, chunk) = worked_on();
    assert!(!document.has_journal());
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(&chunk), Ok(()));
    assert_eq!(again.to_bytes(), document.to_bytes());
    assert_eq!(again.is_dirty(), document.is_dirty());
    assert!(!again.has_journal(), "what is done again is not written down again");
    assert_eq!((again.redo_label(), document.redo_label()), (Some(&"Remove".into()), Some(&"Remove".into())));
    for document in [&mut again, &mut document] {
        document.undo();
        assert!(!document.is_dirty(), "back at what was saved");
        document.undo();
        assert_eq!(document.to_bytes().as_deref(), Some(FILE), "typing is one step");
    }
    again.resume_journal();
    // A line that is added now gets a new name.
    let last = again.insert_lines(0, vec![b"x".to_vec()], "Add").expect("a line");
    assert_eq!(last.new_serial(), Some(1));
    assert!(again.has_journal());
}

#[test]
fn an_empty_chunk_does_nothing() {
    let (_, chunk) = worked_on();
    let again = || Document::from_bytes("x.epd", FILE.to_vec());
    let (mut with, mut without) = (again(), again());
    for part in [&empty_chunk()[..], &chunk, &empty_chunk()] {
        assert_eq!(with.replay(part), Ok(()));
    }
    assert_eq!(without.replay(&chunk), Ok(()));
    assert_eq!(with.to_bytes(), without.to_bytes());
}

#[test]
fn a_journal_that_begins_anew_leads_to_the_same_text() {
    let (mut document, _) = worked_on();
    document.restart_journal();
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(&document.take_journal().expect("a chunk")), Ok(()));
    assert_eq!(again.to_bytes(), document.to_bytes());
    assert!(again.is_dirty());
    assert_eq!(again.undo_label(), document.undo_label());
}

/// Written by the first version; later versions must read it.
#[test]
fn a_chunk_of_the_first_version_is_read() {
    let first: &[u8] = &[
        1, // the version
        1, 0, 4, b'E', b'd', b'i', b't', 1, 1, 0, 1, 1, 1, 1, b'2', 0, // line 2 is "2"
        1, 0, 4, b'E', b'd', b'i', b't', 1, 1, 0, 1, 1, 1, 2, b'2', b'!', 0, // and goes on to "2!"
        4, // saved
        1, 1, 3, b'A', b'd', b'd', 0, 1, 0x80, 0x80, 0x80, 0x80, 8, 1, 3, b'n', b'e', b'w', 1, 1, 0, 1, 0x80,
        0x80, 0x80, 0x80, 8, // a line is added
        1, 0, 6, b'R', b'e', b'm', b'o', b'v', b'e', 0, 0, 1, 0, 1, 0, // the first line goes
        2, // and comes back
    ];
    let (document, _) = worked_on();
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(first), Ok(()));
    assert_eq!(again.to_bytes(), document.to_bytes());
}

#[test]
fn a_chunk_that_does_not_fit_is_refused() {
    let (_, chunk) = worked_on();
    let mut other = Document::from_bytes("y.epd", b"one\n".to_vec());
    assert_eq!(other.replay(&chunk), Err(JournalError::Damaged));
    assert_eq!(other.replay(&[9]), Err(JournalError::Version(9)));
    assert_eq!(other.replay(&[]), Err(JournalError::Damaged));
    for end in 0..chunk.len() {
        // No panic, whatever is missing.
        let _ = Document::from_bytes("x.epd", FILE.to_vec()).replay(&chunk[..end]);
    }
}

/// Typing into one operation, as the third version wrote it: the number of the operation instead of its opcode.
#[test]
fn a_chunk_of_the_third_version_is_read() {
    let label = Text::from("Edit").to_bytes();
    let typed = |part: u8, letter: u8| {
        let length = u8::try_from(label.len()).expect("a short label");
        let edit = [1, 1, part, 1, 1, 1, 1, letter, 0];
        [&[1, 0, length], label.as_slice(), &edit].concat()
    };
    let third = [&[3], typed(5, b'1').as_slice(), &typed(5, b'2'), &typed(6, b'3')].concat();
    let mut document = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(document.replay(&third), Ok(()));
    assert_eq!(document.to_bytes().as_deref(), Some(&b"one\n3\nthree\n"[..]));
    // What was typed into one operation is one step.
    document.undo();
    assert_eq!(document.to_bytes().as_deref(), Some(&b"one\n2\nthree\n"[..]));
    document.undo();
    assert_eq!(document.to_bytes().as_deref(), Some(FILE));
}

/// The fifth version only has one more entry: that a run was asked for.
#[test]
fn a_chunk_of_the_fourth_version_is_read() {
    let (document, mut chunk) = worked_on();
    chunk[0] = 4;
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(&chunk), Ok(()));
    assert_eq!(again.to_bytes(), document.to_bytes());
}

#[test]
fn what_is_typed_into_each_part_is_one_step_after_reading_too() {
    let mut document = Document::from_bytes("x.epd", FILE.to_vec());
    document.keep_journal();
    let id = document.id_at(1).expect("a line");
    let parts = [LinePart::operation("bm"), LinePart::operation("id"), LinePart::Fields, LinePart::Whole];
    let mut states = Vec::new();
    for part in &parts {
        states.push(document.to_bytes());
        for text in ["a", "ab"] {
            let text = format!("{part:?} {text}").into_bytes();
            document.set_line(id, text, "Edit", Some(MergeKey::Field { id, part: part.clone() }));
        }
    }
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(&document.take_journal().expect("a chunk")), Ok(()));
    assert_eq!(again.to_bytes(), document.to_bytes());
    for state in states.into_iter().rev() {
        again.undo();
        assert_eq!(again.to_bytes(), state);
    }
}

/// Like the first, by the version that introduced runs.
#[test]
fn a_chunk_of_the_second_version_is_read() {
    let second: &[u8] = &[
        2, // the version
        6, 7, 4, b's', b't', b'e', b'p', 1, 2, 0, 1, // run 7 begins, over the first two lines
        1, 0, 3, b'R', b'u', b'n', 2, 7, 1, 0, 1, 1, b'1', 0, // it changes the first to "1"
        7, 1, // and leaves the second as it is
    ];
    let mut document = Document::from_bytes("x.epd", FILE.to_vec());
    document.keep_journal();
    let ids: Vec<RecordId> = document.ids().take(2).collect();
    document.begin_run(7, b"step".to_vec(), Some(ids.clone()));
    document.set_line(ids[0], b"1".to_vec(), "Run", Some(MergeKey::Run(7)));
    document.run_did(ids[1]);
    let mut again = Document::from_bytes("x.epd", FILE.to_vec());
    assert_eq!(again.replay(second), Ok(()));
    assert_eq!(again.to_bytes().as_deref(), Some(&b"1\ntwo\nthree\n"[..]));
    assert_eq!(again.pending_run(), document.pending_run());
    assert!(again.left_of_run().is_empty() && again.pending_run().is_some());
}
