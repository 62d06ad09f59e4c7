//! A file in another format, read piece by piece: unpacked if Zstandard packed it, and made into records if it
//! holds games or a data set.

use std::cell::Cell;
use std::io::{self, BufRead as _, BufReader, Read};
use std::rc::Rc;

use crate::archive::is_zstd;
use crate::archive::zstd::{Zstd, ZstdError};
use crate::dataset::{self, Format};
use crate::language::Text;
use crate::pgn;
use crate::protocol::{Contents, ImportCount, Imported, Making, Positions};

/// Bytes read from the file at a time.
const READ: usize = 256 << 10;

/// Bytes of unpacked text that a piece is made of. They take some tens of milliseconds.
const PIECE: usize = 512 << 10;

/// Bytes by which the kind of a file is judged.
const HEAD: usize = 64 << 10;

/// Most bytes without the end of a game or row, because they are held in memory together.
const MOST_UNDIVIDED: usize = 128 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A file that is being read.
pub(super) struct Intake {
    text: Box<dyn Read>,
    /// Bytes of the file that were read.
    read: Rc<Cell<u64>>,
    /// Text that was read and is in no piece yet.
    ahead: Vec<u8>,
    /// A place in it before which no game or row ends.
    from: usize,
    is_over: bool,
    damage: Option<Text>,
    /// Bytes to read for the next piece.
    piece: usize,
    /// Pieces that were given.
    given: u32,
    /// Games in them.
    games: u32,
    /// The number of the line on which the next piece begins, from 1.
    line: usize,
    /// Knows the columns of a data set, after its beginning.
    columns: Option<dataset::Importer>,
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
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
        let read = Rc::<Cell<u64>>::default();
        let counted = Counted { inner: file, count: Rc::clone(&read) };
        let mut file = BufReader::with_capacity(READ, counted);
        let is_packed = is_zstd(file.fill_buf().map_err(|error| reason(&error))?);
        Ok(Self {
            text: if is_packed { Box::new(Zstd::new(file)) } else { Box::new(file) },
            read,
            ahead: Vec::new(),
            from: 0,
            is_over: false,
            damage: None,
            piece,
            given: 0,
            games: 0,
            line: 1,
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
        self.damage = read.err().map(|error| reason(&error));
        self.is_over = self.damage.is_some() || self.ahead.len() < length;
    }

    /// What the file holds, judged by its beginning.
    pub(super) fn contents(&mut self) -> Result<Contents, Text> {
        self.read_ahead(HEAD);
        match &self.damage {
            Some(reason) if self.ahead.is_empty() => Err(reason.clone()),
            _ if pgn::begins_with_game(&self.ahead) => Ok(Contents::Games),
            _ => Ok(match Format::detect(&self.ahead) {
                // Any other JSON is opened as it is.
                Some(Format::Evaluations) if memchr::memmem::find(&self.ahead, b"\"fen\"").is_none() => {
                    Contents::Text
                }
                Some(format) => Contents::Data(format),
                None => Contents::Text,
            }),
        }
    }

    /// The piece with this number, from 0. Each is given once, in order.
    pub(super) fn piece(&mut self, number: u32, making: Making) -> Result<Imported, Text> {
        // A worker that took the place of another one begins anew, and would give the same pieces again.
        if number != self.given {
            return Err("why.worker-gone".into());
        }
        self.given += 1;
        self.read_ahead(self.ahead.len() + self.piece);
        let length = self.whole(making);
        let mut made = Imported::default();
        if length == 0 && !self.is_over {
            if self.ahead.len() > MOST_UNDIVIDED {
                return Err("why.units-apart".into());
            }
            // The same text is not looked through often.
            (self.from, self.piece) = (self.ahead.len(), self.piece * 2);
        } else {
            let text: Vec<u8> = self.ahead.drain(..length).collect();
            self.from = 0;
            made.count = self.make(making, &text, &mut made.text)?;
            self.line += memchr::memchr_iter(b'\n', &text).count();
        }
        made.read = self.read.get();
        made.is_end = self.is_over;
        if self.is_over {
            made.damage = self.damage.take();
        }
        Ok(made)
    }

    /// The length of what can be made at once.
    fn whole(&self, making: Making) -> usize {
        match making {
            _ if self.is_over => self.ahead.len(),
            Making::Text => self.ahead.len(),
            Making::Games(_) => pgn::last_game_start(&self.ahead).unwrap_or(0),
            Making::Data(format) => dataset::whole(format, &self.ahead, self.from),
        }
    }

    fn make(&mut self, making: Making, text: &[u8], out: &mut Vec<u8>) -> Result<ImportCount, Text> {
        match making {
            Making::Text => {
                out.extend_from_slice(text);
                Ok(ImportCount::default())
            }
            Making::Games(positions) => Ok(self.games(positions, text, out)),
            Making::Data(format) => self.data(format, text, out),
        }
    }

    fn games(&mut self, positions: Positions, text: &[u8], out: &mut Vec<u8>) -> ImportCount {
        let positions = match positions {
            Positions::Every => pgn::Positions::Every,
            Positions::Final => pgn::Positions::Final,
            Positions::AtPly(ply) => pgn::Positions::AtPly(ply),
        };
        let summary = pgn::records(text, positions, out);
        let before = self.games;
        let failure =
            |failure: pgn::Failure| (before.saturating_add(small(failure.game)), failure.fault.text());
        self.games = before.saturating_add(small(summary.games));
        ImportCount {
            units: small(summary.games),
            records: small(summary.records),
            failed: small(summary.failed),
            first_failure: summary.first_failure.map(failure),
        }
    }

    fn data(&mut self, format: Format, text: &[u8], out: &mut Vec<u8>) -> Result<ImportCount, Text> {
        if text.trim_ascii().is_empty() {
            return Ok(ImportCount::default());
        }
        let (mut text, mut line) = (text, self.line);
        let importer = match &mut self.columns {
            Some(importer) => importer,
            none => {
                text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
                let mut importer = dataset::Importer::new(format.usual());
                let header = importer.begin(text).map_err(|fault| fault.text())?;
                line += memchr::memchr_iter(b'\n', &text[..header]).count();
                text = &text[header..];
                none.insert(importer)
            }
        };
        let summary = importer.read(text, line, out);
        Ok(ImportCount {
            units: small(summary.units),
            records: small(summary.records),
            failed: small(summary.failed),
            first_failure: summary.first_failure.map(|failure| (small(failure.line), failure.fault.text())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{args, say};
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
    const GAMES: &str = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 d5 *";
    const TABLE: &str =
        "\u{feff}fen,id\n4k3/8/8/8/8/8/8/4K3 w - -,\"a\nb\"\n8/8,bad\n4k3/8/8/8/8/8/8/4K3 b - -,c";

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    /// What a file holds, and what all its pieces give.
    fn read_in(piece: usize, file: &[u8], making: Making) -> (Contents, Result<Imported, Text>) {
        let mut intake = Intake::in_pieces(io::Cursor::new(file.to_vec()), piece).expect("a file");
        let contents = intake.contents().expect("its beginning");
        let mut all = Imported::default();
        for number in 0.. {
            match intake.piece(number, making) {
                Ok(Imported { read, text, is_end, count, damage }) => {
                    assert!(read >= all.read, "{read} after {}", all.read);
                    (all.read, all.is_end, all.damage) = (read, is_end, damage);
                    all.text.extend(text);
                    all.count.add(count);
                    if is_end {
                        break;
                    }
                }
                Err(reason) => return (contents, Err(reason)),
            }
        }
        (contents, Ok(all))
    }

    #[track_caller]
    fn check(file: &[u8], contents: Contents, making: Making, text: &str, count: (u32, u32, u32)) {
        for file in [file.to_vec(), zstd(file)] {
            for piece in [1, 7, 40, PIECE] {
                let (found, all) = read_in(piece, &file, making);
                let all = all.expect("a readable file");
                assert_eq!(found, contents);
                assert_eq!(
                    (String::from_utf8_lossy(&all.text).as_ref(), all.damage),
                    (text, None),
                    "{piece}"
                );
                assert_eq!((all.count.units, all.count.records, all.count.failed), count, "{piece}");
                assert_eq!(all.read, file.len() as u64);
            }
        }
    }

    #[test]
    fn a_text_stays_as_it_is() {
        for text in ["", "\n", "4k3/8/8/8/8/8/8/4K3 w - -\r\nno last newline", "\u{feff}# a\n", "{\"a\":1}"] {
            check(text.as_bytes(), Contents::Text, Making::Text, text, (0, 0, 0));
        }
        // What the name says is stronger than what the beginning looks like.
        check(GAMES.as_bytes(), Contents::Games, Making::Text, GAMES, (0, 0, 0));
    }

    #[test]
    fn games_become_records_and_what_failed_is_told() {
        for file in [GAMES.as_bytes().to_vec(), zstd(GAMES.as_bytes())] {
            for piece in [1, 20, PIECE] {
                let (contents, all) = read_in(piece, &file, Making::Games(Positions::Final));
                let all = all.expect("games");
                assert_eq!(contents, Contents::Games);
                assert_eq!((all.count.units, all.count.records, all.count.failed), (3, 3, 1));
                assert_eq!(all.count.first_failure, Some((2, say("why.game-move", args!["e5", 1]))));
                let lines = String::from_utf8_lossy(&all.text).into_owned();
                assert_eq!((lines.lines().count(), lines.ends_with('\n')), (3, true), "{lines}");
            }
        }
    }

    #[test]
    fn data_sets_become_records_and_lines_are_counted() {
        for piece in [1, 9, PIECE] {
            let (contents, all) = read_in(piece, &zstd(TABLE.as_bytes()), Making::Data(Format::Table));
            let all = all.expect("a table");
            assert_eq!(contents, Contents::Data(Format::Table));
            assert_eq!((all.count.units, all.count.records, all.count.failed), (3, 2, 1));
            let lines = String::from_utf8_lossy(&all.text).into_owned();
            assert_eq!(lines, format!("{KINGS} id \"a'b\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"c\";\n"));
            // The header is line 1, and the first row takes two.
            assert_eq!(all.count.first_failure.map(|(line, _)| line), Some(4), "{piece}");
        }
        check(
            format!("fen {KINGS} 0 1\nmove e1d2\nscore 5\nply 0\nresult 0\ne\n").as_bytes(),
            Contents::Data(Format::Plain),
            Making::Data(Format::Plain),
            &format!("{KINGS} ce 5; pm Kd2; ptp Result \"1/2-1/2\";\n"),
            (1, 1, 0),
        );
    }

    #[test]
    fn a_header_without_a_position_is_told() {
        let (_, all) = read_in(PIECE, b"a,b\n1,2\n", Making::Data(Format::Table));
        assert_eq!(all, Err(say("why.data-no-column", ["fen"])));
    }

    #[test]
    fn damage_is_told_after_what_could_be_read() {
        let text: Vec<u8> =
            (0..300_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
        let mut packed = zstd(&text);
        packed.truncate(packed.len() - 9);
        let (_, all) = read_in(PIECE, &packed, Making::Text);
        let all = all.expect("the part before");
        assert!(!all.text.is_empty() && text.starts_with(&all.text));
        assert_eq!(all.damage, Some("why.zstd-damaged".into()));
        let mut intake = Intake::new(io::Cursor::new(b"\x28\xb5\x2f\xfdx".to_vec())).expect("a file");
        assert_eq!(intake.contents(), Err("why.zstd-damaged".into()));
    }

    #[test]
    fn no_piece_is_given_twice() {
        let mut intake = Intake::in_pieces(io::Cursor::new(b"4k3/8\n".repeat(9)), 6).expect("a file");
        intake.piece(0, Making::Text).expect("the first piece");
        for number in [0, 2] {
            assert_eq!(intake.piece(number, Making::Text), Err("why.worker-gone".into()), "{number}");
        }
    }

    proptest! {
        #[test]
        fn the_size_of_pieces_does_not_matter(
            rows in proptest::collection::vec(prop::sample::select(vec![
                "4k3/8/8/8/8/8/8/4K3 w - -,a\n", "4k3/8/8/8/8/8/8/4K3 b - -,\"a, b\"\r\n", "8/8,c\n", "\n", "x\"y,z\n",
            ]), 0..20),
            piece in 1_usize..200,
        ) {
            let file = format!("fen,id\n{}", rows.concat());
            let (_, whole) = read_in(PIECE, file.as_bytes(), Making::Data(Format::Table));
            let (_, pieces) = read_in(piece, file.as_bytes(), Making::Data(Format::Table));
            prop_assert_eq!(pieces, whole);
        }
    }
}
