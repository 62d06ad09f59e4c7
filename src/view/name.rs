//! What a record is called in lists: its `id`, else its first comment, else its material.

use crate::chess::{Board, ByRole, Color, Role};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, Parse};

/// The opcodes that can name a record, the first one that is there.
const NAMING: [&str; 11] = ["id", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

/// The name of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name<'a> {
    /// A part of the line: an operand, or the whole of a line of words.
    Text(&'a [u8]),
    /// The material, `R+P v R`, and the side to move, if both can be read.
    Material(String, Color),
    /// Of a record with nothing that could name it: its position cannot be read, or has no pieces.
    Nothing,
}

/// The name of a line. `value` gives the operand of an opcode.
pub(super) fn name_of<'a>(
    parsed: &Parse<'a>,
    value: impl Fn(&Parse<'a>, &str) -> Option<&'a [u8]>,
) -> Name<'a> {
    if parsed.kind != LineKind::Record {
        return Name::Text(parsed.text());
    }
    if let Some(text) = NAMING.iter().find_map(|opcode| value(parsed, opcode).filter(|text| !text.is_empty()))
    {
        return Name::Text(text);
    }
    let position = PositionReading::read(parsed);
    let in_placement = |letter: &u8| b"pnbrqkPNBRQK12345678/".contains(letter);
    if !parsed.field(0).is_some_and(|field| field.contains(&b'/') && field.iter().all(in_placement)) {
        // Words, such as the title of a suite.
        return Name::Text(parsed.text());
    }
    if position.board.occupied().is_empty() || !parsed.has_ranks() {
        return Name::Nothing;
    }
    Name::Material(material(&position.board), position.turn_or_white())
}

/// The pieces without the kings, White's first: `QR+3P v RB+4P`, `K v P`.
pub(super) fn material(board: &Board) -> String {
    let side = |count: ByRole<u8>| {
        let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .map(|role| role.upper_char().to_string().repeat(usize::from(*count.get(role))))
            .concat();
        let pawns = match count.pawn {
            0 => String::new(),
            1 => "P".to_owned(),
            more => format!("{more}P"),
        };
        match (pieces.is_empty(), pawns.is_empty()) {
            (true, true) => "K".to_owned(),
            (false, false) => format!("{pieces}+{pawns}"),
            _ => pieces + &pawns,
        }
    };
    let material = board.material();
    format!("{} v {}", side(material.white), side(material.black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;

    #[test]
    fn a_record_without_a_name_is_called_by_its_material_or_words() {
        let check = |line: &str, expected: Name<'_>| {
            assert_eq!(name_of(&parse(line.as_bytes()), |_, _| None), expected, "{line}");
        };
        check("4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;", Name::Material("K v K".to_owned(), Color::Black));
        for line in ["8/8/8/8/8/8/8/8 w - -", "4k3/8/8 w - - ce 5;", "8/8"] {
            check(line, Name::Nothing);
        }
        for line in ["Knights and queens", "http://example.org/a/b", "bm e4;", "# 8/8", ""] {
            check(line, Name::Text(line.as_bytes()));
        }
    }

    #[test]
    fn material_is_told_without_kings() {
        let check = |fields: &str, expect: &str| {
            assert_eq!(material(&PositionReading::read(&parse(fields.as_bytes())).board), expect);
        };
        check("4k3/8/8/8/8/8/8/4K3 w - -", "K v K");
        check("4k3/r7/8/8/8/8/P7/R3K3 w - -", "R+P v R");
        check("3qk3/pp6/8/8/8/8/8/R3K2R b - -", "RR v Q+2P");
        check("4k3/8/8/8/8/8/PPP5/4K3 w - -", "3P v K");
    }
}
