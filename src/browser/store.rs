//! The browser's database, in which unsaved work outlives the page.
//!
//! It has three stores, keyed by the name of a document: `documents` has a row about it, `bases` its original
//! file, and `journal` the numbered chunks of its changes; and a fourth one, of recent files. The database has its own version number. A later
//! version changes the stores in [`upgrade`], step by step from any earlier one.

use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, File, FilePropertyBag, FileSystemFileHandle, IdbDatabase, IdbKeyRange, IdbRequest, IdbTransaction,
    IdbTransactionMode,
};

use crate::browser::files::Given;
use crate::js::JsError;

const NAME: &str = "epidote";
const VERSION: u32 = 2;

const DOCUMENTS: &str = "documents";
const BASES: &str = "bases";
const JOURNAL: &str = "journal";
/// The most bytes of a file that are kept without it: 32 MiB.
const MOST_BYTES: f64 = 33_554_432.0;
/// The files that were opened lately; see `recent`. Since version 2.
pub(super) const RECENT: &str = "recent";

/// The description of a document whose work is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name in the database.
    pub id: String,
    /// The name of its file.
    pub name: String,
    /// Whether it has changes that are not saved in its file.
    pub is_dirty: bool,
    /// When it was changed last, in milliseconds since 1970.
    pub at: f64,
    /// When its file on disk was changed last, in milliseconds since 1970.
    pub modified: f64,
    /// The handle of its file on disk, if the browser can write to it.
    pub handle: Option<FileSystemFileHandle>,
    /// What the user chose for it, as a text; empty in rows of earlier versions.
    pub choices: String,
}

impl Row {
    fn to_js(&self) -> JsValue {
        let row = Object::new();
        let set = |key: &str, value: &JsValue| {
            // A plain object takes any property.
            let _ = Reflect::set(&row, &key.into(), value);
        };
        set("id", &self.id.as_str().into());
        set("name", &self.name.as_str().into());
        set("dirty", &self.is_dirty.into());
        set("at", &self.at.into());
        set("modified", &self.modified.into());
        set("choices", &self.choices.as_str().into());
        if let Some(handle) = &self.handle {
            set("handle", handle);
        }
        row.into()
    }

    fn from_js(row: &JsValue) -> Option<Self> {
        let get = |key: &str| Reflect::get(row, &key.into()).ok();
        Some(Self {
            id: get("id")?.as_string()?,
            name: get("name")?.as_string()?,
            is_dirty: get("dirty")?.is_truthy(),
            at: get("at")?.as_f64()?,
            modified: get("modified")?.as_f64()?,
            handle: get("handle").and_then(|handle| handle.dyn_into().ok()),
            choices: get("choices").and_then(|choices| choices.as_string()).unwrap_or_default(),
        })
    }
}

/// The database. A clone names the same one.
#[derive(Debug, Clone)]
pub struct Store(IdbDatabase);

/// Makes the stores that are missing in a database of an earlier version.
fn upgrade(database: &IdbDatabase) {
    let known = database.object_store_names();
    for store in [DOCUMENTS, BASES, JOURNAL, RECENT] {
        if !known.contains(store) {
            // If a store cannot be made, opening the database fails, and that is reported.
            let _ = database.create_object_store(store);
        }
    }
}

/// The result of a request.
pub(super) async fn answered(request: &IdbRequest) -> Result<JsValue, JsError> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    match JsFuture::from(promise).await {
        Ok(_) => Ok(request.result()?),
        Err(_) => Err(match request.error() {
            Ok(Some(error)) => JsError(error.message().into()),
            _ => JsError("why.browser-refused".into()),
        }),
    }
}

/// Waits for the end of a transaction: all its writes are in the database then, or none of them. WebKit completes a
/// transaction although it refused to write a file, so errors of requests are heard, too.
pub(super) async fn committed(transaction: &IdbTransaction) -> Result<(), JsError> {
    let promise = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
        transaction.set_onerror(Some(&reject));
    });
    match JsFuture::from(promise).await {
        Ok(_) => Ok(()),
        Err(_) => Err(match transaction.error() {
            Some(error) => JsError(error.message().into()),
            None => JsError("why.browser-refused".into()),
        }),
    }
}

/// Commits at once, because a page that closes loses uncommitted writes.
#[expect(deprecated, reason = "the bindings say so, the specification of IndexedDB 3.0 does not")]
fn commit(transaction: &IdbTransaction) -> Result<(), JsError> {
    Ok(transaction.commit()?)
}

fn chunk_key(id: &str, number: u32) -> JsValue {
    Array::of2(&id.into(), &number.into()).into()
}

/// All chunks of a document from a number on.
fn chunks_from(id: &str, number: u32) -> Result<IdbKeyRange, JsError> {
    Ok(IdbKeyRange::bound(&chunk_key(id, number), &chunk_key(id, u32::MAX))?)
}

impl Store {
    /// Opens the database, and creates it if there is none.
    ///
    /// # Errors
    /// The browser keeps nothing: the window is private, or storage is disabled.
    pub async fn open() -> Result<Self, JsError> {
        let factory = web_sys::window().and_then(|window| window.indexed_db().ok().flatten());
        let factory = factory.ok_or_else(|| JsError("why.no-database".into()))?;
        let request = factory.open_with_u32(NAME, VERSION)?;
        let opening = request.clone();
        let on_upgrade = Closure::once(move || {
            if let Ok(database) = opening.result() {
                upgrade(database.unchecked_ref());
            }
        });
        request.set_onupgradeneeded(Some(on_upgrade.as_ref().unchecked_ref()));
        let database: IdbDatabase = answered(&request).await?.unchecked_into();
        // A newer page that needs another version must not wait for this one.
        let closing = database.clone();
        let on_change = Closure::<dyn FnMut()>::new(move || closing.close());
        database.set_onversionchange(Some(on_change.into_js_value().unchecked_ref()));
        Ok(Self(database))
    }

    pub(super) fn transaction(
        &self,
        stores: &[&str],
        mode: IdbTransactionMode,
    ) -> Result<IdbTransaction, JsError> {
        let names = stores.iter().map(|&store| JsValue::from(store)).collect::<Array>();
        Ok(self.0.transaction_with_str_sequence_and_mode(&names, mode)?)
    }

    /// Keeps a chunk and the row of its document, and the bytes of its file if they are given: all of it or nothing. The
    /// write begins before this returns the future.
    ///
    /// # Errors
    /// The storage is full.
    pub fn append(
        &self,
        row: &Row,
        base: Option<&[u8]>,
        number: u32,
        chunk: &[u8],
    ) -> impl Future<Output = Result<(), JsError>> + use<> {
        let begun = || -> Result<IdbTransaction, JsError> {
            // Without the files, where that of another document may be written for long: one would wait for the other.
            let stores = &[DOCUMENTS, JOURNAL, BASES][..if base.is_some() { 3 } else { 2 }];
            let transaction = self.transaction(stores, IdbTransactionMode::Readwrite)?;
            let id = row.id.as_str().into();
            transaction.object_store(DOCUMENTS)?.put_with_key(&row.to_js(), &id)?;
            if let Some(base) = base {
                transaction.object_store(BASES)?.put_with_key(&Uint8Array::from(base).buffer(), &id)?;
            }
            let journal = transaction.object_store(JOURNAL)?;
            journal.put_with_key(&Uint8Array::from(chunk), &chunk_key(&row.id, number))?;
            commit(&transaction)?;
            Ok(transaction)
        };
        let begun = begun();
        async move { committed(&begun?).await }
    }

    /// Keeps the original file of a document, which may take longer than what is written after it: its bytes, if the browser refuses files, as WebKit does in a private
    /// window, and it is small enough.
    ///
    /// # Errors
    /// The storage is full, or the file can no longer be read.
    pub async fn keep_base(&self, id: &str, file: &Blob) -> Result<(), JsError> {
        let refused = match self.put_base(id, file).await {
            Err(error) if file.size() <= MOST_BYTES => error,
            done => return done,
        };
        let bytes = JsFuture::from(file.array_buffer()).await?;
        self.put_base(id, &bytes).await.map_err(|_| refused)
    }

    async fn put_base(&self, id: &str, base: &JsValue) -> Result<(), JsError> {
        let transaction = self.transaction(&[BASES], IdbTransactionMode::Readwrite)?;
        transaction.object_store(BASES)?.put_with_key(base, &id.into())?;
        commit(&transaction)?;
        committed(&transaction).await
    }

    /// The original file of a document.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn base(&self, row: &Row) -> Result<Option<Given>, JsError> {
        let transaction = self.transaction(&[BASES], IdbTransactionMode::Readonly)?;
        let found = answered(&transaction.object_store(BASES)?.get(&row.id.as_str().into())?).await?;
        if !found.is_instance_of::<Blob>() && !found.is_instance_of::<ArrayBuffer>() {
            return Ok(None);
        }
        let options = FilePropertyBag::new();
        options.set_last_modified(row.modified);
        let file = File::new_with_blob_sequence_and_options(&Array::of1(&found), &row.name, &options)?;
        Ok(Some(Given { file, handle: None }))
    }

    /// The rows of all documents.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn rows(&self) -> Result<Vec<Row>, JsError> {
        let transaction = self.transaction(&[DOCUMENTS], IdbTransactionMode::Readonly)?;
        let found = answered(&transaction.object_store(DOCUMENTS)?.get_all()?).await?;
        Ok(Array::from(&found).iter().filter_map(|row| Row::from_js(&row)).collect())
    }

    /// The chunks of a document from a number on, each with its number.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn chunks(&self, id: &str, from: u32) -> Result<Vec<(u32, Vec<u8>)>, JsError> {
        let transaction = self.transaction(&[JOURNAL], IdbTransactionMode::Readonly)?;
        let journal = transaction.object_store(JOURNAL)?;
        let range = chunks_from(id, from)?;
        let keys = journal.get_all_keys_with_key(&range)?;
        let chunks = answered(&journal.get_all_with_key(&range)?).await?;
        let keys = Array::from(&keys.result()?);
        let number = |key: JsValue| Array::from(&key).get(1).as_f64();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "written from a u32")]
        let numbered = |(key, chunk): (JsValue, JsValue)| {
            Some((number(key)? as u32, chunk.dyn_into::<Uint8Array>().ok()?.to_vec()))
        };
        Ok(keys.iter().zip(Array::from(&chunks).iter()).filter_map(numbered).collect())
    }

    /// Removes a document.
    ///
    /// # Errors
    /// The database cannot be written.
    pub async fn remove(&self, id: &str) -> Result<(), JsError> {
        let transaction = self.transaction(&[DOCUMENTS, BASES, JOURNAL], IdbTransactionMode::Readwrite)?;
        transaction.object_store(DOCUMENTS)?.delete(&id.into())?;
        transaction.object_store(BASES)?.delete(&id.into())?;
        transaction.object_store(JOURNAL)?.delete(&chunks_from(id, 0)?.into())?;
        committed(&transaction).await
    }
}
