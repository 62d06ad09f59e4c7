//! Files in other formats: packed by Zstandard, games, and data sets. A worker makes records of them.

use crate::app::files::games::Games;
use crate::app::files::unpack::MOST_BYTES;
use crate::app::jobs::Jobs;
use crate::app::notices::Notices;
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::{Opening, Openings};
use crate::browser::files::{Given, Pieces};
use crate::language::{args, say};
use crate::logic::opening::{is_named_games, records_name, unpacked_name};
use crate::protocol::{Contents, ImportCount, Imported, Making, Outcome, Positions, Task};

use leptos::prelude::*;

/// The user's answer about the games in files that are opened together.
pub(crate) enum Asked {
    /// There was no question.
    Not,
    /// They are not to be opened.
    Refused,
    /// These positions are.
    Chosen(Positions),
}

/// What was made of a file.
#[derive(Default)]
struct Made {
    pieces: Pieces,
    length: u64,
    count: ImportCount,
    /// Whether there was more than is kept.
    is_cut: bool,
    is_damaged: bool,
}

/// Reads files in other formats.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Import {
    games: Games,
    openings: Openings,
    notices: Notices,
}

impl Import {
    /// Asks about games, and reports progress and problems to these.
    pub(crate) fn new(games: Games, openings: Openings, notices: Notices) -> Self {
        Self { games, openings, notices }
    }

    /// The records of a file in another format, or its unpacked text; any other file as it is. `None` if it was
    /// cancelled.
    ///
    /// # Errors
    /// The file cannot be read, or holds no records.
    pub(crate) async fn records_of(
        self,
        given: Given,
        asked: &mut Asked,
    ) -> Result<Option<Given>, ReadFailure> {
        let worker = Jobs::of_file(&given, self.notices);
        let contents = match worker.ask(Task::LookInto).await.map_err(ReadFailure::Worker)? {
            Outcome::Contents(contents) => contents,
            _ => Contents::Text,
        };
        let given_name = given.name();
        let text_name = unpacked_name(&given_name);
        let making = match (is_named_games(text_name), contents) {
            (Some(true), _) | (None, Contents::Games) => match self.positions(text_name, asked).await {
                Some(positions) => Making::Games(positions),
                None => return Ok(None),
            },
            (None, Contents::Data(format)) => Making::Data(format),
            (Some(false), _) | (None, Contents::Text) if text_name == given_name => return Ok(Some(given)),
            (Some(false), _) | (None, Contents::Text) => Making::Text,
        };
        let opening = self.openings.begin_opening(&given_name, given.size(), true);
        let made = self.make(&worker, making, opening).await;
        self.openings.cancel_opening(opening.serial);
        let Some(made) = made? else { return Ok(None) };
        self.tell(&given_name, making, &made)?;
        let name = if making == Making::Text { text_name.to_owned() } else { records_name(text_name) };
        Ok(Some(made.pieces.into_file(&name, &given)?))
    }

    /// The positions to open; `None` if the user wants none. One question covers all games.
    async fn positions(self, name: &str, asked: &mut Asked) -> Option<Positions> {
        if matches!(asked, Asked::Not) {
            *asked = self.games.ask_positions(name).await.map_or(Asked::Refused, Asked::Chosen);
        }
        match *asked {
            Asked::Chosen(positions) => Some(positions),
            Asked::Not | Asked::Refused => None,
        }
    }

    /// Takes all pieces of a file; `None` if it was cancelled.
    async fn make(
        self,
        worker: &Jobs,
        making: Making,
        opening: Opening,
    ) -> Result<Option<Made>, ReadFailure> {
        let mut made = Made::default();
        for number in 0.. {
            let answer = worker.ask(Task::Import { number, making }).await.map_err(ReadFailure::Worker)?;
            let Outcome::Imported(Imported { read, text, is_end, count, damage }) = answer else { break };
            made.length += text.len() as u64;
            made.pieces.push(&text);
            made.count.add(count);
            opening.done.set(read);
            if !self.openings.is_wanted(opening) {
                return Ok(None);
            }
            if let Some(reason) = damage {
                if made.length == 0 {
                    return Err(ReadFailure::Worker(reason));
                }
                made.is_damaged = true;
            }
            if made.length > MOST_BYTES {
                if making == Making::Text {
                    return Err(ReadFailure::LargePacked);
                }
                made.is_cut = !is_end;
                break;
            }
            if is_end {
                break;
            }
        }
        Ok(Some(made))
    }

    /// Tells the user what was read, and what not.
    fn tell(self, name: &str, making: Making, made: &Made) -> Result<(), ReadFailure> {
        if made.is_damaged {
            self.notices.problem(say("toast.damaged", [name.to_owned()]));
        }
        if making == Making::Text {
            return Ok(());
        }
        let is_games = matches!(making, Making::Games(_));
        let ImportCount { units, records, failed, ref first_failure } = made.count;
        match first_failure {
            Some((line, reason)) if records == 0 && !is_games => {
                return Err(ReadFailure::NoRow(*line, reason.clone()));
            }
            Some((place, reason)) => {
                let key = if is_games { "toast.games-cut" } else { "toast.rows-failed" };
                self.notices.problem(say(key, args![name, failed, units, *place, reason]));
            }
            None => {}
        }
        if records == 0 {
            return Err(ReadFailure::NoPosition);
        }
        if made.is_cut {
            self.notices.problem(say("toast.records-cut", args![name, records]));
        } else if !is_games {
            self.notices.note(say("toast.imported", args![name, records, units]));
        }
        Ok(())
    }
}
