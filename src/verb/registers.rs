//! The comment registers that a verb may write into: those that are empty, or that hold what it wrote before.

use crate::epd::Parse;

/// The comment registers `c1` to `c9` that a verb may use, in order: those that no operation of the record
/// names, and those whose text the verb wrote. What somebody else wrote is never overwritten.
pub(super) fn free(parse: &Parse<'_>, is_own: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = String> {
    (1..=9).map(|number| format!("c{number}")).filter(move |register| is_free(parse, register, &is_own))
}

/// Whether a register is empty or holds a text that the verb wrote.
pub(super) fn is_free(parse: &Parse<'_>, register: &str, is_own: impl Fn(&[u8]) -> bool) -> bool {
    parse.operation(register).is_none() || parse.value(register).is_some_and(is_own)
}
