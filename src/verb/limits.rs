//! Which engine searches, and when a search stops: settings that several verbs share.

use serde::{Deserialize, Serialize};

use crate::language::{Arg, Text, args, say};
use crate::verb::form::{Choice, Field, Values};
use crate::verb::setting::{MOST_DEPTH, SettingError, above_zero, within};

/// The engine that searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineName {
    /// The engine of this project.
    #[default]
    Epidote,
    /// Stockfish, which is loaded when it is first needed.
    Stockfish,
    /// A program of this machine: on the command line the one that was named, on the page the one that was chosen
    /// among those of its server.
    Native,
}

impl EngineName {
    /// The engines that there always are, ours first.
    pub const ALL: [Self; 2] = [Self::Epidote, Self::Stockfish];

    /// The engines to choose from.
    pub(super) const FIELD: Field = Field::choice(
        "engine",
        "tool.field.engine",
        &[Self::Epidote.choice(), Self::Stockfish.choice(), Self::Native.choice()],
    );

    const fn choice(self) -> Choice {
        // Which one it is, is chosen elsewhere.
        match self {
            Self::Native => Choice::new(self.name(), "engine.any-native"),
            Self::Epidote | Self::Stockfish => Choice::named(self.name(), self.title()),
        }
    }

    /// The engine chosen in a form.
    pub(super) fn of(values: &Values<'_>) -> Self {
        Self::named(values.text("engine")).unwrap_or_default()
    }

    /// The engine with this name in forms and settings.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Epidote, Self::Stockfish, Self::Native].into_iter().find(|engine| engine.name() == name)
    }

    /// Its name in forms and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Epidote => "epidote",
            Self::Stockfish => "stockfish",
            Self::Native => "native",
        }
    }

    /// The name shown to the user.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Epidote => "Epidote",
            Self::Stockfish => "Stockfish 19",
            Self::Native => "native",
        }
    }

    /// The name with the version, for reports.
    pub(super) fn source(self) -> String {
        match self {
            Self::Epidote => format!("{} {}", self.title(), env!("CARGO_PKG_VERSION")),
            Self::Stockfish | Self::Native => self.title().to_owned(),
        }
    }
}

/// When a search stops: at the first limit it reaches. The limits are the same for every record (§7.2, V-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchLimits {
    /// Nodes, which give the same result on every machine.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Milliseconds after which the search is broken off.
    pub time_ms: Option<u64>,
    /// Milliseconds after which no deeper iteration is begun. The current one is finished.
    pub soft_ms: Option<u64>,
}

impl From<SearchLimits> for crate::search::Limits {
    fn from(limits: SearchLimits) -> Self {
        let SearchLimits { nodes, depth, time_ms, soft_ms } = limits;
        Self { nodes, depth, time_ms, soft_ms, mate: None }
    }
}

/// The kinds of limits of a form.
const KINDS: &[Choice] = &[NODES, DEPTH, TIME, SOFT];

const NODES: Choice = Choice::new("nodes", "tool.option.nodes").bringing("limit", USUAL_NODES);
const DEPTH: Choice = Choice::new("depth", "tool.option.depth").bringing("limit", "10");
const TIME: Choice = Choice::new("time", "tool.option.time").bringing("limit", "1000");
const SOFT: Choice = Choice::new("soft", "tool.option.soft").bringing("limit", "1000");

/// The limit of a form at first.
const USUAL_NODES: &str = "200000";

impl SearchLimits {
    /// The fields of a limit: its value, and its kind.
    pub(super) const VALUE: Field = Field::text("limit", "tool.field.limit", USUAL_NODES);
    pub(super) const KIND: Field = Field::choice("kind", "tool.field.kind", KINDS);
    /// The kinds of a verb that cannot be limited by depth alone.
    pub(super) const KIND_BUT_DEPTH: Field = Field::choice("kind", "tool.field.kind", &[NODES, TIME, SOFT]);

    /// The limit entered in a form.
    pub(super) fn of(values: &Values<'_>) -> Result<Self, SettingError> {
        let none = Self::default();
        Ok(match values.text("kind") {
            "depth" => Self { depth: Some(values.number("limit")?), ..none },
            "time" => Self { time_ms: Some(values.number("limit")?), ..none },
            "soft" => Self { soft_ms: Some(values.number("limit")?), ..none },
            _ => Self { nodes: Some(values.number("limit")?), ..none },
        })
    }

    pub(super) fn check(&self) -> Result<(), SettingError> {
        if *self == Self::default() {
            return Err(SettingError::NoLimit);
        }
        above_zero("nodes", self.nodes)?;
        above_zero("time_ms", self.time_ms)?;
        above_zero("soft_ms", self.soft_ms)?;
        self.depth.map_or(Ok(()), |depth| within("depth", depth, MOST_DEPTH))
    }

    /// The limits, as `50,000 nodes or 1,000 ms`.
    pub fn text(&self) -> Text {
        let numbers = [
            ("words.nodes", self.nodes),
            ("words.depth", self.depth.map(u64::from)),
            ("words.time", self.time_ms),
            ("words.soft", self.soft_ms),
        ];
        let one = |(key, number): (&'static str, Option<u64>)| Some(say(key, [number?]));
        numbers
            .into_iter()
            .filter_map(one)
            .reduce(|one, other| say("words.or", [one, other]))
            .unwrap_or_else(|| String::new().into())
    }
}

/// The sentence about when a record is given up, for the verbs that prove.
pub(super) fn given_up_after(nodes: Option<u64>, time_ms: Option<u64>) -> Option<Text> {
    nodes.or(time_ms)?;
    Some(say("words.given-up", [SearchLimits { nodes, time_ms, ..SearchLimits::default() }.text()]))
}

/// When a search stops early because the solution is found. Each rule applies at the end of an iteration
/// whose best move is the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StopRule {
    /// Arena: the solution was best in each of the last `plies` iterations, and the depth is at least
    /// `depth`.
    Arena {
        /// Iterations.
        plies: u32,
        /// Plies.
        depth: u32,
    },
    /// Polyglot: the same move has been best since an iteration at least `plies` ago.
    Polyglot {
        /// Number of iterations since which the move has been best.
        plies: u32,
    },
    /// Arasan: the solution was best in each of the `plies` iterations before this one.
    Arasan {
        /// Iterations.
        plies: u32,
    },
    /// Fritz: the solution was first best at least `plies` iterations ago, even if it was dropped in between.
    Fritz {
        /// Number of iterations since the solution was first best.
        plies: u32,
    },
}

impl StopRule {
    /// Whether its numbers make sense.
    pub(super) fn check(self) -> Result<(), SettingError> {
        match self {
            Self::Arena { plies, depth } => {
                within("plies", plies, MOST_DEPTH)?;
                within("depth", depth, MOST_DEPTH)
            }
            Self::Polyglot { plies } | Self::Arasan { plies } | Self::Fritz { plies } => {
                within("plies", plies, MOST_DEPTH)
            }
        }
    }

    /// The rule as a sentence.
    pub fn text(self) -> Text {
        let count = |key, plies: u32| say(key, [Arg::from(plies)]);
        match self {
            Self::Arena { plies, depth } => say("words.arena", args![plies, depth]),
            Self::Polyglot { plies } => count("words.polyglot", plies),
            Self::Arasan { plies } => count("words.arasan", plies),
            Self::Fritz { plies } => count("words.fritz", plies),
        }
    }
}
