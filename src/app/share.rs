//! Links: made for the selected record or the file, and opened when the page opens.

use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::browser::page;
use crate::share::{LONG_LINK, MOST_BYTES, MOST_LINES, decode, encode};

impl AppState {
    /// Puts a link to the selected record on the clipboard.
    pub fn copy_record_link(self) {
        let line = self.with_active(|open| Some(open.document.text(open.selected?)?.into_owned())).flatten();
        match line {
            Some(line) => self.copy_link(&[&line]),
            None => self.toasts.problem("There is no record to link to."),
        }
    }

    /// Puts a link to all records of the file in front on the clipboard.
    pub fn copy_file_link(self) {
        let lines = self.with_active(|open| {
            let document = &open.document;
            let bytes: u64 = document.ids().take(MOST_LINES).map(|id| document.line_len(id) + 1).sum();
            if document.len() > MOST_LINES || bytes > MOST_BYTES as u64 {
                return None;
            }
            (0..document.len())
                .map(|at| Some(document.text(document.id_at(at)?)?.into_owned()))
                .collect::<Option<Vec<_>>>()
        });
        match lines {
            Some(Some(lines)) if !lines.is_empty() => {
                self.copy_link(&lines.iter().map(Vec::as_slice).collect::<Vec<_>>());
            }
            Some(None) => self.toasts.problem("The file is too large for a link; send the file itself."),
            _ => self.toasts.problem("There is nothing to link to."),
        }
    }

    fn copy_link(self, lines: &[&[u8]]) {
        let link = format!("{}{}", page::address(), encode(lines));
        spawn_local(async move {
            match page::copy(&link).await {
                Ok(()) if link.len() > LONG_LINK => self.toasts.note(format!(
                    "Link copied. It has {} characters; some programs cut links over {LONG_LINK}.",
                    link.len()
                )),
                Ok(()) => self.toasts.note("Link copied."),
                Err(error) => self.toasts.problem(format!("The link cannot be copied ({error}): {link}")),
            }
        });
    }

    /// Opens what the address holds, as a file of its own; nothing that is open changes.
    pub fn open_address(self) {
        match decode(&page::fragment()) {
            Some(Ok(lines)) => {
                let mut bytes = lines.join(&b'\n');
                bytes.push(b'\n');
                self.open_bytes("shared.epd", bytes);
            }
            Some(Err(error)) => {
                self.toasts.problem(format!("This link cannot be opened: {error}."));
            }
            None => {}
        }
    }
}
