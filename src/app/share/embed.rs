//! A view of shared records for other pages. It is read-only: it writes neither files nor the browser's
//! storage.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::board::Board;
use crate::app::files::opening::Files;
use crate::app::language::Language;
use crate::app::list::List;
use crate::app::share::link::lines_of_link;
use crate::browser::page;
use crate::chess::Color;
use crate::language::{Text, say};
use crate::logic::embedding::has_pieces;
use crate::logic::picking::Way;
use crate::share::embed::{Embed, embed_of};

/// The state of the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Showing {
    /// They are being unpacked.
    Reading,
    /// This number of records is shown.
    Records(usize),
    /// They cannot be shown.
    Refused(Text),
}

/// Reads the records in the address; no file must be open. Returns the state of the view, and the address of
/// the same records in the full page.
pub fn show_embedded(
    board: &'static Board,
    list: &'static List,
    files: &'static Files,
    language: Language,
) -> (RwSignal<Showing>, String) {
    let showing = RwSignal::new(Showing::Reading);
    let Some(embed) = embed_of(&page::fragment()) else {
        showing.set(Showing::Refused("why.link-damaged".into()));
        return (showing, page::address());
    };
    let Embed { link, is_black_bottom, theme, lang, record } = embed;
    if is_black_bottom {
        board.bottom.set(Color::Black);
    }
    if let Some(theme) = theme {
        page::set_root_attribute("data-theme", Some(&theme));
    }
    if let Some(lang) = lang {
        language.speak(&lang);
    }
    let whole = format!("{}{link}", page::address());
    spawn_local(async move {
        let shown = match lines_of_link(&link).await {
            Ok(mut lines) => {
                lines.retain(|line| has_pieces(line));
                let count = lines.len();
                if count > 0 {
                    files.open_bytes("shared.epd", lines.join(&b'\n'));
                    list.go(record, Way::Past);
                    Showing::Records(count)
                } else {
                    Showing::Refused("why.no-positions".into())
                }
            }
            Err(error) => Showing::Refused(error.text()),
        };
        showing.set(shown);
    });
    (showing, whole)
}

/// The address of the full page, without the records if that page could not show them either.
pub fn whole_page(showing: &Showing, whole: &str) -> String {
    match showing {
        Showing::Refused(_) => page::address(),
        Showing::Reading | Showing::Records(_) => whole.to_owned(),
    }
}

/// Why nothing is shown, as a sentence.
pub fn refusal(why: &Text) -> Text {
    say("embed.refused", [why])
}
