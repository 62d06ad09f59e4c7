//! `export`: the records of all files in another format.

mod parquet;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;

use crate::cli::args::{ExportOptions, TableColumn, Target};
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::input::{Opener, Origin, Place, Unreadable, size_of};
use crate::cli::joined::Joined;
use crate::cli::progress::{Progress, Unit};
use crate::cli::report_file::{can_be_written, write_made};
use crate::cli::settings::Profiles;
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::columns::Columns;
use crate::epd::registers::Registers;
use crate::epd::write::{quote, remove_opcodes, set_operation};
use crate::epd::{LineKind, parse};
use crate::export::{LeftOut, add_opcodes};
use crate::language::say;
use crate::library::{Exporter, Joining};

pub(super) fn run(session: &Session, options: &ExportOptions, out: &mut dyn Write) -> io::Result<Status> {
    if options.columns.is_some() && !options.to.has_columns() {
        complain("--columns needs --to csv or --to parquet");
        return Ok(Status::Trouble);
    }
    let has_titles = |columns: &Vec<TableColumn>| columns.iter().any(|column| column.title != column.opcode);
    if options.to == Target::Parquet && options.columns.as_ref().is_some_and(has_titles) {
        complain("--columns: titles of columns need --to csv");
        return Ok(Status::Trouble);
    }
    let (places, unreadable) = options.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    let Some(path) = options.output.file() else {
        if options.to == Target::Parquet && io::stdout().is_terminal() {
            complain("Parquet is not text: write it to a file (--output FILE) or into a pipe");
            return Ok(Status::Trouble);
        }
        return write(session, options, places, status, out);
    };
    if !can_be_written(path, &places) {
        return Ok(Status::Trouble);
    }
    Ok(write_made(path, |file| write(session, options, places, status, file)))
}

fn write(
    session: &Session,
    options: &ExportOptions,
    places: Vec<Place>,
    status: Status,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut columns = options.columns.clone();
    let mut opener = Opener::new(Profiles::new(&options.reading));
    let crew = Crew::of(options.pace.workers());
    if options.to.has_columns() && columns.is_none() {
        // The columns are known only after all lines are read, and pipes can be read only once.
        opener.hold(&places)?;
        let mut all = Opcodes::default();
        crew::run(opener.again(), places.clone(), Crew::of(options.pace.workers()), &Looking, &mut all)?;
        let untitled = |opcode: String| TableColumn { title: opcode.clone(), opcode };
        columns = Some(all.0.into_iter().map(untitled).collect());
    }
    let mut columns = columns.unwrap_or_default();
    let mut known = BTreeSet::new();
    columns.retain(|column| known.insert(column.clone()));
    let (columns, titles) = columns.into_iter().map(|column| (column.opcode, column.title)).unzip();
    let total = size_of(&places);
    let prints = options.output.file().is_none();
    let progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, prints);
    let (done, count, left_out, of) = if options.to == Target::Parquet {
        let columns = Columns::all(columns).map_err(io::Error::other)?;
        let exporting = parquet::Exporting { columns: &columns, registers: options.registers };
        let mut writing = parquet::Writing::new(&columns, out)?;
        let done = crew::run(opener, places, crew, &exporting, &mut writing)?;
        let (count, left_out) = writing.finish()?;
        (done, count, left_out, "export.operations-left-out")
    } else {
        let exporting =
            Exporting { output: exporter(options.to, columns)?.titled(titles), registers: options.registers };
        out.write_all(&exporting.output.head())?;
        let is_lines = matches!(options.to, Target::Epd | Target::Normal);
        let joining = exporting.output.joining();
        let sum = Sum::default();
        let mut writing = Writing { out: Joined::new(out), is_lines, joining, sum };
        let done = crew::run(opener, places, crew, &exporting, &mut writing)?;
        writing.out.finish()?;
        writing.out.append(&exporting.output.foot())?;
        let Sum { count, left_out } = writing.sum;
        // A table has a place for every record.
        let of = if options.to == Target::Csv { "export.operations-left-out" } else { "export.left-out" };
        (done, count, left_out, of)
    };
    drop(progress);
    let is_joined = matches!(options.to, Target::Games | Target::Evaluations);
    // A file stays as it is if not everything could be read.
    if prints || status.and(done) != Status::Trouble {
        session.say(&say(if is_joined { "cli.exported-records" } else { "cli.exported" }, [count]));
    }
    if left_out.count > 0 {
        let text = say(of, [left_out.count, left_out.first_line]);
        complain(&session.catalog.render(&text));
    }
    Ok(status.and(done))
}

/// Writes everything but Parquet.
fn exporter(to: Target, columns: Vec<String>) -> io::Result<Exporter> {
    Exporter::named(to.name(), columns).ok_or_else(|| io::Error::other("the format has no text"))
}

/// How many lines were written, and which records were not.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    count: usize,
    left_out: LeftOut,
}

struct Exporting {
    output: Exporter,
    registers: bool,
}

impl Verb for Exporting {
    type Part = (Vec<u8>, Sum);
    type State = Registers;

    fn work(&self, piece: Piece, order: &Order<Registers>) -> Self::Part {
        let mut registers = self.registers.then(|| registers_at(&piece, order));
        let mut out = Vec::with_capacity(piece.block.bytes().len());
        let mut sum = Sum::default();
        let mut signs = piece.signs;
        for line in piece.block.lines() {
            // Lines are counted across all files, so that no two records have the same number.
            let number = u32::try_from(piece.before + line.number).unwrap_or(u32::MAX);
            let conventions = piece.origin.profile.with_variant(signs.see(line.text));
            let written = match &mut registers {
                Some(registers) => {
                    registers.apply(&parse(line.text), line.number);
                    self.output.line(
                        &conventions,
                        number,
                        &with_registers(line.text, registers),
                        line.end,
                        &mut out,
                    )
                }
                None => self.output.line(&conventions, number, line.text, line.end, &mut out),
            };
            sum.count += usize::from(written.is_some());
            sum.left_out.add(LeftOut::of_line(written, line.text, piece.before + line.number));
        }
        (out, sum)
    }
}

/// The registers before a block. The block's own changes are then added for the next one.
fn registers_at(piece: &Piece, order: &Order<Registers>) -> Registers {
    let dialect = piece.origin.profile.conventions.dialect;
    let mut says = Registers::of(dialect);
    for line in piece.block.lines() {
        says.apply(&parse(line.text), line.number);
    }
    order.pass(piece, |registers| {
        registers.dialect = dialect;
        let before = registers.clone();
        registers.overlay(says);
        before
    })
}

/// The record with the contents of the registers at its place, so that it means the same without the lines
/// before it.
fn with_registers<'a>(line: &'a [u8], registers: &Registers) -> Cow<'a, [u8]> {
    let mut text = Cow::Borrowed(line);
    if parse(line).kind != LineKind::Record {
        return text;
    }
    for (opcode, held) in registers.touched() {
        let parsed = parse(&text);
        let edit = match held.text() {
            Some(value) if parsed.value(&opcode) == Some(value) => continue,
            // A text with a quote in it cannot be written as a string, and nothing can be set in a line
            // without fields.
            Some(value) => {
                let set = quote(value).and_then(|quoted| set_operation(&parsed, &opcode, &quoted));
                let Ok(edit) = set else { continue };
                edit
            }
            None => remove_opcodes(&parsed, |known| known == opcode.as_bytes()),
        };
        if !edit.is_empty() {
            text = Cow::Owned(edit.apply(&text));
        }
    }
    text
}

struct Writing<'a> {
    out: Joined<'a>,
    /// Whether the lines of the files are written, with the byte order mark of the first file.
    is_lines: bool,
    joining: Joining,
    sum: Sum,
}

impl Sink<(Vec<u8>, Sum)> for Writing<'_> {
    fn begin(&mut self, _: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        self.out.begin(has_mark && self.is_lines);
        Ok(Taken::Yes)
    }

    fn take(&mut self, (text, sum): (Vec<u8>, Sum)) -> io::Result<()> {
        self.sum.count += sum.count;
        self.sum.left_out.add(sum.left_out);
        let mut joined = Vec::new();
        self.joining.take(text, &mut joined);
        self.out.write(&joined)
    }

    fn end(&mut self, _: bool) -> io::Result<Status> {
        let mut rest = Vec::new();
        self.joining.end(&mut rest);
        self.out.write(&rest)?;
        // In other formats the records of all files are one text.
        if self.is_lines {
            self.out.end()?;
        }
        Ok(Status::Clean)
    }
}

/// Finds out which opcodes there are.
struct Looking;

impl Verb for Looking {
    type Part = BTreeSet<String>;
    type State = ();

    fn work(&self, piece: Piece, _: &Order<()>) -> BTreeSet<String> {
        let mut opcodes = BTreeSet::new();
        for line in piece.block.lines() {
            add_opcodes(line.text, &mut opcodes);
        }
        opcodes
    }
}

#[derive(Default)]
struct Opcodes(BTreeSet<String>);

impl Sink<BTreeSet<String>> for Opcodes {
    fn begin(&mut self, _: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        Ok(Taken::Yes)
    }

    fn take(&mut self, opcodes: BTreeSet<String>) -> io::Result<()> {
        self.0.extend(opcodes);
        Ok(())
    }

    /// It is told when the records are written.
    fn failed(&mut self, _: &Unreadable) {}

    fn end(&mut self, _: bool) -> io::Result<Status> {
        Ok(Status::Clean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::conventions::Conventions;
    use crate::export::{Export, Format};
    use proptest::prelude::*;
    use serde_json::Value;

    fn json(text: &[u8]) -> Value {
        let export = Export::new(Format::Json, Vec::new());
        let mut out = export.head();
        for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
            export.line(&Conventions::default(), number, line, b"\n", &mut out);
        }
        out.extend(export.foot());
        serde_json::from_slice(&out)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&out)))
    }

    #[test]
    fn json_says_what_the_lines_say() {
        let array = json(b"4k3/8/8/8/8/8/8/4K3 w - - 3 9 bm Kd2; id \"a\\\x01b\";\n# remark\n8/8 w");
        assert_eq!(array[0]["format"], "epidote-records");
        assert_eq!(array[1]["fen"], "4k3/8/8/8/8/8/8/4K3 w - -");
        assert_eq!(array[1]["counters"][1], "9");
        assert_eq!(array[1]["operations"][1]["operands"][0], "a\\\u{1}b");
        assert_eq!((&array[2]["line"], &array[2]["fen"]), (&3.into(), &"8/8 w".into()));
        assert_eq!(json(b"").as_array().map(Vec::len), Some(1));
    }

    proptest! {
        #[test]
        fn any_lines_are_json(line in proptest::collection::vec(
            prop_oneof![any::<u8>(), proptest::sample::select(b"ab1/\\\" ;\xff".to_vec())], 0..60
        )) {
            let line: Vec<u8> = line.into_iter().filter(|byte| !b"\r\n".contains(byte)).collect();
            let text = [&line[..], b"\n8/8 w - -\n", &line].concat();
            let array = json(&text);
            let parse = parse(&line);
            let is_record = parse.kind == LineKind::Record;
            prop_assert_eq!(array.as_array().map(Vec::len), Some(2 + 2 * usize::from(is_record)));
            if is_record {
                let count = array[1]["operations"].as_array().map(Vec::len);
                prop_assert_eq!(count, Some(parse.operations.len()));
            }
        }
    }
}
