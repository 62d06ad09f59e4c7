//! Laws of the document.

use proptest::prelude::*;

use super::*;

fn document(text: &[u8]) -> Document {
    Document::from_bytes("test.epd", text.to_vec())
}

fn lines(document: &Document) -> Vec<String> {
    (0..document.len())
        .map(|at| {
            let text = document.id_at(at).and_then(|id| document.text(id)).unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        })
        .collect()
}

#[track_caller]
fn check_lines(text: &[u8], expect: &[&str]) {
    let document = document(text);
    assert_eq!(lines(&document), expect);
    assert_eq!(document.to_bytes().as_deref(), Some(text));
}

#[test]
fn finds_lines_with_every_line_end() {
    check_lines(b"", &[]);
    check_lines(b"a", &["a"]);
    check_lines(b"a\n", &["a"]);
    check_lines(b"a\nb", &["a", "b"]);
    check_lines(b"a\r\nb\r\n", &["a", "b"]);
    check_lines(b"a\r\r\nb", &["a", "b"]);
    check_lines(b"a\rb\r", &["a", "b"]);
    check_lines(b"\n\n", &["", ""]);
    check_lines(b"\r\r", &["", ""]);
    check_lines(b"\xef\xbb\xbfa\n", &["a"]);
    check_lines(b"\xef\xbb", &["\u{fffd}"]);
}

#[track_caller]
fn check_edit(text: &[u8], at: usize, new: &str, expect: &[u8]) {
    let mut document = document(text);
    let id = document.id_at(at).expect("a line");
    document.set_line(id, new.into(), "Edit", None);
    let got = document.to_bytes().expect("bytes");
    assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(expect));
    assert!(document.is_dirty());
    document.undo();
    assert_eq!(document.to_bytes().as_deref(), Some(text));
    assert!(!document.is_dirty());
}

#[test]
fn an_edit_keeps_the_line_end_of_its_line() {
    check_edit(b"a\nb\n", 0, "x", b"x\nb\n");
    check_edit(b"a\r\nb\nc\n", 0, "x", b"x\r\nb\nc\n");
    check_edit(b"a\nb\r\nc\n", 1, "x", b"a\nx\r\nc\n");
    check_edit(b"a\nb\r\nc\r\n", 0, "x", b"x\nb\r\nc\r\n");
    check_edit(b"a\r\r\nb\r\n", 0, "x", b"x\r\r\nb\r\n");
    check_edit(b"a\nb", 1, "x", b"a\nx");
    check_edit(b"\xef\xbb\xbfa\n", 0, "x", b"\xef\xbb\xbfx\n");
    check_edit(b"a\rb\r", 1, "", b"a\r\r");
}

#[test]
fn an_edit_back_to_the_source_is_no_edit() {
    let mut document = document(b"a\nb\n");
    let id = document.id_at(0).unwrap();
    document.set_line(id, b"x".to_vec(), "Edit", None);
    document.set_line(id, b"a".to_vec(), "Edit", None);
    assert!(!document.is_touched(id));
    assert_eq!(document.save_parts(), [SavePart::Source(0..4)]);
}

#[test]
fn inserts_and_removes() {
    let mut document = document(b"a\r\nb");
    document.insert_lines(2, vec![b"c".to_vec()], "Add");
    assert_eq!(document.to_bytes().unwrap(), b"a\r\nb\r\nc\r\n");
    document.remove_line(0, "Remove");
    assert_eq!(lines(&document), ["b", "c"]);
    document.undo();
    document.undo();
    assert_eq!(document.to_bytes().unwrap(), b"a\r\nb");
    assert_eq!(document.redo_label(), Some(&"Add".into()));
}

#[test]
fn typing_is_one_step() {
    let mut document = document(b"a\n");
    let id = document.id_at(0).unwrap();
    let key = Some(MergeKey::Field { id, part: LinePart::Whole });
    for text in ["ab", "abc", "abcd"] {
        document.set_line(id, text.into(), "Type", key.clone());
    }
    document.seal_history();
    document.set_line(id, b"x".to_vec(), "Type", key.clone());
    assert_eq!(document.undo(), Some(id));
    assert_eq!(lines(&document), ["abcd"]);
    document.undo();
    assert_eq!(lines(&document), ["a"]);
    assert_eq!(document.undo(), None);
}

#[test]
fn a_saved_state_is_clean_again_after_undo_and_redo() {
    let mut document = document(b"a\n");
    let id = document.id_at(0).unwrap();
    document.set_line(id, b"b".to_vec(), "Edit", None);
    document.mark_saved();
    assert!(!document.is_dirty());
    document.undo();
    assert!(document.is_dirty());
    document.redo();
    assert!(!document.is_dirty());
}

#[test]
fn what_was_edited_while_the_file_was_written_is_not_saved() {
    let mut document = document(b"a\n");
    let id = document.id_at(0).unwrap();
    document.set_line(id, b"b".to_vec(), "Edit", None);
    let revision = document.revision();
    document.mark_saved_at(revision);
    assert!(!document.is_dirty());
    document.set_line(id, b"c".to_vec(), "Edit", None);
    let revision = document.revision();
    document.set_line(id, b"d".to_vec(), "Edit", None);
    document.mark_saved_at(revision);
    // "c" is in the file: neither what was there before, nor what is there now.
    while document.undo().is_some() {
        assert!(document.is_dirty());
    }
    document.mark_saved();
    assert!(!document.is_dirty());
}

#[test]
fn a_file_saved_during_a_run_is_dirty_when_an_edit_beside_the_run_is_undone() {
    let mut document = document(b"a\nb\nc\n");
    let [a, b, c] = [0, 1, 2].map(|at| document.id_at(at).unwrap());
    let run = Some(MergeKey::Run(1));
    document.set_line(a, b"a1".to_vec(), "Analyse", run.clone());
    document.set_line(b, b"typed".to_vec(), "Edit", None);
    // The second result joins the first, after the edit.
    document.set_line(c, b"c1".to_vec(), "Analyse", run);
    document.mark_saved();
    document.undo();
    assert_eq!(lines(&document), ["a1", "b", "c1"]);
    assert!(document.is_dirty());
    document.redo();
    assert!(!document.is_dirty());
}

proptest! {
    #[test]
    fn open_then_save_changes_no_byte(text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(0), any::<u8>()], 0..200)) {
        prop_assert_eq!(document(&text).to_bytes().unwrap(), text);
    }

    #[test]
    fn any_chunks_give_the_same_index(
        text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b'a'), Just(0xef_u8), Just(0xbb), Just(0xbf)], 0..80),
        size in 1..7_usize,
    ) {
        let mut indexer = Indexer::default();
        for chunk in text.chunks(size) {
            indexer.feed(chunk);
        }
        let document = document(&text);
        prop_assert_eq!(&indexer.finish(), document.index());
        for line in 0..document.index().line_count() {
            let range = document.index().range(line).unwrap();
            let bytes = document.source().read(range.clone()).unwrap();
            let content = LineEnd::strip(&bytes).len() as u64;
            prop_assert_eq!(document.index().content_end(line), Some(range.start + content));
        }
    }

    #[test]
    fn undo_and_redo_are_inverse(steps in proptest::collection::vec((0..3_u8, 0..8_usize, "[a-c]{0,3}"), 0..20)) {
        let mut document = document(b"one\ntwo\r\nthree");
        let mut states = vec![document.to_bytes().unwrap()];
        for (kind, at, text) in steps {
            match kind {
                0 => { document.insert_lines(at, vec![text.into_bytes()], "Add"); }
                1 => document.remove_line(at, "Remove"),
                _ => if let Some(id) = document.id_at(at) { document.set_line(id, text.into_bytes(), "Edit", None); },
            }
            let state = document.to_bytes().unwrap();
            if document.undo_label().is_some() {
                states.push(state);
            }
        }
        let last = document.to_bytes().unwrap();
        let mut count = 0;
        while document.undo_label().is_some() {
            document.undo();
            count += 1;
        }
        prop_assert_eq!(document.to_bytes().unwrap(), states[0].clone());
        for _ in 0..count {
            document.redo();
        }
        prop_assert_eq!(document.to_bytes().unwrap(), last);
    }
}
