//! `import`: the positions of games, and the records of data sets and tables.

use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::ImportOptions;
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::input::{Opener, Origin, Packed, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::Profiles;
use crate::cli::units::{Kind, Units};
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::columns::parquet;
use crate::dataset::rows::Separator;
use crate::dataset::{self, Importer};
use crate::epd::{LineKind, parse};
use crate::language::{Text, args, say};
use crate::pgn;
use crate::text::encoding::BYTE_ORDER_MARK;
use crate::text::line_ends;

pub(super) fn run(session: &Session, options: &ImportOptions, out: &mut dyn Write) -> io::Result<Status> {
    if let Some(name) = options.needless() {
        complain(&format!("{name} says nothing about what --from names"));
        return Ok(Status::Trouble);
    }
    let kind = options.kind();
    let ending = if options.wants_parquet() { "parquet" } else { ending(kind) };
    let (places, unreadable) = options.input.places(ending, false);
    let status = tell_unreadable(&unreadable);
    let total = size_of(&places);
    let opener = Opener::new(Profiles::isolated()).with_tables(parquet::rows, ending);
    let progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, true);
    let crew = Crew { units: kind.map_or(Units::Found, Units::of), ..Crew::of(options.pace.workers()) };
    let mut writing = Writing {
        session,
        out,
        name: String::new(),
        is_parquet: false,
        sum: Sum::default(),
        all: Sum::default(),
    };
    let status = status.and(crew::run(opener, places, crew, &Importing(options), &mut writing)?);
    let Writing { all: Sum { games, data, has_data, failed, .. }, .. } = writing;
    out.flush()?;
    drop(progress);
    if has_data {
        session.say(&say("cli.imported-rows", [data.records, data.units]));
    }
    if games.games > 0 || !has_data && failed.is_none() {
        session.say(&say("cli.imported", [games.records, games.games]));
    }
    Ok(status)
}

/// The ending of the files of a folder.
fn ending(kind: Option<Kind>) -> &'static str {
    match kind {
        None | Some(Kind::Games) => "pgn",
        Some(Kind::Data(format)) => format.ending(),
    }
}

/// What is known of a text from its first lines.
#[derive(Default, Clone)]
enum Begun {
    /// Nothing: there were only blank lines.
    #[default]
    Blank,
    Games,
    Data(Arc<Importer>),
    /// It cannot be read.
    Failed,
}

/// What was read of a block.
struct Part {
    lines: Vec<u8>,
    sum: Sum,
}

/// What was read of a source, or of all of them.
#[derive(Default)]
struct Sum {
    /// Whether there was anything but blanks.
    has_text: bool,
    /// Whether it was a data set.
    has_data: bool,
    /// Whether there was anything but blanks after its header.
    has_rows: bool,
    games: pgn::Summary,
    data: dataset::Summary,
    /// Why the source cannot be read at all.
    failed: Option<dataset::Fault>,
    /// Columns of a table that are passed over.
    left_out: Vec<String>,
}

impl Sum {
    fn add(&mut self, next: Self) {
        self.has_text |= next.has_text;
        self.has_data |= next.has_data;
        self.has_rows |= next.has_rows;
        self.games.add(next.games);
        self.data.add(next.data);
        if self.failed.is_none() {
            self.failed = next.failed;
        }
        self.left_out.extend(next.left_out);
    }
}

struct Importing<'a>(&'a ImportOptions);

impl Verb for Importing<'_> {
    type Part = Part;
    type State = Begun;

    fn work(&self, piece: Piece, order: &Order<Begun>) -> Part {
        let text = piece.block.bytes();
        let is_parquet = piece.origin.packed == Some(Packed::Parquet);
        let mut part = Part { lines: Vec::new(), sum: Sum { has_text: !is_blank(text), ..Sum::default() } };
        let mut from = 0;
        let begun = order.pass(&piece, |begun| {
            if matches!(begun, Begun::Blank) && part.sum.has_text {
                (*begun, from) = self.begin(text, is_parquet).unwrap_or_else(|fault| {
                    part.sum.failed = Some(fault);
                    (Begun::Failed, 0)
                });
                if let Begun::Data(importer) = &*begun {
                    part.sum.left_out = importer.left_out(text);
                }
                if is_parquet {
                    // The names of its columns are no row, whatever it is read as.
                    from = memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1);
                }
            }
            begun.clone()
        });
        match begun {
            Begun::Blank | Begun::Failed => {}
            Begun::Games => part.sum.games = pgn::records(text, self.0.games(), &mut part.lines),
            Begun::Data(importer) => {
                let first = piece.block.first + line_ends::count(&text[..from]);
                // Rows of a file of Parquet are counted without the names of its columns.
                let first = first - usize::from(is_parquet);
                part.sum.has_data = true;
                part.sum.has_rows = !is_blank(&text[from..]);
                // Records are up to twice as long as rows.
                part.lines.reserve(2 * text.len());
                part.sum.data = importer.read(&text[from..], first, &mut part.lines);
            }
        }
        part
    }
}

impl Importing<'_> {
    /// Begins a text that is not blank: how it is read, and how many bytes are its header.
    fn begin(&self, text: &[u8], is_parquet: bool) -> Result<(Begun, usize), dataset::Fault> {
        if self.0.wants_parquet() && !is_parquet {
            return Err(dataset::Fault::NotParquet);
        }
        if dataset::is_own_json(text) {
            return Err(dataset::Fault::OwnJson);
        }
        let found = || match Kind::of(text) {
            Kind::Games if is_parquet => Kind::Data(dataset::Format::Table),
            kind => kind,
        };
        let kind = self.0.kind();
        if kind.is_none() && !is_parquet && !pgn::begins_with_game(text) && begins_with_record(text) {
            return Err(dataset::Fault::Records);
        }
        match kind.unwrap_or_else(found) {
            Kind::Games => Ok((Begun::Games, 0)),
            Kind::Data(format) => {
                let mut importer = Importer::new(self.0.data(format));
                // Rows of Parquet come with commas, whatever the names of its columns have in them.
                let from = if is_parquet {
                    importer.begin_with(text, Separator::Comma)?
                } else {
                    importer.begin(text)?
                };
                Ok((Begun::Data(Arc::new(importer)), from))
            }
        }
    }
}

/// Whether the first line that is not blank is a record.
fn begins_with_record(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| b"\r\n".contains(byte)).filter(|line| !line.trim_ascii().is_empty());
    lines.next().is_some_and(|line| {
        let parsed = parse(line.trim_ascii());
        parsed.kind == LineKind::Record && parsed.fields.len() == 4 && parsed.has_ranks()
    })
}

struct Writing<'a> {
    session: &'a Session,
    out: &'a mut dyn Write,
    /// The name of the source.
    name: String,
    is_parquet: bool,
    sum: Sum,
    all: Sum,
}

impl Writing<'_> {
    fn tell(&self, text: &Text) {
        complain(&format!("{}: {}", self.name, self.session.catalog.render(text)));
    }
}

impl Sink<Part> for Writing<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        self.name.clone_from(&origin.name);
        self.is_parquet = origin.packed == Some(Packed::Parquet);
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Part) -> io::Result<()> {
        self.sum.add(part.sum);
        self.out.write_all(&part.lines)
    }

    fn rest(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        let sum = std::mem::take(&mut self.sum);
        let is_unread = sum.failed.is_some();
        let mut messages = Vec::new();
        if let Some((game, word)) = &sum.games.first_passed_over {
            messages.push(say("cli.games-passed-over", args![sum.games.passed_over, *game, word]));
        }
        if sum.games.cut_comments > 0 {
            messages.push(say("cli.comments-cut", [sum.games.cut_comments]));
        }
        if let Some(failure) = &sum.games.first_failure {
            let reason = say("cli.game", args![failure.game, failure.fault.text()]);
            messages.push(say("cli.games-failed", args![sum.games.failed, sum.games.games, reason]));
        }
        if let Some(failure) = &sum.data.first_failure {
            let place = if self.is_parquet { "cli.row-of-table" } else { "cli.row" };
            let reason = say(place, args![failure.line, failure.fault.text()]);
            messages.push(say("cli.rows-failed", args![sum.data.failed, sum.data.units, reason]));
        }
        if let Some(fault) = &sum.failed {
            messages.push(fault.text());
        } else if sum.games.games == 0 && !sum.has_data && sum.has_text && is_whole {
            messages.push("cli.no-games".into());
        } else if sum.has_data && sum.data.units == 0 && sum.has_rows && is_whole {
            messages.push("cli.no-rows".into());
        }
        for text in &messages {
            self.tell(text);
        }
        if !sum.left_out.is_empty() {
            let names = sum.left_out.join(", ");
            self.session.say(&say("cli.columns-passed-over", [self.name.clone(), names]));
        }
        self.all.add(sum);
        Ok(if is_unread {
            Status::Trouble
        } else if messages.is_empty() {
            Status::Clean
        } else {
            Status::Findings
        })
    }
}

/// Whether there is nothing to read, apart from a byte order mark.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || BYTE_ORDER_MARK.contains(byte))
}
