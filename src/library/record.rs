//! One line: its fields, operations and findings, and the lines made from it.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use memchr::memmem;

use super::{Finding, RecordError};
use crate::chess::Chess;
use crate::chess::notation::coordinates;
use crate::chess::notation::line::both_coordinates;
use crate::document::LineEnd;
use crate::epd::game::{Game, is_chess960};
use crate::epd::lint::{self, Repair, Severity, Surroundings};
use crate::epd::moves::{ReadOperand, moves_of};
use crate::epd::normalize::normalize;
use crate::epd::opcode::is_opcode;
use crate::epd::position::{PositionReading, move_counters, record_fields};
use crate::epd::write::{check_operands, remove_opcodes, set_operation};
use crate::epd::{LineKind, Parse, parse, parse_fields};
use crate::text::encoding::{CodePage, Encoding};

/// A line of a file, kept byte for byte.
///
/// ```
/// use epidote::library::Record;
/// let record = Record::new(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"pawn\"\n", Some(7)).unwrap();
/// assert_eq!(record.operands("id"), Some(vec!["pawn".to_owned()]));
/// assert_eq!(record.san("bm").unwrap(), Some(vec!["e4".to_owned()]));
/// assert_eq!(record.fix(false).text(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";");
/// ```
#[derive(Debug, Clone)]
pub struct Record {
    bytes: Vec<u8>,
    number: Option<usize>,
    /// The position, once it was asked for: reading it is what costs most.
    position: OnceLock<Option<Box<Chess>>>,
}

/// Records are equal if their bytes are, wherever they are from.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Record {}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl Record {
    /// A line, with or without its line end, and its number if that is known.
    ///
    /// # Errors
    /// There are several lines.
    pub fn new(line: &[u8], number: Option<usize>) -> Result<Self, RecordError> {
        let line = LineEnd::strip(line);
        let record = Self::of_line(line, number);
        if line.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            return Err(RecordError { paragraph: None, ..record.error("more than one line", "") });
        }
        Ok(record)
    }

    /// A line without its line end, of which only one is there.
    pub fn of_line(line: &[u8], number: Option<usize>) -> Self {
        Self { bytes: line.to_vec(), number, position: OnceLock::new() }
    }

    /// The bytes of the line, without its end.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the line, from 1.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// The line.
    pub fn text(&self) -> String {
        self.decoded(&self.bytes)
    }

    fn parsed(&self) -> Parse<'_> {
        parse(&self.bytes)
    }

    fn encoding(&self) -> Encoding {
        Encoding::detect(&self.bytes, CodePage::default())
    }

    fn decoded(&self, bytes: &[u8]) -> String {
        self.encoding().decode(bytes).into_owned()
    }

    fn with(&self, bytes: Vec<u8>) -> Self {
        Self { bytes, number: self.number, position: OnceLock::new() }
    }

    fn error(&self, reason: &str, paragraph: &'static str) -> RecordError {
        RecordError { line: self.number, reason: reason.to_owned(), paragraph: Some(paragraph) }
    }

    /// `record`, `comment` or `blank`.
    pub fn kind(&self) -> &'static str {
        match LineKind::of(&self.bytes) {
            LineKind::Record => "record",
            LineKind::Comment => "comment",
            LineKind::Blank => "blank",
        }
    }

    /// The four fields as they are written; fewer if the line has fewer.
    pub fn fields(&self) -> Vec<String> {
        let parsed = self.parsed();
        parsed.fields.iter().map(|&field| self.decoded(parsed.bytes(field))).collect()
    }

    fn position(&self) -> Result<&Chess, RecordError> {
        let read = || PositionReading::read(&parse_fields(&self.bytes)).chess.map(Box::new);
        self.position.get_or_init(read).as_deref().ok_or_else(|| self.error("no legal position", "§4"))
    }

    /// Whether the four fields are a legal position.
    pub fn is_legal(&self) -> bool {
        self.position().is_ok()
    }

    /// The six fields of FEN of the position.
    ///
    /// # Errors
    /// It is not legal.
    pub fn fen(&self) -> Result<String, RecordError> {
        let parsed = self.parsed();
        let (halfmoves, fullmoves) = move_counters(&parsed);
        Ok(format!("{} {halfmoves} {fullmoves}", record_fields(self.position()?)))
    }

    /// Opcodes with their operands, in the order of the line.
    pub fn operations(&self) -> Vec<(String, Vec<String>)> {
        let (parsed, encoding) = (self.parsed(), self.encoding());
        let text = |bytes: &[u8]| encoding.decode(bytes).into_owned();
        let operands = |operation| {
            parsed.operands(operation).iter().map(|operand| text(operand.value(parsed.text()))).collect()
        };
        let operations = parsed.operations.iter();
        operations.map(|operation| (text(parsed.opcode(operation)), operands(operation))).collect()
    }

    /// The operands of an opcode; `None` if the record does not have it.
    pub fn operands(&self, opcode: &str) -> Option<Vec<String>> {
        let (parsed, encoding) = (self.parsed(), self.encoding());
        let operands = parsed.operands(parsed.operation(opcode)?).iter();
        Some(operands.map(|operand| encoding.decode(operand.value(parsed.text())).into_owned()).collect())
    }

    /// Whether the record has an opcode.
    pub fn has(&self, opcode: &str) -> bool {
        // Asked of every record of a file: most lines that lack it need not be parsed.
        memmem::find(&self.bytes, opcode.as_bytes()).is_some() && self.parsed().operation(opcode).is_some()
    }

    /// The moves of an operation in SAN; `None` if the record does not have it.
    ///
    /// # Errors
    /// The position is not legal, or a move cannot be played.
    pub fn san(&self, opcode: &str) -> Result<Option<Vec<String>>, RecordError> {
        self.played(opcode, ReadOperand::san)
    }

    /// The moves of an operation in coordinates; `None` if the record does not have it. If the position can only be of
    /// Chess960, or its rights are given by the files of rooks, every castling is the king's move to the rook.
    ///
    /// # Errors
    /// The position is not legal, or a move cannot be played.
    pub fn coordinates(&self, opcode: &str) -> Result<Option<Vec<String>>, RecordError> {
        let names_files = |field: &[u8]| field.iter().any(|byte| matches!(byte, b'A'..=b'H' | b'a'..=b'h'));
        let is_other = self.position().is_ok_and(is_chess960)
            || parse_fields(&self.bytes).field(2).is_some_and(names_files);
        self.played(opcode, |read, _| {
            let m = read.played()?;
            let [_, of_chess960] = both_coordinates(m);
            Some(if is_other { of_chess960 } else { coordinates(m) })
        })
    }

    /// The moves of an operation as `spell` writes them: nothing for what cannot be played.
    fn played(
        &self,
        opcode: &str,
        spell: impl Fn(&ReadOperand, &[u8]) -> Option<String>,
    ) -> Result<Option<Vec<String>>, RecordError> {
        let parsed = self.parsed();
        let Some(operation) = parsed.operation(opcode) else { return Ok(None) };
        let mut moves = Vec::new();
        for read in moves_of(&parsed, self.position()?, operation) {
            if read.is_no_move(parsed.text()) {
                continue;
            }
            let spelled = spell(&read, parsed.text()).ok_or_else(|| {
                let word = String::from_utf8_lossy(read.operand.value(parsed.text()));
                self.error(&format!("`{word}` cannot be played"), "§5.2.2")
            })?;
            moves.push(spelled);
        }
        Ok(Some(moves))
    }

    /// What is wrong with the line. In a very long line, findings after many others have no fixes.
    pub fn findings(&self) -> Vec<Finding> {
        Finding::all(&lint::check(&self.parsed()), &self.bytes)
    }

    /// The worst severity of the findings, `error`, `warning` or `info`; `None` without findings.
    pub fn severity(&self) -> Option<&'static str> {
        lint::worst(&lint::check(&self.parsed())).map(Severity::name)
    }

    /// Nothing, if no finding is an error.
    ///
    /// # Errors
    /// The first finding that is one.
    pub fn check(&self, game: Game) -> Result<(), RecordError> {
        let around = Surroundings { game, ..Surroundings::default() };
        let found = lint::check_with(&self.parsed(), around);
        let error = found.iter().find(|found| found.rule.severity == Severity::Error);
        error.map_or(Ok(()), |found| Err(self.error(&found.message.english(), found.paragraph)))
    }

    /// The record in normal form; itself if it is, or has none.
    #[must_use]
    pub fn normalize(&self) -> Self {
        self.with(normalize(&self.parsed()).unwrap_or_else(|| self.bytes.clone()))
    }

    /// The record with all fixes that keep the meaning, or also with those that may change it.
    #[must_use]
    pub fn fix(&self, also_unsafe: bool) -> Self {
        let repair = Repair { also_unsafe, ..Repair::default() };
        self.with(repair.line(&self.bytes).unwrap_or_else(|| self.bytes.clone()))
    }

    /// The record with an operation; `operands` as they are written in the line. The line becomes UTF-8 if its encoding
    /// lacks a character of theirs.
    ///
    /// # Errors
    /// The opcode is none, or the operands cannot be read (§5.1).
    pub fn set(&self, opcode: &str, operands: &str) -> Result<Self, RecordError> {
        if !is_opcode(opcode.as_bytes()) {
            return Err(self.error(&format!("`{opcode}` is no opcode"), "§5.1"));
        }
        let (line, operands) = self.encoding().unite(&self.bytes, operands);
        check_operands(&operands).map_err(|error| self.error(&error.to_string(), "§5.1"))?;
        let edit = set_operation(&parse(&line), opcode, &operands);
        let edit = edit.map_err(|error| self.error(&error.to_string(), "§5.1"))?;
        Ok(self.with(edit.apply(&line)))
    }

    /// The record without an opcode.
    #[must_use]
    pub fn remove(&self, opcode: &str) -> Self {
        let parsed = self.parsed();
        self.with(remove_opcodes(&parsed, |known| known == opcode.as_bytes()).apply(&self.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(line: &str) -> Record {
        Record::new(line.as_bytes(), Some(3)).unwrap()
    }

    #[test]
    fn a_line_has_its_end_taken_off_and_is_one() {
        let check = |line: &str, expect: Option<&str>| {
            let made = Record::new(line.as_bytes(), None);
            assert_eq!(made.as_ref().ok().map(Record::text).as_deref(), expect, "{line:?}");
        };
        check("", Some(""));
        check("a\n", Some("a"));
        check("a\r\n", Some("a"));
        check("a\r", Some("a"));
        check("a\r\r\n", Some("a"));
        check("a\nb", None);
        check("a\rb", None);
        check("\n\n", None);
    }

    #[test]
    fn what_is_there_is_given_in_words() {
        let check = |line: &str, kind: &str, fields: usize, operations: &[(&str, &[&str])]| {
            let record = record(line);
            let given: Vec<(String, Vec<String>)> = operations
                .iter()
                .map(|(opcode, operands)| {
                    ((*opcode).to_owned(), operands.iter().map(|&word| word.to_owned()).collect())
                })
                .collect();
            assert_eq!((record.kind(), record.fields().len()), (kind, fields), "{line}");
            assert_eq!(record.operations(), given, "{line}");
            for (opcode, operands) in given {
                assert!(record.has(&opcode) && record.operands(&opcode) == Some(operands), "{line}");
            }
        };
        check("", "blank", 0, &[]);
        check("# x", "comment", 0, &[]);
        check("4k3/8/8/8/8/8/8/4K3 w", "record", 2, &[]);
        check(
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2; id \"a b\";",
            "record",
            4,
            &[("bm", &["Kd2", "Kf2"]), ("id", &["a b"])],
        );
        assert_eq!(record("4k3/8/8/8/8/8/8/4K3 w - -").operands("bm"), None);
    }

    #[test]
    fn moves_are_spelled_in_both_ways() {
        let check = |operations: &str, opcode: &str, expect: Result<Option<(&str, &str)>, &str>| {
            let record = record(&format!("r3k3/8/8/8/8/8/4P3/4K3 w q - {operations}"));
            let words = |moves: Option<Vec<String>>| moves.map(|moves| moves.join(" "));
            let got = record.san(opcode).map(words).map_err(|error| error.to_string());
            assert_eq!(got, expect.map(|moves| moves.map(|(san, _)| san.to_owned())).map_err(str::to_owned));
            let got = record.coordinates(opcode).map(words).map_err(|error| error.to_string());
            assert_eq!(got, expect.map(|moves| moves.map(|(_, uci)| uci.to_owned())).map_err(str::to_owned));
        };
        check("bm e2e4 Kd2;", "bm", Ok(Some(("e4 Kd2", "e2e4 e1d2"))));
        check("pv e4 O-O-O;", "pv", Ok(Some(("e4 O-O-O", "e2e4 e8c8"))));
        check("pv;", "pv", Ok(Some(("", ""))));
        check("bm e4;", "am", Ok(None));
        check("bm e5;", "bm", Err("line 3: `e5` cannot be played (§5.2.2)"));
        let castlings = |line: &str| record(line).coordinates("bm").unwrap().unwrap().join(" ");
        assert_eq!(castlings("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - bm O-O O-O-O;"), "e1g1 e1c1");
        assert_eq!(castlings("r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAga - bm O-O O-O-O;"), "e1g1 e1a1");
    }

    #[test]
    fn an_illegal_position_is_told_with_its_paragraph() {
        let record = record("8/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        assert!(!record.is_legal());
        let expect =
            RecordError { line: Some(3), reason: "no legal position".to_owned(), paragraph: Some("§4") };
        assert_eq!((record.fen(), record.san("bm")), (Err(expect.clone()), Err(expect)));
        assert_eq!(record.severity(), Some("error"));
        assert!(record.check(Game::Chess).is_err());
    }

    #[test]
    fn lines_made_from_a_line_keep_its_number() {
        let record = record("4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2 ;id \"a\"");
        let check = |made: &Record, expect: &str| {
            assert_eq!((made.text().as_str(), made.number()), (expect, Some(3)));
        };
        check(&record.fix(false), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";");
        check(&record.normalize(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";");
        let fixed = record.fix(false);
        check(&fixed.set("c0", "\"x\"").unwrap(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 \"x\"; id \"a\";");
        check(&fixed.remove("bm"), "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";");
        check(&fixed.remove("bm").remove("bm"), "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";");
        for (opcode, operands) in [("0c", "1"), ("c0", "\"x"), ("c0", "1; c1 2"), ("", "1")] {
            let error = fixed.set(opcode, operands).unwrap_err();
            assert_eq!((error.line, error.paragraph), (Some(3), Some("§5.1")), "{opcode} {operands}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf_8_stay() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - id \"M\xfcller\"; zz 1;";
        let record = Record::new(line, None).unwrap();
        assert_eq!(record.operands("id"), Some(vec!["M\u{fc}ller".to_owned()]));
        assert_eq!(record.bytes(), line);
        let set = record.set("c0", "\"Gr\u{fc}n\"").unwrap();
        assert!(set.bytes().windows(5).any(|bytes| bytes == b"Gr\xfcn\""), "{:?}", set.text());
        let set = record.set("c0", "\"Ж\"").unwrap();
        assert_eq!(set.bytes(), "4k3/8/8/8/8/8/8/4K3 w - - c0 \"Ж\"; id \"Müller\"; zz 1;".as_bytes());
    }
}
