//! Checks of one line against the 1995 text, each with a reason and, where there is one, a fix.
//!
//! One rule is one file under `rules`; [`code`] lists them. A rule sees the line through a
//! [`LintContext`] and pushes [`Diagnostic`]s. Severity: an error breaks a must of the text, a
//! warning a should (or is a likely slip), an info is worth knowing. Unknown opcodes are never
//! worse than an info (§5.3).

mod check;
pub mod code;
pub mod context;
mod diagnostic;
pub mod fix;
mod legality;
pub mod levels;
#[cfg(any(test, feature = "laws"))]
pub mod meaning;
mod other_game;
#[cfg(any(test, feature = "laws"))]
pub mod proof;
mod repair;
mod rule;
mod rules;
pub mod seen;
mod signs;
#[cfg(test)]
pub(crate) mod testing;
pub mod traits;
mod variant;

pub use check::{check, check_in, check_with, doubt, worst};
pub use code::{RULES, RuleSet, number, place};
pub use context::{LintContext, Surroundings};
pub use diagnostic::{Diagnostic, Diagnostics};
pub use fix::{Applicability, Fix};
pub use legality::illegalities;
pub use levels::{Level, Levels, RuleCode};
pub use other_game::other_game;
pub use repair::{Repair, repair};
pub use rule::{Rule, Severity};
pub use seen::{Repeatable, Seen, game_key, label_key, position_key};
pub use signs::{Signs, Variant};
pub use traits::Trait;
pub(in crate::epd) use variant::is_check_count;
