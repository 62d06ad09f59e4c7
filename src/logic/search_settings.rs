//! The settings of the search panel, and how they are stored.

/// What a search is limited by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitKind {
    /// Nodes.
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

/// The settings of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// Whether Stockfish is the engine.
    pub is_stockfish: bool,
    /// What a search is limited by.
    pub kind: LimitKind,
    /// The limit, at least 1.
    pub limit: u64,
    /// Whether `pm` is written as well.
    pub predicted_move: bool,
    /// Number of lines while the engine thinks along, 1 to [`MOST_LINES`].
    pub lines: u32,
}

impl SearchSettings {
    /// Reads the output of [`SearchSettings::written`]. Anything that cannot be read gets its usual value.
    pub fn read(setting: &str) -> Self {
        let mut words = setting.split(' ');
        let mut next = || words.next().unwrap_or_default();
        let is_stockfish = next() == "stockfish";
        let label = next();
        let kind = LimitKind::ALL.into_iter().find(|kind| kind.label() == label).unwrap_or(LimitKind::Nodes);
        let limit = next().parse().ok().filter(|&limit| limit > 0).unwrap_or(kind.usual());
        let predicted_move = next() == "pm";
        let lines = next().parse().unwrap_or(1).clamp(1, MOST_LINES);
        Self { is_stockfish, kind, limit, predicted_move, lines }
    }

    /// The stored form: five words.
    pub fn written(self) -> String {
        let engine = if self.is_stockfish { "stockfish" } else { "epidote" };
        let pm = if self.predicted_move { "pm" } else { "-" };
        format!("{engine} {} {} {pm} {}", self.kind.label(), self.limit, self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const USUAL: SearchSettings = SearchSettings {
        is_stockfish: false,
        kind: LimitKind::Nodes,
        limit: 200_000,
        predicted_move: false,
        lines: 1,
    };

    #[test]
    fn what_cannot_be_read_is_as_usual() {
        for setting in
            ["", " ", "epidote", "other tool.option.pages x y z", "epidote tool.option.nodes 0 - 0"]
        {
            assert_eq!(SearchSettings::read(setting), USUAL, "{setting}");
        }
        // The usual limit depends on the kind.
        let depth = SearchSettings { kind: LimitKind::Depth, limit: 10, ..USUAL };
        assert_eq!(SearchSettings::read("epidote tool.option.depth -7"), depth);
        let lines = |lines| SearchSettings { lines, ..USUAL };
        assert_eq!(SearchSettings::read("epidote tool.option.nodes 200000 - 99"), lines(MOST_LINES));
    }

    proptest! {
        #[test]
        fn what_is_kept_is_read_again(is_stockfish: bool, kind in 0..4_usize, limit in 1..u64::MAX, predicted_move: bool, lines in 1..=MOST_LINES) {
            let settings = SearchSettings { is_stockfish, kind: LimitKind::ALL[kind], limit, predicted_move, lines };
            prop_assert_eq!(SearchSettings::read(&settings.written()), settings);
        }

        #[test]
        fn anything_is_read(setting: String) {
            let settings = SearchSettings::read(&setting);
            prop_assert!(settings.limit > 0 && (1..=MOST_LINES).contains(&settings.lines));
        }
    }
}
