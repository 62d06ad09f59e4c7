//! Dropped folders: collects the files in them and in their subfolders.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle, FileSystemFileHandle};

use crate::browser::files::{Given, is_readable_name};
use crate::js::JsError;

/// Most files and folders read, in case the user drops a whole disk by mistake.
const MOST_ENTRIES: usize = 100_000;

/// The files that can contain records or games, in the order of their names, and the number of others.
#[derive(Debug, Default)]
pub struct Inside {
    /// The files that can be opened, in the order of their names.
    pub files: Vec<Given>,
    /// The number of other files.
    pub others: usize,
    /// Whether the folder has more entries than are read.
    pub is_cut: bool,
}

impl Inside {
    fn take(&mut self, given: Given) {
        if is_readable_name(&given.name()) { self.files.push(given) } else { self.others += 1 }
    }
}

/// The files in a folder of the file system.
///
/// # Errors
/// The browser may not read it.
pub async fn of_handle(folder: FileSystemDirectoryHandle) -> Result<Inside, JsError> {
    let mut inside = Inside::default();
    let mut folders = vec![folder];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        let entries = folder.values();
        loop {
            let next = JsFuture::from(entries.next()?).await?;
            if Reflect::get(&next, &"done".into())?.is_truthy() {
                break;
            }
            count += 1;
            if count > MOST_ENTRIES {
                inside.is_cut = true;
                return Ok(inside);
            }
            let entry = Reflect::get(&next, &"value".into())?;
            match entry.dyn_into::<FileSystemFileHandle>() {
                Ok(handle) => {
                    if is_readable_name(&handle.name()) {
                        let file = JsFuture::from(handle.get_file()).await?.unchecked_into::<File>();
                        inside.take(Given { file, handle: Some(handle) });
                    } else {
                        inside.others += 1;
                    }
                }
                Err(entry) => folders.extend(entry.dyn_into::<FileSystemDirectoryHandle>().ok()),
            }
        }
    }
    Ok(inside)
}

/// The files in a folder in browsers without handles. The folder is an entry of the older interface, whose
/// methods are called by name.
///
/// # Errors
/// The browser may not read it.
pub async fn of_entry(folder: JsValue) -> Result<Inside, JsError> {
    let mut inside = Inside::default();
    let mut folders = vec![folder];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        let reader = method(&folder, "createReader")?.call0(&folder)?;
        loop {
            // Each call returns some entries, and the last call none.
            let entries = Array::from(&called_back(&reader, "readEntries").await?);
            if entries.length() == 0 {
                break;
            }
            for entry in entries.iter() {
                count += 1;
                if count > MOST_ENTRIES {
                    inside.is_cut = true;
                    return Ok(inside);
                }
                if is_folder(&entry) {
                    folders.push(entry);
                } else {
                    let file = called_back(&entry, "file").await?.unchecked_into::<File>();
                    inside.take(Given { file, handle: None });
                }
            }
        }
    }
    Ok(inside)
}

/// Whether an entry of the older interface is a folder.
pub fn is_folder(entry: &JsValue) -> bool {
    Reflect::get(entry, &"isDirectory".into()).is_ok_and(|is| is.is_truthy())
}

fn method(object: &JsValue, name: &str) -> Result<Function, JsError> {
    Ok(Reflect::get(object, &name.into())?.dyn_into()?)
}

/// The result of a method that takes two callbacks.
async fn called_back(object: &JsValue, name: &str) -> Result<JsValue, JsError> {
    let method = method(object, name)?;
    let promise = Promise::new(&mut |resolve, reject| {
        // The promise of a method that throws would never settle, but the methods of entries do not throw.
        let _ = method.call2(object, &resolve, &reject);
    });
    Ok(JsFuture::from(promise).await?)
}
