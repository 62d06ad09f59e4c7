//! How a game ends: in the journal, in the files, in the tables.

use std::fs::OpenOptions;
use std::io::Write as _;

use super::{Director, Trouble};
use crate::chess::Color;
use crate::cli::argus::screen::print;
use crate::event::Outcome;
use crate::event::record::{End, GameRecord, Termination};
use crate::event::schedule::{FinishError, Game};
use crate::event::standings;
use crate::event::statistics::ReportStyle;
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
        if let Err(error) = self.count(&game, outcome) {
            self.trouble = Some(Trouble::Result(error));
        }
        self.decide();
        self.look_for_crash(&ending);
        self.past.remove(&game.id);
        if let Some(journal) = &mut self.journal {
            if let Err(error) = journal.flush() {
                self.trouble = Some(Trouble::Journal(error));
            }
            journal.sync();
        }
        if let Err(error) = self.append_pgn(&playing) {
            self.trouble = Some(Trouble::Pgn(error));
        }
        self.finished.insert(game.id, playing.record);
        self.rest();
        // A program that is late may never answer again, so another one plays the next game.
        let is_late = matches!(ending.cause, Cause::Flag(..) | Cause::Stall(..));
        let late = ending.at_fault().filter(|_| is_late);
        for (side, conn) in [(Color::White, playing.conns.white), (Color::Black, playing.conns.black)] {
            let Some(conn) = conn else { continue };
            self.release(conn);
            if late == Some(side) {
                self.replace(conn);
            }
        }
        self.tell(&game, playing.number, outcome, &reason);
    }

    /// Counts a result, once.
    pub(super) fn count(&mut self, game: &Game, outcome: Outcome) -> Result<(), FinishError> {
        standings::count(&self.config, &mut self.schedule, &mut self.tally, game, outcome)
    }

    /// Prints how a game ended and, at intervals, the standings.
    fn tell(&mut self, game: &Game, number: usize, outcome: Outcome, reason: &str) {
        if self.extras.is_quiet {
            return;
        }
        let name = |player: usize| self.config.engines[player].name.as_str();
        let (white, black) = (name(game.white), name(game.black));
        print(&format!("Finished game {number} ({white} vs {black}): {outcome} {{{reason}}}"));
        let interval = self.config.rating_interval as usize;
        if interval > 0 && self.finished.len().is_multiple_of(interval) {
            print(&self.state());
        } else if let (Some(report), ReportStyle::Cutechess) = (self.report(), self.config.report) {
            print(&report.score_line());
        }
    }

    /// Writes the last lines of a program at fault into a file beside the games.
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
        let header = &record.header;
        let mut text =
            format!("# {} {} - {}: {}\n", header.round, header.white, header.black, ending.words());
        if let Some(member) = conn.and_then(|conn| self.members.get(&conn)) {
            for line in member.evidence() {
                text.push_str(&line);
                text.push('\n');
            }
        }
        let file = OpenOptions::new().append(true).create(true).open(format!("{}.faults", pgn.file));
        // This is only a help; nothing depends on it.
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
    }
}
