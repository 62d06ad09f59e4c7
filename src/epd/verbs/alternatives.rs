//! The lines of a search after the best one: as comments of the record, or as records of their own.

use crate::epd::verbs::analyze::{Analysis, AnalyzeError, analyze, line_of};
use crate::epd::write::set_operation;
use crate::epd::{Parse, parse};
use crate::text::span::Span;

/// Longest text of a string, in bytes (§3.3).
const LONGEST: usize = 255;

/// The record with the lines after the best one in the registers `c1`, `c2` and so on, as
/// `-0.20 Nf3 d5 c4`; a line is cut where a string must end.
///
/// # Errors
/// As [`analyze`].
pub fn into_registers(text: &[u8], others: &[Analysis]) -> Result<Vec<u8>, AnalyzeError> {
    let mut out = text.to_vec();
    for (other, register) in others.iter().zip(1..=9) {
        let sans = line_of(text, other)?;
        let mut words = other.score.to_string();
        for san in &sans {
            if words.len() + 1 + san.len() > LONGEST {
                break;
            }
            words.push(' ');
            words.push_str(san);
        }
        let words = format!("\"{words}\"");
        out = set_operation(&parse(&out), &format!("c{register}"), words.as_bytes())?.apply(&out);
    }
    Ok(out)
}

/// A record for each line after the best one: the position with its counters, the analysis, and the `id`
/// of the record with the number of the line behind it, so that no two records have the same.
///
/// ```
/// use epidote::chess::score::Score;
/// use epidote::epd::verbs::{alternatives::as_records, analyze::Analysis};
/// let line = vec!["e1d2".to_owned()];
/// let second = Analysis { score: Score::Centipawns(-5), line, depth: 9, nodes: 500, time_ms: 1200 };
/// let record = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kf2; hmvc 7; id \"kings\";";
/// assert_eq!(
///     String::from_utf8_lossy(&as_records(record, &[second]).unwrap()[0]),
///     "4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 500; acs 1; ce -5; hmvc 7; id \"kings line 2\"; pv Kd2;"
/// );
/// ```
///
/// # Errors
/// As [`analyze`].
pub fn as_records(text: &[u8], others: &[Analysis]) -> Result<Vec<Vec<u8>>, AnalyzeError> {
    let parsed = parse(text);
    let mut base = fields(&parsed).to_vec();
    let counters = parsed.counters.map(|counters| [counters.fullmoves, counters.halfmoves]);
    for (at, opcode) in ["fmvn", "hmvc"].into_iter().enumerate() {
        let written = counters.map(|counters| parsed.bytes(counters[at]));
        if let Some(count) = parsed.value(opcode).or(written) {
            base = set_operation(&parse(&base), opcode, count)?.apply(&base);
        }
    }
    let mut records = Vec::with_capacity(others.len());
    for (other, number) in others.iter().zip(2..) {
        let mut record = analyze(&base, other, false)?;
        if let Some(id) = parsed.value("id") {
            let behind = format!(" line {number}\"");
            let mut name = b"\"".to_vec();
            name.extend_from_slice(&id[..id.len().min(LONGEST + 1 - behind.len())]);
            name.extend_from_slice(behind.as_bytes());
            record = set_operation(&parse(&record), "id", &name)?.apply(&record);
        }
        records.push(record);
    }
    Ok(records)
}

/// The four fields as they are written.
fn fields<'a>(parsed: &Parse<'a>) -> &'a [u8] {
    match (parsed.fields.first(), parsed.fields.last()) {
        (Some(first), Some(last)) => parsed.bytes(Span { start: first.start, end: last.end }),
        _ => b"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;

    fn found(score: Score, line: &[&str]) -> Analysis {
        let line = line.iter().map(|&m| m.to_owned()).collect();
        Analysis { score, line, depth: 9, nodes: 1234, time_ms: 2999 }
    }

    #[test]
    fn other_lines_go_into_comments() {
        let others = [found(Score::Centipawns(-20), &["e1d2", "e8d7"]), found(Score::Mate(3), &["e1f2"])];
        let out = into_registers(b"4k3/8/8/8/8/8/8/4K3 w - - c1 \"old\"; c3 \"x\"; ce 5;", &others);
        assert_eq!(
            String::from_utf8_lossy(&out.unwrap()),
            "4k3/8/8/8/8/8/8/4K3 w - - c1 \"-0.20 Kd2 Kd7\"; c2 \"#2 Kf2\"; c3 \"x\"; ce 5;"
        );
        let long: Vec<&str> = ["e1d2", "e8d7", "d2e1", "d7e8"].into_iter().cycle().take(200).collect();
        let out = into_registers(b"4k3/8/8/8/8/8/8/4K3 w - -", &[found(Score::Centipawns(0), &long)]);
        let out = out.unwrap();
        let length = parse(&out).value("c1").map_or(0, <[u8]>::len);
        assert!(length > 250 && length <= 255, "{length}");
    }

    #[test]
    fn other_lines_become_records() {
        let others = [found(Score::Centipawns(-20), &["e1d2"]), found(Score::Mate(3), &["e1f2"])];
        let check = |text: &str, expect: &[&str]| {
            let out = as_records(text.as_bytes(), &others).unwrap();
            let out: Vec<_> = out.iter().map(|line| String::from_utf8_lossy(line)).collect();
            assert_eq!(out, expect);
        };
        let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
        check(
            &format!("{kings} 3 40 am Kd1; zz 1;"),
            &[
                "4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 1234; acs 2; ce -20; fmvn 40; hmvc 3; pv Kd2;",
                "4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 1234; acs 2; ce 32764; fmvn 40; hmvc 3; pv Kf2;",
            ],
        );
        let long = format!("{kings} id \"{}\";", "x".repeat(255));
        let out = as_records(long.as_bytes(), &others).unwrap();
        let id = parse(&out[1]).value("id").map(<[u8]>::to_vec).unwrap();
        assert!(id.len() == 255 && id.ends_with(b"x line 3"), "{}", id.len());
        let other = found(Score::Centipawns(0), &["e2e4"]);
        assert_eq!(as_records(kings.as_bytes(), &[other]), Err(AnalyzeError::OtherPosition));
    }
}
