//! What other programs share with the installed page: the service worker has put it into a cache.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Cache, Request, Response};

use crate::browser::files::Given;
use crate::browser::page;
use crate::js::JsError;

/// The cache, as `static/sw.js` names it.
const CACHE: &str = "epidote-shared";

/// The files that were shared; they are taken out of the cache.
///
/// # Errors
/// The browser has no caches, or refuses to read them.
pub async fn take() -> Result<Vec<Given>, JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned()))?;
    let caches = window.caches()?;
    let cache: Cache = JsFuture::from(caches.open(CACHE)).await?.unchecked_into();
    let mut given = Vec::new();
    let requests = JsFuture::from(cache.keys()).await?;
    for request in js_sys::Array::from(&requests).iter() {
        let request: Request = request.unchecked_into();
        let response: Response = JsFuture::from(cache.match_with_request(&request)).await?.unchecked_into();
        let blob: Blob = JsFuture::from(response.blob()?).await?.unchecked_into();
        let address = request.url();
        let name = page::unescaped(address.rsplit('/').next().unwrap_or_default());
        given.push(Given::of_blob(&blob, &name)?);
    }
    JsFuture::from(caches.delete(CACHE)).await?;
    Ok(given)
}
