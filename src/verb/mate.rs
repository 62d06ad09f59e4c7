//! The verb `mate`: proves the shortest mate and writes it as `dm`, `pm` and `pv` (pfms, §7.3, V-13 to V-16).

use serde::{Deserialize, Serialize};

use crate::chess::notation::line::PlayedLine;
use crate::epd::Parse;
use crate::epd::mate::ce;
use crate::language::{Text, args, say};
use crate::verb::limits::given_up_after;
use crate::verb::outcome::WriteFailure;
use crate::verb::setting::{MOST_MOVES, above_zero, within};
use crate::verb::{
    Aim, Ask, Choice, Draft, Ended, EngineName, EngineTask, Field, Found, MateVerdict, Record, SettingError,
    Values, Verb, Written,
};

/// Proves mates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mate {
    /// Most moves of the mating side. Every length from one on is tried, the shortest first.
    pub moves: u32,
    /// Moves made on the board after which a record is given up.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Milliseconds after which a record is given up.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Whether `dm` becomes `moves` even where a shorter mate exists: one pass, as §7.3 has it literally, in
    /// place of passes with 1, 2, 3 and so on.
    #[serde(default)]
    pub single_pass: bool,
    /// Whether a mate is written, too, if the limit was reached before it was proved to be the shortest.
    #[serde(default)]
    pub bounds: bool,
}

impl Verb for Mate {
    const NAME: &'static str = "mate";
    const TITLE: &'static str = "tool.mate";
    const HELP: &'static str = "tool.mate.help";
    const AIM: Aim = Aim::Prove;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        Field::text("moves", "tool.field.moves", "4"),
        Field::text("nodes", "tool.field.most", ""),
        Field::choice(
            "bounds",
            "tool.field.bounds",
            &[Choice::new("told", "tool.option.told"), Choice::new("written", "tool.option.write-too")],
        ),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let (moves, nodes) = (values.number("moves")?, values.optional("nodes")?);
        let bounds = values.is("bounds", "written");
        Ok(Self { moves, nodes, time_ms: None, single_pass: false, bounds })
    }

    fn check(&self) -> Result<(), SettingError> {
        within("moves", self.moves, MOST_MOVES)?;
        above_zero("nodes", self.nodes)?;
        above_zero("time_ms", self.time_ms)
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![say("words.mate", args![self.moves])];
        if self.single_pass {
            words.push(say("words.mate-single", args![self.moves]));
        }
        if self.bounds {
            words.push("words.mate-bounds".into());
        }
        words.extend(given_up_after(self.nodes, self.time_ms));
        words
    }

    fn source(&self) -> Option<(String, Text)> {
        Some((EngineName::Epidote.source(), say("words.mates", args![self.moves])))
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        let Some(moves) = self.wanted(&record.parsed) else {
            return Ask::Nothing(Ended::Unchanged("why.same-mate".into()));
        };
        Ask::Engine(EngineTask::Prove {
            fields: record.fields(),
            halfmove_clock: record.halfmove_clock(),
            moves,
            nodes: self.nodes,
            time_ms: self.time_ms,
            all_keys: false,
        })
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let Found::Proof(proof) = found else { return Written::unexpected() };
        match proof.verdict {
            MateVerdict::Mate(moves, line) => self.written(record, moves, &line),
            // One pass does not ask whether there is a shorter mate.
            MateVerdict::AtMost { moves, line, .. } if self.bounds || self.single_pass => {
                self.written(record, moves, &line)
            }
            MateVerdict::AtMost { moves, refuted, .. } => {
                Ended::Unchanged(say("why.mate-bounded", args![moves, refuted])).into()
            }
            MateVerdict::NoMate => Ended::Unchanged(self.no_mate(&record.parsed)).into(),
            MateVerdict::GaveUp(0) => Ended::Unchanged("why.given-up".into()).into(),
            MateVerdict::GaveUp(refuted) => Ended::Unchanged(say("why.mate-given-up", args![refuted])).into(),
        }
    }
}

impl Mate {
    /// In how many moves to look for a mate at most. A record with a `dm` as short is left alone by one pass (V-13); passes
    /// with fewer moves before that would have found a shorter mate. A `dm` that no mate can have is ignored.
    fn wanted(&self, parsed: &Parse<'_>) -> Option<u32> {
        let known = parsed.integer("dm").and_then(|known| u32::try_from(known).ok());
        match known.filter(|known| (1..=self.moves).contains(known)) {
            None => Some(self.moves),
            Some(_) if self.single_pass => None,
            Some(known) => Some(known - 1).filter(|&moves| moves > 0),
        }
    }

    /// What to say if there is no mate in as many moves as were asked for.
    fn no_mate(&self, parsed: &Parse<'_>) -> Text {
        match self.wanted(parsed) {
            Some(moves) if moves < self.moves => "why.same-mate".into(),
            _ => say("why.no-mate", args![self.moves]),
        }
    }

    /// The record with a mate in this many moves.
    fn written(&self, record: &Record<'_>, moves: u32, line: &[String]) -> Written {
        let moves = if self.single_pass { self.moves } else { moves };
        let written = Written::of(result(record, moves, line));
        Written { is_mate: written.text.is_some(), ..written }
    }
}

/// The record with a mate: `dm`, its first move as `pm`, and all its moves as `pv` (V-14). If the record has
/// a `ce`, it is changed to the score of this mate.
fn result(record: &Record<'_>, moves: u32, line: &[String]) -> Result<Vec<u8>, WriteFailure> {
    let line = PlayedLine::of_coordinates(&record.position, line).ok_or(WriteFailure::OtherPosition)?;
    let first = line.sans.first().ok_or(WriteFailure::OtherPosition)?;
    let mut draft = Draft::new(&record.parsed);
    draft.set("dm", moves.to_string());
    draft.set("pm", first.as_str());
    draft.set("pv", line.sans.join(" "));
    // The old score would contradict the mate.
    draft.update("ce", ce(i64::from(moves)).to_string());
    Ok(draft.apply()?)
}
