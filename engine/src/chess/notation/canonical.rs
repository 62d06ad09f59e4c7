//! The one exact spelling of a move: the shortest SAN that names it (§5.2.2).

use arrayvec::{ArrayString, ArrayVec};

use crate::chess::{Bitboard, Chess, Move, Position as _, Role, Square, legal};

/// A move in SAN, with room for the longest, `Qa1xb2#` and `axb8=Q#`.
pub type San = ArrayString<8>;

/// Plays a legal move and returns its spelling. `origins` are the squares from which pieces of its kind can go to its
/// target.
pub(super) fn play(m: Move, origins: Bitboard, position: &mut Chess) -> San {
    let mut san = ArrayVec::<u8, 8>::new();
    match m {
        Move::Castle { king, rook } if king < rook => san.extend(*b"O-O"),
        Move::Castle { .. } => san.extend(*b"O-O-O"),
        _ => {
            let from = m.from().unwrap_or(m.to());
            let [file, rank] = letters(from);
            let takes = m.is_capture();
            if m.role() == Role::Pawn {
                san.extend(takes.then_some(file));
            } else {
                let rivals = origins.without(from);
                let on_file = (rivals & Bitboard::from_file(from.file())).any();
                let on_rank = (rivals & Bitboard::from_rank(from.rank())).any();
                san.push(m.role().upper_char() as u8);
                san.extend((rivals.any() && (!on_file || on_rank)).then_some(file));
                san.extend(on_file.then_some(rank));
            }
            san.extend(takes.then_some(b'x'));
            san.extend(letters(m.to()));
            san.extend(m.promotion().into_iter().flat_map(|role| [b'=', role.upper_char() as u8]));
        }
    }
    position.play_unchecked(m);
    if legal::is_check(position) {
        san.push(if legal::can_move(position) { b'+' } else { b'#' });
    }
    std::str::from_utf8(&san).ok().and_then(|san| San::from(san).ok()).unwrap_or_default()
}

/// The file and the rank of a square, as letters.
fn letters(square: Square) -> [u8; 2] {
    [square.file().char() as u8, square.rank().char() as u8]
}
