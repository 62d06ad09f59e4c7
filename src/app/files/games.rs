//! Games of PGN: the user says which positions become records, and those are opened.

use futures_channel::oneshot;
use leptos::prelude::*;

use crate::app::files::unpack::MOST_BYTES;
use crate::app::state::AppState;
use crate::browser::files::{Given, Pieces};
use crate::js::JsError;
use crate::language::{args, say};
use crate::protocol::{GameRecords, Outcome, Positions, Task};

/// Bytes of PGN that are handed to a worker at a time: some tens of milliseconds of work.
const PART: u64 = 512 << 10;

/// Most bytes in which no game begins: they are held in memory together.
const MOST_UNDIVIDED: usize = 128 << 20;

/// The question which positions of games are wanted.
#[derive(Debug, Clone, Copy)]
pub struct GamesState {
    /// Whether it is asked.
    pub is_open: RwSignal<bool>,
    /// The file that is asked about.
    pub name: RwSignal<String>,
    answer: StoredValue<Option<oneshot::Sender<Positions>>, LocalStorage>,
}

impl Default for GamesState {
    fn default() -> Self {
        Self {
            is_open: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            answer: StoredValue::new_local(None),
        }
    }
}

/// Whether a file is one of games: by its name, and where that says nothing by its beginning.
pub(crate) async fn has_games(given: &Given) -> Result<bool, JsError> {
    let name = given.name();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is = |known: &str| ending.eq_ignore_ascii_case(known);
    if is("pgn") || is("epd") || is("fen") {
        return Ok(is("pgn"));
    }
    let head = given.read(0..64).await?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head).trim_ascii_start();
    Ok(head.starts_with(b"[Event \""))
}

impl AppState {
    /// The user's answer; the question closes.
    pub fn choose_positions(self, positions: Positions) {
        if let Some(answer) = self.games.answer.try_update_value(Option::take).flatten() {
            // Whoever asked may have gone.
            let _ = answer.send(positions);
        }
        self.games.is_open.set(false);
    }

    /// The question was closed without an answer.
    pub fn drop_games(self) {
        self.games.answer.set_value(None);
    }

    /// Asks which positions are wanted; `None` when the question is closed.
    pub(crate) async fn ask_positions(self, name: &str) -> Option<Positions> {
        let (answer, asked) = oneshot::channel();
        self.games.answer.set_value(Some(answer));
        self.games.name.set(name.to_owned());
        self.games.is_open.set(true);
        asked.await.ok()
    }

    /// The positions of games as a file of records; `None` when it was cancelled.
    ///
    /// # Errors
    /// The file cannot be read, has no games, or gives too many records.
    pub(crate) async fn positions_of(
        self,
        given: &Given,
        positions: Positions,
    ) -> Result<Option<Given>, JsError> {
        let opening = self.begin_opening(&given.name(), given.size(), true);
        let read = async {
            let (mut all, mut bytes) = (GameRecords::default(), Vec::new());
            let mut pieces = Pieces::default();
            let (mut at, mut length, mut part) = (0, 0, PART);
            while at < given.size() {
                let end = (at + part).min(given.size());
                bytes.extend(given.read(at..end).await?);
                at = end;
                // The last game of a part may go on in the next one, and is handed in again.
                let task = Task::Games { positions, text: bytes.clone(), is_end: at == given.size() };
                if let Outcome::Games(read) = self.workers.ask_desk(task).await.map_err(JsError)? {
                    // Where no game ends more is read at once: the same text is not gone over often.
                    part = if read.taken == 0 { part * 2 } else { PART };
                    bytes.drain(..(read.taken as usize).min(bytes.len()));
                    pieces.push(&read.lines);
                    length += read.lines.len() as u64;
                    add(&mut all, read);
                }
                if bytes.len() > MOST_UNDIVIDED {
                    return Err(JsError("why.games-apart".into()));
                }
                if length > MOST_BYTES {
                    return Err(JsError("why.large-games".into()));
                }
                opening.done.set(at);
                if !self.is_wanted(opening) {
                    return Ok(None);
                }
            }
            Ok(Some((pieces, all)))
        };
        let read = read.await;
        self.cancel_opening(opening.serial);
        let Some((pieces, all)) = read? else { return Ok(None) };
        let name = given.name();
        if let Some((game, fault)) = &all.first_failure {
            let args = args![&name, all.failed, all.games, *game, fault];
            self.notices.problem(say("toast.games-cut", args));
        }
        if all.records == 0 {
            return Err(JsError("why.no-position".into()));
        }
        let stem = name.strip_suffix(".pgn").unwrap_or(&name);
        pieces.into_file(&format!("{stem}.epd"), given).map(Some)
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
