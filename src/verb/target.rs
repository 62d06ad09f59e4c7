//! The verb `target`: searches records that have `bm` or `am`, and writes `pm`, `pv`, `acn` and `acs` (pfts,
//! §7.5, V-18 to V-20).
//!
//! `acd` and `ce` are updated in records that have them, since they would otherwise belong to another line. Where `bm`
//! names a mate in place of moves (`#4`), `ce` is written too: it says whether the mate was found.
//! `bm` and `am` are never changed.

use serde::{Deserialize, Serialize};

use crate::chess::notation::line::both_coordinates;
use crate::epd::sought::Sought;
use crate::language::{Text, args, say};
use crate::verb::line::{Line, fits_known_mate, known_mate, search, write_effort, write_predicted_move};
use crate::verb::outcome::WriteFailure;
use crate::verb::{
    Aim, Ask, Choice, Draft, Ended, EngineName, Field, Found, FoundLine, Goal, Record, SearchLimits,
    SettingError, StopRule, Values, Verb, Written,
};

/// Searches records that have `bm` or `am`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The engine that searches.
    #[serde(default)]
    pub engine: EngineName,
    /// When to stop.
    pub limits: SearchLimits,
    /// When to stop early because the solution is found.
    #[serde(default)]
    pub stop: Option<StopRule>,
    /// Whether `acs` is left out, and removed where it was, so that every machine writes the same bytes.
    #[serde(default)]
    pub without_acs: bool,
}

impl Verb for Target {
    const NAME: &'static str = "target";
    const TITLE: &'static str = "tool.target";
    const HELP: &'static str = "tool.target.help";
    const SETTINGS: &'static str = "`limits`, of which one is `nodes`, `time_ms` or `soft_ms`; `engine`; `stop`; `without_acs`: leave `acs` out (pfts, §7.5)";
    const AIM: Aim = Aim::Analyse;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        EngineName::FIELD,
        SearchLimits::VALUE,
        SearchLimits::KIND_BUT_DEPTH,
        Field::choice(
            "stop",
            "tool.field.stop",
            &[
                Choice::new("never", "tool.option.never"),
                Choice::named("arena", "Arena"),
                Choice::named("polyglot", "polyglot"),
                Choice::named("arasan", "Arasan"),
                Choice::named("fritz", "Fritz"),
            ],
        ),
        Field::text("plies", "tool.field.plies", "3"),
        Field::text("least", "tool.field.least", "8"),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let plies = || values.number("plies");
        let stop = match values.text("stop") {
            "arena" => Some(StopRule::Arena { plies: plies()?, depth: values.number("least")? }),
            "polyglot" => Some(StopRule::Polyglot { plies: plies()? }),
            "arasan" => Some(StopRule::Arasan { plies: plies()? }),
            "fritz" => Some(StopRule::Fritz { plies: plies()? }),
            _ => None,
        };
        Ok(Self {
            engine: EngineName::of(values),
            limits: SearchLimits::of(values)?,
            stop,
            without_acs: false,
        })
    }

    fn check(&self) -> Result<(), SettingError> {
        if self.limits.depth.is_some() && self.limits.nodes.or(self.limits.time_ms).is_none() {
            return Err(SettingError::DepthOnly);
        }
        self.stop.map_or(Ok(()), StopRule::check)?;
        self.limits.check()
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![say("words.target", args![self.engine.title(), self.limits.text()])];
        words.extend(self.stop.map(StopRule::text));
        if self.without_acs {
            words.push("words.without-acs".into());
        }
        words
    }

    fn engine(&self) -> Option<EngineName> {
        Some(self.engine)
    }

    fn source(&self) -> Option<(String, Text)> {
        let limits = self.limits.text();
        let limits = match self.stop {
            Some(rule) => say("words.stopped", [limits, rule.text()]),
            None => limits,
        };
        Some((self.engine.source(), limits))
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        match goal(record, self.stop) {
            Ok(goal) => search(record, self.engine, self.limits, 1, Some(goal)),
            Err(reason) => Ask::Nothing(Ended::Unchanged(reason.text())),
        }
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let Found::Search(searched) = found else { return Written::unexpected() };
        match result(record, &searched.best, !self.without_acs) {
            Ok((text, is_solved)) => Written::searched(text, is_solved, &searched),
            Err(failure) => Ended::Failed(failure.text()).into(),
        }
    }
}

/// Why a record cannot be solved.
#[derive(Debug, Clone, Copy)]
enum NoGoal {
    /// It asks for nothing.
    Missing,
    /// What it asks for cannot be read.
    Unreadable,
}

impl NoGoal {
    fn text(self) -> Text {
        match self {
            Self::Missing => "why.no-goal".into(),
            Self::Unreadable => "why.bad-goal".into(),
        }
    }
}

/// What would solve a record. The record must ask for something (§7.5).
fn goal(record: &Record<'_>, stop: Option<StopRule>) -> Result<Goal, NoGoal> {
    let [best, avoid] = ["bm", "am"].map(|opcode| Sought::read(&record.parsed, &record.position, opcode));
    if best.is_bad || avoid.is_bad {
        return Err(NoGoal::Unreadable);
    }
    let mate = mate_of(&best);
    if best.moves.is_empty() && mate.is_none() && avoid.moves.is_empty() {
        return Err(NoGoal::Missing);
    }
    let moves = |sought: &Sought| sought.moves.iter().flat_map(|&m| both_coordinates(m)).collect();
    Ok(Goal { best: moves(&best), mate, avoid: moves(&avoid), stop })
}

/// The length of the mate that `bm` asks for, if it names no move.
fn mate_of(best: &Sought) -> Option<u32> {
    best.mate.filter(|_| best.moves.is_empty())
}

/// The record with the result, and whether that solves it.
fn result(
    record: &Record<'_>,
    report: &FoundLine,
    with_acs: bool,
) -> Result<(Vec<u8>, Option<bool>), WriteFailure> {
    let line = Line::play(record, report)?;
    let mut draft = Draft::new(&record.parsed);
    draft.update("acd", report.depth.to_string());
    write_effort(&mut draft, report, with_acs);
    let ce = report.score.to_ce().to_string();
    if !fits_known_mate(&mut draft, known_mate(record), report.score) {
        draft.remove("ce");
    } else if mate_of(&Sought::read(&record.parsed, &record.position, "bm")).is_some() {
        draft.set("ce", ce);
    } else {
        draft.update("ce", ce);
    }
    draft.set("pv", line.sans.join(" "));
    write_predicted_move(&mut draft, &line.sans, true);
    let is_solved = line.is_solution(record, &draft);
    Ok((draft.apply()?, is_solved))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;
    use crate::verb::Step;
    use crate::verb::testing::{MATED, ROOK, asks, searched, tells_solutions, writes, written};

    fn target(stop: Option<StopRule>) -> Step {
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        Step::Target(Target { engine: EngineName::Epidote, limits, stop, without_acs: false })
    }

    /// V-18 to V-20.
    #[test]
    fn target_has_bm_and_am_in_view() {
        asks(&target(None), ROOK, "neither bm nor am");
        asks(&target(None), &format!("{ROOK} am; bm;"), "neither bm nor am");
        asks(&target(None), &format!("{ROOK} bm Qd4;"), "bm or am cannot be read");
        asks(&target(None), &format!("{ROOK} bm Ra8#;"), "search for a1a8 a1a8 not ");
        asks(&target(None), &format!("{ROOK} am Kf1; bm;"), "search for  not g1f1 g1f1");
        asks(&target(None), &format!("{ROOK} bm #2; am Kf1;"), "search for #2 not g1f1 g1f1");
        asks(&target(None), &format!("{ROOK} bm #2 Ra2;"), "search for a1a2 a1a2 not ");
        let found = || searched(Score::Centipawns(5), &["a1a2", "g8f8"]);
        writes(&target(None), ROOK, "bm #2;", found(), "acn 4321; acs 1; bm #2; ce 5; pm Ra2; pv Ra2 Kf8;");
        for (score, solves) in [(Score::Mate(1), true), (Score::Mate(5), false)] {
            let found = searched(score, &["a1a8"]);
            assert_eq!(written(&target(None), &format!("{ROOK} bm #2;"), found).is_solved, Some(solves));
        }
        writes(
            &target(None),
            ROOK,
            "am Ra2; ce 7; id \"x\";",
            found(),
            "acn 4321; acs 1; am Ra2; ce 5; id \"x\"; pm Ra2; pv Ra2 Kf8;",
        );
        for (target_of, solves) in [("bm Ra2;", true), ("am Ra2;", false)] {
            assert_eq!(
                written(&target(None), &format!("{ROOK} {target_of}"), found()).is_solved,
                Some(solves)
            );
        }
        // No move can be played, so there is no pm.
        writes(
            &target(None),
            MATED,
            "am; pm Kh7;",
            searched(Score::Mated(0), &[]),
            "acn 4321; acs 1; am; pv;",
        );
    }

    #[test]
    fn says_what_is_solved_and_what_is_mate() {
        tells_solutions(&target(None));
    }
}
