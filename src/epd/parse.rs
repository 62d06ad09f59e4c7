//! From tokens to structure: four fields, then operations. Never fails.

use arrayvec::ArrayVec;

use crate::epd::counters::Counters;
use crate::epd::lexed::{Solid, Token, TokenKind, lex};
use crate::epd::line_kind::LineKind;
use crate::epd::names::Names;
use crate::epd::operand::{Integer, read_integer};
use crate::epd::operation::{Operand, OperandKind, Operation};
use crate::text::span::Span;

/// One parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parse<'a> {
    text: &'a [u8],
    /// The kind of the line.
    pub kind: LineKind,
    /// The fields that are there, at most four: placement, active colour, castling availability,
    /// en passant target (§4). Empty unless the line is a record.
    pub fields: ArrayVec<Span, 4>,
    /// The FEN counters, if one or two follow the fields.
    pub counters: Option<Counters>,
    /// The operations in text order.
    pub operations: Vec<Operation>,
    /// The operands of all operations in text order.
    operands: Vec<Operand>,
    /// Semicolons that end no operation.
    pub stray_semicolons: Vec<Span>,
    /// The opcodes of the operations.
    opcodes: Names,
    /// Whether two opcodes may be equal.
    may_repeat: bool,
    has_regular_blanks: bool,
}

impl<'a> Parse<'a> {
    /// The line as given.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// What was found out about the line, for a copy of it at another place. Without its bytes, all spans are
    /// empty.
    pub(crate) fn moved_to(self, text: &[u8]) -> Parse<'_> {
        Parse {
            text,
            kind: self.kind,
            fields: self.fields,
            counters: self.counters,
            operations: self.operations,
            operands: self.operands,
            stray_semicolons: self.stray_semicolons,
            opcodes: self.opcodes,
            may_repeat: self.may_repeat,
            has_regular_blanks: self.has_regular_blanks,
        }
    }

    /// All tokens; their texts in order are the line.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + Clone + use<'a> {
        lex(self.text)
    }

    /// The bytes of a span of this line.
    pub fn bytes(&self, span: Span) -> &'a [u8] {
        let end = span.end.min(self.text.len());
        &self.text[span.start.min(end)..end]
    }

    /// The bytes of field `index` (0 placement … 3 en passant), if it exists.
    ///
    /// ```
    /// let line = epidote::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    /// assert_eq!(line.field(1), Some(&b"w"[..]));
    /// assert_eq!(epidote::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w").field(2), None);
    /// ```
    pub fn field(&self, index: usize) -> Option<&'a [u8]> {
        self.fields.get(index).map(|&span| self.bytes(span))
    }

    /// Returns whether two records have the same text in the four fields (§4): the same position.
    pub fn has_fields_of(&self, other: &Parse<'_>) -> bool {
        (0..4).all(|index| self.field(index) == other.field(index))
    }

    /// The opcode text of an operation of this line.
    pub fn opcode(&self, operation: &Operation) -> &'a [u8] {
        self.bytes(operation.opcode)
    }

    /// The operands of an operation of this line, in text order.
    pub fn operands(&self, operation: &Operation) -> &[Operand] {
        self.operands.get(operation.operands.0..operation.operands.1).unwrap_or_default()
    }

    /// Returns whether an opcode may be in the line twice. A quick no for almost all lines, and never a wrong
    /// no.
    pub fn may_repeat_opcodes(&self) -> bool {
        self.may_repeat
    }

    /// Returns whether an operation may have this opcode. A quick no for most opcodes, and never a wrong no.
    #[inline]
    pub fn may_have(&self, opcode: &str) -> bool {
        self.opcodes.may_hold(opcode.as_bytes())
    }

    /// The first operation with this opcode.
    #[inline]
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        if self.may_have(opcode) { self.first_with(opcode.as_bytes()) } else { None }
    }

    fn first_with(&self, opcode: &[u8]) -> Option<&Operation> {
        self.operations.iter().find(|operation| self.opcode(operation) == opcode)
    }

    /// The value of the first operand of `opcode`, without quotes.
    ///
    /// ```
    /// let line = epidote::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - ce -12; id \"kings; alone\";");
    /// assert_eq!(line.value("id"), Some(&b"kings; alone"[..]));
    /// assert_eq!(line.integer("ce"), Some(-12));
    /// assert_eq!(line.value("bm"), None);
    /// ```
    #[inline]
    pub fn value(&self, opcode: &str) -> Option<&'a [u8]> {
        self.operands(self.operation(opcode)?).first().map(|operand| operand.value(self.text))
    }

    /// The value of an integer opcode, if it is written correctly.
    #[inline]
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match read_integer(self.value(opcode)?) {
            Integer::Value(value) => Some(value),
            Integer::TooLarge | Integer::Malformed => None,
        }
    }

    /// Returns whether the line can be meant as a record: its first word has eight ranks. Only such a line is
    /// ever rewritten as a whole; prose in a file is not.
    pub fn has_ranks(&self) -> bool {
        self.field(0).is_some_and(|field| memchr::memchr_iter(b'/', field).count() == 7)
    }

    /// Returns whether the first word can be ranks of which some are missing or too many. In words with fewer slashes
    /// letters are no pieces.
    pub fn has_some_ranks(&self) -> bool {
        self.field(0).is_some_and(|field| memchr::memchr_iter(b'/', field).nth(1).is_some())
    }

    /// Returns whether sorting would change the meaning of the line, because [`Self::is_bare_number`].
    pub fn has_bare_numbers(&self) -> bool {
        self.operations.iter().any(|operation| self.is_bare_number(operation))
    }

    /// Returns whether an operation would be read as FEN counters if it came first.
    pub fn is_bare_number(&self, operation: &Operation) -> bool {
        let opcode = self.opcode(operation);
        !opcode.is_empty() && opcode.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-')
    }

    /// Returns whether there is one space wherever a blank belongs, nothing where none does, and no control
    /// character that hides which.
    pub fn has_regular_blanks(&self) -> bool {
        self.has_regular_blanks
    }

    /// Returns whether a string in the line is never closed: no operation after it can be told from it.
    pub fn has_open_string(&self) -> bool {
        self.operands.last().is_some_and(|last| last.kind == OperandKind::OpenStr)
    }
}

#[cfg(test)]
thread_local! {
    /// How many lines this thread has parsed, for tests of who parses a line again.
    pub(crate) static PARSED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Parses one line. `text` is the line without its line end; any bytes will do. Linear in the length of the
/// line.
///
/// ```
/// use epidote::epd::{LineKind, parse};
/// // A FEN with its counters, an operation without its semicolon: read all the same.
/// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2 Ke2; id \"kings\"");
/// assert_eq!(line.kind, LineKind::Record);
/// assert!(line.counters.is_some());
/// for operation in &line.operations {
///     let operands = line.operands(operation).iter().map(|operand| operand.value(line.text()));
///     match line.opcode(operation) {
///         b"bm" => assert!(operands.eq([&b"Kd2"[..], b"Ke2"])),
///         b"id" => assert!(operands.eq([b"kings"])),
///         other => panic!("{other:?}"),
///     }
/// }
/// assert_eq!(parse(b"# a remark").kind, LineKind::Comment);
/// ```
pub fn parse(text: &[u8]) -> Parse<'_> {
    #[cfg(test)]
    PARSED.with(|count| count.set(count.get() + 1));
    let (mut parse, mut next, mut rest) = read_fields(text);
    if parse.kind == LineKind::Record {
        if parse.fields.is_full()
            && let Some((counters, behind)) = Counters::read(text, next, &mut rest)
        {
            parse.counters = Some(counters);
            next = behind;
        }
        read_operations(&mut parse, next, &mut rest);
        parse.has_regular_blanks = rest.has_regular_blanks();
    }
    parse
}

/// Parses the four fields of a line alone, which is all that a position needs: neither counters nor operations.
pub(crate) fn parse_fields(text: &[u8]) -> Parse<'_> {
    read_fields(text).0
}

/// The fields of a line, the token behind them, and what follows it.
#[inline]
fn read_fields(text: &[u8]) -> (Parse<'_>, Option<Token>, Solid<'_>) {
    let mut rest = Solid::of(text);
    let mut next = rest.next();
    let mut parse = Parse {
        text,
        kind: LineKind::by_start(text, next),
        fields: ArrayVec::new(),
        counters: None,
        operations: Vec::new(),
        operands: Vec::new(),
        stray_semicolons: Vec::new(),
        opcodes: Names::default(),
        may_repeat: false,
        has_regular_blanks: true,
    };
    if parse.kind == LineKind::Record {
        while let Some(field) = next.filter(|next| next.kind == TokenKind::Word) {
            if parse.fields.try_push(field.span).is_err() {
                break;
            }
            next = rest.next();
        }
    }
    (parse, next, rest)
}

fn read_operations(parse: &mut Parse<'_>, next: Option<Token>, rest: &mut Solid<'_>) {
    if let Some(first) = next {
        // Real records have an operation every sixteen bytes, and an operand every six.
        let length = parse.text.len() - first.span.start;
        parse.operations.reserve_exact(length / 16 + 1);
        parse.operands.reserve_exact(length / 6 + 1);
    }
    let mut next = next;
    let mut is_open = false;
    while let Some(token) = next {
        is_open = read_token(parse, token, is_open);
        next = rest.next();
    }
    if is_open {
        end_operation(parse, None);
    }
}

/// Takes in one token, in an open operation or after the end of one; returns whether one is open then.
#[inline]
fn read_token(parse: &mut Parse<'_>, Token { kind, span }: Token, is_open: bool) -> bool {
    let kind = match kind {
        TokenKind::Word => OperandKind::Word,
        TokenKind::Str => OperandKind::Str,
        TokenKind::OpenStr => OperandKind::OpenStr,
        TokenKind::Semicolon if is_open => {
            end_operation(parse, Some(span));
            return false;
        }
        TokenKind::Semicolon => {
            parse.stray_semicolons.push(span);
            return false;
        }
        TokenKind::Blank | TokenKind::Control => return is_open,
    };
    if !is_open {
        // A string in place of an opcode is an operand.
        let opcode = if kind == OperandKind::Word { span } else { Span::empty(span.start) };
        parse.may_repeat |= !parse.opcodes.insert(opcode.of(parse.text));
        let next = parse.operands.len();
        parse.operations.push(Operation {
            opcode,
            semicolon: None,
            operand_span: None,
            operands: (next, next),
        });
    }
    if is_open || kind != OperandKind::Word {
        parse.operands.push(Operand { kind, span });
    }
    true
}

/// Ends the last operation: its operands are all those read since its opcode.
fn end_operation(parse: &mut Parse<'_>, semicolon: Option<Span>) {
    let Some(operation) = parse.operations.last_mut() else { return };
    let operands = parse.operands.get(operation.operands.0..).unwrap_or_default();
    let ends = operands.first().zip(operands.last());
    operation.operand_span = ends.map(|(first, last)| first.span.cover(last.span));
    operation.operands.1 = parse.operands.len();
    operation.semicolon = semicolon;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Shows the structure: `fields|counters|opcode(operands)` with `!` for a missing semicolon
    /// and `;` for each stray one.
    fn show(text: &str) -> String {
        let parse = parse(text.as_bytes());
        let part = |span: Span| String::from_utf8_lossy(parse.bytes(span)).into_owned();
        let mut out: Vec<String> = vec![parse.fields.len().to_string()];
        if let Some(counters) = parse.counters {
            out.push(counters.spans().map(part).collect::<Vec<_>>().join("/"));
        }
        for operation in &parse.operations {
            let operands: Vec<String> = parse.operands(operation).iter().map(|o| part(o.span)).collect();
            let end = if operation.semicolon.is_some() { "" } else { "!" };
            out.push(format!("{}({}){end}", part(operation.opcode), operands.join(",")));
        }
        out.push(";".repeat(parse.stray_semicolons.len()));
        out.join(" ").trim_end().to_owned()
    }

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(show(text), expect, "{text}");
    }

    #[test]
    fn reads_structure() {
        check("8/8 w - -", "4");
        check("8/8 w - - bm e4 d4; id \"x; y\";", "4 bm(e4,d4) id(\"x; y\")");
        check("8/8 w - - bm e4", "4 bm(e4)!");
        check("8/8 w - - 0 1 bm e4;", "4 0/1 bm(e4)");
        check("8/8 w - - - - bm e4;", "4 -/- bm(e4)");
        check("8/8 w - - 0 1", "4 0/1");
        check("8/8 w - - 4", "4 4");
        check("8/8 w - - 4 bm e4;", "4 4 bm(e4)");
        check("8/8 w - - -; bm e4;", "4 - bm(e4) ;");
        check("8/8 w - - 4; \"x\";", "4 4 (\"x\") ;");
        check("8/8 w - - 20;400;8902", "4 20() 400() 8902()!");
        check("8/8 w - - 20;;400", "4 20() 400()! ;");
        check("8/8 w - - 48656", "4 48656()!");
        check("8/8 w - - 20 400 8902", "4 20(400,8902)!");
        check("8/8 w - -; bm e4;; id \"x\";", "4 bm(e4) id(\"x\") ;;");
        check("8/8 w - - ;D1 20 ;D2 400", "4 D1(20) D2(400)! ;");
        check("8/8 w - - id\"x\";", "4 id(\"x\")");
        check("8/8 w - - \"alone\";", "4 (\"alone\")");
        check("8/8 w - - id \"x; bm e4;", "4 id(\"x; bm e4;)!");
        check("8/8 w -", "3");
        check("8/8; bm e4;", "1 bm(e4) ;");
    }

    #[test]
    fn tells_kinds_of_lines() {
        assert_eq!(parse(b" \t\0").kind, LineKind::Blank);
        assert_eq!(parse(b"# 3 and 4 pieces").kind, LineKind::Comment);
        assert_eq!(parse(b"  % suite").kind, LineKind::Comment);
        assert_eq!(parse(b"hello").kind, LineKind::Record);
    }

    proptest! {
        #[test]
        fn fields_alone_are_those_of_the_line(text in "[ 8/kKw\\-\"#;4]{0,40}") {
            let (whole, fields) = (parse(text.as_bytes()), parse_fields(text.as_bytes()));
            prop_assert_eq!((whole.kind, whole.fields), (fields.kind, fields.fields));
        }

        #[test]
        fn any_bytes_parse_and_stay(text in proptest::collection::vec(any::<u8>(), 0..300)) {
            let parse = parse(&text);
            let joined: Vec<u8> = parse.tokens().flat_map(|t| parse.bytes(t.span).to_vec()).collect();
            prop_assert_eq!(joined, parse.text().to_vec());
        }
    }
}
