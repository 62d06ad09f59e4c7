//! The verbs: what can be done to each record of a file.
//!
//! Each verb has a file: its settings, the form that asks for them, their check, a description of what the
//! verb does, and the work itself. The page fills in forms, workers and the command line do the work, and
//! recipes and links hold the settings as JSON. All of them use the [`Step`] of this module.
//!
//! A new verb is a new file, a row in `registry!` below, and its texts in `src/language`.
//!
//! A verb either rewrites a record without help ([`Verb::rewrite`]) or needs an engine. Then it says what it
//! asks the engine ([`Verb::ask`]) and what it writes when it has the answer ([`Verb::write`]).

mod alternatives;
mod analyze;
mod cooks;
mod draft;
mod engine;
mod form;
mod grade;
mod limits;
mod line;
mod mate;
mod moment;
mod normalize;
mod outcome;
mod perft;
mod purge;
mod rebase;
mod record;
mod registers;
mod rename;
mod repair;
mod reverse;
mod set;
mod setting;
mod stamp;
mod target;
mod tenths;

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::language::Text;

pub use analyze::Analyze;
pub use cooks::{Cooks, MateClaims};
pub use draft::Draft;
pub use engine::{Ask, EngineTask, Found, FoundLine, Goal, InTeam, MateVerdict, Proved, Searched};
pub use form::{Aim, Choice, Field, Form, Input, Label, Values};
pub use grade::Grade;
pub use limits::{EngineName, SearchLimits, StopRule};
pub use mate::Mate;
pub use moment::{Moment, NoMoment};
pub use normalize::Normalize;
pub use outcome::{Claims, Ended, Reasons, Written};
pub use perft::Perft;
pub use purge::Purge;
pub use rebase::rebase;
pub use record::Record;
pub(crate) use record::WithoutLine;
pub use rename::Rename;
pub use repair::Repair;
pub use reverse::Reverse;
pub use set::Set;
pub(crate) use setting::json_reason;
pub use setting::{SettingError, StepError};
pub use stamp::Stamp;
pub use target::Target;
pub use tenths::Tenths;

/// What a verb consists of. Its settings are the type that implements this.
pub trait Verb: Sized {
    /// Its name in recipes and on the command line.
    const NAME: &'static str;
    /// The key of its title in the page, which is also the label of its undo step.
    const TITLE: &'static str;
    /// The key of its explanation.
    const HELP: &'static str;
    /// Its settings in a recipe, for docs/recipes.md; "none" and what it does, if there are none.
    const SETTINGS: &'static str;
    /// What it is for.
    const AIM: Aim;
    /// The fields of its form.
    const FIELDS: &'static [Field] = &[];
    /// Whether it needs an engine.
    const IS_SEARCHED: bool = false;
    /// Whether it judges records by the rules of chess, so that those of other games are left out.
    const IS_OF_CHESS: bool = Self::IS_SEARCHED;

    /// The verb as set by the fields of its form.
    ///
    /// # Errors
    /// A field whose text is not of its kind. [`Verb::check`] decides whether the values make sense.
    fn from_form(values: &Values<'_>) -> Result<Self, SettingError>;

    /// Whether the verb can be done with these settings.
    ///
    /// # Errors
    /// The first setting that is wrong.
    fn check(&self) -> Result<(), SettingError> {
        Ok(())
    }

    /// As [`Verb::check`], with checks that need what only the programs that do the work hold; the page, for
    /// example, does not hold the rules. Called once before the first record.
    ///
    /// # Errors
    /// The first setting that is wrong.
    fn check_work(&self) -> Result<(), SettingError> {
        Ok(())
    }

    /// A run over records begins at this moment. Called once before the first record; a run that goes on after a
    /// crash keeps the moment at which it began.
    fn begin(&mut self, at: Moment) {
        let _ = at;
    }

    /// What it does to each record, in sentences. What is not mentioned is not changed.
    fn words(&self) -> Vec<Text>;

    /// The engine that searches, if it can be chosen.
    fn engine(&self) -> Option<EngineName> {
        None
    }

    /// The source of its results, for reports: the engine with its version, and the limit. `None` for a verb
    /// that finds out nothing.
    fn source(&self) -> Option<(String, Text)> {
        None
    }

    /// The line after the verb, if it changes and no engine is needed. `number` counts the lines that the
    /// verb is applied to, starting at 1; their file is read by the conventions.
    fn rewrite(&self, line: &[u8], number: u32, conventions: &Conventions) -> Option<Vec<u8>> {
        let _ = (line, number, conventions);
        None
    }

    /// What it asks an engine about a record.
    fn ask(&self, record: &Record<'_>) -> Ask {
        let _ = record;
        Ask::Nothing(Ended::Unchanged("why.no-engine".into()))
    }

    /// The record with what an engine found.
    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let _ = (record, found);
        Written::unexpected()
    }
}

/// Makes [`Step`] from the verbs. Every call names the type of the verb, so that a program contains only what
/// it calls: the page has the forms but no search.
macro_rules! registry {
    (with settings { $($verb:ident),* $(,)? } without { $($plain:ident),* $(,)? }) => {
        /// A verb with its settings: a step of a recipe.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Step {
            $(#[doc = concat!("[`", stringify!($verb), "`].")] $verb($verb),)*
            $(#[doc = concat!("[`", stringify!($plain), "`].")] $plain,)*
        }

        $(impl From<$verb> for Step {
            fn from(verb: $verb) -> Self {
                Self::$verb(verb)
            }
        })*
        $(impl From<$plain> for Step {
            fn from(_: $plain) -> Self {
                Self::$plain
            }
        })*

        /// Differs with the verbs and their order. A message names a verb by its place among them.
        pub const FINGERPRINT: u32 = fingerprint(&[$($verb::NAME,)* $($plain::NAME,)*]);

        /// The names of all verbs, and their settings in a recipe, in the same order.
        #[cfg(test)]
        const SETTINGS: &[(&str, &str)] =
            &[$(($verb::NAME, $verb::SETTINGS),)* $(($plain::NAME, $plain::SETTINGS),)*];

        /// The forms of all verbs, in the order in which they are offered.
        pub static FORMS: &[Form] = &[$(Form::of::<$verb>(),)* $(Form::of::<$plain>(),)*];

        impl Step {
            /// [`Verb::NAME`].
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$verb(_) => $verb::NAME,)*
                    $(Self::$plain => $plain::NAME,)*
                }
            }

            /// [`Verb::TITLE`].
            pub fn title(&self) -> &'static str {
                match self {
                    $(Self::$verb(_) => $verb::TITLE,)*
                    $(Self::$plain => $plain::TITLE,)*
                }
            }

            /// [`Verb::IS_OF_CHESS`].
            pub fn is_of_chess(&self) -> bool {
                match self {
                    $(Self::$verb(_) => $verb::IS_OF_CHESS,)*
                    $(Self::$plain => $plain::IS_OF_CHESS,)*
                }
            }

            /// [`Verb::IS_SEARCHED`].
            pub fn is_searched(&self) -> bool {
                match self {
                    $(Self::$verb(_) => $verb::IS_SEARCHED,)*
                    $(Self::$plain => $plain::IS_SEARCHED,)*
                }
            }

            /// [`Verb::check`].
            ///
            /// # Errors
            /// The first setting that is wrong.
            pub fn check(&self) -> Result<(), SettingError> {
                match self {
                    $(Self::$verb(verb) => verb.check(),)*
                    $(Self::$plain => $plain.check(),)*
                }
            }

            /// [`Verb::check`] and [`Verb::check_work`].
            ///
            /// # Errors
            /// The first setting that is wrong.
            pub fn check_work(&self) -> Result<(), SettingError> {
                self.check()?;
                match self {
                    $(Self::$verb(verb) => verb.check_work(),)*
                    $(Self::$plain => $plain.check_work(),)*
                }
            }

            /// The step in a run that begins at this moment: [`Verb::begin`].
            #[must_use]
            pub fn begun(mut self, at: Moment) -> Self {
                match &mut self {
                    $(Self::$verb(verb) => verb.begin(at),)*
                    $(Self::$plain => $plain.begin(at),)*
                }
                self
            }

            /// Whether it writes the moment at which its run begins, and none is set.
            pub fn needs_moment(&self) -> bool {
                self.clone().begun(Moment::from(0)) != *self
            }

            /// [`Verb::words`].
            pub fn words(&self) -> Vec<Text> {
                match self {
                    $(Self::$verb(verb) => verb.words(),)*
                    $(Self::$plain => $plain.words(),)*
                }
            }

            /// [`Verb::engine`].
            pub fn engine(&self) -> Option<EngineName> {
                match self {
                    $(Self::$verb(verb) => verb.engine(),)*
                    $(Self::$plain => $plain.engine(),)*
                }
            }

            /// [`Verb::source`].
            pub fn source(&self) -> Option<(String, Text)> {
                match self {
                    $(Self::$verb(verb) => verb.source(),)*
                    $(Self::$plain => $plain.source(),)*
                }
            }

            /// [`Verb::rewrite`]; also `None` if the line would stay the same.
            pub fn rewrite(&self, line: &[u8], number: u32, conventions: &Conventions) -> Option<Vec<u8>> {
                let new = match self {
                    $(Self::$verb(verb) => verb.rewrite(line, number, conventions),)*
                    $(Self::$plain => $plain.rewrite(line, number, conventions),)*
                };
                new.filter(|new| new != line)
            }

            /// [`Verb::ask`].
            pub fn ask(&self, record: &Record<'_>) -> Ask {
                match self {
                    $(Self::$verb(verb) => verb.ask(record),)*
                    $(Self::$plain => $plain.ask(record),)*
                }
            }

            /// [`Verb::write`].
            pub fn write(&self, record: &Record<'_>, found: Found) -> Written {
                match self {
                    $(Self::$verb(verb) => verb.write(record, found),)*
                    $(Self::$plain => $plain.write(record, found),)*
                }
            }
        }
    };
}

registry! {
    with settings { Analyze, Mate, Target, Grade, Cooks, Perft, Repair, Set, Purge, Rename, Stamp }
    without { Normalize, Reverse, Tenths }
}

/// The FNV-1a hash of names, each with an end.
const fn fingerprint(names: &[&str]) -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut at = 0;
    while at < names.len() {
        let name = names[at].as_bytes();
        let mut letter = 0;
        while letter <= name.len() {
            let byte = if letter < name.len() { name[letter] } else { 0 };
            hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
            letter += 1;
        }
        at += 1;
    }
    hash
}

impl Step {
    /// The step as JSON, as in a recipe.
    pub fn to_json(&self) -> String {
        // Serialisation of a step cannot fail; an error message in its place is at least not a step.
        serde_json::to_string(self).unwrap_or_else(|error| error.to_string())
    }

    /// Reads a step and checks its settings.
    ///
    /// ```
    /// use epidote::verb::{Purge, Step};
    /// let step = Step::from(Purge { opcodes: vec!["ac*".to_owned()] });
    /// assert_eq!(step.to_json(), r#"{"purge":{"opcodes":["ac*"]}}"#);
    /// assert_eq!(Step::from_json(&step.to_json()), Ok(step));
    /// assert!(Step::from_json(r#"{"purge":{"opcodes":[]}}"#).is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text or with a setting.
    pub fn from_json(text: &str) -> Result<Self, StepError> {
        let step: Self =
            serde_json::from_str(text).map_err(|error| StepError::Unreadable(json_reason(text, &error)))?;
        step.check().map_err(StepError::Setting)?;
        Ok(step)
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
