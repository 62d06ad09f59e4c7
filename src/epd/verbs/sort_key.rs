//! Keys for sorting records: bytes that compare as their records should.

use crate::epd::conventions::Conventions;
use crate::epd::lint::{Severity, check_with};
use crate::epd::operand::{Integer, read_integer};
use crate::epd::position::PositionReading;
use crate::epd::understood::integer;
use crate::epd::write::counter_number;
use crate::epd::{LineKind, Operation, Parse, parse};

/// What records are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SortBy {
    /// The text of the four fields.
    Position,
    /// The number of pieces on the board.
    Pieces,
    /// The length of the line in bytes.
    Length,
    /// The side to move, White first.
    Side,
    /// `id`, or the line if there is none.
    Label,
    /// `bm`, else `am`, else `dm`.
    Solution,
    /// The severity of the worst finding in a file that is read like this; lines without one come last.
    State(Conventions),
    /// The operands of an opcode: numbers by value, words with their numbers in order (`x2` before `x10`).
    Opcode(String),
}

/// Ordinary values; records without one come last.
const NUMBER: u8 = 1;
const TEXT: u8 = 2;
const NONE: u8 = 0xff;

impl SortBy {
    /// The meaning of a word typed by the user: `position`, `men`, `length`, a column of the list, or an
    /// opcode.
    pub fn named(word: &str, conventions: Conventions) -> Self {
        match word {
            "side" => Self::Side,
            "label" => Self::Label,
            "solution" => Self::Solution,
            "state" => Self::State(conventions),
            "position" => Self::Position,
            "men" => Self::Pieces,
            "length" => Self::Length,
            opcode => Self::Opcode(opcode.to_owned()),
        }
    }

    /// The key of a line. Lines without a value have the greatest key.
    pub fn key(&self, line: &[u8]) -> Vec<u8> {
        let parsed = parse(line);
        if parsed.kind != LineKind::Record {
            return vec![NONE];
        }
        match self {
            Self::Position => text_key(&fields(&parsed)),
            Self::Pieces if !parsed.has_ranks() => vec![NONE],
            Self::Pieces => {
                let pieces = PositionReading::read(&parsed).board.occupied().count();
                number_key(i64::try_from(pieces).unwrap_or_default())
            }
            Self::Length => number_key(i64::try_from(line.len()).unwrap_or(i64::MAX)),
            Self::Side => match parsed.field(1) {
                Some(b"w" | b"W") => number_key(0),
                Some(b"b" | b"B") => number_key(1),
                _ => vec![NONE],
            },
            Self::Label if parsed.operation("id").is_none() => text_key(line),
            Self::Label => opcode_key(&parsed, "id"),
            Self::Solution => {
                let opcode = ["bm", "am", "dm"].into_iter().find(|opcode| parsed.operation(opcode).is_some());
                opcode.map_or_else(
                    || vec![NONE],
                    |opcode| [text_key(opcode.as_bytes()), opcode_key(&parsed, opcode)].concat(),
                )
            }
            Self::State(conventions) => {
                match conventions.levels.worst(&check_with(&parsed, conventions.around())) {
                    Some(Severity::Error) => number_key(0),
                    Some(Severity::Warning) => number_key(1),
                    Some(Severity::Info) => number_key(2),
                    None => vec![NONE],
                }
            }
            Self::Opcode(opcode) => opcode_key(&parsed, opcode),
        }
    }
}

fn fields(parsed: &Parse<'_>) -> Vec<u8> {
    parsed.fields.iter().map(|&span| parsed.bytes(span)).collect::<Vec<_>>().join(&b' ')
}

fn opcode_key(parsed: &Parse<'_>, opcode: &str) -> Vec<u8> {
    let number = |of: &Operation| integer(parsed, opcode).filter(|_| parsed.operands(of).len() == 1);
    let operation = parsed.operation(opcode);
    // A `dm` may stand in the place of the best move.
    if let Some(number) = operation.map_or_else(|| integer(parsed, opcode), number) {
        return number_key(number);
    }
    let Some(operation) = operation else {
        return counter_number(parsed, opcode).map_or_else(|| vec![NONE], number_key);
    };
    if let [one] = parsed.operands(operation) {
        let value = one.value(parsed.text());
        return match read_integer(value) {
            Integer::Value(number) => number_key(number),
            _ => text_key(value),
        };
    }
    text_key(operation.operand_span.map(|span| parsed.bytes(span)).unwrap_or_default())
}

fn number_key(number: i64) -> Vec<u8> {
    let mut key = vec![NUMBER];
    key.extend_from_slice(&(number.cast_unsigned() ^ (1 << 63)).to_be_bytes());
    key
}

/// A key that orders texts as readers look for them: numbers in them by value (`x2` before `x10`), letters
/// without regard to case.
///
/// ```
/// use epidote::epd::verbs::sort_key::text_key;
/// assert!(text_key(b"v2") < text_key(b"v10") && text_key(b"v10") < text_key(b"W1"));
/// ```
///
/// A run of digits is written as their count and then themselves, so that longer numbers come later; the
/// count sorts between the characters before digits and those after, as digits do.
pub fn text_key(text: &[u8]) -> Vec<u8> {
    let mut key = vec![TEXT];
    let mut rest = text;
    while let Some(&first) = rest.first() {
        if !first.is_ascii_digit() {
            key.push(first.to_ascii_lowercase());
            rest = &rest[1..];
            continue;
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, tail) = rest.split_at(digits);
        let zeros = number.iter().take_while(|&&byte| byte == b'0').count().min(digits - 1);
        let value = &number[zeros..];
        key.push(b'0');
        key.push(u8::try_from(value.len()).unwrap_or(u8::MAX));
        key.extend_from_slice(value);
        rest = tail;
    }
    key
}

/// The order of keys, as their places. Equal keys keep their order; keys without a value come last in either
/// direction. `beat` is called at each comparison, for callers that have something to do meanwhile.
pub fn order<'a>(keys: impl Iterator<Item = &'a [u8]>, descending: bool, beat: impl Fn()) -> Vec<u32> {
    let keys: Vec<&[u8]> = keys.collect();
    let count = u32::try_from(keys.len()).unwrap_or(u32::MAX);
    let key = |place: u32| keys.get(place as usize).copied().unwrap_or_default();
    // The first bytes next to the place decide most comparisons without a look at the key itself.
    let mut heads: Vec<(u64, u32)> = (0..count).map(|place| (head(key(place), descending), place)).collect();
    heads.sort_unstable_by(|a, b| {
        beat();
        let by_key = || {
            let (a, b) = (key(a.1), key(b.1));
            if descending { b.cmp(a) } else { a.cmp(b) }
        };
        a.0.cmp(&b.0).then_with(by_key).then(a.1.cmp(&b.1))
    });
    heads.into_iter().map(|(_, place)| place).collect()
}

/// The first eight bytes of a key as a number that compares like the keys; the greatest number for a key
/// without a value.
fn head(key: &[u8], descending: bool) -> u64 {
    if key.first() == Some(&NONE) {
        return u64::MAX;
    }
    let mut bytes = [0; 8];
    let length = key.len().min(8);
    bytes[..length].copy_from_slice(&key[..length]);
    let number = u64::from_be_bytes(bytes);
    // The first byte is a kind below NONE, so the complement of a value is also below the greatest number.
    if descending { (u64::MAX - 1) - number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(by: &str, operations: &[&str], ascending: &[u32], descending: &[u32]) {
        let by = SortBy::named(by, Conventions::default());
        let keys: Vec<Vec<u8>> =
            operations.iter().map(|o| by.key(format!("4k3/8/8/8/8/8/8/4K3 w - - {o}").as_bytes())).collect();
        let order = |down| order(keys.iter().map(Vec::as_slice), down, || ());
        assert_eq!(order(false), ascending);
        assert_eq!(order(true), descending);
    }

    #[test]
    fn sorts_numbers_by_value_and_words_as_readers_count() {
        check("ce", &["ce 5;", "ce -20;", "", "ce 100;", "ce 5;"], &[1, 0, 4, 3, 2], &[3, 0, 4, 1, 2]);
        check(
            "id",
            &["id \"BK.10\";", "id \"BK.9\";", "id \"BK.09\";", "id \"ab\";", ""],
            &[3, 1, 2, 0, 4],
            &[0, 1, 2, 3, 4],
        );
        check("bm", &["bm Nf3 e4;", "bm Nf3;", "bm e4;"], &[2, 1, 0], &[0, 1, 2]);
    }

    #[test]
    fn sorts_by_the_columns_of_the_list() {
        check("label", &["id \"b\";", "", "id \"a\";"], &[1, 2, 0], &[0, 2, 1]);
        check("solution", &["dm 2;", "bm e4;", "", "am d4;", "bm d4;"], &[3, 4, 1, 0, 2], &[0, 1, 4, 3, 2]);
        check("state", &["id \"a\";", "bm Kd2;  id \"a\";", "bm Kd9;"], &[2, 1, 0], &[1, 2, 0]);
        let side = |line: &str| SortBy::Side.key(line.as_bytes());
        assert!(side("4k3/8/8/8/8/8/8/4K3 w - -") < side("4k3/8/8/8/8/8/8/4K3 b - -"));
    }

    #[test]
    fn sorts_numbers_as_they_are_understood() {
        check("ce", &["ce 900;", "ce 150.0;", "ce +M4;", "ce #-4;", ""], &[3, 1, 0, 2, 4], &[2, 0, 1, 3, 4]);
        check("dm", &["bm #4;", "dm 2;", "bm Kd2;"], &[1, 0, 2], &[0, 1, 2]);
    }

    #[test]
    fn what_has_no_board_or_side_comes_last() {
        let key = |by: &str, line: &str| SortBy::named(by, Conventions::default()).key(line.as_bytes());
        assert_eq!(key("side", "4k3/8/8/8/8/8/8/4K2R B - -"), key("side", "4k3/8/8/8/8/8/8/4K2R b - -"));
        assert_eq!(key("side", "4k3/8/8/8/8/8/8/4K2R"), [NONE]);
        assert_eq!(key("men", "4k3/8/8/8/8/8/8/4K3[QQQn] w - -"), key("men", "4k3/8/8/8/8/8/8/4K3 w - -"));
        assert_eq!(key("men", "garbage line here abc"), [NONE]);
    }

    #[test]
    fn sorts_by_what_is_no_opcode() {
        check("length", &["id \"long\";", "", "id \"x\";"], &[1, 2, 0], &[0, 2, 1]);
        let key = |by: &str, line: &str| SortBy::named(by, Conventions::default()).key(line.as_bytes());
        assert!(key("men", "4k3/8/8/8/8/8/8/4K3 w - -") < key("men", "4k3/p7/8/8/8/8/8/4K3 w - -"));
        assert!(key("position", "4k3/8/8/8/8/8/8/4K3 b - -") < key("position", "4k3/8/8/8/8/8/8/4K3 w - -"));
        assert_eq!(key("men", "# a comment"), [NONE]);
    }

    proptest! {
        #[test]
        fn sorts_as_the_keys_compare(
            keys in proptest::collection::vec(
                prop_oneof![
                    Just(vec![NONE]),
                    any::<i64>().prop_map(number_key),
                    "[ab1]{0,12}".prop_map(|text| text_key(text.as_bytes())),
                ],
                0..40,
            ),
            descending: bool,
        ) {
            let mut places: Vec<u32> = (0..keys.len()).map(|place| u32::try_from(place).expect("few")).collect();
            places.sort_by(|&a, &b| {
                let (a, b) = (&keys[a as usize], &keys[b as usize]);
                let by_value = if descending { b.cmp(a) } else { a.cmp(b) };
                (*a == [NONE]).cmp(&(*b == [NONE])).then(by_value)
            });
            prop_assert_eq!(order(keys.iter().map(Vec::as_slice), descending, || ()), places);
        }
    }
}
