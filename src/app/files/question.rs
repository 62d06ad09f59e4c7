//! Questions about files that are being opened: which positions of games become records, what the columns of a
//! table are. One is asked at a time; files that are opened meanwhile wait.

use std::collections::VecDeque;

use futures_channel::oneshot;
use leptos::prelude::*;

use crate::protocol::{Column, GameReading};

/// What a question is about, with the name of the file.
#[derive(Debug, Clone)]
pub enum About {
    /// Games.
    Games(String),
    /// A table with these columns.
    Table(String, Vec<Column>),
}

/// What the user wants.
#[derive(Debug)]
pub enum Answer {
    /// The games in this way.
    Games(GameReading),
    /// The table, with what each column becomes, as [`crate::protocol::Making::Table`] has it.
    Table(Vec<String>),
    /// The file as it is.
    AsItIs,
}

/// The question that is open, and who waits for the next one.
#[derive(Debug, Default)]
struct Asking {
    open: Option<(About, oneshot::Sender<Answer>)>,
    waiting: VecDeque<oneshot::Sender<()>>,
}

impl Asking {
    /// Ends the question; the next one can be asked.
    fn end(&mut self) -> Option<(About, oneshot::Sender<Answer>)> {
        let ended = self.open.take()?;
        // A task that waited may have been cancelled meanwhile.
        while self.waiting.pop_front().is_some_and(|next| next.send(()).is_err()) {}
        Some(ended)
    }
}

/// The questions about files that are being opened.
#[derive(Debug, Clone, Copy)]
pub struct Questions {
    /// Whether one about games is open.
    pub games: RwSignal<bool>,
    /// Whether one about a table is open.
    pub table: RwSignal<bool>,
    asking: StoredValue<Asking, LocalStorage>,
}

impl Default for Questions {
    /// No question is open.
    fn default() -> Self {
        Self {
            games: RwSignal::new(false),
            table: RwSignal::new(false),
            asking: StoredValue::new_local(Asking::default()),
        }
    }
}

impl Questions {
    /// What the open question is about.
    pub fn about(self) -> Option<About> {
        self.asking.with_value(|asking| asking.open.as_ref().map(|(about, _)| about.clone()))
    }

    /// Answers the open question and closes it.
    pub fn choose(self, chosen: Answer) {
        if let Some((_, answer)) = self.asking.try_update_value(Asking::end).flatten() {
            // The task that asked may be gone.
            let _ = answer.send(chosen);
        }
        self.games.set(false);
        self.table.set(false);
    }

    /// The user closed the question about games, or that about a table, without an answer. Another one may be open
    /// by now.
    pub fn drop_it(self, is_about_games: bool) {
        self.asking.update_value(|asking| {
            let about_games = asking.open.as_ref().map(|(about, _)| matches!(about, About::Games(_)));
            if about_games == Some(is_about_games) {
                asking.end();
            }
        });
    }

    /// Asks, once no other question is open; `None` if the user closed this one.
    pub(crate) async fn ask(self, about: About) -> Option<Answer> {
        while self.asking.with_value(|asking| asking.open.is_some()) {
            let (next, turn) = oneshot::channel();
            self.asking.update_value(|asking| asking.waiting.push_back(next));
            turn.await.ok()?;
        }
        let (answer, asked) = oneshot::channel();
        let is_open = if matches!(about, About::Games(_)) { self.games } else { self.table };
        self.asking.update_value(|asking| asking.open = Some((about, answer)));
        is_open.set(true);
        asked.await.ok()
    }
}
