//! A file in another format, read piece by piece: unpacked if Zstandard packed it, and made into records if it
//! holds games or a data set.

use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memmem;

use crate::archive::zstd::{ZstdError, rust::Zstd};
use crate::archive::{Counted, is_zstd};
use crate::dataset::{self, Format, Mapping, Reading};
use crate::language::Text;
use crate::pgn;
use crate::protocol::{Contents, ImportCount, Imported, Making};
use crate::text::encoding::{BYTE_ORDER_MARK, without_mark};
use crate::text::line_ends::{self, with_line_feeds};

/// Bytes read from the file at a time. The browser takes about a millisecond, however few there are.
const READ: usize = 2 << 20;

/// Bytes of unpacked text that a piece is made of. They take less than a tenth of a second.
const PIECE: usize = 1 << 20;

/// Bytes by which the kind of a file is judged.
const HEAD: usize = 64 << 10;

/// Most bytes without the end of a game or row, because they are held in memory together.
const MOST_UNDIVIDED: usize = 128 << 20;

/// A file that is being read.
pub(super) struct Intake {
    text: Box<dyn Read>,
    /// Bytes of the file that were read.
    read: Arc<AtomicU64>,
    /// Text that was read and is in no piece yet.
    ahead: Vec<u8>,
    /// A place in it before which no game or row ends.
    from: usize,
    is_over: bool,
    /// Why it was over before its end.
    damage: Option<Text>,
    /// Why it cannot be read.
    failure: Option<Text>,
    /// Bytes to read for a piece, and for the next one.
    pieces: (usize, usize),
    /// Pieces that were given.
    given: u32,
    /// Games in them.
    games: u32,
    /// The number of the line on which the next piece begins, from 1.
    line: usize,
    /// Cuts a data set, after its beginning.
    cut: Option<dataset::Cut>,
    /// Knows the columns of a data set, after its beginning.
    columns: Option<dataset::Importer>,
}

/// Why reading failed, in words for the user.
fn reason(error: &io::Error) -> Text {
    let zstd = error.get_ref().and_then(|inner| inner.downcast_ref::<ZstdError>());
    zstd.map_or_else(|| Text::Plain(error.to_string()), |error| error.text())
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Intake {
    /// Begins to read a file, which gives at least four bytes at once unless it ends before.
    pub(super) fn new(file: impl Read + 'static) -> Result<Self, Text> {
        Self::in_pieces(file, PIECE)
    }

    fn in_pieces(file: impl Read + 'static, piece: usize) -> Result<Self, Text> {
        let read = Arc::<AtomicU64>::default();
        let counted = Counted::new(file, Arc::clone(&read));
        let mut file = BufReader::with_capacity(READ, counted);
        let is_packed = is_zstd(file.fill_buf().map_err(|error| reason(&error))?);
        Ok(Self {
            text: if is_packed { Box::new(Zstd::new(file)) } else { Box::new(file) },
            read,
            ahead: Vec::new(),
            from: 0,
            is_over: false,
            damage: None,
            failure: None,
            pieces: (piece, piece),
            given: 0,
            games: 0,
            line: 1,
            cut: None,
            columns: None,
        })
    }

    /// Reads until this many bytes are ahead, or the text is over.
    fn read_ahead(&mut self, length: usize) {
        let missing = length.saturating_sub(self.ahead.len());
        if self.is_over || missing == 0 {
            return;
        }
        let read = self.text.by_ref().take(missing as u64).read_to_end(&mut self.ahead);
        self.is_over = read.is_err() || self.ahead.len() < length;
        if let Err(error) = read {
            let is_damage = matches!(error.get_ref(), Some(inner) if inner.is::<ZstdError>());
            *(if is_damage { &mut self.damage } else { &mut self.failure }) = Some(reason(&error));
        }
    }

    /// What the file holds, judged by its beginning.
    pub(super) fn contents(&mut self) -> Result<Contents, Text> {
        self.read_ahead(HEAD);
        if let Some(reason) = self.failure.as_ref().or(self.damage.as_ref().filter(|_| self.ahead.is_empty()))
        {
            return Err(reason.clone());
        }
        if pgn::begins_with_game(&self.ahead) {
            return Ok(Contents::Games);
        }
        let text = with_line_feeds(without_mark(&self.ahead));
        // A tab may stand for an empty first cell.
        let text = &text[dataset::rows::blank_lines(&text)..];
        if dataset::is_own_json(text) {
            return Err(dataset::Fault::OwnJson.text());
        }
        let other = || dataset::sketch(text).map_or(Contents::Text, Contents::Table);
        Ok(match Format::detect(text) {
            // Other JSON, and tables without what makes a record, are opened as they are.
            Some(Format::Evaluations) if memmem::find(text, b"\"evals\"").is_none() => Contents::Text,
            Some(format) if dataset::Importer::new(format.usual()).begin(text).is_err() => other(),
            Some(format) => Contents::Data(format),
            None => other(),
        })
    }

    /// The piece with this number, from 0. Each is given once, in order.
    pub(super) fn piece(&mut self, number: u32, making: &Making) -> Result<Imported, Text> {
        // A worker that took the place of another one begins anew, and would give the same pieces again.
        if number != self.given {
            return Err("why.worker-gone".into());
        }
        self.given += 1;
        self.read_ahead((self.ahead.len() + self.pieces.1).min(MOST_UNDIVIDED));
        if let Some(reason) = &self.failure {
            return Err(reason.clone());
        }
        let length = self.whole(making);
        let mut made = Imported::default();
        if length == 0 && !self.is_over {
            if self.ahead.len() >= MOST_UNDIVIDED {
                return Err("why.units-apart".into());
            }
            // The same text is not looked through often.
            (self.from, self.pieces.1) = (self.ahead.len(), self.pieces.1 * 2);
        } else {
            let text: Vec<u8> = self.ahead.drain(..length).collect();
            (self.from, self.pieces.1) = (0, self.pieces.0);
            made.count = self.make(making, &text, &mut made.text)?;
            self.line = self.line.saturating_add(line_ends::count(&text));
        }
        made.read = self.read.load(Ordering::Relaxed);
        made.is_end = self.is_over;
        if self.is_over {
            made.damage = self.damage.take();
        }
        Ok(made)
    }

    /// The length of what can be made at once.
    fn whole(&mut self, making: &Making) -> usize {
        let format = match making {
            Making::Text => return self.ahead.len(),
            // Of a damaged file, the last unit may be cut off.
            _ if self.is_over && self.damage.is_none() => return self.ahead.len(),
            Making::Games(_) => return pgn::last_game_start(&self.ahead).unwrap_or(0),
            Making::Data(format) => *format,
            Making::Table(_) => Format::Table,
        };
        let cut = self.cut.get_or_insert_with(|| dataset::Cut::new(format));
        let mark = if self.ahead.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        match cut.whole(&self.ahead[mark..], self.from.saturating_sub(mark)) {
            0 => 0,
            length => mark + length,
        }
    }

    fn make(&mut self, making: &Making, text: &[u8], out: &mut Vec<u8>) -> Result<ImportCount, Text> {
        match making {
            Making::Text => {
                out.extend_from_slice(text);
                Ok(ImportCount::default())
            }
            Making::Games(reading) => Ok(self.games(*reading, text, out)),
            Making::Data(format) => self.data(|| Ok(format.usual()), text, out),
            Making::Table(targets) => {
                let mapping = || Mapping::of_columns(targets).map_err(|error| error.text());
                self.data(|| mapping().map(Reading::Table), text, out)
            }
        }
    }

    fn games(&mut self, reading: pgn::Reading, text: &[u8], out: &mut Vec<u8>) -> ImportCount {
        let summary = pgn::records(text, reading, out);
        let before = self.games;
        let failure =
            |failure: pgn::Failure| (before.saturating_add(small(failure.game)), failure.fault.text());
        self.games = before.saturating_add(small(summary.games));
        ImportCount {
            units: small(summary.games),
            records: small(summary.records),
            failed: small(summary.failed),
            cut_comments: small(summary.cut_comments),
            first_failure: summary.first_failure.map(failure),
        }
    }

    fn data(
        &mut self,
        reading: impl FnOnce() -> Result<Reading, Text>,
        text: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<ImportCount, Text> {
        if text.trim_ascii().is_empty() {
            return Ok(ImportCount::default());
        }
        let (mut text, mut line) = (text, self.line);
        let importer = match &mut self.columns {
            Some(importer) => importer,
            none => {
                text = without_mark(text);
                let mut importer = dataset::Importer::new(reading()?);
                let header = importer.begin(text).map_err(|fault| fault.text())?;
                line += line_ends::count(&text[..header]);
                text = &text[header..];
                none.insert(importer)
            }
        };
        let summary = importer.read(text, line, out);
        Ok(ImportCount {
            units: small(summary.units),
            records: small(summary.records),
            failed: small(summary.failed),
            cut_comments: 0,
            first_failure: summary.first_failure.map(|failure| (small(failure.line), failure.fault.text())),
        })
    }
}

#[cfg(test)]
mod tests;
