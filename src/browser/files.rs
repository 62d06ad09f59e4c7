//! Files: picks them, takes dropped ones, reads them in slices, and saves them in place.

use std::ops::Range;

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, DragEvent, File, FilePropertyBag, FileSystemDirectoryHandle, FileSystemFileHandle,
    FileSystemWritableFileStream,
};

use crate::browser::folders::{self, Inside};
use crate::document::{SavePart, Source};
use crate::js::{JsError, is_abort};

/// A handle that writes a file back to its place.
pub use web_sys::FileSystemFileHandle as Handle;
/// A file input of the page.
pub use web_sys::HtmlInputElement as FileInput;

/// A file from the user, with the handle to write it back if the browser has one.
#[derive(Debug, Clone)]
pub struct Given {
    /// The file as it was when the user gave it.
    pub file: File,
    /// The handle that writes to the same place.
    pub handle: Option<FileSystemFileHandle>,
}

impl Given {
    /// Whether the file has not been written between the two.
    pub fn is_like(&self, other: &Self) -> bool {
        let shown = |given: &Self| (given.file.size(), given.file.last_modified());
        shown(self) == shown(other)
    }

    /// A text as a file that is nowhere yet.
    ///
    /// # Errors
    /// The browser refuses to make it.
    pub fn of_text(name: &str, text: &str) -> Result<Self, JsError> {
        let file = File::new_with_str_sequence(&Array::of1(&text.into()), name)?;
        Ok(Self { file, handle: None })
    }

    /// The file name.
    pub fn name(&self) -> String {
        self.file.name()
    }

    /// Its size in bytes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size is a whole number")]
    pub fn size(&self) -> u64 {
        self.file.size() as u64
    }

    /// A slice of the file, which is not read yet.
    ///
    /// # Errors
    /// The browser refuses to make it.
    pub fn slice(&self, range: Range<u64>) -> Result<Blob, JsError> {
        #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
        Ok(self.file.slice_with_f64_and_f64(range.start as f64, range.end as f64)?)
    }

    /// Reads a range of bytes.
    ///
    /// # Errors
    /// The file is gone, was changed on disk, or may not be read.
    pub async fn read(&self, range: Range<u64>) -> Result<Vec<u8>, JsError> {
        let buffer = JsFuture::from(self.slice(range)?.array_buffer()).await?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}

fn window_function(name: &str) -> Option<Function> {
    Reflect::get(&js_sys::global(), &name.into()).ok()?.dyn_into().ok()
}

/// Whether the browser can open files so that they can be written back.
pub fn can_pick() -> bool {
    window_function("showOpenFilePicker").is_some()
}

async fn promised(value: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(value.dyn_into::<Promise>()?).await
}

/// The extensions of files with records, games or data sets, of packed files, and of tables of endgames.
const ENDINGS: [&str; 16] = [
    ".epd", ".fen", ".txt", ".pgn", ".gz", ".zip", ".zst", ".zstd", ".csv", ".tsv", ".json", ".jsonl",
    ".ndjson", ".plain", ".rtbw", ".rtbz",
];

fn epd_types(name: &str) -> JsValue {
    let accept = Object::new();
    let endings: Array = ENDINGS.into_iter().map(JsValue::from_str).collect();
    let kind = Object::new();
    // Setting a property of a fresh object cannot fail.
    let _ = Reflect::set(&accept, &"application/octet-stream".into(), &endings);
    let _ = Reflect::set(&kind, &"description".into(), &name.into());
    let _ = Reflect::set(&kind, &"accept".into(), &accept);
    Array::of1(&kind).into()
}

/// Asks the user for files; empty if the user closed the dialog.
///
/// # Errors
/// The browser refuses, for instance because the page is in a frame.
pub async fn pick() -> Result<Vec<Given>, JsError> {
    let Some(show) = window_function("showOpenFilePicker") else { return Ok(Vec::new()) };
    let options = Object::new();
    let _ = Reflect::set(&options, &"multiple".into(), &JsValue::TRUE);
    let handles = match show.call1(&js_sys::global(), &options) {
        Ok(promise) => promised(promise).await,
        Err(error) => Err(error),
    };
    match handles {
        Ok(handles) => {
            let mut given = Vec::new();
            for handle in Array::from(&handles).iter() {
                given.extend(of_handle(handle).await?);
            }
            Ok(given)
        }
        Err(error) if is_abort(&error) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

async fn of_handle(handle: JsValue) -> Result<Option<Given>, JsError> {
    let Ok(handle) = handle.dyn_into::<FileSystemFileHandle>() else { return Ok(None) };
    let file = JsFuture::from(handle.get_file()).await?.dyn_into::<File>()?;
    Ok(Some(Given { file, handle: Some(handle) }))
}

impl Given {
    /// A file with these bytes and this name, without a place on the disk.
    ///
    /// # Errors
    /// The browser refuses to make it.
    pub(super) fn of_blob(blob: &Blob, name: &str) -> Result<Self, JsError> {
        let file =
            File::new_with_blob_sequence_and_options(&Array::of1(blob), name, &FilePropertyBag::new())?;
        Ok(Self { file, handle: None })
    }
}

/// Calls `take` with the files with which the system launches the installed page.
pub fn on_launch(take: impl Fn(Vec<Given>) + 'static) {
    let Ok(queue) = Reflect::get(&js_sys::global(), &"launchQueue".into()) else { return };
    let Ok(Ok(set)) = Reflect::get(&queue, &"setConsumer".into()).map(JsValue::dyn_into::<Function>) else {
        return;
    };
    let take = std::rc::Rc::new(take);
    let hear = Closure::<dyn Fn(JsValue)>::new(move |launch: JsValue| {
        let handles = Reflect::get(&launch, &"files".into()).map(|files| Array::from(&files));
        let take = std::rc::Rc::clone(&take);
        wasm_bindgen_futures::spawn_local(async move {
            let mut given = Vec::new();
            for handle in handles.unwrap_or_default().iter() {
                given.extend(of_handle(handle).await.ok().flatten());
            }
            take(given);
        });
    });
    // If the queue refuses a consumer, there are no files to open.
    let _ = set.call1(&queue, &hear.into_js_value());
}

/// The files that were chosen in a file input.
pub fn of_input(input: &web_sys::HtmlInputElement) -> Vec<Given> {
    let files = input.files();
    let count = files.as_ref().map_or(0, web_sys::FileList::length);
    (0..count).filter_map(|at| files.as_ref()?.get(at)).map(|file| Given { file, handle: None }).collect()
}

/// Whether a file with this name can contain records or games, or be packed, judging by its extension. A file
/// without an extension can.
pub fn is_readable_name(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(stem, ending)| (stem, ending.to_ascii_lowercase()));
    match ending {
        Some(("", _)) => false,
        Some((_, ending)) => ENDINGS.iter().any(|known| known[1..] == ending),
        None => true,
    }
}

/// One dropped item in the forms that browsers offer: a handle, an entry, a file.
#[derive(Debug)]
struct Item {
    handle: Option<JsValue>,
    entry: Option<JsValue>,
    file: Option<File>,
}

/// The contents of a drop.
#[derive(Debug)]
pub struct Dropped {
    items: Vec<Item>,
    /// Text that was dropped instead of files.
    pub text: Option<String>,
}

/// Takes the dropped items. Call this while the event is handled, because they are gone afterwards.
pub fn dropped(event: &DragEvent) -> Dropped {
    let mut items = Vec::new();
    let Some(data) = event.data_transfer() else { return Dropped { items, text: None } };
    let list = data.items();
    for at in 0..list.length() {
        let Some(item) = list.get(at).filter(|item| item.kind() == "file") else { continue };
        let call = |name: &str| {
            let function = Reflect::get(&item, &name.into()).ok()?.dyn_into::<Function>().ok()?;
            function.call0(&item).ok().filter(JsValue::is_truthy)
        };
        let file = item.get_as_file().ok().flatten();
        items.push(Item { handle: call("getAsFileSystemHandle"), entry: call("webkitGetAsEntry"), file });
    }
    let text = if items.is_empty() { data.get_data("text/plain").ok() } else { None };
    Dropped { items, text: text.filter(|text| !text.is_empty()) }
}

impl Dropped {
    /// The dropped files, with handles if the browser has them. A folder stands for all files in it that can
    /// contain records or games.
    ///
    /// # Errors
    /// The browser may not read a folder.
    pub async fn files(self) -> Result<Inside, JsError> {
        let mut all = Inside::default();
        for Item { handle, entry, file } in self.items {
            let handle = match handle {
                Some(promise) => promised(promise).await.ok(),
                None => None,
            };
            let inside = match (handle.map(JsValue::dyn_into::<FileSystemDirectoryHandle>), entry) {
                (Some(Ok(folder)), _) => folders::of_handle(folder).await?,
                (None, Some(entry)) if folders::is_folder(&entry) => folders::of_entry(entry).await?,
                (handle, _) => {
                    let handle = handle.and_then(Result::err).and_then(|handle| handle.dyn_into().ok());
                    all.files.extend(file.map(|file| Given { file, handle }));
                    continue;
                }
            };
            all.files.extend(inside.files);
            all.others += inside.others;
            all.is_cut |= inside.is_cut;
        }
        Ok(all)
    }
}

/// Bytes of a piece, which are in memory until they are handed over to the browser.
const PIECE: usize = 16 << 20;

/// Pieces of a file that is being put together. They belong to the browser, which keeps large ones on disk.
#[derive(Debug, Default)]
pub struct Pieces {
    parts: Array,
    /// The next bytes, not handed over yet.
    last: Vec<u8>,
    refused: Option<JsError>,
}

impl Pieces {
    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        self.last.extend_from_slice(bytes);
        if self.last.len() >= PIECE {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        match blob(&self.last) {
            Ok(piece) => drop(self.parts.push(&piece)),
            Err(error) => self.refused = Some(error),
        }
        self.last.clear();
    }

    /// The file with this name, and with the date of another file.
    ///
    /// # Errors
    /// The browser refused to keep a piece, or to make it.
    pub fn into_file(mut self, name: &str, like: &Given) -> Result<Given, JsError> {
        self.hand_over();
        self.refused.map_or(Ok(()), Err)?;
        let options = FilePropertyBag::new();
        options.set_last_modified(like.file.last_modified());
        let file = File::new_with_blob_sequence_and_options(&self.parts, name, &options)?;
        Ok(Given { file, handle: None })
    }
}

/// A blob with these bytes.
///
/// # Errors
/// The browser refuses to make it.
pub fn blob(bytes: &[u8]) -> Result<Blob, JsError> {
    Ok(Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?)
}

/// The saved file as a blob. Ranges of an external source are slices of the file, so that a large file is
/// never in memory.
///
/// # Errors
/// The browser refuses to make the blob.
pub fn blob_of(parts: &[SavePart], source: &Source, file: Option<&File>) -> Result<Blob, JsError> {
    let pieces = Array::new();
    for part in parts {
        match part {
            SavePart::Bytes(bytes) => {
                pieces.push(&Uint8Array::from(bytes.as_slice()));
            }
            SavePart::Source(range) => {
                if let Some(file) = file.filter(|_| !source.is_resident()) {
                    #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
                    let slice = file.slice_with_f64_and_f64(range.start as f64, range.end as f64)?;
                    pieces.push(&slice);
                } else {
                    let bytes = source.read(range.clone());
                    let bytes = bytes.ok_or_else(|| JsError("why.not-at-hand".into()))?;
                    pieces.push(&Uint8Array::from(bytes.as_ref()));
                }
            }
        }
    }
    let options = BlobPropertyBag::new();
    options.set_type("application/octet-stream");
    Ok(Blob::new_with_u8_array_sequence_and_options(&pieces, &options)?)
}

/// Writes a blob to a file. The file changes only after everything was written.
///
/// # Errors
/// No permission, no room, or the file is gone.
pub async fn write(handle: &FileSystemFileHandle, blob: &Blob) -> Result<(), JsError> {
    let stream: FileSystemWritableFileStream = JsFuture::from(handle.create_writable()).await?.dyn_into()?;
    if let Err(error) = JsFuture::from(stream.write_with_blob(blob)?).await {
        // The unfinished file is discarded. The first error is the one to report.
        let _ = JsFuture::from(stream.abort()).await;
        return Err(error.into());
    }
    JsFuture::from(stream.close()).await?;
    Ok(())
}

/// Whether two handles are of the same file.
pub async fn is_same(one: &FileSystemFileHandle, other: &FileSystemFileHandle) -> bool {
    JsFuture::from(one.is_same_entry(other)).await.is_ok_and(|is_same| is_same.is_truthy())
}

/// The present file on disk behind a handle.
///
/// # Errors
/// The file is gone or may not be read.
pub async fn current(handle: &FileSystemFileHandle) -> Result<File, JsError> {
    Ok(JsFuture::from(handle.get_file()).await?.dyn_into::<File>()?)
}

/// The user's choice of a place to save.
#[derive(Debug, Clone)]
pub enum Place {
    /// This file.
    Handle(FileSystemFileHandle),
    /// The browser has no such dialog: download instead.
    Download,
    /// The user closed the dialog.
    Nowhere,
}

/// Asks where to save a file with this name. `kind` describes such files in the dialog.
///
/// # Errors
/// The browser refuses, for another reason than that the user closed the dialog.
pub async fn pick_place(name: &str, kind: &str) -> Result<Place, JsError> {
    let Some(show) = window_function("showSaveFilePicker") else { return Ok(Place::Download) };
    let options = Object::new();
    let _ = Reflect::set(&options, &"suggestedName".into(), &name.into());
    let _ = Reflect::set(&options, &"types".into(), &epd_types(kind));
    let handle = match show.call1(&js_sys::global(), &options) {
        Ok(promise) => promised(promise).await,
        Err(error) => Err(error),
    };
    match handle {
        Ok(handle) => Ok(Place::Handle(handle.unchecked_into())),
        Err(error) if is_abort(&error) => Ok(Place::Nowhere),
        Err(error) => Err(error.into()),
    }
}
