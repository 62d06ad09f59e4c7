//! The settings of the search panel: how they are stored, and the step that they describe.

use serde::{Deserialize, Serialize};

use crate::verb::{Analyze, EngineName, Mate, SearchLimits, Step};

/// What a search is limited by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// A number of nodes.
    Nodes,
    /// Plies.
    Depth,
    /// Milliseconds.
    Time,
    /// Moves of a mate, which is proved.
    Mate,
}

impl LimitKind {
    /// All, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Nodes, Self::Depth, Self::Time, Self::Mate];

    /// The key of its name in the list.
    pub fn label(self) -> &'static str {
        match self {
            Self::Nodes => "tool.option.nodes",
            Self::Depth => "tool.option.depth",
            Self::Time => "tool.option.time",
            Self::Mate => "search.mate",
        }
    }

    /// The initial value for a kind that was not used yet.
    pub fn usual(self) -> u64 {
        match self {
            Self::Nodes => 200_000,
            Self::Depth => 10,
            Self::Time => 1_000,
            Self::Mate => 4,
        }
    }
}

/// Most lines while the engine thinks along.
pub const MOST_LINES: u32 = 5;

/// Most workers that think along together.
pub const MOST_THREADS: u32 = 16;

/// The settings of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchSettings {
    /// The engine that searches.
    pub engine: EngineName,
    /// What a search is limited by.
    pub kind: LimitKind,
    /// The limit, at least 1.
    pub limit: u64,
    /// Whether `pm` is written as well.
    pub predicted_move: bool,
    /// Number of lines while the engine thinks along, 1 to [`MOST_LINES`].
    pub lines: u32,
    /// Number of workers that think along together, at most [`MOST_THREADS`]; 0 for as many as is usual.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub threads: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual(threads: &u32) -> bool {
    *threads == 0
}

/// The workers that think along together: those that are wanted, or one for each processor that is left to them.
/// Only one where workers cannot share memory.
pub fn threads(wanted: u32, processors_left: usize, is_possible: bool) -> u32 {
    let usual = u32::try_from(processors_left).unwrap_or(1);
    match (is_possible, wanted) {
        (false, _) => 1,
        (true, 0) => usual.clamp(1, MOST_THREADS),
        (true, wanted) => wanted.min(most_threads(processors_left)),
    }
}

/// The most workers to choose from: one for each processor.
pub fn most_threads(processors_left: usize) -> u32 {
    u32::try_from(processors_left + 1).map_or(MOST_THREADS, |most| most.min(MOST_THREADS))
}

impl SearchSettings {
    /// Reads the output of [`SearchSettings::written`], or that of an earlier version. Anything that cannot be
    /// read gets its usual value.
    pub fn read(setting: &str) -> Self {
        let settings = serde_json::from_str(setting).unwrap_or_else(|_| Self::of_words(setting));
        let Self { kind, limit, lines, .. } = settings;
        let limit = if limit > 0 { limit } else { kind.usual() };
        let threads = settings.threads.min(MOST_THREADS);
        Self { limit, lines: lines.clamp(1, MOST_LINES), threads, ..settings }
    }

    /// Five words, as they were once stored.
    fn of_words(setting: &str) -> Self {
        let mut words = setting.split(' ');
        let mut next = || words.next().unwrap_or_default();
        let engine = EngineName::named(next()).unwrap_or_default();
        let label = next();
        let kind = LimitKind::ALL.into_iter().find(|kind| kind.label() == label).unwrap_or(LimitKind::Nodes);
        let limit = next().parse().unwrap_or_default();
        let predicted_move = next() == "pm";
        let lines = next().parse().unwrap_or(1);
        Self { engine, kind, limit, predicted_move, lines, threads: 0 }
    }

    /// The stored form, as JSON.
    pub fn written(self) -> String {
        // There is nothing in it that JSON cannot hold.
        serde_json::to_string(&self).unwrap_or_default()
    }

    /// The step that the panel starts.
    pub fn step(self) -> Step {
        let Self { engine, kind, limit, predicted_move, lines: _, threads: _ } = self;
        let count = u32::try_from(limit).unwrap_or(u32::MAX);
        let none = SearchLimits::default();
        let limits = match kind {
            LimitKind::Nodes => SearchLimits { nodes: Some(limit), ..none },
            LimitKind::Depth => SearchLimits { depth: Some(count), ..none },
            LimitKind::Time => SearchLimits { time_ms: Some(limit), ..none },
            LimitKind::Mate => {
                return Mate { moves: count, nodes: None, time_ms: None, single_pass: false, bounds: false }
                    .into();
            }
        };
        Analyze { predicted_move, ..Analyze::new(engine, limits) }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const USUAL: SearchSettings = SearchSettings {
        engine: EngineName::Epidote,
        kind: LimitKind::Nodes,
        limit: 200_000,
        predicted_move: false,
        lines: 1,
        threads: 0,
    };

    #[test]
    fn what_cannot_be_read_is_as_usual() {
        for setting in
            ["", " ", "epidote", "other tool.option.pages x y z", "epidote tool.option.nodes 0 - 0", "{}"]
        {
            assert_eq!(SearchSettings::read(setting), USUAL, "{setting}");
        }
        // The usual limit depends on the kind.
        let depth = SearchSettings { kind: LimitKind::Depth, limit: 10, ..USUAL };
        assert_eq!(SearchSettings::read("epidote tool.option.depth -7"), depth);
        let lines = |lines| SearchSettings { lines, ..USUAL };
        assert_eq!(SearchSettings::read("epidote tool.option.nodes 200000 - 99"), lines(MOST_LINES));
    }

    #[test]
    fn what_earlier_versions_kept_is_read() {
        let settings = SearchSettings {
            engine: EngineName::Stockfish,
            kind: LimitKind::Mate,
            limit: 6,
            predicted_move: true,
            lines: 3,
            threads: 0,
        };
        assert_eq!(SearchSettings::read("stockfish search.mate 6 pm 3"), settings);
        let json = r#"{"engine":"stockfish","kind":"mate","limit":6,"predicted_move":true,"lines":3}"#;
        assert_eq!(settings.written(), json);
        assert_eq!(SearchSettings::read(json), settings);
    }

    #[test]
    fn as_many_think_along_as_are_wanted_and_possible() {
        for (wanted, left, is_possible, expect) in [
            (0, 1, true, 1),
            (0, 7, true, 7),
            (0, 99, true, MOST_THREADS),
            (0, 0, true, 1),
            (3, 7, true, 3),
            // As it was kept on a machine with more processors.
            (3, 1, true, 2),
            (99, 7, true, 8),
            (99, 99, true, MOST_THREADS),
            (0, 7, false, 1),
            (3, 7, false, 1),
        ] {
            assert_eq!(threads(wanted, left, is_possible), expect, "{wanted} {left} {is_possible}");
        }
    }

    #[test]
    fn the_settings_are_a_step() {
        let check = |kind, json: &str| {
            assert_eq!(SearchSettings { kind, limit: 7, ..USUAL }.step(), Step::from_json(json).unwrap());
        };
        check(LimitKind::Nodes, r#"{"analyze":{"limits":{"nodes":7}}}"#);
        check(LimitKind::Depth, r#"{"analyze":{"limits":{"depth":7}}}"#);
        check(LimitKind::Time, r#"{"analyze":{"limits":{"time_ms":7}}}"#);
        check(LimitKind::Mate, r#"{"mate":{"moves":7}}"#);
    }

    proptest! {
        #[test]
        fn what_is_kept_is_read_again(engine in 0..2_usize, kind in 0..4_usize, limit in 1..u64::MAX, predicted_move: bool, lines in 1..=MOST_LINES, threads in 0..=MOST_THREADS) {
            let settings = SearchSettings { engine: EngineName::ALL[engine], kind: LimitKind::ALL[kind], limit, predicted_move, lines, threads };
            prop_assert_eq!(SearchSettings::read(&settings.written()), settings);
        }

        #[test]
        fn anything_is_read(setting: String) {
            let settings = SearchSettings::read(&setting);
            prop_assert!(settings.limit > 0 && (1..=MOST_LINES).contains(&settings.lines));
        }
    }
}
