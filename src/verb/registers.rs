//! The comment registers that a verb may write into: those that are empty, or that hold what it wrote before.

use crate::chess::notation::{MoveReading, read_and_play};
use crate::chess::{Chess, score};
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

/// Whether a text has the form of a line written by an analysis: a score, and moves from the position.
pub(super) fn is_line(position: &Chess, text: &[u8]) -> bool {
    let mut words = text.split(|&byte| byte == b' ');
    let is_score = words.next().and_then(|word| std::str::from_utf8(word).ok()).is_some_and(score::is_shown);
    let mut here = position.clone();
    is_score && words.all(|word| matches!(read_and_play(&mut here, word), MoveReading::Exact(_)))
}
