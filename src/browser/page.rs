//! The address, the clipboard, files beside the page, settings, and a word with the user before the page closes.

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

/// A time, given in milliseconds since 1970, as the user's system writes it.
pub fn local_time(at: f64) -> String {
    let date = js_sys::Date::new(&at.into());
    String::from(date.to_locale_string("default", &wasm_bindgen::JsValue::UNDEFINED))
}

/// Leaves a mark in the browser's timeline, for measuring.
pub fn mark(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|window| window.performance()) {
        // Without the mark nothing but the measurement is missing.
        let _ = performance.mark(name);
    }
}

/// Lets the browser paint and answer the user before going on.
pub async fn breathe() {
    gloo_timers::future::TimeoutFuture::new(0).await;
}

/// The fragment of the address, `#` included; empty without one.
pub fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// The address without its fragment.
pub fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// The text of a file beside the page.
///
/// # Errors
/// The file is not there, or the server is not.
pub async fn fetch_text(name: &str) -> Result<String, JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(name)).await?.unchecked_into();
    if !response.ok() {
        return Err(JsError(format!("the server answered {}", response.status()).into()));
    }
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}

/// A text as it may stand in an address.
pub fn escaped(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// What was written so; the text itself where that cannot be.
pub fn unescaped(text: &str) -> String {
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_owned(), Into::into)
}

/// Puts a text on the clipboard.
///
/// # Errors
/// The browser refuses, mostly because the page is not in front.
pub async fn copy(text: &str) -> Result<(), JsError> {
    let window = web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))?;
    JsFuture::from(window.navigator().clipboard().write_text(text)).await?;
    Ok(())
}

/// Title of the page.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Sets an attribute of the root element; removes it without a value.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    // Names of attributes here are constants, which the browser takes.
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}

/// Removes what stands in place of the page before the program runs.
pub fn remove_shell() {
    if let Some(shell) = document().and_then(|document| document.get_element_by_id("shell")) {
        shell.remove();
    }
}

/// Says that the page cannot start, and why.
pub fn refuse_to_start(why: &str) {
    tell_boot("epidote-refused", why);
}

/// Shows that the program stopped, over whatever is on the page.
pub fn show_crash(message: &str) {
    tell_boot("epidote-crashed", message);
}

/// Leaves the words to `boot.js`, which has them in each language and works without the program.
fn tell_boot(name: &str, why: &str) {
    if let (Some(window), Ok(event)) = (web_sys::window(), web_sys::Event::new(name)) {
        // An event takes any property, and nobody can refuse it.
        let _ = js_sys::Reflect::set(&event, &"why".into(), &why.into());
        let _ = window.dispatch_event(&event);
    }
}

/// Reads a setting.
pub fn setting(key: &str) -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(key).ok()?
}

/// Keeps a setting; without storage it lasts as long as the page.
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
    // Older browsers want a value as well.
    let _ = js_sys::Reflect::set(event, &"returnValue".into(), &wasm_bindgen::JsValue::TRUE);
}

/// Asks the user a question with yes and no.
pub fn confirm(question: &str) -> bool {
    web_sys::window().is_some_and(|window| window.confirm_with_message(question).unwrap_or(false))
}

/// Number of workers for this machine: one processor is left to the page.
pub fn worker_count() -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let cores = web_sys::window().map_or(2.0, |window| window.navigator().hardware_concurrency()) as usize;
    cores.saturating_sub(1).clamp(1, 8)
}

/// Whether WebAssembly has SIMD here, which the engines are built with.
pub fn has_simd() -> bool {
    // The smallest program with such an instruction.
    let program = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7b\x03\x02\x01\0\x0a\x0a\x01\x08\0\x41\0\xfd\x0f\xfd\x62\x0b";
    js_sys::WebAssembly::validate(&js_sys::Uint8Array::from(&program[..])).unwrap_or(false)
}

/// Whether a dialog is open, over all of the page.
pub fn has_dialog() -> bool {
    let found = document().and_then(|document| document.query_selector("dialog[open]").ok());
    found.flatten().is_some()
}

/// Whether the `details` element that an event is about is open.
pub fn is_open(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.has_attribute("open"))
}

/// Whether the event goes to a field in which text is edited.
pub fn is_in_text_field(event: &web_sys::Event) -> bool {
    let Some(element) = target_of(event) else { return false };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(element.get_attribute("type").as_deref(), Some("radio" | "checkbox" | "file")),
        _ => false,
    }
}

/// Whether the event goes to a list to choose from, which has keys of its own.
pub fn is_in_select(event: &web_sys::Event) -> bool {
    target_of(event).is_some_and(|element| element.tag_name() == "SELECT")
}

/// Whether the event goes to a field that is no part of the document: undo belongs to the field.
pub fn is_outside_document(event: &web_sys::Event) -> bool {
    target_of(event).is_some_and(|element| element.has_attribute("data-own-undo"))
}

fn target_of(event: &web_sys::Event) -> Option<web_sys::Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// The address of the link that an event goes to, as it is written.
pub fn link_of(event: &web_sys::Event) -> Option<String> {
    target_of(event)?.closest("a").ok()??.get_attribute("href")
}

/// What the browser says of itself and of the machine.
pub fn machine() -> String {
    web_sys::window().and_then(|window| window.navigator().user_agent().ok()).unwrap_or_default()
}

/// Whether a drop brings files.
pub fn has_files(event: &web_sys::Event) -> bool {
    let data = event.dyn_ref::<web_sys::DragEvent>().and_then(web_sys::DragEvent::data_transfer);
    data.and_then(|data| data.files()).is_some_and(|files| files.length() > 0)
}

/// Whether what is dragged can be opened: files or text, not a part of the page.
pub fn can_be_opened(event: &web_sys::DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types()).unwrap_or_default();
    types.iter().any(|kind| kind == "Files" || kind == "text/plain")
}

/// Begins to drag a part of the page; some browsers want to know what it is.
pub fn begin_drag(event: &web_sys::DragEvent) {
    if let Some(data) = event.data_transfer() {
        // Without data it is dragged within the page all the same, in most browsers.
        let _ = data.set_data("application/x-epidote", "");
    }
}

/// The text of a paste.
pub fn pasted_text(event: &web_sys::Event) -> Option<String> {
    let data = event.dyn_ref::<web_sys::ClipboardEvent>()?.clipboard_data()?;
    data.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

/// What stands before the caret of the text area that an event came from.
pub fn text_before_caret(event: &web_sys::Event) -> Option<String> {
    Some(before_caret(&event.target()?.dyn_into().ok()?))
}

/// What stands before the caret of the text area with this id, while it has the focus.
pub fn text_before_caret_of(id: &str) -> Option<String> {
    let focused = document()?.active_element().filter(|element| element.id() == id)?;
    Some(before_caret(&focused.dyn_into().ok()?))
}

fn before_caret(field: &web_sys::HtmlTextAreaElement) -> String {
    let caret = field.selection_start().ok().flatten().unwrap_or(0) as usize;
    let before: Vec<u16> = field.value().encode_utf16().take(caret).collect();
    String::from_utf16_lossy(&before)
}

/// Puts text in the place of what was `typed` just before the caret of a text area, the caret behind it, and
/// gives the whole text. Nothing when the text before the caret ends in another way by now.
pub fn replace_before_caret(
    field: &web_sys::HtmlTextAreaElement,
    typed: &str,
    insert: &str,
) -> Option<String> {
    let caret = field.selection_start().ok().flatten()?;
    let length = u32::try_from(typed.encode_utf16().count()).ok()?;
    let before: Vec<u16> = field.value().encode_utf16().take(caret as usize).collect();
    if !String::from_utf16_lossy(&before).ends_with(typed) {
        return None;
    }
    let start = caret.checked_sub(length)?;
    field.set_range_text_with_start_and_end_and_mode(insert, start, caret, "end").ok()?;
    Some(field.value())
}

/// Moves the keyboard focus to the element with this id.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Whether the element with this id has the focus.
pub fn has_focus(id: &str) -> bool {
    document().and_then(|document| document.active_element()).is_some_and(|element| element.id() == id)
}

/// A text in small letters: the browser has the tables for that.
pub fn lowercase(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

/// Selects all of the field that an event came from.
pub fn select_all(event: &web_sys::Event) {
    match target_of(event).map(JsCast::dyn_into::<web_sys::HtmlInputElement>) {
        Some(Ok(field)) => field.select(),
        Some(Err(element)) => {
            if let Ok(field) = element.dyn_into::<web_sys::HtmlTextAreaElement>() {
                field.select();
            }
        }
        None => {}
    }
}

/// Scrolls as little as is needed to show the element with this id.
pub fn show_nearest(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls the element with this id into view.
pub fn show_element(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.scroll_into_view();
    }
}

/// Presses the button with this id, as if the user had.
pub fn focus_and_click(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot take the focus is pressed all the same.
        let _ = element.focus();
        element.click();
    }
}

/// Has the browser print the page.
pub fn print() {
    if let Some(window) = web_sys::window() {
        // A browser that cannot print says so itself.
        let _ = window.print();
    }
}

/// Loads the page anew.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // The page stays where it cannot be loaded.
        let _ = window.location().reload();
    }
}

/// Lets the new version of the page take over, which reloads it (`boot.js`).
pub fn take_over_version() {
    if let (Some(window), Ok(event)) = (web_sys::window(), web_sys::Event::new("epidote-take-over")) {
        // Nobody can refuse it.
        let _ = window.dispatch_event(&event);
    }
}
