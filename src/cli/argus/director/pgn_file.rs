//! The file of games: games as they end, the one in progress, and all in their order at the end.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::halt::reason_of_break;
use super::{Director, Playing};
use crate::cli::located::Located as _;
use crate::cli::output::{is_still_at, replace};
use crate::event::games_file::{BegunGame, OwnGames, separator, with_games};
use crate::event::record::GameRecord;
use crate::event::schedule::GameId;
use crate::referee::board::Us;

/// Bytes at the end of a file that are looked at before games are added to it: more than a game.
const TAIL: u64 = 1 << 20;

/// The file of games.
#[derive(Default)]
pub(super) struct PgnFile {
    /// Open, and locked, for as long as games are played.
    file: Option<File>,
    /// Whether it can be shortened and replaced, unlike a pipe or a device.
    is_regular: bool,
    /// Where the finished games end.
    end: u64,
    /// Bytes after them of the game in progress.
    shown: u64,
    /// When the games that are played are written next.
    pub(super) live_at: Us,
}

impl PgnFile {
    /// Opens a file for one event alone.
    ///
    /// # Errors
    /// It cannot be written, or another event writes it and `is_urgent` is false.
    fn open(path: &Path, is_urgent: bool) -> io::Result<Self> {
        loop {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let is_regular = file.metadata()?.is_file();
            if is_regular && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && !is_urgent {
                return Err(io::Error::other("another event writes it"));
            }
            // Another event may have put a new file into its place, and gone, before it was locked.
            if !is_regular || is_still_at(path, &file) {
                let end = if is_regular { file.seek(SeekFrom::End(0))? } else { 0 };
                return Ok(Self { file: Some(file), is_regular, end, ..Self::default() });
            }
        }
    }

    /// Whatever is in the file ends, so that games can follow.
    fn separate(&mut self) -> io::Result<()> {
        let (Some(file), true) = (&mut self.file, self.is_regular) else { return Ok(()) };
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(self.end.saturating_sub(TAIL)))?;
        file.read_to_end(&mut tail)?;
        self.write(separator(&tail))
    }

    /// Writes what is new of the game in progress after the finished ones, unless another program has written there.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        let (Some(file), true) = (&mut self.file, self.is_regular) else { return Ok(()) };
        if file.metadata()?.len() != self.end + self.shown {
            return Ok(());
        }
        self.shown += text.len() as u64;
        file.write_all(text.as_bytes())
    }

    /// Writes a finished game in place of what was shown of it; of others that are not wanted, only that goes.
    fn add(&mut self, game: Option<String>) -> io::Result<()> {
        let Some(file) = self.file.as_mut().filter(|_| self.is_regular) else {
            return self.write(&game.unwrap_or_default());
        };
        let length = file.metadata()?.len();
        if length == self.end + std::mem::take(&mut self.shown) {
            file.set_len(self.end)?;
        } else {
            // What another program has added in the meantime stays.
            self.end = length;
            self.separate()?;
        }
        self.write(&game.unwrap_or_default())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(text.as_bytes())?;
        self.end += text.len() as u64;
        Ok(())
    }
}

impl Director {
    /// Replaces what was written of a game by the finished game.
    pub(super) fn append_pgn(&mut self, playing: &Playing) -> io::Result<()> {
        let Some(pgn) = &self.config.pgn else { return Ok(()) };
        let game = self.wants(&playing.record).then(|| playing.record.to_pgn(pgn.comments));
        self.pgn_file.add(game)
    }

    /// Prepares the file of games: keeps or removes what is there, as asked for.
    pub(super) fn begin_pgn(&mut self, is_heir: bool) -> io::Result<()> {
        let Some(pgn) = &self.config.pgn else { return Ok(()) };
        let mut opened = PgnFile::open(Path::new(&pgn.file), is_heir).at(&pgn.file)?;
        if pgn.append {
            opened.separate()?;
        } else if let (Some(file), true) = (&opened.file, opened.is_regular) {
            file.set_len(0)?;
            opened.end = 0;
        }
        if let Some(journal) = &mut self.journal {
            journal.line(0, "pgn", opened.end);
        }
        self.pgn_offset = Some(opened.end);
        self.pgn_file = opened;
        Ok(())
    }

    /// Continues the file of games of an interrupted event; an heir also where the referee before it still holds it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::cli::argus) fn resume_pgn(&mut self, is_heir: bool) -> io::Result<()> {
        // The referee was killed before it wrote anything there.
        if self.pgn_offset.is_none() {
            return self.begin_pgn(is_heir);
        }
        let Some(path) = self.config.pgn.as_ref().map(|pgn| pgn.file.clone()) else { return Ok(()) };
        // For this event alone while its games are put into order, too.
        self.pgn_file = PgnFile::open(Path::new(&path), is_heir).at(&path)?;
        self.order_pgn()?;
        // It may be the same file still, which this event holds.
        self.pgn_file = PgnFile::default();
        self.pgn_file = PgnFile::open(Path::new(&path), is_heir).at(&path)?;
        self.pgn_file.separate()
    }

    /// Writes all games of the event in their order, in place of those in the file: so it is the same for any
    /// number of boards, and after any interruption. Games of others stay.
    pub(super) fn order_pgn(&self) -> io::Result<()> {
        let (Some(pgn), Some(offset)) = (&self.config.pgn, self.pgn_offset) else { return Ok(()) };
        if fs::metadata(&pgn.file).is_ok_and(|file| !file.is_file()) {
            return Ok(());
        }
        let text = match fs::read(&pgn.file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => Err(error).at(&pgn.file)?,
        };
        let whole = |record: &GameRecord| record.to_pgn(pgn.comments);
        let ended = self
            .all_games()
            .iter()
            .filter(|(_, game)| self.wants(game))
            .map(|(_, game)| whole(game))
            .collect();
        let is_open = |id: &&GameId| !self.finished.contains_key(id) && !self.broken_off.contains_key(id);
        let begun = self.begun.iter().filter(is_open).filter_map(|&id| self.begun_game(id)).collect();
        let own = OwnGames { ended, begun, reason: reason_of_break() };
        let ordered = with_games(&text, usize::try_from(offset).unwrap_or(usize::MAX), &own);
        if ordered != text {
            replace(Path::new(&pgn.file), |out| out.write_all(&ordered)).at(&pgn.file)?;
        }
        Ok(())
    }

    /// A game in progress as the file of games shows it, as far as it is known.
    fn begun_game(&self, id: GameId) -> Option<BegunGame> {
        let mut record = self.new_record(&self.schedule.game(id)?);
        // The user hears of moves that cannot be played when the game goes on.
        let _ = self.add_past(&mut record, id);
        let pgn = self.config.pgn.as_ref().filter(|pgn| !pgn.finished_only)?;
        let text = record.to_pgn(pgn.comments);
        let text = text.trim_end().strip_suffix('*')?.trim_end().to_owned();
        let was_broken_off = self.were_broken_off.contains(&id);
        Some(BegunGame { text, is_shown: self.boards() == 1, was_broken_off })
    }

    /// Takes away what is shown of games that are broken off: they are written whole.
    pub(super) fn take_back(&mut self) -> io::Result<()> {
        self.pgn_file.add(None)
    }
}
