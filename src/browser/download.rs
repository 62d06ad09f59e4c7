//! Downloads: files for which the browser has no dialog to save them.

use wasm_bindgen::JsCast as _;
use web_sys::Blob;

use crate::browser::page::later;
use crate::js::JsError;

/// Offers a blob as a download.
///
/// # Errors
/// The browser refuses to make a link.
pub fn offer(name: &str, blob: &Blob) -> Result<(), JsError> {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    let url = web_sys::Url::create_object_url_with_blob(blob)?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // By then the download holds the blob. Without this, the URL would keep the blob for the life of the
    // page.
    later(60_000, move || {
        let _ = web_sys::Url::revoke_object_url(&url);
    });
    Ok(())
}
