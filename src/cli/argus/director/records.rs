//! The files of an event: games in progress and finished ones, final positions, the table.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::{Director, Playing};
use crate::cli::argus::error::ArgusError;
use crate::cli::argus::journal::MOST_PER_TURN;
use crate::cli::located::Located as _;
use crate::cli::output::{can_replace, refresh, replace};
use crate::event::Outcome;
use crate::event::config::EventConfig;
use crate::event::json::is_event;
use crate::event::pgn_writer::PgnWriter;
use crate::event::record::GameRecord;
use crate::event::schedule::GameId;
use crate::referee::ConnId;
use crate::referee::board::Us;

/// Microseconds between two writings of the games that are played.
const LIVE_US: Us = 1_000_000;

/// A game as PGN, while it is played.
pub(in crate::cli::argus) struct Stream {
    writer: PgnWriter,
    text: String,
    /// Moves of the game that are in the text.
    moves: usize,
    /// Bytes of the text that are in a file.
    written: usize,
}

impl Stream {
    /// Writes the moves that were played since the last time; returns the text that is new.
    fn catch_up(&mut self, record: &GameRecord) -> &str {
        for played in record.moves.get(self.moves..).unwrap_or_default() {
            self.text.push_str(&self.writer.play(played));
        }
        self.moves = record.moves.len();
        let from = std::mem::replace(&mut self.written, self.text.len());
        self.text.get(from..).unwrap_or_default()
    }
}

impl Director {
    pub(super) fn wants(&self, record: &GameRecord) -> bool {
        let is_finished = record.end.as_ref().is_some_and(|end| end.outcome != Outcome::None);
        self.config.pgn.as_ref().is_some_and(|pgn| is_finished || !pgn.finished_only)
    }

    /// Begins to write a game.
    pub(super) fn begin_stream(&self, record: &GameRecord) -> Option<Stream> {
        let pgn = self.config.pgn.as_ref().filter(|pgn| !pgn.finished_only)?;
        let (writer, text) = PgnWriter::begin(&record.header, pgn.comments);
        Some(Stream { writer, text, moves: 0, written: 0 })
    }

    /// Writes the moves of the games in progress: with one board after the finished games, with several into
    /// a separate file from time to time.
    pub(super) fn stream_pgn(&mut self, now: Us) -> io::Result<()> {
        let is_alone = self.boards() == 1;
        if !is_alone && now < self.pgn_file.live_at {
            return Ok(());
        }
        let mut is_new = false;
        for Playing { stream, record, .. } in self.games.values_mut() {
            let news = stream.as_mut().map_or("", |stream| stream.catch_up(record));
            is_new |= !news.is_empty();
            if is_alone {
                self.pgn_file.show(news)?;
            }
        }
        let Some(pgn) = self.config.pgn.as_ref().filter(|_| is_new && !is_alone) else { return Ok(()) };
        self.pgn_file.live_at = now + LIVE_US;
        let mut text = String::new();
        for stream in self.games.values().filter_map(|playing| playing.stream.as_ref()) {
            text.push_str(stream.text.trim_end());
            text.push_str(if stream.text.ends_with("\n\n") { "\n\n*\n\n" } else { " *\n\n" });
        }
        refresh(Path::new(&live_name(&pgn.file)), text.as_bytes())
    }

    /// Prepares the files of an event that begins.
    ///
    /// # Errors
    /// Which of them cannot be written, and why.
    pub(in crate::cli::argus) fn begin_records(&mut self) -> Result<(), ArgusError> {
        let EventConfig { pgn, epd, json, .. } = &self.config;
        for path in pgn.iter().map(|pgn| &pgn.file).chain(epd).chain(json) {
            can_replace(Path::new(path)).at(path)?;
        }
        if let Some(path) = json {
            json_can_be_written(path).at(path)?;
        }
        if let Some(path) = epd {
            text_of(path).at(path)?;
        }
        self.begin_pgn(false).map_err(ArgusError::Pgn)
    }

    /// The games in the order of the event, including those that were broken off.
    pub(super) fn all_games(&self) -> Vec<(GameId, &GameRecord)> {
        let mut all: Vec<_> =
            self.finished.iter().chain(&self.broken_off).map(|(&id, game)| (id, game)).collect();
        all.sort_by_key(|&(id, _)| id);
        all
    }

    /// The files that are written at the end.
    ///
    /// # Errors
    /// One of them cannot be written.
    pub(in crate::cli::argus) fn write_records(&mut self) -> io::Result<()> {
        self.take_back()?;
        self.order_pgn()?;
        if let Some(pgn) = self.config.pgn.as_ref().filter(|_| self.boards() != 1) {
            let live = live_name(&pgn.file);
            match fs::remove_file(&live) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).at(live)?,
                _ => {}
            }
        }
        self.add_positions()?;
        if let Some(path) = &self.config.json {
            json_can_be_written(path).at(path)?;
            let games: Vec<_> = self.all_games().into_iter().map(|(id, game)| (id, game.clone())).collect();
            let tally = self.standings();
            let table = self.crosstable(&tally);
            let names = self.names();
            let text = crate::event::json::event_to_json(&self.config.name, &names, &games, &tally, &table);
            replace(Path::new(path), |out| out.write_all(text.as_bytes())).at(path)?;
        }
        Ok(())
    }

    /// Appends the final positions that this event has not written yet.
    fn add_positions(&mut self) -> io::Result<()> {
        let Some(path) = &self.config.epd else { return Ok(()) };
        let new = || self.finished.iter().filter(|(id, _)| !self.positions_written.contains(id));
        let mut text: String = new().map(|(_, game)| game.final_epd()).collect();
        if !text.is_empty() && text_of(path).at(path)?.last().is_some_and(|&last| last != b'\n') {
            text.insert(0, '\n');
        }
        let written: Vec<GameId> = new().map(|(&id, _)| id).collect();
        let is_deposed = self.is_deposed();
        let add = || OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes());
        add().at(path)?;
        let now = self.carrier.now();
        for id in written {
            self.positions_written.insert(id);
            // The journal of a referee that another one has followed ends without a word.
            if let Some(journal) = self.journal.as_mut().filter(|_| !is_deposed) {
                journal.line(now, "epd", id);
            }
        }
        Ok(())
    }

    /// A program wrote a line on its standard error.
    pub(super) fn wrote_error(&mut self, at: Us, conn: ConnId, text: &str) {
        let Some(member) = self.members.get_mut(&conn) else { return };
        member.keep(format!("! {text}"));
        member.bytes += text.len() + 1;
        let file = member.player.and_then(|player| self.config.engines[player].stderr.clone());
        if member.bytes > MOST_PER_TURN {
            member.left_out += 1;
        } else if let Some(journal) = &mut self.journal {
            journal.wire(at, "!", conn.0, text.as_bytes());
        }
        if let Some(path) = file
            && let Err(error) = self.keep_error(&path, text)
        {
            self.warn(Some(conn), &format!("{path}: {error}"), at);
        }
    }

    /// Keeps a line that a program wrote on its standard error.
    pub(super) fn keep_error(&mut self, path: &str, text: &str) -> io::Result<()> {
        if !self.errors.contains_key(path) {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            self.errors.insert(path.to_owned(), file);
        }
        match self.errors.get_mut(path) {
            Some(file) => file.write_all(format!("{text}\n").as_bytes()),
            None => Ok(()),
        }
    }
}

/// What is in a file; nothing if it is not there, or no file but a pipe or a device.
fn text_of(path: &str) -> io::Result<Vec<u8>> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() => fs::read(path),
        _ => Ok(Vec::new()),
    }
}

/// Refuses to replace anything but an event.
fn json_can_be_written(path: &str) -> io::Result<()> {
    let text = text_of(path)?;
    if text.trim_ascii().is_empty() || is_event(&text) {
        return Ok(());
    }
    Err(io::Error::other("it has something else than the JSON of an event, and would be replaced"))
}

/// The file of games that are played.
fn live_name(file: &str) -> String {
    format!("{file}.live")
}
