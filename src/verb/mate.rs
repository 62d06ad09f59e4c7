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
    const SETTINGS: &'static str = "`moves`; `nodes`, `time_ms`: when to give up; `single_pass` (pfms, §7.3); `bounds`: whether \
        mates are written that were not proved to be the shortest";
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Step;
    use crate::verb::testing::{ROOK, asks, proved, unproved, writes, written};

    fn mate(moves: u32) -> Step {
        Step::Mate(Mate { moves, nodes: None, time_ms: None, single_pass: false, bounds: false })
    }

    /// V-13 to V-16.
    #[test]
    fn mate_writes_only_what_is_proved() {
        asks(&mate(3), ROOK, "prove 3 false");
        asks(&mate(3), &format!("{ROOK} dm 4;"), "prove 3 false");
        // As passes with 1, 2 and 3 moves: the first two look for a shorter mate than the record claims.
        asks(&mate(3), &format!("{ROOK} dm 3;"), "prove 2 false");
        asks(&mate(3), &format!("{ROOK} dm 1;"), "a `dm` as short is already there; it is not proved again");
        for dm in ["x", "0", "-2"] {
            asks(&mate(3), &format!("{ROOK} dm {dm};"), "prove 3 false");
        }
        writes(
            &mate(3),
            ROOK,
            "dm 3;",
            unproved(MateVerdict::NoMate),
            "a `dm` as short is already there; it is not proved again",
        );
        writes(&mate(3), ROOK, "dm 4;", unproved(MateVerdict::NoMate), "no mate in up to 3 moves");
        let found = || proved(1, &["a1a8"], &["a1a8"]);
        writes(&mate(3), ROOK, "id \"m\";", found(), "dm 1; id \"m\"; pm Ra8#; pv Ra8#;");
        writes(&mate(3), ROOK, "dm 4; pm Kf1; pv Kf1;", found(), "dm 1; pm Ra8#; pv Ra8#;");
        // An old score is brought up to date.
        writes(&mate(3), ROOK, "ce -20; dm 4;", found(), "ce 32766; dm 1; pm Ra8#; pv Ra8#;");
        let single =
            Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: true, bounds: false });
        writes(&single, ROOK, "", found(), "dm 3; pm Ra8#; pv Ra8#;");
        asks(&single, &format!("{ROOK} dm 3;"), "a `dm` as short is already there; it is not proved again");
        writes(&mate(3), ROOK, "", unproved(MateVerdict::NoMate), "no mate in up to 3 moves");
        let gave_up = |refuted| unproved(MateVerdict::GaveUp(refuted));
        writes(&mate(3), ROOK, "", gave_up(2), "limit reached; there is no mate in up to 2 moves");
        writes(&mate(3), ROOK, "", gave_up(0), "limit reached");
        // A mate that need not be the shortest is written only where that is wanted.
        let bound = || unproved(MateVerdict::AtMost { moves: 3, line: vec!["a1a8".to_owned()], refuted: 1 });
        writes(
            &mate(3),
            ROOK,
            "",
            bound(),
            "mate in at most 3 moves; the shortest is not known, but there is none in 1",
        );
        let all = Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: false, bounds: true });
        writes(&all, ROOK, "ce 5;", bound(), "ce 32762; dm 3; pm Ra8#; pv Ra8#;");
        let single =
            Step::Mate(Mate { moves: 4, nodes: None, time_ms: None, single_pass: true, bounds: false });
        writes(&single, ROOK, "", bound(), "dm 4; pm Ra8#; pv Ra8#;");
    }

    #[test]
    fn only_what_was_written_is_a_mate() {
        let proof = written(&mate(3), ROOK, proved(1, &["a1a8"], &["a1a8"]));
        assert_eq!((proof.is_solved, proof.is_mate), (None, true));
        assert!(!written(&mate(3), ROOK, unproved(MateVerdict::NoMate)).is_mate);
        // The line belongs to another position, so nothing was written.
        let failed = written(&mate(3), ROOK, proved(1, &["h1h8"], &["h1h8"]));
        assert!(failed.text.is_none() && !failed.is_mate);
    }
}
