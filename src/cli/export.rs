//! `export`: the records of all files in one other format.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::cli::args::ExportOptions;
use crate::cli::input::lines;
use crate::cli::output::replace;
use crate::cli::{Status, complain};
use crate::document::Document;
use crate::export::{Export, Format, add_opcodes};

pub(super) fn run(options: &ExportOptions, out: &mut dyn Write) -> io::Result<Status> {
    let Some(path) = &options.output else { return write(options, out) };
    replace(path, |file| write(options, file)).or_else(|error| {
        complain(&format!("{}: {error}", path.display()));
        Ok(Status::Trouble)
    })
}

fn write(options: &ExportOptions, out: &mut dyn Write) -> io::Result<Status> {
    let format = options.to.into();
    let columns = options.columns.clone();
    if format != Format::Csv || columns.is_some() {
        let mut writer = Writer::begin(Export::new(format, columns.unwrap_or_default()), out)?;
        let status = options.input.for_each(|opened| {
            writer.write(&opened.document)?;
            Ok(Status::Clean)
        })?;
        writer.end()?;
        return Ok(status);
    }
    // The columns are known after all lines are read, and standard input can be read once only.
    let mut files = Vec::new();
    let mut opcodes = BTreeSet::new();
    let status = options.input.take_each(|opened| {
        for (_, line) in lines(&opened.document) {
            add_opcodes(&line, &mut opcodes);
        }
        files.push(opened);
        Ok(Status::Clean)
    })?;
    let mut writer = Writer::begin(Export::new(format, opcodes.into_iter().collect()), out)?;
    for opened in &files {
        writer.write(&opened.document)?;
    }
    writer.end()?;
    Ok(status)
}

/// The output, and how many lines went into it. Lines are counted through all files, so that no two
/// records have one number.
struct Writer<'a> {
    export: Export,
    out: &'a mut dyn Write,
    count: u32,
}

impl<'a> Writer<'a> {
    fn begin(export: Export, out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(&export.head())?;
        Ok(Self { export, out, count: 0 })
    }

    fn write(&mut self, document: &Document) -> io::Result<()> {
        let mut text = Vec::new();
        for (_, line) in lines(document) {
            self.count = self.count.saturating_add(1);
            text.clear();
            if self.export.line(self.count, &line, &mut text) {
                self.out.write_all(&text)?;
            }
        }
        Ok(())
    }

    fn end(self) -> io::Result<()> {
        self.out.write_all(&self.export.foot())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{LineKind, parse};
    use proptest::prelude::*;
    use serde_json::Value;

    fn json(text: &[u8]) -> Value {
        let document = Document::from_bytes("", text.to_vec());
        let mut out = Vec::new();
        let mut writer = Writer::begin(Export::new(Format::Json, Vec::new()), &mut out).expect("a head");
        writer.write(&document).expect("records");
        writer.end().expect("a foot");
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
