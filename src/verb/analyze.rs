//! The verb `analyze`: a search, and what it found as `acd`, `acn`, `acs`, `ce` and `pv` (pfga, §7.2, V-7 to
//! V-12).

use serde::{Deserialize, Serialize};

use crate::chess::score::Score;
use crate::epd::moves::first_move;
use crate::language::{Text, args, say};
use crate::verb::alternatives::{as_records, into_registers};
use crate::verb::line::{Line, fits_known_mate, known_mate, search, write_effort, write_predicted_move};
use crate::verb::outcome::WriteFailure;
use crate::verb::setting::within;
use crate::verb::{
    Aim, Ask, Choice, Draft, Ended, EngineName, Field, Found, FoundLine, Record, SearchLimits, Searched,
    SettingError, Values, Verb, Written,
};

/// Most lines of a search: the best one, and one for each of the registers `c1` to `c9`.
pub(super) const MOST_LINES: u32 = 10;

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
    /// Whether `acs` is left out, and removed where it was: seconds differ from run to run, so that without them, and
    /// with a limit on nodes, every machine writes the same bytes.
    #[serde(default)]
    pub without_acs: bool,
}

fn one() -> u32 {
    1
}

impl Analyze {
    /// An analysis of the best line, with what the form has at first for everything else.
    pub fn new(engine: EngineName, limits: SearchLimits) -> Self {
        let lines = one();
        Self { engine, limits, predicted_move: false, lines, as_records: false, without_acs: false }
    }
}

impl Verb for Analyze {
    const NAME: &'static str = "analyze";
    const TITLE: &'static str = "tool.analyze";
    const HELP: &'static str = "tool.analyze.help";
    const SETTINGS: &'static str = "`limits`; `engine`; `predicted_move`: write `pm` into every record; `lines`: the number of \
        best lines; those after the first go into `c1`, `c2` …, or with `as_records` become records \
        after theirs, with its `id` and the number of the line (later steps of the recipe skip them); \
        `without_acs`: leave `acs` out (pfga, §7.2)";
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
            without_acs: false,
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
        if self.without_acs {
            words.push("words.without-acs".into());
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
        best.write(&mut draft, known_mate(record), self.predicted_move, !self.without_acs);
        let mut more = Vec::new();
        if self.as_records {
            more = as_records(record, others, !self.without_acs)?;
        } else {
            into_registers(&mut draft, record, others)?;
        }
        let is_solved = best.is_solution(record, &draft);
        let mut written = Written { more, ..Written::searched(draft.apply()?, is_solved, searched) };
        // It is a move of a game, so it is kept, and the user is informed (V-12).
        if supplied.zip(best.moves.first()).is_some_and(|(supplied, best)| supplied != *best) {
            written.ended = Ended::Noted("why.other-sm".into());
        }
        Ok(written)
    }
}

impl Line<'_> {
    /// Writes what the search found, and keeps `pm` in agreement with the line. `known` is the mate that the
    /// record claims.
    pub(super) fn write(
        &self,
        draft: &mut Draft<'_, '_>,
        known: Option<i64>,
        predicted_move: bool,
        with_acs: bool,
    ) {
        let FoundLine { depth, score, .. } = *self.report;
        draft.set("acd", depth.to_string());
        write_effort(draft, self.report, with_acs);
        draft.set("pv", self.sans.join(" "));
        write_score(draft, known, score);
        write_predicted_move(draft, &self.sans, predicted_move);
    }
}

/// Writes `ce`, unless the `dm` of the record forbids it.
fn write_score(draft: &mut Draft<'_, '_>, known: Option<i64>, score: Score) {
    if fits_known_mate(draft, known, score) {
        draft.set("ce", score.to_ce().to_string());
    } else {
        draft.remove("ce");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::check;
    use crate::epd::parse;
    use crate::verb::Step;
    use crate::verb::testing::{MATED, ROOK, STALEMATE, asks, searched, tells_solutions, writes, written};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn analyze(predicted_move: bool) -> Step {
        let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
        Step::Analyze(Analyze { predicted_move, ..Analyze::new(EngineName::Epidote, limits) })
    }

    /// V-7 to V-12.
    #[test]
    fn analyze_writes_what_was_found() {
        asks(&analyze(false), &format!("{ROOK} hmvc 7;"), "search, hmvc 7");
        let found = || searched(Score::Centipawns(-12), &["a1a2", "g8f8"]);
        writes(&analyze(false), ROOK, "", found(), "acd 7; acn 4321; acs 1; ce -12; pv Ra2 Kf8;");
        writes(
            &analyze(false),
            ROOK,
            "acd 1; acn 2; acs 3; bm Ra8#; ce 4; pm Kf1; pv Kf1; sm Kf1; zz 1;",
            found(),
            "acd 7; acn 4321; acs 1; bm Ra8#; ce -12; pm Ra2; pv Ra2 Kf8; sm Kf1; zz 1; \
             (sm is not the first move of pv)",
        );
        writes(&analyze(true), ROOK, "", found(), "acd 7; acn 4321; acs 1; ce -12; pm Ra2; pv Ra2 Kf8;");
        let wrong = searched(Score::Centipawns(0), &["e2e4"]);
        writes(&analyze(true), ROOK, "", wrong, "failed: the record changed during the analysis");
    }

    /// E-48, E-50.
    #[test]
    fn a_finished_game_has_an_empty_line() {
        let lost = searched(Score::Mated(0), &[]);
        writes(&analyze(true), MATED, "pm Kh7;", lost, "acd 7; acn 4321; acs 1; ce -32767; pv;");
        let drawn = searched(Score::Centipawns(0), &[]);
        writes(&analyze(true), STALEMATE, "", drawn, "acd 7; acn 4321; acs 1; ce 0; pv;");
    }

    /// A search changes a `dm` only if it refutes it.
    #[test]
    fn a_mate_count_that_is_refuted_goes() {
        let head = "acd 7; acn 4321; acs 1;";
        for (before, score, expect) in [
            ("dm 3;", Score::Mate(1), "ce 32766; dm 1; pv Ra8#;"),
            ("dm 1;", Score::Mate(1), "ce 32766; dm 1; pv Ra8#;"),
            ("", Score::Mate(1), "ce 32766; pv Ra8#;"),
            ("dm 3;", Score::Mate(9), "dm 3; pv Ra8#;"),
            ("ce 12; dm 3;", Score::Centipawns(-417), "dm 3; pv Ra8#;"),
            ("ce -12; dm 3;", Score::Centipawns(0), "ce 0; dm 3; pv Ra8#;"),
            ("dm 3;", Score::Mate(5), "ce 32762; dm 3; pv Ra8#;"),
            ("", Score::Centipawns(-417), "ce -417; pv Ra8#;"),
            ("dm 900;", Score::Centipawns(-417), "ce -417; dm 900; pv Ra8#;"),
            ("dm 3;", Score::Centipawns(50), "ce 50; dm 3; pv Ra8#;"),
            ("dm 3;", Score::Mated(4), "ce -32763; pv Ra8#;"),
        ] {
            writes(&analyze(false), ROOK, before, searched(score, &["a1a8"]), &format!("{head} {expect}"));
        }
    }

    proptest! {
        /// Whatever a search finds, the check has nothing new to say about what was written.
        #[test]
        fn what_is_written_draws_no_finding(
            score in prop_oneof![
                (1..=383_u32).prop_map(|moves| Score::Mate(2 * moves - 1)),
                (1..=383_u32).prop_map(|moves| Score::Mated(2 * moves)),
                (-3_000..3_000).prop_map(Score::Centipawns),
            ],
            ce in prop::sample::select(vec!["", "ce 12;", "ce -500;", "ce 32758;", "ce -32761;"]),
            dm in prop::sample::select(vec!["", "dm 1;", "dm 3;", "dm 12;", "dm 383;"]),
            moves in prop::sample::select(vec!["", "pm Kf1;", "pv Kf1;", "pm Ra7; pv Ra7;"]),
        ) {
            let findings = |line: &[u8]| -> BTreeSet<&'static str> {
                check(&parse(line)).into_iter().map(|found| found.rule.code).collect()
            };
            let line = format!("{ROOK} {ce} {dm} {moves}");
            let written = written(&analyze(true), &line, searched(score, &["a1a7"]));
            let after = written.text.unwrap_or_else(|| line.clone().into_bytes());
            let new: Vec<_> = findings(&after).difference(&findings(line.as_bytes())).copied().collect();
            prop_assert!(new.is_empty(), "{new:?} in {} after {score:?}", String::from_utf8_lossy(&after));
        }
    }

    #[test]
    fn says_what_is_solved_and_what_is_mate() {
        tells_solutions(&analyze(false));
        let quiet = written(&analyze(false), ROOK, searched(Score::Centipawns(5), &["a1a8"]));
        assert_eq!((quiet.is_solved, quiet.is_mate), (None, false));
        // The side to move is mated already: nothing was found.
        let mated = written(&analyze(false), MATED, searched(Score::Mated(0), &[]));
        assert_eq!((mated.is_solved, mated.is_mate), (None, false));
    }
}
