//! The 960 positions that a game of Chess960 can begin with.

use crate::chess::{Board, Color, File, Rank, Role, Square};

/// The position of Chess960 with this number, by the usual numbering: 518 is the usual array. Numbers wrap at
/// 960.
pub(super) fn array(number: u16) -> Board {
    let mut rest = usize::from(number % 960);
    let mut files: [Option<Role>; 8] = [None; 8];
    let mut take = |choices: usize| {
        let chosen = rest % choices;
        rest /= choices;
        chosen
    };
    files[2 * take(4) + 1] = Some(Role::Bishop);
    files[2 * take(4)] = Some(Role::Bishop);
    let free_file = |files: &mut [Option<Role>; 8], nth: usize, role| {
        if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(nth) {
            *file = Some(role);
        }
    };
    free_file(&mut files, take(6), Role::Queen);
    // The ten ways to put two knights on five files.
    let knights = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][take(10)];
    free_file(&mut files, knights.1, Role::Knight);
    free_file(&mut files, knights.0, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        free_file(&mut files, 0, role);
    }
    let mut board = Board::empty();
    for (file, role) in File::ALL.into_iter().zip(files) {
        let role = role.unwrap_or(Role::Rook);
        for (color, back, front) in
            [(Color::White, Rank::First, Rank::Second), (Color::Black, Rank::Eighth, Rank::Seventh)]
        {
            board.set_piece_at(Square::from_coords(file, back), role.of(color));
            board.set_piece_at(Square::from_coords(file, front), Role::Pawn.of(color));
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::placement::write_placement;

    #[test]
    fn makes_positions_of_chess960() {
        let array = |number| {
            let text = write_placement(&array(number));
            String::from_utf8_lossy(&text).split_once('/').map(|(rank, _)| rank.to_owned()).expect("ranks")
        };
        for (number, expect) in
            [(518, "rnbqkbnr"), (0, "bbqnnrkr"), (959, "rkrnnqbb"), (534, "rnbkqbnr"), (960, "bbqnnrkr")]
        {
            assert_eq!(array(number), expect, "{number}");
        }
        let all: std::collections::HashSet<String> = (0..960).map(array).collect();
        assert_eq!(all.len(), 960);
    }
}
