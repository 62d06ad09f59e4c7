//! The tools as a table: what each is called, its fields, and what it is asked to do by them. The dialog
//! and the verbs follow.

use crate::app::gather::Gather;
use crate::app::reorder::Reorder;
use crate::app::step_text::{NORMALIZE, REVERSE, engine, limits, quoted, step};
use crate::language::say;
use crate::protocol::Same;

/// What a field of a tool takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// Any text.
    Text,
    /// The place of one of these, which are entries of the language files or speak for themselves.
    OneOf(&'static [&'static str]),
}

/// A field of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The entry of its label.
    pub label: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What stands in it at first.
    pub usual: &'static str,
}

/// What a tool is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// A step over the records.
    Step(String),
    /// Another order.
    Reorder(Reorder),
    /// New files, or files to keep.
    Gather(Gather),
    /// A count of what they hold.
    Count,
    /// A report on which of them are solved.
    Report {
        /// The opcode that names the groups.
        by: Option<String>,
        /// All open files are set beside each other.
        all_files: bool,
    },
}

/// A tool.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// The entry of its name, which is the label of the step of undo too.
    pub name: &'static str,
    /// The entry that says what it does.
    pub help: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// What it is asked to do by the texts of its fields, or what is wrong with them.
    pub(super) plan: fn(&[String]) -> Result<Plan, String>,
}

const fn text(label: &'static str, usual: &'static str) -> Field {
    Field { label, takes: Takes::Text, usual }
}

const fn one_of(label: &'static str, words: &'static [&'static str]) -> Field {
    Field { label, takes: Takes::OneOf(words), usual: "0" }
}

/// The second of several.
const SECOND: &str = "1";

/// Names of the formats of exports, in the order of [`FORMATS`].
const FORMAT_NAMES: &[&str] = &["fen", "csv", "json", "pgn", "tool.option.normal", "epd"];

/// The formats of exports, with the endings of their files.
const FORMATS: &[&str] = &["fen", "csv", "json", "pgn", "normal", "epd"];

/// Who searches.
const ENGINES: &[&str] = &["Epidote", "Stockfish 19"];

/// By what a search is limited.
const KINDS: &[&str] = &["tool.option.nodes", "tool.option.depth", "tool.option.time", "tool.option.soft"];

/// Rules of an early stop, by the programs that have them.
const STOPS: &[&str] = &["tool.option.never", "Arena", "polyglot", "Arasan", "Fritz"];

const ENGINE: Field = one_of("tool.field.engine", ENGINES);
const LIMIT: Field = text("tool.field.limit", "200000");
const KIND: Field = one_of("tool.field.kind", KINDS);

/// All tools.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "tool.analyze",
        help: "tool.analyze.help",
        fields: &[
            ENGINE,
            LIMIT,
            KIND,
            one_of("tool.field.predicted", &["tool.option.standing", "tool.option.everywhere"]),
            text("tool.field.lines", "1"),
            one_of("tool.field.alternatives", &["tool.option.registers", "tool.option.records"]),
        ],
        plan: |values| {
            Ok(verb(
                "analyze",
                &[
                    ("engine", engine(values[0] == SECOND)),
                    ("limits", limit(&values[1], &values[2])?),
                    ("predicted_move", (values[3] == SECOND).to_string()),
                    ("lines", number(&values[4])?),
                    ("as_records", (values[5] == SECOND).to_string()),
                ],
            ))
        },
    },
    Tool {
        name: "tool.mate",
        help: "tool.mate.help",
        fields: &[text("tool.field.moves", "4"), text("tool.field.most", "")],
        plan: |values| Ok(verb("mate", &[("moves", number(&values[0])?), ("nodes", optional(&values[1])?)])),
    },
    Tool {
        name: "tool.target",
        help: "tool.target.help",
        fields: &[
            ENGINE,
            LIMIT,
            KIND,
            one_of("tool.field.stop", STOPS),
            text("tool.field.plies", "3"),
            text("tool.field.least", "8"),
        ],
        plan: |values| {
            let plies = ("plies", number(&values[4])?);
            let stop = match values[3].as_str() {
                "1" => step("arena", &[plies, ("depth", number(&values[5])?)]),
                "2" => step("polyglot", &[plies]),
                "3" => step("arasan", &[plies]),
                "4" => step("fritz", &[plies]),
                _ => String::new(),
            };
            let limits = limit(&values[1], &values[2])?;
            Ok(verb("target", &[("engine", engine(values[0] == SECOND)), ("limits", limits), ("stop", stop)]))
        },
    },
    Tool {
        name: "tool.report",
        help: "tool.report.help",
        fields: &[
            text("tool.field.group", ""),
            one_of("tool.field.files", &["tool.option.front", "tool.option.all"]),
        ],
        plan: |values| {
            let by = Some(values[0].trim().to_owned()).filter(|by| !by.is_empty());
            Ok(Plan::Report { by, all_files: values[1] == SECOND })
        },
    },
    Tool {
        name: "tool.grade",
        help: "tool.grade.help",
        fields: &[text("tool.field.register", "c9")],
        plan: |values| Ok(verb("grade", &[("register", opcode(&values[0]))])),
    },
    Tool {
        name: "tool.cooks",
        help: "tool.cooks.help",
        fields: &[
            text("tool.field.moves", "4"),
            text("tool.field.register", "c9"),
            text("tool.field.most", ""),
        ],
        plan: |values| {
            let (moves, register) = (number(&values[0])?, opcode(&values[1]));
            Ok(verb("cooks", &[("moves", moves), ("register", register), ("nodes", optional(&values[2])?)]))
        },
    },
    Tool {
        name: "tool.perft",
        help: "tool.perft.help",
        fields: &[
            text("tool.field.depth", "4"),
            one_of("tool.field.counts", &["tool.option.compared", "tool.option.written"]),
        ],
        plan: |values| {
            Ok(verb("perft", &[("depth", number(&values[0])?), ("write", (values[1] == SECOND).to_string())]))
        },
    },
    Tool {
        name: "tool.repair",
        help: "tool.repair.help",
        fields: &[one_of("tool.field.dialect", &["Edwards, 1995", "Kvetka"])],
        plan: |values| {
            let dialect = if values[0] == SECOND { "kvetka" } else { "edwards" };
            Ok(verb("repair", &[("dialect", quoted(dialect))]))
        },
    },
    Tool {
        name: "tool.normalize",
        help: "tool.normalize.help",
        fields: &[],
        plan: |_| Ok(Plan::Step(NORMALIZE.to_owned())),
    },
    Tool {
        name: "tool.set",
        help: "tool.set.help",
        fields: &[text("tool.field.opcode", "id"), text("tool.field.operands", "\"new.{n:4}\"")],
        plan: |values| {
            let operands = quoted(values[1].trim());
            Ok(verb("set", &[("opcode", opcode(&values[0])), ("operands", operands)]))
        },
    },
    Tool {
        name: "tool.remove",
        help: "tool.remove.help",
        fields: &[text("tool.field.opcodes", "acd acn acs")],
        plan: |values| {
            let patterns: Vec<String> = values[0].split_whitespace().map(quoted).collect();
            Ok(verb("purge", &[("opcodes", format!("[{}]", patterns.join(",")))]))
        },
    },
    Tool {
        name: "tool.rename",
        help: "tool.rename.help",
        fields: &[text("tool.field.from", "c0"), text("tool.field.to", "c1")],
        plan: |values| Ok(verb("rename", &[("from", opcode(&values[0])), ("to", opcode(&values[1]))])),
    },
    Tool {
        name: "tool.reverse",
        help: "tool.reverse.help",
        fields: &[],
        plan: |_| Ok(Plan::Step(REVERSE.to_owned())),
    },
    Tool {
        name: "tool.sort",
        help: "tool.sort.help",
        fields: &[
            text("tool.field.by", "id"),
            one_of("tool.field.order", &["tool.option.ascending", "tool.option.descending"]),
        ],
        plan: |values| {
            let by = values[0].trim().to_owned();
            let descending = values[1] == SECOND;
            (!by.is_empty())
                .then_some(Plan::Reorder(Reorder::Sort { by, descending }))
                .ok_or("why.no-opcode".to_owned())
        },
    },
    Tool {
        name: "tool.shuffle",
        help: "tool.shuffle.help",
        fields: &[text("tool.field.seed", "1")],
        plan: |values| Ok(Plan::Reorder(Reorder::Shuffle { seed: value(&values[0])? })),
    },
    Tool {
        name: "tool.unique",
        help: "tool.unique.help",
        fields: &[
            one_of("tool.field.same", &["tool.option.fields", "tool.option.game"]),
            one_of("tool.field.keep", &["tool.option.first", "tool.option.last"]),
            one_of("tool.field.others", &["tool.option.go", "tool.option.kept"]),
        ],
        plan: |values| {
            Ok(Plan::Reorder(Reorder::Deduplicate {
                same: if values[0] == SECOND { Same::Game } else { Same::Fields },
                keep_last: values[1] == SECOND,
                merge: values[2] == SECOND,
            }))
        },
    },
    Tool {
        name: "tool.extract",
        help: "tool.extract.help",
        fields: &[],
        plan: |_| Ok(Plan::Gather(Gather::Extract)),
    },
    Tool {
        name: "tool.split",
        help: "tool.split.help",
        fields: &[text("tool.field.size", "1000")],
        plan: |values| Ok(Plan::Gather(Gather::Split { size: value(&values[0])?.max(1) })),
    },
    Tool {
        name: "tool.join",
        help: "tool.join.help",
        fields: &[],
        plan: |_| Ok(Plan::Gather(Gather::Merge)),
    },
    Tool {
        name: "tool.export",
        help: "tool.export.help",
        fields: &[one_of("tool.field.format", FORMAT_NAMES)],
        plan: |values| {
            let format = FORMATS.get(values[0].parse().unwrap_or(0)).copied().unwrap_or_default();
            Ok(Plan::Gather(Gather::Export { format }))
        },
    },
    Tool { name: "tool.statistics", help: "tool.statistics.help", fields: &[], plan: |_| Ok(Plan::Count) },
];

fn verb(name: &str, settings: &[(&str, String)]) -> Plan {
    Plan::Step(step(name, settings))
}

/// An opcode, in JSON; the worker says whether it is one.
fn opcode(word: &str) -> String {
    quoted(word.trim())
}

fn value(word: &str) -> Result<u64, String> {
    word.trim().parse().map_err(|_| say("why.no-number", [word.trim().to_owned()]).into())
}

/// A number, in JSON.
fn number(word: &str) -> Result<String, String> {
    value(word).map(|number| number.to_string())
}

/// A number, or nothing.
fn optional(word: &str) -> Result<String, String> {
    if word.trim().is_empty() { Ok(String::new()) } else { number(word) }
}

/// The limits of a search.
fn limit(value: &str, kind: &str) -> Result<String, String> {
    let kind = match kind {
        "1" => "depth",
        "2" => "time_ms",
        "3" => "soft_ms",
        _ => "nodes",
    };
    Ok(limits(kind, &number(value)?))
}
