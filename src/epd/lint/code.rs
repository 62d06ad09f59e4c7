//! The list of all rules.

use crate::epd::lint::Rule;
use crate::epd::lint::rules::{moves, opcodes, position, syntax};
use crate::epd::lint::traits::{Trait, Traits};

/// All rules, in the order of their numbers.
pub static RULES: &[&Rule] = &[
    &syntax::missing_field::RULE,
    &syntax::irregular_blank::RULE,
    &syntax::touching_string::RULE,
    &syntax::missing_semicolon::RULE,
    &syntax::unterminated_string::RULE,
    &syntax::empty_operation::RULE,
    &syntax::malformed_opcode::RULE,
    &syntax::control_character::RULE,
    &syntax::non_ascii::RULE,
    &syntax::long_line::RULE,
    &syntax::long_string::RULE,
    &syntax::fen_counters::RULE,
    &syntax::start_alias::RULE,
    &syntax::backslash::RULE,
    &syntax::kvetka_string::RULE,
    &syntax::comment_line::RULE,
    &position::malformed_placement::RULE,
    &position::split_empty_squares::RULE,
    &position::malformed_color::RULE,
    &position::capital_field::RULE,
    &position::malformed_castling::RULE,
    &position::castling_order::RULE,
    &position::vain_castling::RULE,
    &position::chess960_castling::RULE,
    &position::malformed_en_passant::RULE,
    &position::vain_en_passant::RULE,
    &position::illegal_position::RULE,
    &position::declared_illegal::RULE,
    &position::unusual_material::RULE,
    &position::chess_variant::RULE,
    &position::dotted_placement::RULE,
    &position::repeated_position::RULE,
    &position::illegal_as_declared::RULE,
    &moves::illegal_move::RULE,
    &moves::ambiguous_move::RULE,
    &moves::other_notation::RULE,
    &moves::noncanonical_san::RULE,
    &moves::not_a_move::RULE,
    &moves::repeated_move::RULE,
    &moves::best_and_avoided::RULE,
    &moves::detached_mark::RULE,
    &moves::move_separator::RULE,
    &moves::mate_announcement::RULE,
    &moves::numbered_move::RULE,
    &moves::variation_mismatch::RULE,
    &moves::mate_distance_of_line::RULE,
    &moves::detached_promotion::RULE,
    &moves::braced_remark::RULE,
    &opcodes::unknown_opcode::RULE,
    &opcodes::duplicate_opcode::RULE,
    &opcodes::operand_count::RULE,
    &opcodes::operand_type::RULE,
    &opcodes::operand_range::RULE,
    &opcodes::unquoted_string::RULE,
    &opcodes::large_integer::RULE,
    &opcodes::plus_sign::RULE,
    &opcodes::operation_order::RULE,
    &opcodes::operand_order::RULE,
    &opcodes::missing_supplied_move::RULE,
    &opcodes::claim_without_move::RULE,
    &opcodes::excluded_operations::RULE,
    &opcodes::resign_and_reject::RULE,
    &opcodes::impossible_mate_distance::RULE,
    &opcodes::score_against_position::RULE,
    &opcodes::score_against_mate_count::RULE,
    &opcodes::mate_count_without_mate::RULE,
    &opcodes::clock_after_pawn_move::RULE,
    &opcodes::no_such_day::RULE,
    &opcodes::move_with_last_command::RULE,
    &opcodes::inform_without_tags::RULE,
    &opcodes::command_and_request::RULE,
    &opcodes::short_opcode::RULE,
    &opcodes::missing_separator::RULE,
    &opcodes::capital_opcode::RULE,
    &opcodes::single_quotes::RULE,
    &opcodes::misspelled_opcode::RULE,
    &opcodes::fraction_for_integer::RULE,
    &opcodes::move_for_opcode::RULE,
    &opcodes::known_extension::RULE,
    &opcodes::perft_count::RULE,
    &opcodes::test_points::RULE,
    &opcodes::mate_for_score::RULE,
    &opcodes::kvetka_opcode::RULE,
    &opcodes::kvetka_time::RULE,
    &opcodes::repeated_id::RULE,
];

/// Some of the rules, as bits in the order of [`RULES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleSet(u128);

impl RuleSet {
    /// The set of all rules.
    pub const ALL: Self = Self(u128::MAX);

    /// The set of these rules.
    pub fn of(rules: impl IntoIterator<Item = &'static Rule>) -> Self {
        Self(rules.into_iter().filter_map(place).fold(0, |all, at| all | 1 << at))
    }

    /// Returns whether a rule is in the set.
    pub fn has(self, rule: &Rule) -> bool {
        self == Self::ALL || place(rule).is_some_and(|at| self.0 & 1 << at != 0)
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        Self::ALL
    }
}

/// For each number in the code of a rule, the place of the rule in the list.
static BY_NUMBER: [usize; 1_000] = {
    let mut places = [usize::MAX; 1_000];
    let mut place = 0;
    while place < RULES.len() {
        places[number(RULES[place])] = place;
        place += 1;
    }
    places
};

/// The number in the code of a rule, which is different for every rule.
pub const fn number(rule: &Rule) -> usize {
    match *rule.code.as_bytes() {
        [_, a @ b'0'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] => {
            (a - b'0') as usize * 100 + (b - b'0') as usize * 10 + (c - b'0') as usize
        }
        _ => 0,
    }
}

/// The place of a rule in the list.
pub fn place(rule: &Rule) -> Option<usize> {
    let place = BY_NUMBER[number(rule)];
    RULES.get(place).filter(|known| std::ptr::eq(**known, rule)).map(|_| place)
}

/// For each trait, the rules that look at it, as bits in the order of `RULES`.
static BY_TRAIT: [u128; Trait::COUNT] = {
    let mut rules = [0; Trait::COUNT];
    let mut rule = 0;
    while rule < RULES.len() {
        let traits = RULES[rule].looks_at;
        let mut at = 0;
        while at < traits.len() {
            rules[traits[at] as usize] |= 1 << rule;
            at += 1;
        }
        rule += 1;
    }
    rules
};

/// The rules that look at a line with these traits, in the order of their numbers.
pub(super) fn looking_at(traits: Traits) -> impl Iterator<Item = &'static Rule> {
    let mut rest = traits.numbers().fold(0, |all, one| all | BY_TRAIT.get(one).copied().unwrap_or(0));
    std::iter::from_fn(move || {
        let next = RULES.get(rest.trailing_zeros() as usize).copied();
        rest &= rest.wrapping_sub(1);
        next
    })
}

/// The rule with this code.
pub fn lookup(code: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::Severity;

    #[test]
    fn codes_and_names_are_unique_and_tell_the_severity() {
        for (at, rule) in RULES.iter().enumerate() {
            let letter = match rule.severity {
                Severity::Error => "E",
                Severity::Warning => "W",
                Severity::Info => "I",
            };
            assert!(rule.code.starts_with(letter), "{}", rule.code);
            assert!(rule.paragraph.starts_with('§'), "{}", rule.code);
            for other in &RULES[at + 1..] {
                assert!(rule.code[1..] < other.code[1..], "{} before {}", rule.code, other.code);
                assert_ne!(rule.name, other.name);
            }
        }
    }
}
