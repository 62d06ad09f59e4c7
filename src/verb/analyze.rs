//! The verb `analyze`: a search, and what it found as `acd`, `acn`, `acs`, `ce` and `pv` (pfga, §7.2, V-7 to
//! V-12).

use serde::{Deserialize, Serialize};

use crate::chess::notation::line::{line_of_coordinates, sans};
use crate::chess::score::Score;
use crate::chess::{Move, Position as _};
use crate::epd::moves::moves_of;
use crate::epd::write::set_operation;
use crate::epd::{mate, parse};
use crate::language::{Text, args, say};
use crate::text::span::Span;
use crate::verb::form::choice;
use crate::verb::outcome::WriteFailure;
use crate::verb::registers::{free, is_line};
use crate::verb::setting::within;
use crate::verb::{
    Aim, Ask, Draft, Ended, EngineName, EngineTask, Field, Found, Goal, Limits, Record, Report, SettingError,
    Values, Verb, Written,
};

/// Most lines of a search: the best one, and one for each of the registers `c1` to `c9`.
const MOST_LINES: u32 = 10;

/// Longest text of a string, in bytes (§3.3).
const LONGEST: usize = 255;

/// Searches each record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// The engine that searches.
    #[serde(default)]
    pub engine: EngineName,
    /// When to stop.
    pub limits: Limits,
    /// Whether `pm` is written also into records that have none.
    #[serde(default)]
    pub predicted_move: bool,
    /// Number of best lines.
    #[serde(default = "one")]
    pub lines: u32,
    /// Whether the other lines are inserted as records after it. Otherwise they are written into `c1`,
    /// `c2` and so on.
    #[serde(default)]
    pub as_records: bool,
}

fn one() -> u32 {
    1
}

impl Verb for Analyze {
    const NAME: &'static str = "analyze";
    const TITLE: &'static str = "tool.analyze";
    const HELP: &'static str = "tool.analyze.help";
    const AIM: Aim = Aim::Analyse;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        EngineName::FIELD,
        Limits::VALUE,
        Limits::KIND,
        Field::choice(
            "predicted",
            "tool.field.predicted",
            &[choice("present", "tool.option.present"), choice("everywhere", "tool.option.everywhere")],
        ),
        Field::text("lines", "tool.field.lines", "1"),
        Field::choice(
            "alternatives",
            "tool.field.alternatives",
            &[choice("registers", "tool.option.registers"), choice("records", "tool.option.records")],
        ),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self {
            engine: EngineName::of(values),
            limits: Limits::of(values)?,
            predicted_move: values.is("predicted", "everywhere"),
            lines: values.number("lines")?,
            as_records: values.is("alternatives", "records"),
        })
    }

    fn check(&self) -> Result<(), SettingError> {
        within("lines", self.lines, MOST_LINES)?;
        self.limits.check()
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![
            say("words.analyze", args![self.engine.title(), self.limits.text()]),
            (if self.predicted_move { "words.pm-everywhere" } else { "words.pm-present" }).into(),
        ];
        match self.lines {
            0 | 1 => {}
            _ if self.as_records => words.push("words.other-records".into()),
            2 => words.push("words.second-line".into()),
            lines => words.push(say("words.other-lines", [format!("c{}", lines - 1)])),
        }
        words
    }

    fn engine(&self) -> Option<EngineName> {
        Some(self.engine)
    }

    fn source(&self) -> Option<(String, Text)> {
        Some((self.engine.source(), self.limits.text()))
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        search(record, self.engine, self.limits, self.lines, None)
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let Found::Search(searched) = found else { return Written::unexpected() };
        let mut written = match self.written(record, &searched.best, &searched.others) {
            Ok((text, more)) => Written { more, ..Written::text(text) },
            Err(failure) => return Ended::Failed(failure.text()).into(),
        };
        if has_other_supplied_move(record, &searched.best) {
            written.ended = Ended::Noted("why.other-sm".into());
        }
        written
    }
}

impl Analyze {
    /// The record, and the records to insert after it.
    fn written(
        &self,
        record: &Record<'_>,
        best: &Report,
        others: &[Report],
    ) -> Result<(Vec<u8>, Vec<Vec<u8>>), WriteFailure> {
        let mut draft = Draft::new(&record.parsed);
        write_report(&mut draft, record, best, self.predicted_move)?;
        if self.as_records {
            return Ok((draft.apply()?, as_records(record, others)?));
        }
        into_registers(&mut draft, record, others)?;
        Ok((draft.apply()?, Vec::new()))
    }
}

/// The task of searching a record.
pub(super) fn search(
    record: &Record<'_>,
    engine: EngineName,
    limits: Limits,
    lines: u32,
    target: Option<Goal>,
) -> Ask {
    Ask::Engine(EngineTask::Search {
        engine,
        fields: record.fields(),
        halfmove_clock: record.halfmove_clock(),
        limits,
        lines,
        target,
        continues: false,
    })
}

/// The line of a report in SAN. It is empty only when there is no legal move.
pub(super) fn line_of(record: &Record<'_>, report: &Report) -> Result<Vec<String>, WriteFailure> {
    let moves = line_of_coordinates(&record.position, &report.line).ok_or(WriteFailure::OtherPosition)?;
    if moves.is_empty() == record.position.legal_moves().is_empty() {
        Ok(sans(&record.position, &moves))
    } else {
        Err(WriteFailure::OtherPosition)
    }
}

/// Writes what a search found, and keeps `pm` in agreement with the line.
fn write_report(
    draft: &mut Draft<'_, '_>,
    record: &Record<'_>,
    report: &Report,
    predicted_move: bool,
) -> Result<(), WriteFailure> {
    let sans = line_of(record, report)?;
    draft.set("acd", report.depth.to_string());
    draft.set("acn", report.nodes.to_string());
    draft.set("acs", (report.time_ms / 1000).to_string());
    draft.set("pv", sans.join(" "));
    write_score(draft, record, report.score);
    write_predicted_move(draft, &sans, predicted_move);
    Ok(())
}

/// Writes `ce`, and changes `dm` only where the score refutes it. A shorter mate replaces it, and it is removed
/// when the side to move is mated itself. A longer mate or a score below 0 contradicts it too, but may be due
/// to the limits of this search: then the `dm` of a problem is kept, and the score left out (§6.8).
fn write_score(draft: &mut Draft<'_, '_>, record: &Record<'_>, score: Score) {
    let known = record.parsed.integer("dm").filter(|known| (1..=mate::LONGEST).contains(known));
    let is_contradicted = match (score.mate_in_moves().map(i64::from), known) {
        (Some(moves @ 1..), Some(known)) if moves < known => {
            draft.update("dm", moves.to_string());
            false
        }
        (Some(moves @ 1..), Some(known)) => moves != known,
        (Some(..=0), _) => {
            draft.remove("dm");
            false
        }
        (None, Some(_)) => score.to_ce() < 0,
        (_, None) => false,
    };
    if is_contradicted {
        draft.remove("ce");
    } else {
        draft.set("ce", score.to_ce().to_string());
    }
}

/// Writes the lines after the best one into the first of `c1` to `c9` that are free or hold a line of an
/// earlier analysis. Further lines of an earlier analysis are removed.
fn into_registers(
    draft: &mut Draft<'_, '_>,
    record: &Record<'_>,
    others: &[Report],
) -> Result<(), WriteFailure> {
    if others.is_empty() {
        return Ok(());
    }
    let is_own = |value: &[u8]| is_line(&record.position, value);
    let registers: Vec<String> = free(&record.parsed, is_own).collect();
    if registers.len() < others.len() {
        return Err(WriteFailure::RegistersFull);
    }
    for (other, register) in others.iter().zip(&registers) {
        draft.set(register, comment(record, other)?);
    }
    for old in registers.iter().skip(others.len()).filter(|old| record.parsed.operation(old).is_some()) {
        draft.remove(old);
    }
    Ok(())
}

/// Writes `pm`, either wherever there is a move or only into records that have it. It is removed when no move
/// can be played.
pub(super) fn write_predicted_move(draft: &mut Draft<'_, '_>, sans: &[String], everywhere: bool) {
    match sans.first() {
        Some(first) if everywhere => draft.set("pm", first.as_str()),
        Some(first) => draft.update("pm", first.as_str()),
        None => draft.remove("pm"),
    }
}

/// Whether the record has an `sm` that is not the first move of the line (V-12). It is a move of a game, so
/// it is kept, and the user is informed.
fn has_other_supplied_move(record: &Record<'_>, report: &Report) -> bool {
    let supplied = record
        .parsed
        .operation("sm")
        .and_then(|operation| moves_of(&record.parsed, &record.position, operation).first()?.played());
    let best = line_of_coordinates(&record.position, &report.line).and_then(|line| line.first().copied());
    matches!((supplied, best), (Some::<Move>(supplied), Some(best)) if supplied != best)
}

/// A line as the string of a comment register: `"-0.20 Nf3 d5 c4"`, cut off at the greatest length of a
/// string.
fn comment(record: &Record<'_>, report: &Report) -> Result<String, WriteFailure> {
    let mut words = report.score.to_string();
    for san in line_of(record, report)? {
        if words.len() + 1 + san.len() > LONGEST {
            break;
        }
        words.push(' ');
        words.push_str(&san);
    }
    Ok(format!("\"{words}\""))
}

/// One record for each line after the best one: the position with its counters, and the analysis. The number
/// of the line is added to the `id`, so that no two records have the same one.
fn as_records(record: &Record<'_>, others: &[Report]) -> Result<Vec<Vec<u8>>, WriteFailure> {
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
    let id = parsed.value("id");
    let mut records = Vec::with_capacity(others.len());
    for (other, number) in others.iter().zip(2..) {
        let mut draft = Draft::new(&base);
        write_report(&mut draft, record, other, false)?;
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
