//! Files that other programs share with the installed page. The service worker puts them into a cache.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Cache, Request, Response};

use crate::browser::files::Given;
use crate::browser::page;
use crate::js::JsError;

/// The name of the cache in `static/sw.js`.
const CACHE: &str = "epidote-shared";

/// A file that was shared.
#[derive(Debug)]
pub struct Received {
    cache: Cache,
    request: Request,
    given: Given,
}

impl Received {
    /// The file.
    pub fn given(&self) -> Given {
        self.given.clone()
    }

    /// Removes it from the cache.
    ///
    /// # Errors
    /// The browser refuses.
    pub async fn forget(self) -> Result<(), JsError> {
        JsFuture::from(self.cache.delete_with_request(&self.request)).await?;
        Ok(())
    }
}

/// The files that were shared.
///
/// # Errors
/// The browser has no caches, or refuses to read them.
pub async fn received() -> Result<Vec<Received>, JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    let cache: Cache = JsFuture::from(window.caches()?.open(CACHE)).await?.unchecked_into();
    let mut all = Vec::new();
    let requests = JsFuture::from(cache.keys()).await?;
    for request in js_sys::Array::from(&requests).iter() {
        let request: Request = request.unchecked_into();
        let response: Response = JsFuture::from(cache.match_with_request(&request)).await?.unchecked_into();
        let blob: Blob = JsFuture::from(response.blob()?).await?.unchecked_into();
        let address = request.url();
        let name = page::unescaped(address.rsplit('/').next().unwrap_or_default());
        let given = Given::of_blob(&blob, &name)?;
        all.push(Received { cache: cache.clone(), request, given });
    }
    Ok(all)
}
