//! The table of tools for many records: the verbs, and some others.

use crate::export::Format;
use crate::language::{Text, args, say};
use crate::logic::reordering::Reorder;
use crate::protocol::Same;
use crate::verb::{Aim, Choice, FORMS, Field, Form, SettingError, Step, Values};

/// The task of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// A step over the records.
    Step(Step),
    /// A new order, or fewer records.
    Reorder(Reorder),
    /// New files, or exported ones.
    Copy(Copy),
    /// A count of the records' contents.
    Count,
    /// A report on the solved records.
    Report {
        /// The opcode that names the groups.
        by: Option<String>,
        /// Whether all open files are compared.
        all_files: bool,
    },
}

/// What to copy, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copy {
    /// The records into one new file.
    Extract,
    /// The records into several new files.
    Split {
        /// The number of records in each.
        size: u64,
    },
    /// All lines of all open files into one new file.
    Merge,
    /// The records into a file of another format.
    Export {
        /// The format.
        format: Format,
    },
}

/// An entry of the dialog for many records.
#[derive(Debug, Clone, Copy)]
pub enum Tool {
    /// A verb, by its form.
    Verb(&'static Form),
    /// Something else.
    Other(&'static Other),
}

/// Why the fields of a tool are no task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolError {
    /// A setting makes no sense.
    Setting(SettingError),
    /// Parts of a file would have no records.
    EmptyParts,
    /// There is no format with this name.
    NoFormat(String),
    /// The tool is not a step of a recipe.
    NoStep,
}

impl ToolError {
    /// What is wrong, for the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Setting(error) => error.text(),
            Self::EmptyParts => "why.empty-parts".into(),
            Self::NoFormat(name) => say("why.no-format", [name]),
            Self::NoStep => "why.no-step".into(),
        }
    }
}

impl From<SettingError> for ToolError {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

/// A tool that is not a verb.
#[derive(Debug, Clone, Copy)]
pub struct Other {
    name: &'static str,
    help: &'static str,
    aim: Aim,
    fields: &'static [Field],
    plan: fn(&Values<'_>) -> Result<Plan, ToolError>,
}

impl Tool {
    /// The key of its name, which is also the label of its step of undo.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verb(form) => form.title,
            Self::Other(tool) => tool.name,
        }
    }

    /// What it does to as many lines, as the words of a button.
    pub fn deed(self, lines: usize) -> Text {
        Text::composed(format!("{}.do", self.name()), args![lines])
    }

    /// The key of its description.
    pub fn help(self) -> &'static str {
        match self {
            Self::Verb(form) => form.help,
            Self::Other(tool) => tool.help,
        }
    }

    /// What it is for.
    pub fn aim(self) -> Aim {
        match self {
            Self::Verb(form) => form.aim,
            Self::Other(tool) => tool.aim,
        }
    }

    /// The fields of its form, in the order in which they are shown.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Verb(form) => form.fields,
            Self::Other(tool) => tool.fields,
        }
    }

    /// Puts a text into a field, and into another one what the choice of this one brings with it.
    pub fn put(self, texts: &mut [String], at: usize, text: String) {
        let fields = self.fields();
        let brings = fields.get(at).and_then(|field| field.choice_of(&text)?.brings);
        if let Some(known) = texts.get_mut(at) {
            *known = text;
        }
        let brought = brings.and_then(|(name, text)| {
            let at = fields.iter().position(|field| field.name == name)?;
            Some((texts.get_mut(at)?, text))
        });
        if let Some((known, text)) = brought {
            text.clone_into(known);
        }
    }

    /// The task of the tool with these texts in its fields.
    ///
    /// # Errors
    /// One of the texts is wrong.
    pub fn plan(self, texts: &[String]) -> Result<Plan, ToolError> {
        match self {
            Self::Verb(form) => Ok(Plan::Step(form.fill(texts)?)),
            Self::Other(tool) => (tool.plan)(&Values::new(tool.fields, texts)),
        }
    }
}

/// All tools, the verbs first.
pub fn tools() -> impl Iterator<Item = Tool> {
    FORMS.iter().map(Tool::Verb).chain(OTHERS.iter().map(Tool::Other))
}

/// The tool at an index of [`tools`], or the first one if there is none.
pub fn tool_at(place: usize) -> Tool {
    tools().nth(place).unwrap_or(Tool::Verb(&FORMS[0]))
}

/// The formats for exports.
const FORMATS: &[Choice] = &[
    Choice::named("fen", "fen"),
    Choice::named("csv", "csv"),
    Choice::named("json", "json"),
    Choice::named("pgn", "pgn"),
    Choice::new("normal", "tool.option.normal"),
    Choice::named("epd", "epd"),
];

static OTHERS: &[Other] = &[
    Other {
        name: "tool.report",
        help: "tool.report.help",
        aim: Aim::Grade,
        fields: &[
            Field::text("group", "tool.field.group", ""),
            Field::choice(
                "files",
                "tool.field.files",
                &[Choice::new("front", "tool.option.front"), Choice::new("all", "tool.option.all")],
            ),
        ],
        plan: |values| {
            let by = Some(values.text("group").to_owned()).filter(|by| !by.is_empty());
            Ok(Plan::Report { by, all_files: values.is("files", "all") })
        },
    },
    Other {
        name: "tool.sort",
        help: "tool.sort.help",
        aim: Aim::Change,
        fields: &[
            Field::text("by", "tool.field.by", "id"),
            Field::choice(
                "order",
                "tool.field.order",
                &[
                    Choice::new("ascending", "tool.option.ascending"),
                    Choice::new("descending", "tool.option.descending"),
                ],
            ),
        ],
        plan: |values| {
            let by = values.text("by").to_owned();
            let descending = values.is("order", "descending");
            if by.is_empty() {
                return Err(SettingError::MissingOpcode.into());
            }
            Ok(Plan::Reorder(Reorder::Sort { by, descending }))
        },
    },
    Other {
        name: "tool.shuffle",
        help: "tool.shuffle.help",
        aim: Aim::Change,
        fields: &[Field::text("seed", "tool.field.seed", "1")],
        plan: |values| Ok(Plan::Reorder(Reorder::Shuffle { seed: values.number("seed")? })),
    },
    Other {
        name: "tool.unique",
        help: "tool.unique.help",
        aim: Aim::Change,
        fields: &[
            Field::choice(
                "same",
                "tool.field.same",
                &[Choice::new("fields", "tool.option.fields"), Choice::new("game", "tool.option.game")],
            ),
            Field::choice(
                "keep",
                "tool.field.keep",
                &[Choice::new("first", "tool.option.first"), Choice::new("last", "tool.option.last")],
            ),
            Field::choice(
                "others",
                "tool.field.others",
                &[Choice::new("go", "tool.option.go"), Choice::new("kept", "tool.option.kept")],
            ),
        ],
        plan: |values| {
            Ok(Plan::Reorder(Reorder::Deduplicate {
                same: if values.is("same", "game") { Same::Game } else { Same::Fields },
                keep_last: values.is("keep", "last"),
                merge: values.is("others", "kept"),
            }))
        },
    },
    Other {
        name: "tool.extract",
        help: "tool.extract.help",
        aim: Aim::Combine,
        fields: &[],
        plan: |_| Ok(Plan::Copy(Copy::Extract)),
    },
    Other {
        name: "tool.split",
        help: "tool.split.help",
        aim: Aim::Combine,
        fields: &[Field::text("size", "tool.field.size", "1000")],
        plan: |values| match values.number("size")? {
            0 => Err(ToolError::EmptyParts),
            size => Ok(Plan::Copy(Copy::Split { size })),
        },
    },
    Other {
        name: "tool.join",
        help: "tool.join.help",
        aim: Aim::Combine,
        fields: &[],
        plan: |_| Ok(Plan::Copy(Copy::Merge)),
    },
    Other {
        name: "tool.export",
        help: "tool.export.help",
        aim: Aim::Export,
        fields: &[Field::choice("format", "tool.field.format", FORMATS)],
        plan: |values| {
            let name = values.text("format");
            let format = Format::of_name(name).ok_or_else(|| ToolError::NoFormat(name.to_owned()))?;
            Ok(Plan::Copy(Copy::Export { format }))
        },
    },
    Other {
        name: "tool.statistics",
        help: "tool.statistics.help",
        aim: Aim::Grade,
        fields: &[],
        plan: |_| Ok(Plan::Count),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Input;

    fn tool(name: &str) -> Tool {
        tools().find(|tool| tool.name() == name).unwrap()
    }

    /// What a tool would do with these texts in its fields, in their order.
    #[track_caller]
    fn check(name: &str, texts: &[&str], expect: Result<Plan, ToolError>) {
        let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
        assert_eq!(tool(name).plan(&texts), expect, "{name} {texts:?}");
    }

    #[test]
    fn a_plan_follows_the_fields() {
        let sort = |by: &str, descending| Ok(Plan::Reorder(Reorder::Sort { by: by.to_owned(), descending }));
        check("tool.sort", &["ce", "ascending"], sort("ce", false));
        check("tool.sort", &[" men ", "descending"], sort("men", true));
        check("tool.sort", &["", "descending"], Err(SettingError::MissingOpcode.into()));
        check("tool.shuffle", &["7"], Ok(Plan::Reorder(Reorder::Shuffle { seed: 7 })));
        check("tool.shuffle", &["-7"], Err(SettingError::NoNumber("-7".to_owned()).into()));
        let unique =
            |same, keep_last, merge| Ok(Plan::Reorder(Reorder::Deduplicate { same, keep_last, merge }));
        check("tool.unique", &["fields", "first", "go"], unique(Same::Fields, false, false));
        check("tool.unique", &["game", "last", "kept"], unique(Same::Game, true, true));
        check("tool.extract", &[], Ok(Plan::Copy(Copy::Extract)));
        check("tool.join", &[], Ok(Plan::Copy(Copy::Merge)));
        check("tool.split", &["12"], Ok(Plan::Copy(Copy::Split { size: 12 })));
        check("tool.split", &["0"], Err(ToolError::EmptyParts));
        check("tool.split", &["many"], Err(SettingError::NoNumber("many".to_owned()).into()));
        check("tool.export", &["normal"], Ok(Plan::Copy(Copy::Export { format: Format::NormalEpd })));
        check("tool.export", &["bmp"], Err(ToolError::NoFormat("bmp".to_owned())));
        check("tool.statistics", &[], Ok(Plan::Count));
        let report = |by: Option<&str>, all_files| Ok(Plan::Report { by: by.map(str::to_owned), all_files });
        check("tool.report", &["", "front"], report(None, false));
        check("tool.report", &["c0", "all"], report(Some("c0"), true));
    }

    #[test]
    fn every_tool_begins_with_a_plan() {
        for tool in tools() {
            let initial: Vec<String> = tool.fields().iter().map(|field| field.initial.to_owned()).collect();
            // Only what nobody can guess is missing: an opcode, or what it becomes.
            let is_asked = tool.fields().iter().any(|field| field.initial.is_empty());
            assert!(tool.plan(&initial).is_ok() || is_asked, "{}", tool.name());
        }
    }

    #[test]
    fn a_choice_brings_a_text_that_fits_it() {
        let tool = tools().find(|tool| tool.name() == "tool.analyze").expect("a tool");
        let place = |name| tool.fields().iter().position(|field| field.name == name).expect("a field");
        let (limit, kind) = (place("limit"), place("kind"));
        let mut texts: Vec<String> = tool.fields().iter().map(|field| field.initial.to_owned()).collect();
        for (at, text, expect) in
            [(kind, "depth", "10"), (limit, "12", "12"), (kind, "time", "1000"), (kind, "x", "1000")]
        {
            tool.put(&mut texts, at, text.to_owned());
            assert_eq!(texts[limit], expect, "{text}");
            assert_eq!(texts[at], text);
        }
        tool.put(&mut texts, 99, "nowhere".to_owned());
        assert!(texts.iter().all(|text| text != "nowhere"));
    }

    #[test]
    fn every_choice_of_a_tool_is_a_plan() {
        for tool in tools() {
            let initial: Vec<String> = tool.fields().iter().map(|field| field.initial.to_owned()).collect();
            // A verb whose first text nobody can guess has no plan whatever is chosen.
            if matches!(tool, Tool::Verb(_)) && tool.plan(&initial).is_err() {
                continue;
            }
            for (at, field) in tool.fields().iter().enumerate() {
                let Input::Choice(choices) = field.input else { continue };
                for choice in choices {
                    let mut texts = initial.clone();
                    tool.put(&mut texts, at, choice.value.to_owned());
                    assert!(tool.plan(&texts).is_ok(), "{} {}", tool.name(), choice.value);
                }
            }
        }
    }

    #[test]
    fn a_place_beyond_the_table_is_the_first_tool() {
        assert_eq!(tool_at(usize::MAX).name(), tool_at(0).name());
        let names: std::collections::HashSet<&str> = tools().map(Tool::name).collect();
        assert_eq!(names.len(), tools().count());
    }
}
