//! Gives files to the user, as downloads or in a place that the user chooses.

use crate::app::language::Language;
use crate::app::notices::Notices;
use crate::browser::download;
use crate::browser::files::{self, Place};
use crate::js::JsError;

/// Offers a text as a download.
pub(crate) fn give_text(notices: Notices, name: &str, text: &str) {
    let given = files::blob(text.as_bytes()).and_then(|blob| download::offer(name, &blob));
    if let Err(error) = given {
        notices.failed_of("toast.not-given", name, &error);
    }
}

/// Asks the user for the place of a file.
///
/// # Errors
/// The browser cannot ask.
pub(crate) async fn pick_place(language: Language, name: &str) -> Result<Place, JsError> {
    files::pick_place(name, &language.say_now(&"ui.file-kind".into())).await
}
