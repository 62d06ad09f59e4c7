//! The files that were opened lately. Browsers with handles of files keep them, and ask the user again before a page
//! reads one.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{FileSystemFileHandle, IdbTransactionMode};

use crate::browser::files::{self, Given};
use crate::browser::store::{RECENT, Store, answered, committed};
use crate::js::JsError;

/// A file that was opened lately.
#[derive(Debug, Clone, PartialEq)]
pub struct Recent {
    /// Its name in the database.
    pub key: String,
    /// The name of the file.
    pub name: String,
    /// When it was opened or saved last, in milliseconds since 1970.
    pub at: f64,
    handle: FileSystemFileHandle,
}

/// Why a recent file cannot be opened.
#[derive(Debug)]
pub struct NotGiven {
    /// What the browser says.
    pub error: JsError,
    /// Whether there is no such file any more.
    pub is_gone: bool,
}

impl Recent {
    fn from_js(row: &JsValue) -> Option<Self> {
        let get = |key: &str| Reflect::get(row, &key.into()).ok();
        let handle: FileSystemFileHandle = get("handle")?.dyn_into().ok()?;
        let (key, at) = (get("key")?.as_string()?, get("at")?.as_f64()?);
        Some(Self { key, name: handle.name(), at, handle })
    }

    /// The file as it is now, after the browser has asked the user; `None` if the user refused.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn given(&self) -> Result<Option<Given>, NotGiven> {
        self.asked().await.map_err(|error| {
            let is_gone =
                error.dyn_ref::<js_sys::Error>().is_some_and(|error| error.name() == "NotFoundError");
            NotGiven { error: error.into(), is_gone }
        })
    }

    async fn asked(&self) -> Result<Option<Given>, JsValue> {
        let ask = Reflect::get(&self.handle, &"requestPermission".into())?.dyn_into::<Function>();
        if let Ok(ask) = ask {
            let mode = Object::new();
            // A plain object takes any property.
            let _ = Reflect::set(&mode, &"mode".into(), &"read".into());
            let answer = JsFuture::from(ask.call1(&self.handle, &mode)?.dyn_into::<Promise>()?).await?;
            if answer.as_string().as_deref() != Some("granted") {
                return Ok(None);
            }
        }
        let file = JsFuture::from(self.handle.get_file()).await?.dyn_into()?;
        Ok(Some(Given { file, handle: Some(self.handle.clone()) }))
    }
}

impl Store {
    /// The files that were opened lately, the last one first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn recent(&self) -> Result<Vec<Recent>, JsError> {
        let transaction = self.transaction(&[RECENT], IdbTransactionMode::Readonly)?;
        let found = answered(&transaction.object_store(RECENT)?.get_all()?).await?;
        // The names in the database begin with the time, and come in their order.
        let mut all: Vec<Recent> =
            Array::from(&found).iter().filter_map(|row| Recent::from_js(&row)).collect();
        all.reverse();
        Ok(all)
    }

    /// Keeps a file that is opened at this moment, and forgets the oldest ones, so that at most `most` are left.
    ///
    /// # Errors
    /// The database cannot be written.
    pub async fn keep_recent(
        &self,
        handle: &FileSystemFileHandle,
        at: f64,
        most: usize,
    ) -> Result<(), JsError> {
        let all = self.recent().await?;
        let mut gone = Vec::new();
        let mut left = 0;
        for known in &all {
            if left + 1 >= most || files::is_same(&known.handle, handle).await {
                gone.push(known.key.clone());
            } else {
                left += 1;
            }
        }
        // Until the year 2286 such times have 13 digits.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "milliseconds since 1970"
        )]
        let key = format!("{:013} {}", at as u64, handle.name());
        let row = Object::new();
        for (name, value) in
            [("key", key.as_str().into()), ("at", at.into()), ("handle", handle.clone().into())]
        {
            // A plain object takes any property.
            let _: Result<bool, JsValue> = Reflect::set(&row, &name.into(), &value);
        }
        let transaction = self.transaction(&[RECENT], IdbTransactionMode::Readwrite)?;
        let store = transaction.object_store(RECENT)?;
        for key in gone {
            store.delete(&key.into())?;
        }
        store.put_with_key(&row, &key.into())?;
        committed(&transaction).await
    }

    /// Forgets a file, or all of them.
    ///
    /// # Errors
    /// The database cannot be written.
    pub async fn forget_recent(&self, key: Option<&str>) -> Result<(), JsError> {
        let transaction = self.transaction(&[RECENT], IdbTransactionMode::Readwrite)?;
        let store = transaction.object_store(RECENT)?;
        match key {
            Some(key) => store.delete(&key.into())?,
            None => store.clear()?,
        };
        committed(&transaction).await
    }
}
