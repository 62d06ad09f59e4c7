//! The line in coloured pieces, for the layer under the text area.

use crate::epd::lexed::TokenKind;
use crate::epd::lint::Severity;
use crate::epd::{LineKind, Parse};
use crate::text::encoding::Encoding;
use crate::text::span::Span;

/// The kind of a piece of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Blanks, and lines that are not records.
    Plain,
    /// One of the four fields, or a FEN counter.
    Field,
    /// The opcode of an operation.
    Opcode,
    /// An unquoted operand.
    Word,
    /// A string.
    Str,
    /// A semicolon.
    Mark,
}

impl Paint {
    /// The name of the style.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Field => "field",
            Self::Opcode => "opcode",
            Self::Word => "word",
            Self::Str => "str",
            Self::Mark => "mark",
        }
    }
}

/// A piece of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Its characters.
    pub text: String,
    /// Its place in the line.
    pub span: Span,
    /// Its kind.
    pub paint: Paint,
    /// The severity of the worst finding in it.
    pub severity: Option<Severity>,
}

/// Cuts a line into pieces of one paint and one severity. The texts of the pieces in order are the displayed
/// line.
pub(super) fn segments(parse: &Parse<'_>, marks: &[(Span, Severity)], encoding: Encoding) -> Vec<Segment> {
    let len = parse.text().len();
    let marks: Vec<(Span, Severity)> =
        marks.iter().map(|&(span, severity)| (visible(span, len), severity)).collect();
    let mut cuts: Vec<usize> = parse.tokens().map(|token| token.span.start).collect();
    cuts.push(parse.text().len());
    for (span, _) in &marks {
        cuts.extend([span.start, span.end]);
    }
    if encoding == Encoding::Utf8 {
        for cut in &mut cuts {
            *cut = character_start(parse.text(), *cut);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut tokens = parse.tokens().peekable();
    let mut out: Vec<Segment> = Vec::new();
    for pair in cuts.windows(2) {
        let span = Span::new(pair[0], pair[1]);
        while tokens.next_if(|token| token.span.end <= span.start).is_some() {}
        let Some(token) = tokens.peek() else { break };
        let paint = paint(parse, token.kind, token.span);
        let covering = marks.iter().filter(|(mark, _)| mark.start < span.end && span.start < mark.end);
        let severity = covering.map(|&(_, severity)| severity).max();
        let text = encoding.decode(parse.bytes(span));
        match out.last_mut() {
            Some(last) if last.paint == paint && last.severity == severity => {
                last.text.push_str(&text);
                last.span.end = span.end;
            }
            _ => out.push(Segment { text: text.into_owned(), span, paint, severity }),
        }
    }
    out
}

/// The start of the UTF-8 character that holds the byte at `at`.
fn character_start(text: &[u8], at: usize) -> usize {
    (0..=at).rev().find(|&at| text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80)).unwrap_or(0)
}

/// A finding between two bytes is shown under the byte before it.
fn visible(span: Span, len: usize) -> Span {
    // Marks may belong to an earlier, longer line.
    let (start, end) = (span.start.min(len), span.end.min(len));
    match (start, end) {
        (0, 0) => Span::new(0, 1.min(len)),
        _ if start >= end => Span::new(start - 1, start),
        _ => Span::new(start, end),
    }
}

fn paint(parse: &Parse<'_>, kind: TokenKind, span: Span) -> Paint {
    if parse.kind != LineKind::Record {
        return Paint::Plain;
    }
    match kind {
        TokenKind::Blank | TokenKind::Control => Paint::Plain,
        TokenKind::Str | TokenKind::OpenStr => Paint::Str,
        TokenKind::Semicolon => Paint::Mark,
        TokenKind::Word => {
            let counter =
                parse.counters.is_some_and(|counters| counters.spans().any(|counter| counter == span));
            if counter || parse.fields.contains(&span) {
                Paint::Field
            } else if parse.operations.binary_search_by_key(&span.start, |o| o.opcode.start).is_ok() {
                Paint::Opcode
            } else {
                Paint::Word
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint;
    use crate::epd::parse;
    use crate::text::encoding::CodePage;
    use proptest::prelude::*;

    fn show(line: &[u8]) -> Vec<Segment> {
        let parsed = parse(line);
        let found = lint::check(&parsed);
        let marks: Vec<_> = found.iter().map(|found| (found.span, found.rule.severity)).collect();
        segments(&parsed, &marks, Encoding::detect(line, CodePage::default()))
    }

    #[test]
    fn paints_a_record() {
        let shown: Vec<String> = show(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd9; id \"x\"")
            .iter()
            .filter(|s| s.paint != Paint::Plain)
            .map(|s| format!("{}{}={} ", s.paint.name(), if s.severity.is_some() { "!" } else { "" }, s.text))
            .collect();
        assert_eq!(
            shown.concat(),
            "field=4k3/8/8/8/8/8/8/4K3 field=w field=- field=- opcode=bm word!=Kd9 mark=; opcode=id str=\"x str!=\" "
        );
    }

    #[test]
    fn marks_of_a_longer_line_are_survived() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";";
        let parsed = parse(line);
        for span in [Span::new(30, 60), Span::new(60, 70), Span::empty(60), Span::empty(0), Span::new(0, 99)]
        {
            let pieces = segments(&parsed, &[(span, Severity::Error)], Encoding::Utf8);
            let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
            assert_eq!(text.as_bytes(), line);
            assert!(pieces.iter().any(|piece| piece.severity.is_some()), "{span:?}");
        }
        assert!(segments(&parse(b""), &[(Span::new(1, 2), Severity::Error)], Encoding::Utf8).is_empty());
    }

    proptest! {
        #[test]
        fn the_pieces_are_the_line(line in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..120),
            "\\PC{0,60}".prop_map(String::into_bytes),
            "4k3/[8ö]/8 w - - [a-zö\"; ]{0,30}".prop_map(String::into_bytes),
        ]) {
            let text: String = show(&line).into_iter().map(|s| s.text).collect();
            prop_assert_eq!(text, Encoding::detect(&line, CodePage::default()).decode(&line).into_owned());
        }
    }
}
