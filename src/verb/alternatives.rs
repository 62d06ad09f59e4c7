//! Where the lines of a search after the best one go: into comment registers, or into records of their own.

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_and_play};
use crate::chess::score;
use crate::epd::parse;
use crate::epd::write::set_operation;
use crate::text::span::Span;
use crate::verb::line::{Line, known_mate};
use crate::verb::outcome::WriteFailure;
use crate::verb::registers::free;
use crate::verb::{Draft, Record};

/// Longest text of a string, in bytes (§3.3).
const LONGEST: usize = 255;

impl Line<'_> {
    /// The line as the string of a comment register: `"-0.20 Nf3 d5 c4"`, cut off at the greatest length of a
    /// string. [`is_comment`] knows it again.
    fn comment(&self) -> String {
        let mut words = self.report.score.to_string();
        for san in &self.sans {
            if words.len() + 1 + san.len() > LONGEST {
                break;
            }
            words.push(' ');
            words.push_str(san);
        }
        format!("\"{words}\"")
    }
}

/// Whether a text has the form of a line written by an analysis: a score, and moves from the position.
fn is_comment(position: &Chess, text: &[u8]) -> bool {
    let mut words = text.split(|&byte| byte == b' ');
    let is_score = words.next().and_then(|word| std::str::from_utf8(word).ok()).is_some_and(score::is_shown);
    let mut here = position.clone();
    is_score && words.all(|word| matches!(read_and_play(&mut here, word), MoveReading::Exact(_)))
}

/// Writes the lines after the best one, if there are any, into the first of `c1` to `c9` that are free or hold a line of an
/// earlier analysis. Further lines of an earlier analysis, which left a `pv`, are removed.
pub(super) fn into_registers(
    draft: &mut Draft<'_, '_>,
    record: &Record<'_>,
    others: &[Line<'_>],
) -> Result<(), WriteFailure> {
    if others.is_empty() && record.parsed.operation("pv").is_none() {
        return Ok(());
    }
    let is_own = |value: &[u8]| is_comment(&record.position, value);
    let registers: Vec<String> = free(&record.parsed, is_own).collect();
    if registers.len() < others.len() {
        return Err(WriteFailure::RegistersFull);
    }
    for (other, register) in others.iter().zip(&registers) {
        draft.set(register, other.comment());
    }
    for old in registers.iter().skip(others.len()).filter(|old| record.parsed.operation(old).is_some()) {
        draft.remove(old);
    }
    Ok(())
}

/// One record for each line after the best one: the position with its counters, and the analysis. The number
/// of the line is added to the `id`, so that no two records have the same one.
pub(super) fn as_records(
    record: &Record<'_>,
    others: &[Line<'_>],
    with_acs: bool,
) -> Result<Vec<Vec<u8>>, WriteFailure> {
    let parsed = &record.parsed;
    let mut base = match (parsed.fields.first(), parsed.fields.last()) {
        (Some(first), Some(last)) => parsed.bytes(Span { start: first.start, end: last.end }).to_vec(),
        _ => return Err(WriteFailure::NoPosition),
    };
    let fullmoves = parsed.counters.and_then(|counters| counters.fullmoves);
    let halfmoves = parsed.counters.map(|counters| counters.halfmoves);
    for (opcode, counter) in [("fmvn", fullmoves), ("hmvc", halfmoves)] {
        let counter = counter.map(|counter| parsed.bytes(counter));
        if let Some(count) = parsed.value(opcode).or(counter) {
            base = set_operation(&parse(&base), opcode, count)?.apply(&base);
        }
    }
    let base = parse(&base);
    let (id, known) = (parsed.value("id"), known_mate(record));
    let mut records = Vec::with_capacity(others.len());
    for (other, number) in others.iter().zip(2..) {
        let mut draft = Draft::new(&base);
        other.write(&mut draft, known, false, with_acs);
        if let Some(id) = id {
            let suffix = format!(" line {number}\"");
            let mut name = b"\"".to_vec();
            name.extend_from_slice(&id[..id.len().min(LONGEST + 1 - suffix.len())]);
            name.extend_from_slice(suffix.as_bytes());
            draft.set("id", name);
        }
        records.push(draft.apply()?);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use crate::chess::score::Score;
    use crate::verb::testing::{ROOK, searched, writes, written};
    use crate::verb::{Analyze, EngineName, Found, SearchLimits, Searched, Step};

    #[test]
    fn other_lines_go_where_they_are_wanted() {
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        let step = |as_records| {
            let engine = EngineName::Epidote;
            Step::Analyze(Analyze { lines: 2, as_records, ..Analyze::new(engine, limits) })
        };
        let found = || match (searched(Score::Mate(1), &["a1a8"]), searched(Score::Centipawns(9), &["a1a2"]))
        {
            (Found::Search(best), Found::Search(other)) => {
                Found::Search(Searched { others: vec![other.best], ..best })
            }
            other => panic!("{other:?}"),
        };
        let best = "acd 7; acn 4321; acs 1; ce 32766; id \"m\"; pv Ra8#;";
        writes(&step(true), ROOK, "id \"m\";", found(), best);
        let line = format!("{ROOK} id \"m\";");
        let more = written(&step(true), &line, found()).more;
        let more: Vec<_> = more.iter().map(|line| String::from_utf8_lossy(line)).collect();
        let other = "acd 7; acn 4321; acs 1; ce 9; id \"m line 2\"; pv Ra2;";
        assert_eq!(more, [format!("{ROOK} {other}")]);
        assert!(written(&step(false), &line, found()).more.is_empty());
        writes(
            &step(false),
            ROOK,
            "",
            found(),
            "acd 7; acn 4321; acs 1; c1 \"+0.09 Ra2\"; ce 32766; pv Ra8#;",
        );
    }

    /// Comments by somebody else are never overwritten; lines of an earlier analysis are.
    #[test]
    fn other_lines_go_into_free_registers() {
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        let engine = EngineName::Epidote;
        let step = Step::Analyze(Analyze { lines: 3, ..Analyze::new(engine, limits) });
        let report = |score, line: &[&str]| match searched(score, line) {
            Found::Search(searched) => searched.best,
            other => panic!("{other:?}"),
        };
        let found = |count: usize| {
            let others = [
                report(Score::Centipawns(-20), &["a1a2", "g8f8"]),
                report(Score::Centipawns(-30), &["g1f1"]),
            ];
            let best = report(Score::Centipawns(5), &["a1b1"]);
            Found::Search(Searched { others: others[..count].to_vec(), ..best.into() })
        };
        let head = "acd 7; acn 4321; acs 1;";
        let foot = "ce 5; pv Rb1;";
        writes(
            &step,
            ROOK,
            "c1 \"old\"; c3 \"x\";",
            found(2),
            &format!("{head} c1 \"old\"; c2 \"-0.20 Ra2 Kf8\"; c3 \"x\"; c4 \"-0.30 Kf1\"; {foot}"),
        );
        writes(
            &step,
            ROOK,
            "c1 \"old\"; c2 \"+1.00 Ra3 Kf8\"; c4 \"#3 Ra4\";",
            found(1),
            &format!("{head} c1 \"old\"; c2 \"-0.20 Ra2 Kf8\"; {foot}"),
        );
        let full: Vec<String> = (1..=8).map(|number| format!("c{number} \"Ra2\";")).collect();
        let full = full.join(" ");
        writes(&step, ROOK, &full, found(2), "failed: the registers `c1` to `c9` hold other comments");
    }
}
