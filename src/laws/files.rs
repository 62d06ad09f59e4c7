//! Laws of files: a file can be read in any chunks, is saved as it was, and every step can be undone.

use crate::document::{Document, Indexer, LineEnd, LinePart, MergeKey, RecordId, Source};

/// A file that is read in chunks (each byte of the plan is the length of one) has the same index as the whole
/// file, and is saved as it was opened, whether from memory or block by block.
pub fn chunks(input: &[u8]) {
    let (plan, file) = super::plan_and_rest(input);
    let document = Document::from_bytes("", file.to_vec());
    assert!(document.to_bytes().as_deref() == Some(file), "not saved as it was opened");
    let mut indexer = Indexer::default();
    let mut rest = file;
    for &size in plan.iter().cycle().take(file.len()) {
        let (chunk, tail) = rest.split_at(usize::from(size).min(rest.len()));
        indexer.feed(chunk);
        rest = tail;
    }
    indexer.feed(rest);
    let index = indexer.finish();
    assert_eq!(&index, document.index(), "chunks of {plan:?} give another index");
    let mut fetched = Document::new("", Source::external(file.len() as u64), index);
    for block in fetched.missing_blocks(fetched.ids().collect::<Vec<_>>()).into_iter().rev() {
        let range = fetched.source().block_range(block);
        fetched.supply_block(block, slice(file, &range).to_vec());
    }
    for (at, id) in document.ids().enumerate() {
        let range = document.index().range(at).unwrap_or_default();
        let line = LineEnd::strip(slice(file, &range));
        assert_eq!(document.text(id).as_deref(), Some(line), "line {at}");
        assert_eq!(fetched.text(id).as_deref(), Some(line), "line {at}, fetched");
        let end = range.start + line.len() as u64;
        assert_eq!(document.index().content_end(at), Some(end), "end of line {at}");
    }
}

fn slice<'a>(file: &'a [u8], range: &std::ops::Range<u64>) -> &'a [u8] {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(file.len());
    &file[at(range.start)..at(range.end)]
}

/// After any steps of editing, undoing all of them gives the file as it was opened, and redoing them gives
/// the file as it was left. A file that is not dirty has the bytes that were last saved. The journal, taken
/// after some of the steps, makes the same changes to the file again. The plan has two bytes for each step:
/// what is done, and where.
pub fn undo(input: &[u8]) {
    let (plan, file) = super::plan_and_rest(input);
    let mut document = Document::from_bytes("", file.to_vec());
    let texts: Vec<Vec<u8>> = document.ids().filter_map(|id| Some(document.text(id)?.into_owned())).collect();
    let mut saved = file.to_vec();
    document.keep_journal();
    let mut chunks = Vec::new();
    for pair in plan.chunks_exact(2) {
        chunks.extend((pair[1] % 3 == 0).then(|| document.take_journal()).flatten());
        step(&mut document, pair[0], usize::from(pair[1]), &texts);
        if pair[0] == b'w' {
            document.mark_saved();
            saved = bytes(&document);
        }
        assert!(document.is_dirty() || bytes(&document) == saved, "clean, and not as it was saved");
    }
    chunks.extend(document.take_journal());
    check_journal(&document, file, &chunks);
    // Redo the steps that the plan undid, so that nothing is left to redo.
    while document.redo_label().is_some() {
        document.redo();
    }
    let last = bytes(&document);
    let mut states = Vec::new();
    while document.undo_label().is_some() {
        states.push(bytes(&document));
        document.undo();
    }
    assert!(bytes(&document) == file, "undo does not lead back to the file as it was opened");
    assert!(document.ids().all(|id| !document.is_touched(id)), "a line is touched, and all is undone");
    for state in states.iter().rev() {
        document.redo();
        assert!(bytes(&document) == *state, "redo does not lead to the state that was undone");
    }
    assert!(bytes(&document) == last && document.redo_label().is_none());
}

/// The journal of a document leads from its file to its state; a damaged journal is refused without a panic.
fn check_journal(document: &Document, file: &[u8], chunks: &[Vec<u8>]) {
    let mut again = Document::from_bytes("", file.to_vec());
    for chunk in chunks {
        assert_eq!(again.replay(chunk), Ok(()), "a journal that cannot be read");
    }
    assert!(bytes(&again) == bytes(document), "the journal leads to another state");
    let labels = |document: &Document| (document.undo_label().cloned(), document.redo_label().cloned());
    assert_eq!((labels(&again), again.is_dirty()), (labels(document), document.is_dirty()));
    let shown = again.differences(usize::MAX);
    assert!(
        shown.count() > 0 || shown.is_reordered || bytes(&again) == file,
        "no difference, and another file"
    );
    for chunk in chunks {
        let mut damaged = chunk.clone();
        let at = chunk.len() / 2;
        damaged[at] = damaged[at].wrapping_add(1);
        let _ = Document::from_bytes("", file.to_vec()).replay(&damaged);
    }
}

fn bytes(document: &Document) -> Vec<u8> {
    document.to_bytes().unwrap_or_else(|| panic!("a resident document has all its bytes"))
}

/// Makes one step and checks the lines that it leaves.
fn step(document: &mut Document, kind: u8, at: usize, texts: &[Vec<u8>]) {
    let mut lines: Vec<Vec<u8>> = texts_of(document);
    let place = at % (lines.len() + 1);
    let text = texts.get(at % texts.len().max(1)).cloned().unwrap_or_else(|| b"new".to_vec());
    let id = document.id_at(place);
    let typed = |id: RecordId| Some(MergeKey::Field { id, part: LinePart::Whole });
    match (kind, id) {
        (b's', Some(id)) => document.set_line(id, replace(&mut lines[place], text), "Set", None),
        (b't', Some(id)) => document.set_line(id, replace(&mut lines[place], text), "Type", typed(id)),
        (b'x', Some(id)) => {
            let cut = lines[place].get(1..).unwrap_or_default().to_vec();
            document.set_line(id, replace(&mut lines[place], cut), "Cut", Some(MergeKey::Run(1)));
        }
        (b'a', Some(_)) => {
            let set: Vec<_> = document.ids().skip(place).map(|id| (id, text.clone())).collect();
            lines[place..].fill(text);
            document.set_lines(set, "All", Some(MergeKey::Run(2)));
        }
        (b'i', _) => {
            lines.insert(place, text.clone());
            document.insert_lines(place, vec![text], "Add");
        }
        (b'r', Some(_)) => {
            lines.remove(place);
            document.remove_line(place, "Remove");
        }
        (b'u', _) => {
            document.undo();
            return;
        }
        (b'y', _) => {
            document.redo();
            return;
        }
        (b'z', _) => document.seal_history(),
        _ => {}
    }
    assert_eq!(texts_of(document), lines, "step {} at {at}", char::from(kind));
}

/// Puts a text into the model and returns it for the document.
fn replace(line: &mut Vec<u8>, text: Vec<u8>) -> Vec<u8> {
    line.clone_from(&text);
    text
}

fn texts_of(document: &Document) -> Vec<Vec<u8>> {
    document.ids().filter_map(|id| Some(document.text(id)?.into_owned())).collect()
}
