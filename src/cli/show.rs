//! `show`: the board of a record as text, and the operations of the line.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::chess::{Color, File, Piece, Rank, Square};
use crate::cli::args::{ShowOptions, ValueError, place};
use crate::cli::input::{Blocks, Opener, Place, Source, Unreadable, named};
use crate::cli::settings::{Profile, Profiles};
use crate::cli::{Session, Status, complain};
use crate::epd::lint::{Signs, Variant, check_with};
use crate::epd::opcode::lookup;
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, Parse, parse};
use crate::text::encoding::{CodePage, Encoding};

pub(super) fn run(
    session: &Session,
    options: &ShowOptions,
    styled: bool,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let found = place(&options.place).map_err(ShowError::Place);
    match found.and_then(|(file, number)| line_of(&file, number, options)) {
        Ok(found) => show(session, &found, options.flip, styled, out).map(|()| Status::Clean),
        Err(reason) => {
            complain(&reason.to_string());
            Ok(Status::Trouble)
        }
    }
}

/// Why there is no line to show.
#[derive(Debug)]
enum ShowError {
    /// The argument does not name a place.
    Place(ValueError),
    /// The file cannot be read.
    Unreadable(Unreadable),
    /// The file has fewer lines.
    Short {
        /// The path, as the user gave it.
        file: PathBuf,
        /// Number of its lines.
        lines: usize,
    },
}

impl fmt::Display for ShowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(error) => error.fmt(f),
            Self::Unreadable(error) => error.fmt(f),
            Self::Short { file, lines } => write!(f, "{}: it ends at line {lines}", file.display()),
        }
    }
}

impl From<Unreadable> for ShowError {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}

/// A line of a file.
struct Found {
    text: Vec<u8>,
    /// The variant of chess that the comments before it name.
    variant: Option<Variant>,
    /// How its file is read.
    profile: Arc<Profile>,
}

/// Finds a line of a file.
fn line_of(file: &Path, number: usize, options: &ShowOptions) -> Result<Found, ShowError> {
    let place = if file.as_os_str() == "-" { Place::Standard } else { Place::File(file.to_owned()) };
    let mut before = 0;
    for source in Opener::new(Profiles::new(&options.reading)).open(&place) {
        let Source { origin, reader } = source?;
        let mut blocks = Blocks::new(reader);
        named(&origin.name, blocks.take_mark())?;
        let mut signs = Signs::default();
        while let Some(block) = named(&origin.name, blocks.next_block())? {
            for line in block.lines() {
                let variant = signs.see(line.text);
                if before + line.number == number {
                    let profile = Arc::clone(&origin.profile);
                    return Ok(Found { text: line.text.to_vec(), variant, profile });
                }
            }
            if block.first + block.line_count() + before > number {
                break;
            }
        }
        before += blocks.lines_so_far();
    }
    Err(ShowError::Short { file: file.to_owned(), lines: before })
}

fn show(
    session: &Session,
    Found { text, variant, profile }: &Found,
    flip: bool,
    styled: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let encoding = Encoding::detect(text, CodePage::default());
    let decode = |bytes: &[u8]| encoding.decode(bytes).replace(|c: char| c.is_control(), "\u{fffd}");
    writeln!(out, "{}\n", decode(text))?;
    let parsed = parse(text);
    if parsed.kind == LineKind::Record {
        if parsed.has_ranks() {
            board(&PositionReading::read_as(&parsed, profile.conventions.game), flip, styled, out)?;
        }
        operations(session, &parsed, &decode, out)?;
    }
    let mut found = check_with(&parsed, profile.around(*variant));
    profile.retain(&mut found);
    for found in found {
        let message = session.catalog.render(&found.message);
        writeln!(out, "{} {message} ({})", found.rule.code, found.paragraph)?;
    }
    Ok(())
}

/// The board in letters, with dots for empty squares.
fn board(position: &PositionReading, flip: bool, styled: bool, out: &mut dyn Write) -> io::Result<()> {
    let turned = |at: usize| if flip { 7 - at } else { at };
    for row in 0..8 {
        let rank = Rank::ALL[7 - turned(row)];
        write!(out, "{} ", rank.char())?;
        for column in 0..8 {
            let square = Square::from_coords(File::ALL[turned(column)], rank);
            let piece = position.board.piece_at(square);
            let (start, end) = match piece {
                Some(piece) if styled && piece.color == Color::White => ("\x1b[1m", "\x1b[0m"),
                None if styled => ("\x1b[2m", "\x1b[0m"),
                _ => ("", ""),
            };
            write!(out, " {start}{}{end}", piece.map_or('.', Piece::char))?;
        }
        writeln!(out)?;
    }
    let letters: Vec<String> = (0..8).map(|column| File::ALL[turned(column)].char().to_string()).collect();
    writeln!(out, "   {}\n", letters.join(" "))?;
    let side = match position.turn {
        Some(Color::White) => "White to move",
        Some(Color::Black) => "Black to move",
        None => "nobody to move",
    };
    writeln!(out, "{side}\n")
}

/// Each operation, with the name of its opcode.
fn operations(
    session: &Session,
    parsed: &Parse<'_>,
    decode: &dyn Fn(&[u8]) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    for operation in &parsed.operations {
        let opcode = parsed.opcode(operation);
        let operands = operation.operand_span.map(|span| decode(parsed.bytes(span))).unwrap_or_default();
        let title = lookup(opcode).map(|spec| format!("  ({})", session.catalog.render(&spec.title())));
        writeln!(out, "{:<5} {operands}{}", decode(opcode), title.unwrap_or_default())?;
    }
    if parsed.operations.is_empty() { Ok(()) } else { writeln!(out) }
}
