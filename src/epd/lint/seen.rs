//! Labels and positions seen earlier in the file.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};

use crate::chess::Position as _;
use crate::epd::lint::context::Surroundings;
use crate::epd::lint::is_check_count;
use crate::epd::lint::signs::{Sign, Signs};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, OperandKind, Parse};

/// The labels and positions of the records read so far. Texts are kept as hashes of 128 bits (24 bytes each),
/// so that no two texts of a file of any size are confused.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    ids: HashMap<u128, usize>,
    positions: HashMap<u128, usize>,
    signs: Signs,
}

impl Seen {
    /// Takes in the line with this number, and returns which earlier lines have the same `id` and the same
    /// four fields. Lines without eight ranks are skipped.
    pub fn see(&mut self, parse: &Parse<'_>, line: usize) -> Surroundings {
        self.enter(Repeatable::of(parse), line)
    }

    /// Like [`Seen::see`], for a line that was read before, perhaps by another thread.
    pub fn enter(&mut self, repeatable: Repeatable, line: usize) -> Surroundings {
        let enter = |known: &mut HashMap<u128, usize>, key: Option<u128>| {
            let first = *known.entry(key?).or_insert(line);
            (first != line).then_some(first)
        };
        Surroundings {
            earlier_position: enter(&mut self.positions, repeatable.position),
            earlier_id: enter(&mut self.ids, repeatable.id),
            variant: self.signs.enter(repeatable.sign),
            ..Surroundings::default()
        }
    }
}

/// What matters of a line for later ones: hashes of its `id` and of its four fields, and what it says about
/// the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Repeatable {
    id: Option<u128>,
    position: Option<u128>,
    sign: Sign,
}

impl Repeatable {
    /// Reads a line. A line without eight ranks repeats nothing.
    pub fn of(parse: &Parse<'_>) -> Self {
        let sign = Sign::of(parse);
        if parse.kind != LineKind::Record || !parse.has_ranks() {
            return Self { sign, ..Self::default() };
        }
        let wide = |parts: &[&[u8]]| u128::from(hash(0, parts)) << 64 | u128::from(hash(1, parts));
        Self {
            id: label(parse).map(|label| wide(&[label])),
            position: position_parts(parse).map(|fields| wide(&fields)),
            sign,
        }
    }
}

fn label<'a>(parse: &Parse<'a>) -> Option<&'a [u8]> {
    let operation = parse.operation("id")?;
    let label = match parse.operands(operation) {
        [one] if one.kind != OperandKind::OpenStr => one.value(parse.text()),
        // Words without quotes are a label, too.
        all if all.iter().all(|word| word.kind == OperandKind::Word) => parse.bytes(operation.operand_span?),
        [first, ..] if first.kind == OperandKind::Str => first.value(parse.text()),
        _ => return None,
    };
    (!label.is_empty()).then_some(label)
}

/// Like [`position_key`], for the label of a record, its `id`. `None` without one.
pub fn label_key(parse: &Parse<'_>) -> Option<u64> {
    let label = label(parse).filter(|_| parse.kind == LineKind::Record && parse.has_ranks())?;
    Some(hash(2, &[label]))
}

/// A hash of the four fields: equal for equal fields, and different for others but for a chance of 1 in 2⁶⁴.
/// `None` if the line is not a record.
pub fn position_key(parse: &Parse<'_>) -> Option<u64> {
    let fields = position_parts(parse).filter(|_| parse.kind == LineKind::Record && parse.has_ranks())?;
    Some(hash(0, &fields))
}

/// Like [`position_key`], but also equal for fields that mean the same position: an en passant square counts
/// only if a capture there is legal, and castling letters count by the rooks they mean. An illegal position
/// has the key of its fields.
pub fn game_key(parse: &Parse<'_>) -> Option<u64> {
    let by_fields = position_key(parse)?;
    let Some(chess) = PositionReading::read(parse).chess else { return Some(by_fields) };
    let board = chess.board();
    let mut hasher = DefaultHasher::new();
    hasher.write_u8(1);
    for (square, piece) in board {
        hasher.write_u8(u8::from(square));
        hasher.write_u8(u8::try_from(u32::from(piece.char())).unwrap_or_default());
    }
    hasher.write_u8(u8::from(chess.turn().is_white()));
    hasher.write_u64(chess.castles().castling_rights().0);
    hasher.write_u8(chess.legal_ep_square().map_or(64, u8::from));
    hasher.write(checks(parse));
    Some(hasher.finish())
}

/// The four fields, and the checks that are left or were given in a game in which they count; mostly nothing.
fn position_parts<'a>(parse: &Parse<'a>) -> Option<[&'a [u8]; 5]> {
    match parse.fields[..] {
        [placement, color, castling, target] => {
            let [placement, color, castling, target] =
                [placement, color, castling, target].map(|field| parse.bytes(field));
            Some([placement, color, castling, target, checks(parse)])
        }
        _ => None,
    }
}

fn checks<'a>(parse: &Parse<'a>) -> &'a [u8] {
    let first = parse.operations.first().map(|first| parse.opcode(first));
    first.filter(|first| is_check_count(first)).unwrap_or_default()
}

fn hash(salt: u8, parts: &[&[u8]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u8(salt);
    for part in parts {
        hasher.write(part);
        hasher.write_u8(b' ');
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn checks_belong_to_the_position_and_words_are_labels() {
        let keys = |key: fn(&Parse<'_>) -> Option<u64>, first: &str, second: &str| {
            let [first, second] = [first, second]
                .map(|rest| key(&parse(format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}").as_bytes())));
            first.zip(second).map(|(first, second)| first == second)
        };
        for key in [position_key, game_key] {
            assert_eq!(keys(key, "3+3 0 1 id \"a\";", "1+3 0 1 id \"b\";"), Some(false));
            assert_eq!(keys(key, "3+3 0 1 id \"a\";", "3+3 9 40;"), Some(true));
            assert_eq!(keys(key, "0 1 +0+0", "0 1 +1+0"), Some(false));
            assert_eq!(keys(key, "id \"a\";", "bm Kd2;"), Some(true));
        }
        assert_eq!(keys(label_key, "id BK.01;", "id \"BK.01\";"), Some(true));
        assert_eq!(keys(label_key, "id two words;", "id \"two words\";"), Some(true));
        assert_eq!(keys(label_key, "id \"\";", "id \"\";"), None);
        assert_eq!(keys(label_key, "id;", "id;"), None);
    }

    #[test]
    fn tells_what_stood_before() {
        let lines = [
            "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
            "# 4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/8/4K3 b - - id \"a\";",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"b\";",
            "4k3/8/8/8/8/8/8/4K3 w - - id a;",
            "not a record",
            "not a record",
        ];
        let mut seen = Seen::default();
        let found: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(at, line)| {
                let around = seen.see(&parse(line.as_bytes()), at + 1);
                (around.earlier_position, around.earlier_id)
            })
            .collect();
        let none = (None, None);
        assert_eq!(found, [none, none, (None, Some(1)), (Some(1), None), (Some(1), Some(1)), none, none]);
    }
}
