//! Files in other formats: packed by Zstandard, games, and data sets. A worker makes records of them.

use std::rc::Rc;

use leptos::prelude::*;

use crate::app::files::question::{About, Answer, Questions};
use crate::app::files::unpack::MOST_BYTES;
use crate::app::jobs::Jobs;
use crate::app::notices::Notices;
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::{Opening, Openings};
use crate::archive::is_zstd;
use crate::browser::files::{Given, Pieces};
use crate::language::{args, say};
use crate::logic::opening::{OwnFile, has_games, is_named_games, own_file, records_name, unpacked_name};
use crate::protocol::{Contents, GameReading, ImportCount, Imported, Making, Outcome, Task};

/// What files that are opened together share.
#[derive(Default)]
pub(crate) struct Together {
    asked: Asked,
    /// The bytes that may still be made of what one file holds.
    left: u64,
    /// Whether a file was dealt with in another way than by opening it.
    pub(crate) is_dealt_with: bool,
    /// What the user had done in the page when the files were asked for, questions about them answered.
    pub(crate) since: u32,
}

impl Together {
    /// Files that were asked for when the user had done so much in the page ([`Openings::acts`]).
    pub(crate) fn since(acts: u32) -> Self {
        Self { since: acts, ..Self::default() }
    }

    /// Begins with a file of the user, which may hold several.
    pub(crate) fn begin_file(&mut self) {
        self.left = MOST_BYTES;
    }
}

/// The user's answer about games.
#[derive(Default)]
enum Asked {
    /// There was no question.
    #[default]
    Not,
    /// They are not to be opened.
    Refused,
    /// They are, in this way.
    Chosen(GameReading),
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
    questions: Questions,
    openings: Openings,
    notices: Notices,
    take_recipe: StoredValue<Option<TakeRecipe>, LocalStorage>,
}

/// Takes the text of a recipe.
type TakeRecipe = Rc<dyn Fn(&str)>;

/// Most bytes of a recipe.
const MOST_OF_RECIPE: u64 = 1 << 20;

impl Import {
    /// Asks these questions, and reports progress and problems to these.
    pub(crate) fn new(questions: Questions, openings: Openings, notices: Notices) -> Self {
        Self { questions, openings, notices, take_recipe: StoredValue::new_local(None) }
    }

    /// Sets the function that is called with the text of a recipe.
    pub(crate) fn when_recipe(self, take: impl Fn(&str) + 'static) {
        self.take_recipe.set_value(Some(Rc::new(take)));
    }

    /// Takes over a recipe. Of other files that this program writes and that hold no records to edit, the reason is
    /// returned why they are not opened.
    async fn take_own(self, own: OwnFile, given: &Given) -> Result<(), ReadFailure> {
        match own {
            OwnFile::Recipe => {
                let text = given.read(0..given.size().min(MOST_OF_RECIPE)).await?;
                if let Some(take) = self.take_recipe.get_value() {
                    take(&String::from_utf8_lossy(&text));
                }
                Ok(())
            }
            OwnFile::Settings => Err(ReadFailure::Worker("why.own-settings".into())),
            OwnFile::Json(format) => Err(ReadFailure::Worker(say("why.own-json", [format]))),
        }
    }

    /// The records of a file in another format, or its unpacked text; any other file as it is. `head` is its
    /// beginning. `None` if it was cancelled.
    ///
    /// # Errors
    /// The file cannot be read, or holds no records.
    pub(crate) async fn records_of(
        self,
        given: Given,
        head: &[u8],
        together: &mut Together,
    ) -> Result<Option<Given>, ReadFailure> {
        if let Some(own) = own_file(head) {
            self.take_own(own, &given).await?;
            together.is_dealt_with = true;
            return Ok(None);
        }
        let (given_name, is_packed) = (given.name(), is_zstd(head));
        let text_name = unpacked_name(&given_name);
        let named = is_named_games(text_name);
        let worker = Jobs::of_file(&given, self.notices);
        let holds_games = !is_packed && has_games(text_name, head);
        let Some(contents) = (if holds_games {
            Some(Contents::Games)
        } else {
            self.contents(&worker, &given, is_packed).await?
        }) else {
            return Ok(None);
        };
        let making = match (named, contents) {
            (Some(true), _) | (None, Contents::Games) => match self.reading(text_name, together).await {
                Some(reading) => Making::Games(reading),
                None => return Ok(None),
            },
            (None, Contents::Data(format)) => Making::Data(format),
            (None, Contents::Table(columns)) => {
                let answer = self.questions.ask(About::Table(text_name.to_owned(), columns)).await;
                together.since = self.openings.acts();
                match answer {
                    Some(Answer::Table(pairs)) => Making::Table(pairs),
                    Some(Answer::AsItIs) if is_packed => Making::Text,
                    Some(Answer::AsItIs) => return Ok(Some(given)),
                    Some(Answer::Games(_)) | None => return Ok(None),
                }
            }
            (Some(false), _) | (None, Contents::Text) if is_packed => Making::Text,
            (Some(false), _) | (None, Contents::Text) => return Ok(Some(given)),
        };
        let opening = self.openings.begin_opening(&given_name, given.size(), true);
        let made = self.make(&worker, &making, opening, together.left).await;
        self.openings.cancel_opening(opening.serial);
        let Some(made) = made? else { return Ok(None) };
        together.left = together.left.saturating_sub(made.length);
        self.tell(&given_name, &making, &made)?;
        let name = if making == Making::Text { text_name.to_owned() } else { records_name(text_name) };
        Ok(Some(made.pieces.into_file(&name, &given)?))
    }

    /// What a worker finds in a file; `None` if it was cancelled.
    async fn contents(
        self,
        worker: &Jobs,
        given: &Given,
        is_packed: bool,
    ) -> Result<Option<Contents>, ReadFailure> {
        let opening = self.openings.begin_opening(&given.name(), given.size(), true);
        let found = worker.ask(Task::LookInto).await;
        let is_wanted = self.openings.is_wanted(opening);
        self.openings.cancel_opening(opening.serial);
        match found {
            _ if !is_wanted => Ok(None),
            Ok(Outcome::Contents(contents)) => Ok(Some(contents)),
            Err(reason) if is_packed => Err(ReadFailure::Worker(reason)),
            // It can be opened without a worker.
            Ok(_) | Err(_) => Ok(Some(Contents::Text)),
        }
    }

    /// How games are to be opened; `None` if the user wants none. One question covers all games.
    async fn reading(self, name: &str, together: &mut Together) -> Option<GameReading> {
        if matches!(together.asked, Asked::Not) {
            together.asked = match self.questions.ask(About::Games(name.to_owned())).await {
                Some(Answer::Games(reading)) => Asked::Chosen(reading),
                _ => Asked::Refused,
            };
            together.since = self.openings.acts();
        }
        match together.asked {
            Asked::Chosen(reading) => Some(reading),
            Asked::Not | Asked::Refused => None,
        }
    }

    /// Takes all pieces of a file, up to a number of bytes; `None` if it was cancelled.
    async fn make(
        self,
        worker: &Jobs,
        making: &Making,
        opening: Opening,
        most: u64,
    ) -> Result<Option<Made>, ReadFailure> {
        let mut made = Made::default();
        let piece = |number| worker.submit(Task::Import { number, making: making.clone() }, |_| ());
        let mut next = piece(0);
        for number in 1.. {
            let answer = next.outcome().await.map_err(ReadFailure::Worker)?;
            // The worker makes the next piece while the page takes this one.
            next = piece(number);
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
            if made.length > most {
                if *making == Making::Text {
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
    fn tell(self, name: &str, making: &Making, made: &Made) -> Result<(), ReadFailure> {
        if made.is_damaged {
            self.notices.problem(say("toast.damaged", [name.to_owned()]));
        }
        if *making == Making::Text {
            return Ok(());
        }
        let is_games = matches!(making, Making::Games(_));
        let ImportCount { units, records, failed, cut_comments, ref first_failure } = made.count;
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
            return Err(if is_games { ReadFailure::NoPosition } else { ReadFailure::NoRows });
        }
        if cut_comments > 0 {
            self.notices.problem(say("toast.comments-cut", args![name, cut_comments]));
        }
        if made.is_cut {
            self.notices.problem(say("toast.records-cut", args![name, records]));
        } else if !is_games && failed == 0 {
            self.notices.note(say("toast.imported", args![name, records, units]));
        }
        Ok(())
    }
}
