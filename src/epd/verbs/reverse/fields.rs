//! The four fields with reversed colours.

fn swap_case(byte: u8) -> u8 {
    if byte.is_ascii_lowercase() { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() }
}

/// The ranks from the other end. The pocket of crazyhouse stays after them.
pub(super) fn placement(text: &[u8]) -> Vec<u8> {
    let (text, pocket) = text.split_at(text.iter().position(|&byte| byte == b'[').unwrap_or(text.len()));
    let ranks: Vec<Vec<u8>> = text
        .split(|&byte| byte == b'/')
        .rev()
        .map(|rank| rank.iter().copied().map(swap_case).collect())
        .collect();
    let mut turned = ranks.join(&b'/');
    turned.extend(pocket.iter().copied().map(swap_case));
    turned
}

/// The side to move.
pub(super) fn swap_side(text: &[u8]) -> Vec<u8> {
    text.iter()
        .map(|byte| match byte {
            b'w' => b'b',
            b'b' => b'w',
            b'W' => b'B',
            b'B' => b'W',
            other => *other,
        })
        .collect()
}

/// The rights of the other colour, with White's first.
pub(super) fn castling(text: &[u8]) -> Vec<u8> {
    let swapped: Vec<u8> = text.iter().copied().map(swap_case).collect();
    let (mut white, black): (Vec<u8>, Vec<u8>) = swapped.iter().partition(|byte| byte.is_ascii_uppercase());
    white.extend(black);
    white
}

/// A square, or a move. Other digits stay: the number of a move (`1.e4`), and ranks of the descriptive notation, which are
/// counted from the mover's end (`P-K4`).
pub(super) fn swap_ranks(text: &[u8]) -> Vec<u8> {
    let turned = |(at, &byte): (usize, &u8)| if is_rank(text, at) { b'1' + b'8' - byte } else { byte };
    text.iter().enumerate().map(turned).collect()
}

/// Whether the byte at this place is a rank: after a file, or between a piece and the square it goes to (`R1e2`, `N5xf4`).
fn is_rank(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    (b'1'..=b'8').contains(&text[at])
        && match before {
            // `QB4` is a square of the descriptive notation.
            [.., b'K' | b'Q', b'A'..=b'H'] => false,
            [.., b'a'..=b'h' | b'A'..=b'H'] => true,
            [.., b'N' | b'R' | b'Q' | b'K' | b'n' | b'r' | b'q' | b'k'] => {
                matches!(text.get(at + 1), Some(b'a'..=b'h' | b'x'))
            }
            _ => false,
        }
}
