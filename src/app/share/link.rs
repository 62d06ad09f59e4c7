//! Links: makes them for the selected record or the file, and opens them when the page starts.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::files::opening::Files;
use crate::app::notices::Notices;
use crate::browser::packed::{self, Packing};
use crate::browser::{files, page, shared};
use crate::chess::Color;
use crate::document::RecordId;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::epd::game::by_rook_files;
use crate::js::JsError;
use crate::language::{Text, args, say};
use crate::recipe;
use crate::share::embed::embed_of;
use crate::share::{
    Content, Form, LONG_LINK, Lines, MOST_BYTES, MOST_LINES, ShareError, content_of, form_of,
    has_black_bottom, lines_of, packed_fragment, with_bottom,
};

/// Most bytes of a shared file that is opened as unsaved work.
const MOST_UNSAVED: u64 = 32 << 20;

/// Most bytes of records that are copied as text: the browser keeps several copies of them.
const MOST_COPIED: u64 = 32 << 20;

/// The name of a file that is made of a link.
const SHARED: &str = "shared.epd";

/// The fragment of the address that opens files shared by other programs.
const RECEIVED: &str = "#/shared";

/// The beginnings of addresses that are not about records: recipes, and engines of `epidote serve`.
const OF_OTHERS: [&str; 2] = [recipe::LINK, "#/token/"];

/// Links to records.
#[derive(Debug, Clone, Copy)]
pub struct Links {
    documents: &'static Documents,
    files: &'static Files,
    board: &'static Board,
    notices: Notices,
}

impl Links {
    /// Makes links to the records of these files.
    pub fn new(
        documents: &'static Documents,
        files: &'static Files,
        board: &'static Board,
        notices: Notices,
    ) -> Self {
        Self { documents, files, board, notices }
    }

    /// Copies a link to all records of the active file to the clipboard.
    pub fn copy_file_link(self) {
        let of = |open: &OpenDocument| {
            // One more than fits shows that there are too many.
            (open.id, open.document.ids().take(MOST_LINES + 1).collect())
        };
        if let Some((document, ids)) = self.documents.with_active(of) {
            self.copy_link_of(document, ids);
        }
    }

    /// Copies a link to records of a file to the clipboard.
    pub fn copy_link_of(self, document: DocumentId, ids: Vec<RecordId>) {
        if ids.is_empty() {
            return self.notices.problem("toast.no-link");
        }
        if self.are_too_many(document, &ids) {
            return self.notices.problem("toast.large-link");
        }
        spawn_local(async move {
            match self.fragment_of_records(document, &ids).await {
                Ok(fragment) => {
                    let link = with_bottom(fragment, untrack(|| self.is_black_bottom()));
                    self.put_link(format!("{}{link}", page::address())).await;
                }
                Err(error) => self.notices.failed("toast.link-failed", &error),
            }
        });
    }

    /// Whether these records are more than a link holds.
    pub(crate) fn are_too_many(self, document: DocumentId, ids: &[RecordId]) -> bool {
        ids.len() > MOST_LINES || self.bytes_of(document, ids) > MOST_BYTES as u64
    }

    /// The fragment of a link to records of a file.
    ///
    /// # Errors
    /// The records cannot be read, or the browser cannot pack them.
    pub(crate) async fn fragment_of_records(
        self,
        document: DocumentId,
        ids: &[RecordId],
    ) -> Result<String, Text> {
        let lines = self.documents.texts(document, ids).await?;
        // The link does not say of what game its records are.
        let game = self.documents.game_of(document);
        let spelled: Vec<_> = lines.iter().map(|line| by_rook_files(game, line)).collect();
        let of = |(line, spelled)| Option::as_deref(spelled).unwrap_or(line);
        let form = form_of(&lines.iter().zip(&spelled).map(of).collect::<Vec<_>>());
        fragment_of(form).await.map_err(Text::from)
    }

    /// Whether Black is at the bottom of the board. A view that asks follows the answer.
    pub(crate) fn is_black_bottom(self) -> bool {
        self.board.bottom.get() == Color::Black
    }

    /// The bytes of records with their line ends.
    fn bytes_of(self, document: DocumentId, ids: &[RecordId]) -> u64 {
        self.documents.workspace.with_untracked(|w| {
            let lines = |open: &OpenDocument| ids.iter().map(|&id| open.document.line_len(id) + 1).sum();
            w.get(document).map(lines).unwrap_or_default()
        })
    }

    /// Copies the lines of records of a file to the clipboard, as text.
    pub fn copy_text_of(self, document: DocumentId, ids: Vec<RecordId>) {
        if self.bytes_of(document, &ids) > MOST_COPIED {
            return self.notices.problem("toast.large-copy");
        }
        spawn_local(async move {
            let copied = async {
                let lines = self.documents.texts(document, &ids).await?;
                let text = self.documents.workspace.with_untracked(|w| {
                    let document = &w.get(document)?.document;
                    let line = |line: &[u8]| format!("{}\n", document.encoding_of(line).decode(line));
                    Some(lines.iter().map(line).collect::<String>())
                });
                page::copy(&text.ok_or("why.closed")?).await.map_err(Text::from)
            };
            match copied.await {
                Ok(()) => self.notices.note(say("toast.copied", args![ids.len()])),
                Err(reason) => self.notices.failed("toast.not-copied", &reason),
            }
        });
    }

    /// Copies a link to the clipboard.
    pub(crate) async fn put_link(self, link: String) {
        match page::copy(&link).await {
            Ok(()) if link.len() > LONG_LINK => {
                self.notices.note(say("toast.long-link", args![link.len(), LONG_LINK]));
            }
            Ok(()) => self.notices.note("toast.link"),
            Err(error) => self.notices.failed_of("toast.link-not-copied", &link, &error),
        }
    }

    /// Opens the records of an address as a new file. Open files do not change.
    pub fn open_fragment(self, fragment: String) {
        if !fragment.is_empty() {
            self.open_content(fragment);
        }
    }

    #[inline(never)]
    fn open_content(self, fragment: String) {
        if fragment == RECEIVED {
            spawn_local(async move {
                if let Err(error) = self.open_received().await {
                    self.notices.failed("toast.no-file", &error);
                }
            });
            return;
        }
        // If the page gets the address of an embedded view, its records open beside the other files.
        let (fragment, is_black_bottom) = match embed_of(&fragment) {
            Some(embed) => (embed.link, embed.is_black_bottom),
            None if content_of(&fragment).is_none() => {
                if fragment.starts_with("#/") && !OF_OTHERS.iter().any(|known| fragment.starts_with(known)) {
                    self.refuse_link(&ShareError::Unknown);
                }
                return;
            }
            None => {
                let is_black_bottom = has_black_bottom(&fragment);
                (fragment, is_black_bottom)
            }
        };
        spawn_local(async move {
            match lines_of_link(&fragment).await {
                Ok(lines) => {
                    self.open_shared(&lines);
                    self.board.bottom.set(Color::from_white(!is_black_bottom));
                }
                Err(error) => self.refuse_link(&error),
            }
        });
    }

    /// Opens files that other programs shared. They may exist nowhere else: a text of records becomes unsaved
    /// work, and is removed only after it was read. Other files, such as games and very large files, are
    /// removed even if they are refused.
    async fn open_received(self) -> Result<(), JsError> {
        for received in shared::received().await? {
            let given = received.given();
            let name = given.name().to_ascii_lowercase();
            let is_text = [".epd", ".fen", ".txt"].iter().any(|ending| name.ends_with(ending));
            if is_text && given.size() <= MOST_UNSAVED {
                let bytes = given.read(0..given.size()).await?;
                self.files.open_unsaved(&given.name(), bytes);
            } else {
                self.files.open_files(vec![given]).await;
            }
            received.forget().await?;
        }
        Ok(())
    }

    fn open_shared(self, lines: &Lines) {
        let mut bytes = lines.join(&b'\n');
        bytes.push(b'\n');
        // Back shows the file that was made of the link before, unless it was changed since.
        let is_same = |open: &&OpenDocument| {
            let (document, source) = (&open.document, open.document.source());
            document.name == SHARED
                && !document.is_dirty()
                && source.len() == bytes.len() as u64
                && source.read(0..source.len()).is_some_and(|known| *known == bytes)
        };
        let before = self
            .documents
            .workspace
            .with_untracked(|workspace| workspace.open_documents().iter().find(is_same).map(|open| open.id));
        match before {
            Some(document) => self.documents.workspace.update(|workspace| workspace.activate(document)),
            None => self.files.open_bytes(SHARED, bytes),
        }
    }

    fn refuse_link(self, error: &ShareError) {
        self.notices.failed("toast.link-not-opened", error.text());
    }
}

/// The fragment of a link with this content.
///
/// # Errors
/// The browser cannot pack it.
async fn fragment_of(form: Form) -> Result<String, JsError> {
    match form {
        Form::Plain(fragment) => Ok(fragment),
        Form::Packed(bytes) => packed::deflate(&bytes).await.map(|base64| packed_fragment(&base64)),
    }
}

/// The lines in a link.
///
/// # Errors
/// The link is damaged, has a later version, contains too much, or is not a link to records.
pub(crate) async fn lines_of_link(fragment: &str) -> Result<Lines, ShareError> {
    match content_of(fragment).unwrap_or(Err(ShareError::Damaged))? {
        Content::Lines(lines) => Ok(lines),
        Content::Packed(base64) => unpacked(&base64).await,
    }
}

/// The lines in a packed link. Unpacking stops when they become too many.
async fn unpacked(base64: &str) -> Result<Lines, ShareError> {
    let damaged = |_: JsError| ShareError::Damaged;
    let bytes = packed::from_base64(base64).map_err(damaged)?;
    let blob = files::blob(&bytes).map_err(damaged)?;
    let mut out = Vec::new();
    let take = |piece: Vec<u8>| {
        out.extend_from_slice(&piece);
        out.len() <= MOST_BYTES
    };
    packed::unpack(&blob, Packing::Deflate, take).await.map_err(damaged)?;
    lines_of(&out)
}
