//! PGN games: the user chooses which positions become records.

use futures_channel::oneshot;
use leptos::prelude::*;

use crate::protocol::Positions;

/// The question which positions of games to open.
#[derive(Debug, Clone, Copy)]
pub struct Games {
    /// Whether the question is open.
    pub is_open: RwSignal<bool>,
    /// The name of the file that it is about.
    pub name: RwSignal<String>,
    answer: StoredValue<Option<oneshot::Sender<Positions>>, LocalStorage>,
}

impl Default for Games {
    /// No question is open.
    fn default() -> Self {
        Self {
            is_open: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            answer: StoredValue::new_local(None),
        }
    }
}

impl Games {
    /// Answers the question and closes it.
    pub fn choose_positions(self, positions: Positions) {
        if let Some(answer) = self.answer.try_update_value(Option::take).flatten() {
            // The task that asked may be gone.
            let _ = answer.send(positions);
        }
        self.is_open.set(false);
    }

    /// The user closed the question without an answer.
    pub fn drop_games(self) {
        self.answer.set_value(None);
    }

    /// Asks which positions to open; `None` if the user closed the question.
    pub(crate) async fn ask_positions(self, name: &str) -> Option<Positions> {
        let (answer, asked) = oneshot::channel();
        self.answer.set_value(Some(answer));
        self.name.set(name.to_owned());
        self.is_open.set(true);
        asked.await.ok()
    }
}
