//! What a step does, in plain words: said before it begins.

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
    pub fn words(&self) -> String {
        let parts = [
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.time_ms.map(|ms| format!("{ms} ms")),
            self.soft_ms.map(|ms| format!("{ms} ms, the last iteration finished")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" or ")
    }
}

impl StopRule {
    /// The rule, behind "stops when".
    pub fn words(self) -> String {
        match self {
            Self::Arena { plies, depth } => {
                format!("the solution was best for {plies} plies and depth {depth} is reached (Arena's rule)")
            }
            Self::Polyglot { plies } => {
                format!("the same right move was best for {plies} plies (polyglot's rule)")
            }
            Self::Arasan { plies } => {
                format!("the solution was best in {plies} iterations before (Arasan's rule)")
            }
            Self::Fritz { plies } => {
                format!("{plies} plies are done since the solution was first seen (Fritz's rule)")
            }
        }
    }
}

fn up_to(nodes: Option<u64>, time_ms: Option<u64>) -> String {
    let limits = Limits { nodes, time_ms, ..Limits::default() }.words();
    if limits.is_empty() { String::new() } else { format!(", given up after {limits}") }
}

impl Step {
    /// What it does to each record; everything that is not named stays as it is.
    ///
    /// ```
    /// use epidote::recipe::{Mate, Step};
    /// let step = Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: false });
    /// assert_eq!(
    ///     step.words(),
    ///     "Proves mates in up to 3 moves where no dm as short stands, and writes dm, pm and pv."
    /// );
    /// ```
    pub fn words(&self) -> String {
        match self {
            Self::Normalize => "Writes every record in normal form.".to_owned(),
            Self::Repair { only: None, .. } => "Applies every fix that keeps the meaning.".to_owned(),
            Self::Repair { only: Some(rule), .. } => format!("Applies the safe fixes of {rule}."),
            Self::Tenths => "Multiplies every ordinary ce by ten.".to_owned(),
            Self::Set { opcode, operands } => format!("Sets {opcode} to {operands}."),
            Self::Purge { opcodes } => format!("Removes every operation {}.", opcodes.join(", ")),
            Self::Rename { from, to } => format!("Renames {from} to {to}."),
            Self::Reverse => "Reverses colours.".to_owned(),
            Self::Grade { register } => format!("Writes into {register} whether the record is solved."),
            Self::Analyze(analyze) => {
                let others = match analyze.lines {
                    0 | 1 => String::new(),
                    _ if analyze.as_records => {
                        ", and writes a record for each other line behind it".to_owned()
                    }
                    2 => ", and the second line into c1".to_owned(),
                    lines => format!(", and the other lines into c1 to c{}", lines - 1),
                };
                let predicted = if analyze.predicted_move { "pm" } else { "pm where it stands" };
                format!(
                    "{} searches each record, limit {}, and replaces acd, acn, acs, ce, pv and {predicted}{others}.",
                    analyze.engine.words(),
                    analyze.limits.words()
                )
            }
            Self::Mate(mate) => format!(
                "Proves mates in up to {} moves where no dm as short stands, and writes dm{}, pm and pv{}.",
                mate.moves,
                if mate.single_pass {
                    format!(" {} even for shorter ones", mate.moves)
                } else {
                    String::new()
                },
                up_to(mate.nodes, mate.time_ms)
            ),
            Self::Target(target) => {
                let stop = target.stop.map(|rule| format!(", and stops when {}", rule.words()));
                format!(
                    "{} searches each record with bm or am, limit {}{}, and writes acn, acs, pm and pv, and acd and ce where they stand.",
                    target.engine.words(),
                    target.limits.words(),
                    stop.unwrap_or_default()
                )
            }
            Self::Cooks(cooks) => format!(
                "Finds first moves that mate as soon as bm in up to {} moves, and writes into {} what is wrong{}.",
                cooks.moves,
                cooks.register,
                up_to(cooks.nodes, None)
            ),
            Self::Perft(perft) => {
                let writes = if perft.write { ", and writes them where none stand" } else { "" };
                format!("Counts positions to depth {} and compares with D1, D2 …{writes}.", perft.depth)
            }
        }
    }

    /// Where its results come from: the engine with its version, and the limit; empty for a step that
    /// needs no engine.
    pub fn source(&self) -> (String, String) {
        let (engine, limit) = match self {
            Self::Analyze(analyze) => (analyze.engine, analyze.limits.words()),
            Self::Target(target) => {
                let stop = target.stop.map(|rule| format!(", stopped when {}", rule.words()));
                (target.engine, target.limits.words() + &stop.unwrap_or_default())
            }
            Self::Mate(mate) => (EngineName::Epidote, format!("mates in up to {} moves", mate.moves)),
            Self::Cooks(cooks) => (EngineName::Epidote, format!("mates in up to {} moves", cooks.moves)),
            _ => return (String::new(), String::new()),
        };
        let version = match engine {
            EngineName::Epidote => concat!(" ", env!("CARGO_PKG_VERSION")),
            EngineName::Stockfish => "",
        };
        (format!("{}{version}", engine.words()), limit)
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
