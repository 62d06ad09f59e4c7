//! Sharing the selected record or the picked ones: a link, its QR code, a picture of the board, and code that puts the record
//! into other pages.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::language::Language;
use crate::app::notices::Notices;
use crate::app::share::link::Links;
use crate::app::share::picture::{BoardLook, Pictures};
use crate::browser::{download, page, picture};
use crate::chess::Color;
use crate::diagram::Coordinates;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::js::JsError;
use crate::language::{Text, say};
use crate::share::embed::embed_fragment;
use crate::share::with_bottom;
use crate::text::markup::escaped;

/// The sides that a picture can have, in CSS pixels.
pub const SIDES: [u32; 5] = [240, 360, 480, 720, 1080];

/// Pixels of a PNG for each CSS pixel, for high-resolution screens.
const DENSITY: u32 = 2;

/// Width and height of an embedded view in CSS pixels, enough for the whole of an ordinary record.
const FRAME: (u32, u32) = (360, 560);

/// The signals of sharing.
#[derive(Debug, Clone, Copy)]
pub struct Sharing {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The records that link and code are about.
    meant: RwSignal<Option<(DocumentId, Vec<RecordId>)>>,
    /// The fragment of the link, or why there is none; `None` while it is being made.
    pub fragment: RwSignal<Option<Result<String, Text>>>,
    /// The side of the picture in CSS pixels.
    pub side: RwSignal<u32>,
    /// Whether the picture names files and ranks.
    pub has_coordinates: RwSignal<bool>,
    /// Whether it shows the side to move.
    pub has_turn: RwSignal<bool>,
    /// Whether it includes the arrows and marks of the board.
    pub has_arrows: RwSignal<bool>,
    /// The result of the last action.
    pub message: RwSignal<Option<Text>>,
    /// Grows with each link, because only the last one is valid.
    serial: RwSignal<u32>,
    documents: &'static Documents,
    board: &'static Board,
    links: Links,
    pictures: Pictures,
    language: Language,
    notices: Notices,
}

impl Sharing {
    /// The dialog is closed at first.
    pub fn new(
        documents: &'static Documents,
        board: &'static Board,
        links: Links,
        pictures: Pictures,
        language: Language,
        notices: Notices,
    ) -> Self {
        Self {
            is_open: RwSignal::default(),
            meant: RwSignal::default(),
            fragment: RwSignal::default(),
            side: RwSignal::new(480),
            has_coordinates: RwSignal::new(true),
            has_turn: RwSignal::new(true),
            has_arrows: RwSignal::new(true),
            message: RwSignal::default(),
            serial: RwSignal::default(),
            documents,
            board,
            links,
            pictures,
            language,
            notices,
        }
    }
}

/// A drawing of the board with its width and height in CSS pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The SVG file.
    pub svg: String,
    /// A description of its contents.
    pub title: String,
    size: (u32, u32),
}

impl Sharing {
    /// Opens the dialog on these records, of which the selected one is on the board.
    pub fn open_sharing(&'static self, meant: Vec<RecordId>) {
        if self.documents.record.with_untracked(Option::is_none) {
            return self.notices.problem("toast.no-record");
        }
        self.message.set(None);
        let document = self.documents.with_active(|open| open.id);
        self.meant.set(document.map(|document| (document, meant)));
        self.is_open.set(true);
    }

    /// Makes the link to the records, and a new one whenever the selected one changes. Call once, in the dialog.
    pub fn keep_share_link(&'static self) {
        let text =
            Memo::new(move |_| self.documents.record.with(|record| record.as_ref().map(|r| r.text.to_vec())));
        Effect::new(move || {
            text.track();
            let meant = self.meant.get();
            self.serial.update_untracked(|serial| *serial += 1);
            let serial = self.serial.get_untracked();
            self.fragment.set(None);
            let Some((document, ids)) = meant else { return };
            if self.links.are_too_many(document, &ids) {
                return self.fragment.set(Some(Err("toast.large-link".into())));
            }
            spawn_local(async move {
                let made = self.links.fragment_of_records(document, &ids).await;
                if self.serial.get_untracked() == serial {
                    self.fragment.set(Some(made));
                }
            });
        });
    }

    /// How many records link and code are about. A view that asks follows the answer.
    pub fn count(&'static self) -> usize {
        self.meant.with(|meant| meant.as_ref().map_or(0, |(_, ids)| ids.len()))
    }

    /// The link. A view that asks follows it.
    pub fn share_link(&'static self) -> Option<String> {
        let fragment = self.fragment.get()?.ok()?;
        Some(format!("{}{}", page::address(), with_bottom(fragment, self.links.is_black_bottom())))
    }

    /// The HTML that embeds the record in another page, with the board's orientation. A view that asks
    /// follows it.
    pub fn embed_code(&'static self) -> Option<String> {
        let fragment = self.fragment.get()?.ok()?;
        let is_black_bottom = self.board.bottom.get() == Color::Black;
        let address = format!("{}{}", page::address(), embed_fragment(&fragment, is_black_bottom));
        let title = self.record_name().unwrap_or_else(|| self.language.tell("sharing.frame"));
        let (width, height) = FRAME;
        Some(format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" \
             style=\"border: 0; max-width: 100%\"></iframe>",
            escaped(&address),
            escaped(&title)
        ))
    }

    /// The `id` of the selected record.
    fn record_name(&'static self) -> Option<String> {
        self.documents.record.with(|record| record.as_ref()?.string_of("id"))
    }

    /// The picture of the board. A view that asks follows it.
    pub fn shared_drawing(&'static self, look: &BoardLook) -> Option<Drawing> {
        let mut diagram = self.pictures.plain_diagram()?;
        if !self.has_coordinates.get() {
            diagram.coordinates = Coordinates::Omitted;
        }
        diagram.has_turn = self.has_turn.get();
        if self.has_arrows.get() {
            (diagram.marks, diagram.arrows) = self.pictures.shown_marks(look);
        }
        let height = self.side.get();
        let (units_wide, units_high) = diagram.size();
        let size = (height * units_wide / units_high, height);
        Some(Drawing { svg: diagram.svg(&look.look, height), title: diagram.title, size })
    }

    /// Copies a text to the clipboard and reports success with `done`.
    pub fn copy_text(&'static self, text: Option<String>, done: &'static str) {
        let Some(text) = text else { return };
        spawn_local(async move {
            let copied = page::copy(&text).await;
            self.tell_shared(copied, done, "sharing.not-copied");
        });
    }

    /// Copies the picture to the clipboard as PNG.
    pub fn copy_picture(&'static self, drawing: Option<Drawing>) {
        let Some(Drawing { svg, size: (width, height), .. }) = drawing else { return };
        spawn_local(async move {
            let copied = picture::copy_png(svg, width * DENSITY, height * DENSITY).await;
            self.tell_shared(copied, "sharing.picture-copied", "sharing.not-copied");
        });
    }

    /// Saves the picture as a PNG file.
    pub fn download_png(&'static self, drawing: Option<Drawing>) {
        let Some(Drawing { svg, size: (width, height), .. }) = drawing else { return };
        let name = self.picture_name("png");
        spawn_local(async move {
            let drawn = picture::png(&svg, width * DENSITY, height * DENSITY).await;
            let given = drawn.and_then(|blob| download::offer(&name, &blob));
            self.tell_shared(given, "sharing.given", "sharing.not-given");
        });
    }

    /// Reports success or failure in the dialog, by keys of the language files.
    fn tell_shared(&'static self, done: Result<(), JsError>, words: &'static str, failed: &'static str) {
        self.message.set(Some(match done {
            Ok(()) => words.into(),
            Err(error) => say(failed, [Text::from(error)]),
        }));
    }

    /// Saves a drawing as an SVG file. `word` describes it, between the name of the file and the extension.
    pub fn download_svg(&'static self, svg: Option<String>, word: &str) {
        let Some(svg) = svg else { return };
        let name = self.picture_name(&format!("{word}svg"));
        let given = picture::svg_blob(&svg).and_then(|blob| download::offer(&name, &blob));
        self.tell_shared(given, "sharing.given", "sharing.not-given");
    }

    /// The name of a file about the selected record, made of its file's name and its line number.
    fn picture_name(&'static self, ending: &str) -> String {
        let of_file = self.documents.with_active(|open| {
            let name = &open.document.name;
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            format!("{stem}-{}.{ending}", open.position().unwrap_or_default() + 1)
        });
        of_file.unwrap_or_else(|| format!("position.{ending}"))
    }

    /// Why there is no link, if there is none. A view that asks follows it.
    pub fn share_refusal(&'static self) -> Option<String> {
        let refused = self.fragment.with(|made| made.as_ref()?.as_ref().err().cloned())?;
        Some(self.language.say(&say("toast.link-failed", [refused])))
    }
}
