//! PGN games: the user chooses which positions become records, and these are opened.

use futures_channel::oneshot;
use leptos::prelude::*;

use crate::app::files::unpack::MOST_BYTES;
use crate::app::notices::Notices;
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::Openings;
use crate::app::workers::Workers;
use crate::browser::files::{Given, Pieces};
use crate::language::{args, say};
use crate::logic::opening::{begins_with_game, is_named_games};
use crate::protocol::{GameRecords, Outcome, Positions, Task};

/// Bytes of PGN sent to a worker at a time, which take some tens of milliseconds.
const PART: u64 = 512 << 10;

/// Most bytes without the beginning of a game, because they are held in memory together.
const MOST_UNDIVIDED: usize = 128 << 20;

/// The question which positions of games to open.
#[derive(Debug, Clone, Copy)]
pub struct Games {
    /// Whether the question is open.
    pub is_open: RwSignal<bool>,
    /// The name of the file that it is about.
    pub name: RwSignal<String>,
    answer: StoredValue<Option<oneshot::Sender<Positions>>, LocalStorage>,
    openings: Openings,
    workers: Workers,
    notices: Notices,
}

impl Games {
    /// No question is open at first.
    pub fn new(openings: Openings, workers: Workers, notices: Notices) -> Self {
        Self {
            is_open: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            answer: StoredValue::new_local(None),
            openings,
            workers,
            notices,
        }
    }
}

/// Whether a file contains games: by its name, or by its beginning if the name is not conclusive.
pub(crate) async fn has_games(given: &Given) -> Result<bool, ReadFailure> {
    match is_named_games(&given.name()) {
        Some(is_games) => Ok(is_games),
        None => Ok(begins_with_game(&given.read(0..64).await?)),
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

    /// The positions of games as a file of records; `None` if it was cancelled.
    ///
    /// # Errors
    /// The file cannot be read, has no games, or has too many records.
    pub(crate) async fn positions_of(
        self,
        given: &Given,
        positions: Positions,
    ) -> Result<Option<Given>, ReadFailure> {
        let opening = self.openings.begin_opening(&given.name(), given.size(), true);
        let read = async {
            let (mut all, mut bytes) = (GameRecords::default(), Vec::new());
            let mut pieces = Pieces::default();
            let (mut at, mut length, mut part) = (0, 0, PART);
            while at < given.size() {
                let end = (at + part).min(given.size());
                bytes.extend(given.read(at..end).await?);
                at = end;
                // The last game of a part may continue in the next one, so that it is sent again.
                let task = Task::Games { positions, text: bytes.clone(), is_end: at == given.size() };
                if let Outcome::Games(read) =
                    self.workers.ask_desk(task).await.map_err(ReadFailure::Worker)?
                {
                    // If no game ends, the next part is larger, so that the same text is not parsed often.
                    part = if read.taken == 0 { part * 2 } else { PART };
                    bytes.drain(..(read.taken as usize).min(bytes.len()));
                    pieces.push(&read.lines);
                    length += read.lines.len() as u64;
                    add(&mut all, read);
                }
                if bytes.len() > MOST_UNDIVIDED {
                    return Err(ReadFailure::GamesApart);
                }
                if length > MOST_BYTES {
                    return Err(ReadFailure::LargeGames);
                }
                opening.done.set(at);
                if !self.openings.is_wanted(opening) {
                    return Ok(None);
                }
            }
            Ok(Some((pieces, all)))
        };
        let read = read.await;
        self.openings.cancel_opening(opening.serial);
        let Some((pieces, all)) = read? else { return Ok(None) };
        let name = given.name();
        if let Some((game, fault)) = &all.first_failure {
            let args = args![&name, all.failed, all.games, *game, fault];
            self.notices.problem(say("toast.games-cut", args));
        }
        if all.records == 0 {
            return Err(ReadFailure::NoPosition);
        }
        let stem = name.strip_suffix(".pgn").unwrap_or(&name);
        Ok(Some(pieces.into_file(&format!("{stem}.epd"), given)?))
    }
}

fn add(all: &mut GameRecords, part: GameRecords) {
    if all.first_failure.is_none() {
        all.first_failure = part.first_failure.map(|(game, fault)| (all.games + game, fault));
    }
    all.games += part.games;
    all.records += part.records;
    all.failed += part.failed;
}
