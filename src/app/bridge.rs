//! The native engines: those of the server that the page was opened through (`epidote serve`).

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::notices::Notices;
use crate::browser::{bridge, page};
use crate::language::Text;
use crate::logic::bridge::{event_of, names_of, socket_of};
use crate::protocol::Native;
use crate::verb::EngineName;

/// The setting with the name of the engine that was chosen last.
pub(super) const SETTING: &str = "native";

/// The signals of the native engines.
#[derive(Debug, Clone, Copy)]
pub struct Bridge {
    /// Their names.
    pub names: RwSignal<Vec<String>>,
    token: RwSignal<String>,
    analysis: &'static AnalysisState,
    notices: Notices,
}

impl Bridge {
    /// Makes the signals. Nothing is asked for.
    pub fn new(analysis: &'static AnalysisState, notices: Notices) -> Self {
        let (names, token) = (RwSignal::new(Vec::new()), RwSignal::new(String::new()));
        Self { names, token, analysis, notices }
    }

    /// Takes the token out of the address, if it is there or was, and asks the server for its engines.
    pub fn arrive(self) {
        match bridge::token() {
            Some((token, is_new)) => {
                // It is asked once, and again when the user opens the address of another server.
                if is_new || self.token.with_untracked(String::is_empty) {
                    self.token.set(token);
                    spawn_local(self.ask());
                }
            }
            None => self.use_none(),
        }
    }

    /// Whether the page was opened through such a server.
    pub(super) fn has_server(self) -> bool {
        self.token.with(|token| !token.is_empty())
    }

    /// Where the server tells of its event.
    pub(super) fn event_address(self) -> String {
        event_of(&page::address(), &self.token.get_untracked())
    }

    /// Where it tells of a game of that event.
    pub(super) fn game_address(self, name: &str) -> String {
        format!("argus/game/{name}?token={}", self.token.get_untracked())
    }

    /// Without native engines another one searches.
    fn use_none(self) {
        if self.analysis.engine.get_untracked() == EngineName::Native {
            self.analysis.engine.set(EngineName::default());
        }
    }

    async fn ask(self) {
        let list = page::fetch_text(&format!("engines?token={}", self.token.get_untracked())).await;
        let names =
            list.map_err(Text::from).and_then(|list| names_of(&list).ok_or_else(|| "why.no-server".into()));
        match names {
            Ok(names) => {
                let before = page::setting(SETTING).filter(|name| names.contains(name));
                match before.or_else(|| names.first().cloned()) {
                    Some(name) => self.choose(name),
                    None => self.use_none(),
                }
                self.names.set(names);
            }
            Err(error) => {
                self.use_none();
                self.notices.failed("toast.no-engines", error);
            }
        }
    }

    /// From now on native searches go to this engine.
    pub fn choose(self, name: String) {
        page::keep_setting(SETTING, &name);
        let address = socket_of(&page::address(), &page::escaped(&name), &self.token.get_untracked());
        bridge::choose(Native { name: name.clone(), address });
        self.analysis.native.set(name);
    }
}
