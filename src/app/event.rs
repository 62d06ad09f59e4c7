//! The event that the server of the page tells of (`epidote serve --event`), while somebody watches it.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::bridge::Bridge;
use crate::app::files::opening::Files;
use crate::app::notices::Notices;
use crate::browser::page;
use crate::js::socket::Socket;
use crate::language::{Text, args, say};
use crate::logic::watched::EventPicture;

/// The event.
#[derive(Debug, Clone, Copy)]
pub struct Watching {
    /// Whether it is shown. The server is heard for as long.
    pub is_open: RwSignal<bool>,
    /// Why nothing more is heard.
    pub trouble: RwSignal<Option<Text>>,
    /// What was heard last.
    pub picture: RwSignal<EventPicture>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    bridge: Bridge,
    files: &'static Files,
    notices: Notices,
}

impl Watching {
    /// Nothing is heard.
    pub(super) fn new(bridge: Bridge, files: &'static Files, notices: Notices) -> Self {
        Self {
            is_open: RwSignal::new(false),
            trouble: RwSignal::new(None),
            picture: RwSignal::new(EventPicture::default()),
            socket: StoredValue::new_local(None),
            bridge,
            files,
            notices,
        }
    }

    /// Shows the event.
    pub(super) fn watch_event(self) {
        self.trouble.set(None);
        self.picture.set(EventPicture::default());
        let hear = move |text: String| {
            if let Some(picture) = EventPicture::read(&text) {
                self.picture.set(picture);
            }
        };
        let closed = move |reason: String| {
            let was_heard = self.picture.with_untracked(|picture| !picture.stage.is_empty());
            self.trouble.set(Some(match reason {
                reason if !reason.is_empty() => say("watched.ended", args![reason]),
                _ if was_heard => "watched.lost".into(),
                _ => "watched.none".into(),
            }));
        };
        match Socket::open(&self.bridge.event_address(), hear, closed) {
            Ok(socket) => self.socket.set_value(Some(socket)),
            Err(error) => self.trouble.set(Some(error.into())),
        }
        self.is_open.set(true);
    }

    /// Hears no more.
    pub fn leave_event(self) {
        self.socket.set_value(None);
    }

    /// Opens the positions of a game as a new file.
    pub fn open_game(self, name: String) {
        let acts = self.files.acts();
        spawn_local(async move {
            match page::fetch_text(&self.bridge.game_address(&name)).await {
                Ok(records) => {
                    self.is_open.set(false);
                    self.files.open_unsaved_since(&format!("{name}.epd"), records.into_bytes(), acts);
                }
                Err(error) => self.notices.failed("toast.no-game", &error),
            }
        });
    }
}
