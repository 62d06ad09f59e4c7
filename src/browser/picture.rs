//! Pictures: reads symbols and colours from the page, and makes files, clipboard contents and pixels of
//! drawings.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::browser::page::later;
use crate::js::JsError;

fn document() -> Result<web_sys::Document, JsError> {
    let document = web_sys::window().and_then(|window| window.document());
    document.ok_or_else(|| JsError("there is no page".to_owned().into()))
}

/// The symbol with this id in the page: its view box and its markup.
pub fn symbol(id: &str) -> Option<(String, String)> {
    let symbol = document().ok()?.get_element_by_id(id)?;
    Some((symbol.get_attribute("viewBox")?, symbol.inner_html()))
}

/// The fill colours in the style sheet for elements of the board with these classes.
pub fn fills<const N: usize>(classes: [&str; N]) -> Option<[String; N]> {
    let window = web_sys::window()?;
    let document = window.document()?;
    let probe = document.create_element_ns(Some("http://www.w3.org/2000/svg"), "svg").ok()?;
    document.body()?.append_child(&probe).ok()?;
    let fill = |class: &str| {
        probe.set_attribute("class", class).ok()?;
        window.get_computed_style(&probe).ok()??.get_property_value("fill").ok()
    };
    let fills = classes.map(fill);
    probe.remove();
    // All or nothing, because half the colours of a theme do not match any others.
    let known: Option<Vec<String>> = fills.into_iter().collect();
    known?.try_into().ok()
}

/// A drawing as an SVG blob.
///
/// # Errors
/// The browser refuses to make it.
pub fn svg_blob(svg: &str) -> Result<Blob, JsError> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    Ok(Blob::new_with_str_sequence_and_options(&Array::of1(&svg.into()), &options)?)
}

/// Milliseconds for which the address of a drawing remains valid after its last use.
const LINGER_MS: u32 = 10_000;

/// The address of a drawing for images of the page. It is valid as long as this value exists.
#[derive(Debug, PartialEq, Eq)]
pub struct PictureUrl(String);

impl PictureUrl {
    /// The address of this drawing.
    ///
    /// # Errors
    /// The browser refuses to make it.
    pub fn of(svg: &str) -> Result<Self, JsError> {
        Ok(Self(web_sys::Url::create_object_url_with_blob(&svg_blob(svg)?)?))
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Drop for PictureUrl {
    fn drop(&mut self) {
        // An image that is about to be removed may still be reading it.
        let url = std::mem::take(&mut self.0);
        later(LINGER_MS, move || {
            // An address that cannot be revoked is removed with the page.
            let _ = web_sys::Url::revoke_object_url(&url);
        });
    }
}

/// A drawing as PNG, with this width and height in pixels.
///
/// # Errors
/// The browser cannot draw it, or not in this size.
pub async fn png(svg: &str, width: u32, height: u32) -> Result<Blob, JsError> {
    let url = PictureUrl::of(svg)?;
    let image = HtmlImageElement::new()?;
    image.set_src(url.as_str());
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document()?.create_element("canvas")?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d")?.ok_or_else(|| JsError("there is no canvas".to_owned().into()))?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(
        &image,
        0.0,
        0.0,
        f64::from(width),
        f64::from(height),
    )?;
    let drawn = Promise::new(&mut |resolve, reject| {
        if let Err(error) = canvas.to_blob(&resolve) {
            // The promise reports the error.
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    });
    let drawn = JsFuture::from(drawn).await?;
    drawn.dyn_into().map_err(|_| JsError("the picture is too large".to_owned().into()))
}

/// Copies a drawing to the clipboard as PNG.
///
/// # Errors
/// The browser cannot draw it, does not support pictures on the clipboard, or refuses.
pub async fn copy_png(svg: String, width: u32, height: u32) -> Result<(), JsError> {
    // The promise is passed on before the picture is drawn, because some browsers forget the user's action
    // while they wait.
    let drawing = future_to_promise(async move {
        let blob = png(&svg, width, height).await.map_err(|error| JsValue::from_str(&error.to_string()))?;
        Ok(blob.into())
    });
    let items = Object::new();
    Reflect::set(&items, &"image/png".into(), &drawing)?;
    let constructor = Reflect::get(&js_sys::global(), &"ClipboardItem".into())?.dyn_into::<Function>()?;
    let item = Reflect::construct(&constructor, &Array::of1(&items))?;
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    JsFuture::from(window.navigator().clipboard().write(&Array::of1(&item))).await?;
    Ok(())
}
