//! What a step does, in plain words: said before it begins.

use crate::language::{Text, inside, say, word};
use crate::recipe::{EngineName, Limits, Step, StopRule};

impl EngineName {
    /// The name.
    pub fn words(self) -> &'static str {
        match self {
            Self::Epidote => "Epidote",
            Self::Stockfish => "Stockfish 19",
        }
    }
}

impl Limits {
    /// The limits, as `50000 nodes or 1000 ms`.
    pub fn text(&self) -> Text {
        let numbers = [
            ("words.nodes", self.nodes),
            ("words.depth", self.depth.map(u64::from)),
            ("words.time", self.time_ms),
            ("words.soft", self.soft_ms),
        ];
        let one = |(key, number): (&'static str, Option<u64>)| Some(say(key, [number?.to_string()]));
        let mut parts: Vec<Text> = numbers.into_iter().filter_map(one).collect();
        let key = match parts.len() {
            0 | 1 => return parts.pop().unwrap_or_else(|| "".into()),
            2 => "words.limits-2",
            3 => "words.limits-3",
            _ => "words.limits-4",
        };
        Text { key: key.into(), args: parts.iter().map(within).collect() }
    }
}

impl StopRule {
    /// The rule, behind "stops when".
    pub fn text(self) -> Text {
        match self {
            Self::Arena { plies, depth } => {
                say("words.arena", [plies, depth].map(|number| number.to_string()))
            }
            Self::Polyglot { plies } => say("words.polyglot", [plies.to_string()]),
            Self::Arasan { plies } => say("words.arasan", [plies.to_string()]),
            Self::Fritz { plies } => say("words.fritz", [plies.to_string()]),
        }
    }
}

/// A text as an argument of another one.
fn within(text: &Text) -> String {
    inside(&text.written())
}

fn up_to(nodes: Option<u64>, time_ms: Option<u64>) -> String {
    if nodes.or(time_ms).is_none() {
        return String::new();
    }
    let limits = Limits { nodes, time_ms, ..Limits::default() };
    within(&say("words.given-up", [within(&limits.text())]))
}

impl Step {
    /// What it does to each record; everything that is not named stays as it is.
    ///
    /// ```
    /// use epidote::recipe::{Mate, Step};
    /// let step = Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: false });
    /// assert_eq!(
    ///     step.words().english(),
    ///     "Proves mates in up to 3 moves where no dm as short stands, and writes dm, pm and pv."
    /// );
    /// ```
    pub fn words(&self) -> Text {
        match self {
            Self::Normalize => "words.normalize".into(),
            Self::Repair { only: None, .. } => "words.repair".into(),
            Self::Repair { only: Some(rule), .. } => say("words.repair-rule", [rule.clone()]),
            Self::Tenths => "words.tenths".into(),
            Self::Set { opcode, operands } => say("words.set", [opcode.clone(), operands.clone()]),
            Self::Purge { opcodes } => say("words.purge", [opcodes.join(", ")]),
            Self::Rename { from, to } => say("words.rename", [from.clone(), to.clone()]),
            Self::Reverse => "words.reverse".into(),
            Self::Grade { register } => say("words.grade", [register.clone()]),
            Self::Analyze(analyze) => {
                let others = match analyze.lines {
                    0 | 1 => String::new(),
                    _ if analyze.as_records => word("words.other-records"),
                    2 => word("words.second-line"),
                    lines => within(&say("words.other-lines", [(lines - 1).to_string()])),
                };
                let predicted =
                    if analyze.predicted_move { "pm".to_owned() } else { word("words.pm-standing") };
                let engine = analyze.engine.words().to_owned();
                say("words.analyze", [engine, within(&analyze.limits.text()), predicted, others])
            }
            Self::Mate(mate) => say(
                if mate.single_pass { "words.mate-single" } else { "words.mate" },
                [mate.moves.to_string(), up_to(mate.nodes, mate.time_ms)],
            ),
            Self::Target(target) => {
                let stop = target.stop.map(|rule| within(&say("words.stops", [within(&rule.text())])));
                let engine = target.engine.words().to_owned();
                say("words.target", [engine, within(&target.limits.text()), stop.unwrap_or_default()])
            }
            Self::Cooks(cooks) => say(
                "words.cooks",
                [cooks.moves.to_string(), cooks.register.clone(), up_to(cooks.nodes, None)],
            ),
            Self::Perft(perft) => {
                say(if perft.write { "words.perft-write" } else { "words.perft" }, [perft.depth.to_string()])
            }
        }
    }

    /// Where its results come from: the engine with its version, and the limit, written for a catalog; empty
    /// for a step that needs no engine.
    pub fn source(&self) -> (String, String) {
        let mates = |moves: u32| say("words.mates", [moves.to_string()]);
        let (engine, limit) = match self {
            Self::Analyze(analyze) => (analyze.engine, analyze.limits.text()),
            Self::Target(target) => {
                let limits = target.limits.text();
                let limits = match target.stop {
                    Some(rule) => say("words.stopped", [within(&limits), within(&rule.text())]),
                    None => limits,
                };
                (target.engine, limits)
            }
            Self::Mate(mate) => (EngineName::Epidote, mates(mate.moves)),
            Self::Cooks(cooks) => (EngineName::Epidote, mates(cooks.moves)),
            _ => return (String::new(), String::new()),
        };
        let version = match engine {
            EngineName::Epidote => concat!(" ", env!("CARGO_PKG_VERSION")),
            EngineName::Stockfish => "",
        };
        (format!("{}{version}", engine.words()), limit.into())
    }

    /// Who searches, where that can be chosen.
    pub fn engine(&self) -> Option<EngineName> {
        match self {
            Self::Analyze(analyze) => Some(analyze.engine),
            Self::Target(target) => Some(target.engine),
            _ => None,
        }
    }

    /// Whether an engine is needed.
    pub fn is_searched(&self) -> bool {
        matches!(self, Self::Analyze(_) | Self::Mate(_) | Self::Target(_) | Self::Cooks(_) | Self::Perft(_))
    }

    /// Its name, as in recipes and on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Normalize => "normalize",
            Self::Repair { .. } => "repair",
            Self::Tenths => "tenths",
            Self::Set { .. } => "set",
            Self::Purge { .. } => "purge",
            Self::Rename { .. } => "rename",
            Self::Reverse => "reverse",
            Self::Grade { .. } => "grade",
            Self::Analyze(_) => "analyze",
            Self::Mate(_) => "mate",
            Self::Target(_) => "target",
            Self::Cooks(_) => "cooks",
            Self::Perft(_) => "perft",
        }
    }
}
