//! The address, the clipboard, files beside the page, settings, and other functions of the page.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::js::JsError;

pub(super) fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

/// Milliseconds since the page was opened.
pub fn now_ms() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Milliseconds since 1970.
pub fn now_date() -> f64 {
    js_sys::Date::now()
}

/// Whole seconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "dates are far from both ends")]
pub fn now_seconds() -> u64 {
    (js_sys::Date::now() / 1000.0) as u64
}

/// A time, given in milliseconds since 1970, as it is written in a language.
pub fn local_time(at: f64, lang: &str) -> String {
    let date = js_sys::Date::new(&at.into());
    // The user's own kind of the language, if it is that one; texts are in British English.
    let own = web_sys::window().and_then(|window| window.navigator().language());
    let own = own.filter(|own| own.starts_with(lang));
    let lang = own.as_deref().unwrap_or(if lang == "en" { "en-GB" } else { lang });
    String::from(date.to_locale_string(lang, &wasm_bindgen::JsValue::UNDEFINED))
}

/// Sets a mark in the browser's timeline, for measurements.
pub fn mark(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|window| window.performance()) {
        // Without the mark only the measurement is missing.
        let _ = performance.mark(name);
    }
}

/// Lets the browser paint and handle input before the task continues.
pub async fn breathe() {
    gloo_timers::future::TimeoutFuture::new(0).await;
}

/// Does something after some milliseconds, if the page is still there.
pub fn later(ms: u32, then: impl FnOnce() + 'static) {
    wasm_bindgen_futures::spawn_local(async move {
        gloo_timers::future::TimeoutFuture::new(ms).await;
        then();
    });
}

/// The fragment of the address including `#`; empty if there is none.
pub fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Goes to a fragment of this page, also to the one where the page is.
pub fn follow(fragment: &str) {
    let Some(location) = web_sys::window().map(|window| window.location()) else { return };
    if location.hash().is_ok_and(|hash| hash == fragment) {
        // The same one would be no change. Neither call can fail here.
        let _ = location.set_hash("");
    }
    let _ = location.set_hash(fragment);
}

/// The address without its fragment.
pub fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// The text of a file beside the page.
///
/// # Errors
/// The file does not exist, or the server does not answer.
pub async fn fetch_text(name: &str) -> Result<String, JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(name)).await?.unchecked_into();
    if !response.ok() {
        return Err(JsError(format!("the server answered {}", response.status()).into()));
    }
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}

/// A text escaped for use in an address.
pub fn escaped(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// Reverses [`escaped`]. An invalid text is returned as it is.
pub fn unescaped(text: &str) -> String {
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_owned(), Into::into)
}

/// Copies a text to the clipboard.
///
/// # Errors
/// The browser refuses, usually because the page is not in front.
pub async fn copy(text: &str) -> Result<(), JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    JsFuture::from(window.navigator().clipboard().write_text(text)).await?;
    Ok(())
}

/// Sets the title of the page.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Sets an attribute of the root element, or removes it if the value is `None`.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    // The names are constants here, and valid.
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}

/// Removes the shell that `index.html` shows before the program runs.
pub fn remove_shell() {
    if let Some(shell) = document().and_then(|document| document.get_element_by_id("shell")) {
        shell.remove();
    }
}

/// Shows that the page cannot start, and why.
pub fn refuse_to_start(why: &str) {
    tell_boot("epidote-refused", why);
}

/// Shows that the program crashed, over the present page.
pub fn show_crash(message: &str) {
    tell_boot("epidote-crashed", message);
}

/// Sends an event to `boot.js`, which has the texts in each language and works without the program.
fn tell_boot(name: &str, why: &str) {
    if let (Some(window), Ok(event)) = (web_sys::window(), web_sys::Event::new(name)) {
        // An event takes any property, and nobody can cancel it.
        let _ = js_sys::Reflect::set(&event, &"why".into(), &why.into());
        let _ = window.dispatch_event(&event);
    }
}

/// Reads a setting.
pub fn setting(key: &str) -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(key).ok()?
}

/// Keeps a setting. Without storage it is lost when the page closes.
pub fn keep_setting(key: &str, value: &str) {
    if let Some(Ok(Some(storage))) = web_sys::window().map(|window| window.local_storage()) {
        let _ = storage.set_item(key, value);
    }
}

/// The language of the browser, without its country.
pub fn language() -> Option<String> {
    let language = web_sys::window()?.navigator().language()?;
    language.split('-').next().map(str::to_ascii_lowercase)
}

/// Asks the browser to warn before the page closes.
pub fn warn_before_close(event: &web_sys::Event) {
    event.prevent_default();
    // Older browsers need a value as well.
    let _ = js_sys::Reflect::set(event, &"returnValue".into(), &wasm_bindgen::JsValue::TRUE);
}

/// Asks the user a yes-or-no question.
pub fn confirm(question: &str) -> bool {
    web_sys::window().is_some_and(|window| window.confirm_with_message(question).unwrap_or(false))
}

/// The number of workers for this machine. One processor is left to the page.
pub fn worker_count() -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let cores = web_sys::window().map_or(2.0, |window| window.navigator().hardware_concurrency()) as usize;
    cores.saturating_sub(1).clamp(1, 8)
}

/// Whether this browser supports the SIMD instructions of WebAssembly, which the engines need.
pub fn has_simd() -> bool {
    // The smallest program with such an instruction.
    let program = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7b\x03\x02\x01\0\x0a\x0a\x01\x08\0\x41\0\xfd\x0f\xfd\x62\x0b";
    js_sys::WebAssembly::validate(&js_sys::Uint8Array::from(&program[..])).unwrap_or(false)
}

/// Whether a modal dialog is open.
pub fn has_dialog() -> bool {
    let found = document().and_then(|document| document.query_selector("dialog[open]").ok());
    found.flatten().is_some()
}

/// Whether the `details` element of an event is open.
pub fn is_open(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.has_attribute("open"))
}

/// Whether the target of an event is a field in which text is edited.
pub fn is_in_text_field(event: &web_sys::Event) -> bool {
    let Some(element) = target_of(event) else { return false };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(element.get_attribute("type").as_deref(), Some("radio" | "checkbox" | "file")),
        _ => false,
    }
}

/// Whether the target of an event is a drop-down list, which has its own keys.
pub fn is_in_select(event: &web_sys::Event) -> bool {
    target_of(event).is_some_and(|element| element.tag_name() == "SELECT")
}

/// Whether the target of an event is a field that is not part of the document, so that the field has its own
/// undo.
pub fn is_outside_document(event: &web_sys::Event) -> bool {
    target_of(event).is_some_and(|element| element.has_attribute("data-own-undo"))
}

pub(super) fn target_of(event: &web_sys::Event) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// The address of the link at the target of an event, as it is written.
pub fn link_of(event: &web_sys::Event) -> Option<String> {
    target_of(event)?.closest("a").ok()??.get_attribute("href")
}

/// Moves the focus to the link with this address.
pub fn focus_link(address: &str) {
    let links = web_sys::window().and_then(|window| window.document());
    let link = links.and_then(|page| page.query_selector(&format!("a[href=\"{address}\"]")).ok().flatten());
    if let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = link.focus();
    }
}

/// The browser's description of itself and of the machine.
pub fn machine() -> String {
    web_sys::window().and_then(|window| window.navigator().user_agent().ok()).unwrap_or_default()
}

/// Whether a drop contains files.
pub fn has_files(event: &web_sys::Event) -> bool {
    let data = event.dyn_ref::<web_sys::DragEvent>().and_then(web_sys::DragEvent::data_transfer);
    data.and_then(|data| data.files()).is_some_and(|files| files.length() > 0)
}

/// Whether dragged data can be opened: files or text, but not a part of the page.
pub fn can_be_opened(event: &web_sys::DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types()).unwrap_or_default();
    types.iter().any(|kind| kind == "Files" || kind == "text/plain")
}

/// Begins to drag a part of the page. Some browsers need data for that.
pub fn begin_drag(event: &web_sys::DragEvent) {
    if let Some(data) = event.data_transfer() {
        // In most browsers dragging within the page works without data, too.
        let _ = data.set_data("application/x-epidote", "");
    }
}

/// The text of a paste.
pub fn pasted_text(event: &web_sys::Event) -> Option<String> {
    let data = event.dyn_ref::<web_sys::ClipboardEvent>()?.clipboard_data()?;
    data.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

/// A text in lower case. The browser has the tables for that.
pub fn lowercase(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

/// Whether an event is about the element with the listener itself, and not about one inside it.
pub fn is_own(event: &web_sys::Event) -> bool {
    event.target().is_some() && event.target() == event.current_target()
}

/// Where a press is in the width of its element, 0 to 1.
pub fn part_across(event: &web_sys::MouseEvent) -> Option<f64> {
    let rect = event.current_target()?.dyn_into::<web_sys::Element>().ok()?.get_bounding_client_rect();
    (rect.width() > 0.0).then(|| ((f64::from(event.client_x()) - rect.left()) / rect.width()).clamp(0.0, 1.0))
}

/// Scrolls as little as possible to show the element with this id.
pub fn show_nearest(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls the row around the element with this id sideways, just far enough to show it.
pub fn show_in_row(id: &str) {
    let Some(element) = document().and_then(|document| document.get_element_by_id(id)) else { return };
    let Some(row) = element.parent_element() else { return };
    let (own, all) = (element.get_bounding_client_rect(), row.get_bounding_client_rect());
    let by = (own.right() - all.right()).max(0.0) + (own.left() - all.left()).min(0.0);
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
    row.set_scroll_left(row.scroll_left() + by as i32);
}

/// Scrolls the element with this id into view.
pub fn show_element(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.scroll_into_view();
    }
}

/// Clicks the element with this id.
pub fn click(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        element.click();
    }
}

/// The text of the clipboard. The browser may ask the user first.
///
/// # Errors
/// The browser or the user refuses.
pub async fn clipboard_text() -> Result<String, JsError> {
    let Some(window) = web_sys::window() else { return Err(JsError("why.no-clipboard".into())) };
    let text = JsFuture::from(window.navigator().clipboard().read_text()).await?;
    Ok(text.as_string().unwrap_or_default())
}

/// Prints the page in the browser.
pub fn print() {
    if let Some(window) = web_sys::window() {
        // A browser that cannot print reports that itself.
        let _ = window.print();
    }
}

/// Reloads the page.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // If the page cannot be loaded, it stays.
        let _ = window.location().reload();
    }
}

/// Lets the new version of the page take over, which reloads it (`boot.js`).
pub fn take_over_version() {
    if let (Some(window), Ok(event)) = (web_sys::window(), web_sys::Event::new("epidote-take-over")) {
        // Nobody can cancel the event.
        let _ = window.dispatch_event(&event);
    }
}
