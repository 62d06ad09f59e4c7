//! How a game ends: in the journal, in the files, in the tables.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};

use super::Director;
use crate::chess::Color;
use crate::event::Outcome;
use crate::event::record::{End, GameRecord, Termination};
use crate::event::schedule::Game;
use crate::event::statistics::{Crosstable, Decision, TieBreak};
use crate::referee::TableId;
use crate::referee::ending::{Cause, Ending, GameScore};

/// An ending with this result.
pub(super) fn ending_of(outcome: Outcome, cause: Cause) -> Ending {
    let score = match outcome {
        Outcome::WhiteWins => GameScore::Won(Color::White),
        Outcome::BlackWins => GameScore::Won(Color::Black),
        Outcome::Draw => GameScore::Drawn,
        Outcome::None => GameScore::Open,
    };
    Ending { score, cause }
}

fn outcome_of(ending: &Ending) -> Outcome {
    match ending.score {
        GameScore::Won(side) => Outcome::win_of(side),
        GameScore::Drawn => Outcome::Draw,
        GameScore::Open => Outcome::None,
    }
}

fn termination_of(ending: &Ending) -> Termination {
    match ending.cause {
        Cause::Flag(..) => Termination::TimeForfeit,
        Cause::Adjudication(_) => Termination::Adjudication,
        Cause::IllegalMove(..) => Termination::IllegalMove,
        Cause::Stall(..) => Termination::StalledConnection,
        Cause::Disconnect(..) | Cause::Fault(..) => Termination::Abandoned,
        Cause::Aborted(_) => Termination::Unterminated,
        _ => Termination::Normal,
    }
}

impl Director {
    /// A game is over.
    pub(super) fn finish(&mut self, table: TableId, ending: Ending) {
        let Some(mut playing) = self.games.remove(&table) else { return };
        let game = playing.game;
        let (outcome, termination, reason) = (outcome_of(&ending), termination_of(&ending), ending.words());
        let reason = reason.replace(['\n', '\r'], " ");
        playing.record.end = Some(End { outcome, termination, reason: reason.clone() });
        let at = self.carrier.now();
        if let Some(journal) = &mut self.journal {
            journal.line(at, "end", format_args!("{}|{outcome}|{termination}|{reason}", game.id));
        }
        self.keep_evidence(&playing.record, &ending, [playing.conns.white, playing.conns.black]);
        let counted = self.count(&game, outcome);
        if let Err(why) = counted {
            self.trouble = Some(why);
        }
        self.past.remove(&game.id);
        if let Err(error) = self.append_pgn(&playing.record) {
            self.trouble = Some(format!("the PGN file cannot be written: {error}"));
        }
        if let Some(journal) = &mut self.journal {
            if let Err(error) = journal.flush() {
                self.trouble = Some(format!("the journal cannot be written: {error}"));
            }
            journal.sync();
        }
        self.finished.insert(game.id, playing.record);
        self.rest();
        for conn in [playing.conns.white, playing.conns.black].into_iter().flatten() {
            self.release(conn);
        }
        self.tell(&game, outcome, &reason);
    }

    /// Lets a result count.
    pub(super) fn count(&mut self, game: &Game, outcome: Outcome) -> Result<(), String> {
        // In an Armageddon a draw is won by Black.
        let counted = match outcome {
            Outcome::Draw if self.config.armageddon.is_some() => Outcome::BlackWins,
            other => other,
        };
        self.schedule.finish(game.id, counted).map_err(|error| error.to_string())?;
        self.tally.add(game, counted);
        Ok(())
    }

    fn tell(&mut self, game: &Game, outcome: Outcome, reason: &str) {
        let name = |player: usize| self.config.engines[player].name.as_str();
        if !self.extras.is_quiet {
            let number = self.finished.len();
            let (white, black) = (name(game.white), name(game.black));
            crate::cli::argus::print(&format!(
                "Finished game {number}, {} ({white} vs {black}): {outcome} {{{reason}}}",
                game.id
            ));
            let interval = self.config.rating_interval as usize;
            if interval > 0 && number.is_multiple_of(interval) {
                crate::cli::argus::print(&self.table());
            }
        }
        if let Some(sprt) = &self.config.sprt {
            let counts =
                if sprt.pairs { self.tally.pairs_between(0, 1) } else { self.tally.games_between(0, 1) };
            match sprt.test.decide(&counts) {
                Decision::Open => {}
                decision => {
                    let llr = sprt.test.llr(&counts);
                    crate::cli::argus::print(&format!("SPRT: llr {llr:.2}: {decision:?}"));
                    self.is_stopping = true;
                }
            }
        }
    }

    /// The table of the event.
    pub(in crate::cli::argus) fn table(&self) -> String {
        let names: Vec<String> = self.config.engines.iter().map(|engine| engine.name.clone()).collect();
        let table = Crosstable::new(&self.tally, TieBreak::SonnebornBerger);
        table.to_text(&names, &self.tally).trim_end().to_owned()
    }

    fn wants(&self, record: &GameRecord) -> bool {
        let is_finished = record.end.as_ref().is_some_and(|end| end.outcome != Outcome::None);
        self.config.pgn.as_ref().is_some_and(|pgn| is_finished || !pgn.finished_only)
    }

    fn append_pgn(&mut self, record: &GameRecord) -> io::Result<()> {
        let Some(pgn) = self.config.pgn.as_ref().filter(|_| self.wants(record)) else { return Ok(()) };
        let mut file = OpenOptions::new().append(true).create(true).open(&pgn.file)?;
        file.write_all(record.to_pgn(pgn.comments).as_bytes())
    }

    /// Prepares the file of games: what is there stays or goes, as was asked for.
    pub(in crate::cli::argus) fn begin_pgn(&mut self) -> io::Result<()> {
        let Some(pgn) = &self.config.pgn else { return Ok(()) };
        let mut file = OpenOptions::new().write(true).create(true).truncate(!pgn.append).open(&pgn.file)?;
        self.pgn_offset = file.seek(SeekFrom::End(0))?;
        if let Some(journal) = &mut self.journal {
            journal.line(0, "pgn", self.pgn_offset);
        }
        Ok(())
    }

    /// Writes all games that are finished, in the order of the event, in the place of those of this event
    /// that are in the file: the same for any number of boards, and after any interruption.
    pub(in crate::cli::argus) fn order_pgn(&self) -> io::Result<()> {
        let Some(pgn) = &self.config.pgn else { return Ok(()) };
        let mut text = match fs::read(&pgn.file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        text.truncate(usize::try_from(self.pgn_offset).unwrap_or(usize::MAX));
        for record in self.finished.values().filter(|record| self.wants(record)) {
            text.extend_from_slice(record.to_pgn(pgn.comments).as_bytes());
        }
        let beside = format!("{}.new", pgn.file);
        let mut file = fs::File::create(&beside)?;
        file.write_all(&text)?;
        file.sync_data()?;
        fs::rename(beside, &pgn.file)
    }

    /// The files that are written at the end.
    pub(in crate::cli::argus) fn write_records(&self) -> io::Result<()> {
        self.order_pgn()?;
        if let Some(path) = &self.config.epd {
            let text: String = self.finished.values().map(GameRecord::final_epd).collect();
            fs::write(path, text)?;
        }
        if let Some(path) = &self.config.json {
            let names: Vec<String> = self.config.engines.iter().map(|engine| engine.name.clone()).collect();
            let games: Vec<_> = self.finished.iter().map(|(&id, record)| (id, record.clone())).collect();
            let table = Crosstable::new(&self.tally, TieBreak::SonnebornBerger);
            let text =
                crate::event::json::event_to_json(&self.config.name, &names, &games, &self.tally, &table);
            fs::write(path, text)?;
        }
        Ok(())
    }

    /// What a program at fault said last, beside the file of games.
    fn keep_evidence(
        &self,
        record: &GameRecord,
        ending: &Ending,
        conns: [Option<crate::referee::ConnId>; 2],
    ) {
        let is_fault = !matches!(ending.cause, Cause::Mate(_) | Cause::Resignation(_));
        let Some(side) = ending.at_fault().filter(|_| is_fault) else { return };
        let Some(pgn) = &self.config.pgn else { return };
        let conn = if side == Color::White { conns[0] } else { conns[1] };
        let mut text = format!("# {} {}: {}\n", record.header.round, record.header.event, ending.words());
        if let Some(member) = conn.and_then(|conn| self.members.get(&conn)) {
            for line in &member.last {
                text.push_str(line);
                text.push('\n');
            }
        }
        let file = OpenOptions::new().append(true).create(true).open(format!("{}.faults", pgn.file));
        // It helps, and nothing depends on it.
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
    }
}
