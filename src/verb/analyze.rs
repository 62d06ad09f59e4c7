//! The verb `analyze`: a search, and what it found as `acd`, `acn`, `acs`, `ce` and `pv` (pfga, §7.2, V-7 to
//! V-12).

use serde::{Deserialize, Serialize};

use crate::chess::notation::line::PlayedLine;
use crate::chess::notation::{MoveReading, read_and_play};
use crate::chess::score::{self, Score};
use crate::chess::{Chess, Move, legal};
use crate::epd::moves::first_move;
use crate::epd::write::set_operation;
use crate::epd::{mate, parse};
use crate::language::{Text, args, say};
use crate::text::span::Span;
use crate::verb::outcome::WriteFailure;
use crate::verb::registers::free;
use crate::verb::setting::within;
use crate::verb::{
    Aim, Ask, Choice, Draft, Ended, EngineName, EngineTask, Field, Found, FoundLine, Goal, Record,
    SearchLimits, Searched, SettingError, Values, Verb, Written,
};

/// Most lines of a search: the best one, and one for each of the registers `c1` to `c9`.
pub(super) const MOST_LINES: u32 = 10;

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
    pub limits: SearchLimits,
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
        SearchLimits::VALUE,
        SearchLimits::KIND,
        Field::choice(
            "predicted",
            "tool.field.predicted",
            &[
                Choice::new("present", "tool.option.present"),
                Choice::new("everywhere", "tool.option.everywhere"),
            ],
        ),
        Field::text("lines", "tool.field.lines", "1"),
        Field::choice(
            "alternatives",
            "tool.field.alternatives",
            &[
                Choice::new("registers", "tool.option.registers"),
                Choice::new("records", "tool.option.records"),
            ],
        ),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self {
            engine: EngineName::of(values),
            limits: SearchLimits::of(values)?,
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
        self.written(record, &searched).unwrap_or_else(|failure| Ended::Failed(failure.text()).into())
    }
}

impl Analyze {
    fn written(&self, record: &Record<'_>, searched: &Searched) -> Result<Written, WriteFailure> {
        let lines = Line::play_all(record, searched)?;
        let supplied = record.parsed.operation("sm");
        let supplied = supplied.and_then(|sm| first_move(&record.parsed, &record.position, sm)?.played());
        let Some((best, others)) = lines.split_first() else { return Err(WriteFailure::OtherPosition) };
        let mut draft = Draft::new(&record.parsed);
        best.write(&mut draft, known_mate(record), self.predicted_move);
        let mut more = Vec::new();
        if self.as_records {
            more = as_records(record, others)?;
        } else {
            into_registers(&mut draft, record, others)?;
        }
        let mut written = Written { more, ..Written::searched(draft.apply()?, searched) };
        // It is a move of a game, so it is kept, and the user is informed (V-12).
        if supplied.zip(best.moves.first()).is_some_and(|(supplied, best)| supplied != *best) {
            written.ended = Ended::Noted("why.other-sm".into());
        }
        Ok(written)
    }
}

/// The task of searching a record.
pub(super) fn search(
    record: &Record<'_>,
    engine: EngineName,
    limits: SearchLimits,
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
        team: None,
    })
}

/// A line that a search found, played from the position of the record.
#[derive(Debug)]
pub(super) struct Line<'r> {
    report: &'r FoundLine,
    /// Its moves; none only when there is no legal move.
    moves: Vec<Move>,
    /// The SAN of each move.
    pub(super) sans: Vec<String>,
}

impl<'r> Line<'r> {
    /// Plays the moves of a report.
    pub(super) fn play(record: &Record<'_>, report: &'r FoundLine) -> Result<Self, WriteFailure> {
        match PlayedLine::of_coordinates(&record.position, &report.line) {
            Some(PlayedLine { moves, sans }) if !moves.is_empty() || !legal::can_move(&record.position) => {
                Ok(Self { report, moves, sans })
            }
            _ => Err(WriteFailure::OtherPosition),
        }
    }

    /// The best line, and those after it.
    fn play_all(record: &Record<'_>, searched: &'r Searched) -> Result<Vec<Self>, WriteFailure> {
        [&searched.best]
            .into_iter()
            .chain(&searched.others)
            .map(|report| Self::play(record, report))
            .collect()
    }

    /// Writes what the search found, and keeps `pm` in agreement with the line. `known` is the mate that the
    /// record claims.
    fn write(&self, draft: &mut Draft<'_, '_>, known: Option<i64>, predicted_move: bool) {
        let FoundLine { depth, nodes, time_ms, score, .. } = *self.report;
        draft.set("acd", depth.to_string());
        draft.set("acn", nodes.to_string());
        draft.set("acs", (time_ms / 1000).to_string());
        draft.set("pv", self.sans.join(" "));
        write_score(draft, known, score);
        write_predicted_move(draft, &self.sans, predicted_move);
    }

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

/// `dm`, where it is a length that a mate can have.
fn known_mate(record: &Record<'_>) -> Option<i64> {
    record.parsed.integer("dm").filter(|known| (1..=mate::LONGEST).contains(known))
}

/// Writes `ce`, and changes `dm` only where the score refutes it. A shorter mate replaces it, and it is removed
/// when the side to move is mated itself. A longer mate or a score below 0 contradicts it too, but may be due
/// to the limits of this search: then the `dm` of a problem is kept, and the score left out (§6.8).
fn write_score(draft: &mut Draft<'_, '_>, known: Option<i64>, score: Score) {
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

/// Writes the lines after the best one, if there are any, into the first of `c1` to `c9` that are free or hold a line of an
/// earlier analysis. Further lines of an earlier analysis, which left a `pv`, are removed.
fn into_registers(
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

/// Writes `pm`, either wherever there is a move or only into records that have it. It is removed when no move
/// can be played.
pub(super) fn write_predicted_move(draft: &mut Draft<'_, '_>, sans: &[String], everywhere: bool) {
    match sans.first() {
        Some(first) if everywhere => draft.set("pm", first.as_str()),
        Some(first) => draft.update("pm", first.as_str()),
        None => draft.remove("pm"),
    }
}

/// One record for each line after the best one: the position with its counters, and the analysis. The number
/// of the line is added to the `id`, so that no two records have the same one.
fn as_records(record: &Record<'_>, others: &[Line<'_>]) -> Result<Vec<Vec<u8>>, WriteFailure> {
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
        other.write(&mut draft, known, false);
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
