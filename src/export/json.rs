//! A record as a JSON object.

use std::fmt::Write as _;

use crate::epd::{LineKind, Parse};
use crate::text::encoding::{CodePage, Encoding};

/// The first element comes before every record, so that each can begin with a comma.
pub(super) const HEAD: &[u8] = b"[{\"format\":\"epidote-records\",\"version\":1}";
pub(super) const FOOT: &[u8] = b"\n]\n";

/// `{"line":1,"fen":"…","operations":[{"opcode":"bm","operands":["Nf3"]}]}` after a comma; FEN counters are a
/// member `counters` between them. Strings come without their quotes.
pub(super) fn write(number: u32, parse: &Parse<'_>, out: &mut Vec<u8>) {
    if parse.kind != LineKind::Record {
        return;
    }
    let encoding = Encoding::detect(parse.text(), CodePage::default());
    let fields: Vec<&[u8]> = parse.fields.iter().map(|&field| parse.bytes(field)).collect();
    let mut object = format!(",\n{{\"line\":{number},\"fen\":");
    push_string(&mut object, &encoding.decode(&fields.join(&b' ')));
    if let Some(counters) = parse.counters {
        object.push_str(",\"counters\":");
        let texts = counters.spans().map(|counter| parse.bytes(counter));
        push_array(&mut object, texts, |object, text| push_string(object, &encoding.decode(text)));
    }
    object.push_str(",\"operations\":");
    push_array(&mut object, &parse.operations, |object, operation| {
        object.push_str("{\"opcode\":");
        push_string(object, &encoding.decode(parse.opcode(operation)));
        object.push_str(",\"operands\":");
        push_array(object, parse.operands(operation), |object, operand| {
            push_string(object, &encoding.decode(operand.value(parse.text())));
        });
        object.push('}');
    });
    object.push('}');
    out.extend_from_slice(object.as_bytes());
}

fn push_array<T>(out: &mut String, items: impl IntoIterator<Item = T>, mut push: impl FnMut(&mut String, T)) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push(out, item);
    }
    out.push(']');
}

fn push_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\u{1f}' => {
                // Writing into a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use crate::export::Format;
    use crate::export::testing::exported;

    #[track_caller]
    fn check(line: &[u8], expect: &str) {
        let expect = if expect.is_empty() { String::new() } else { format!(",\n{expect}") };
        assert_eq!(exported(Format::Json, &[], line), expect);
    }

    // A test of the command line, which has a reader of JSON, checks that any line becomes JSON.
    #[test]
    fn records_are_objects() {
        check(
            b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; id \"a\\b\"; resign;",
            r#"{"line":7,"fen":"4k3/8/8/8/8/8/8/4K3 w - -","operations":[{"opcode":"bm","operands":["Kd2","Ke2"]},{"opcode":"id","operands":["a\\b"]},{"opcode":"resign","operands":[]}]}"#,
        );
        check(b"8/8 w - - 3 9", r#"{"line":7,"fen":"8/8 w - -","counters":["3","9"],"operations":[]}"#);
        check(
            b"8/8 w - - id \"\xf6\t\"",
            r#"{"line":7,"fen":"8/8 w - -","operations":[{"opcode":"id","operands":["ö\u0009"]}]}"#,
        );
        check(b"# remark", "");
        check(b"", "");
    }
}
