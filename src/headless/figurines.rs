//! Moves with figurines in place of letters, as in books of all languages. They are for display only: files
//! have letters (§4 of the specification takes SAN from the PGN standard, whose letters are English).

/// A text with figurines in the words that are moves.
///
/// ```
/// use epidote::headless::figurines::figurines;
/// assert_eq!(figurines("1. Nf3 exd8=Q+ O-O"), "1. ♘f3 exd8=♕+ O-O");
/// assert_eq!(figurines("bm Kd2 by Karpov"), "bm ♔d2 by Karpov");
/// ```
pub fn figurines(text: &str) -> String {
    text.split_inclusive(' ').map(|word| if is_san(word) { drawn(word) } else { word.to_owned() }).collect()
}

/// Whether a word has the form of a move in SAN, with or without marks after it.
fn is_san(word: &str) -> bool {
    let word = word.trim_end_matches([' ', '+', '#', '!', '?', ';', ',']);
    let is_file = |byte: u8| (b'a'..=b'h').contains(&byte);
    let is_rank = |byte: u8| (b'1'..=b'8').contains(&byte);
    let is_square = |bytes: &[u8]| matches!(bytes, [file, rank] if is_file(*file) && is_rank(*rank));
    match word.as_bytes() {
        [b'K' | b'Q' | b'R' | b'B' | b'N', between @ .., file, rank] => {
            let from = between.strip_suffix(b"x").unwrap_or(between);
            is_square(&[*file, *rank])
                && match from {
                    [] => true,
                    [one] => is_file(*one) || is_rank(*one),
                    two => is_square(two),
                }
        }
        [.., file, rank, b'=', b'Q' | b'R' | b'B' | b'N'] => is_square(&[*file, *rank]),
        _ => false,
    }
}

fn drawn(word: &str) -> String {
    let figure = |letter| match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    };
    word.chars().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_have_figures() {
        for (text, expect) in [
            ("Nbd2", "♘bd2"),
            ("N1xd2+", "♘1xd2+"),
            ("Qa1xb2#!", "♕a1xb2#!"),
            ("axb8=N", "axb8=♘"),
            ("e4 O-O-O Kd7", "e4 O-O-O ♔d7"),
            ("Rd9 Nd Nbd Nxx2 Kd2e", "Rd9 Nd Nbd Nxx2 Kd2e"),
            ("Barcza Bf4; Nf3, B", "Barcza ♗f4; ♘f3, B"),
            ("Ферзь Nf3", "Ферзь ♘f3"),
            ("", ""),
        ] {
            assert_eq!(figurines(text), expect);
        }
    }
}
