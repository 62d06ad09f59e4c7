//! Labels and positions seen earlier in the file.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};

use crate::chess::Position as _;
use crate::epd::lint::context::Surroundings;
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
            position: four_fields(parse).map(|fields| wide(&fields)),
            sign,
        }
    }
}

fn label<'a>(parse: &Parse<'a>) -> Option<&'a [u8]> {
    let label = parse.operation("id").and_then(|operation| parse.operands(operation).first());
    label.filter(|label| label.kind == OperandKind::Str).map(|label| label.value(parse.text()))
}

/// Like [`position_key`], for the label of a record, its `id`. `None` without one.
pub fn label_key(parse: &Parse<'_>) -> Option<u64> {
    let label = label(parse).filter(|_| parse.kind == LineKind::Record && parse.has_ranks())?;
    Some(hash(2, &[label]))
}

/// A hash of the four fields: equal for equal fields, and different for others but for a chance of 1 in 2⁶⁴.
/// `None` if the line is not a record.
pub fn position_key(parse: &Parse<'_>) -> Option<u64> {
    let fields = four_fields(parse).filter(|_| parse.kind == LineKind::Record && parse.has_ranks())?;
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
    Some(hasher.finish())
}

fn four_fields<'a>(parse: &Parse<'a>) -> Option<[&'a [u8]; 4]> {
    match parse.fields[..] {
        [placement, color, castling, target] => {
            Some([placement, color, castling, target].map(|field| parse.bytes(field)))
        }
        _ => None,
    }
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
        assert_eq!(found, [none, none, (None, Some(1)), (Some(1), None), (Some(1), None), none, none]);
    }
}
