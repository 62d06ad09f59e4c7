//! Counting the positions a number of plies away: the test of any move generator.
//!
//! The numbers are known for many positions. One move too many or too few, anywhere in the rules, gives a
//! different count.

use super::position::{Asked, written};
use super::{PvMove, Question, SearchError};
use cozy_chess::{Board, Move};

/// `beat` is called at each position so far from the end: often enough to show that the count goes on, and
/// seldom enough to cost nothing.
const BEAT_DEPTH: u32 = 4;

/// The number of lines of `depth` plies from a position; 1 for depth 0. `beat` is called several times a
/// second, for callers that have something to do meanwhile.
///
/// # Errors
/// As [`super::Searcher::go`].
pub fn perft(question: &Question<'_>, depth: u32, beat: &dyn Fn()) -> Result<u64, SearchError> {
    Ok(count(&Asked::of(question)?.position.board, depth, beat))
}

/// The same, separately for each first move; empty for depth 0. `hear` is called after each of them.
///
/// # Errors
/// As [`super::Searcher::go`].
pub fn divide(
    question: &Question<'_>,
    depth: u32,
    hear: &mut dyn FnMut(),
) -> Result<Vec<(PvMove, u64)>, SearchError> {
    let position = Asked::of(question)?.position;
    let mut parts = Vec::new();
    if depth > 0 {
        for_each_move(&position.board, |mv| {
            let mut next = position.board.clone();
            next.play_unchecked(mv);
            let count = count(&next, depth - 1, &|| ());
            parts.push((written(&position.board, mv, position.chess960), count));
            hear();
        });
    }
    Ok(parts)
}

fn for_each_move(board: &Board, mut take: impl FnMut(Move)) {
    board.generate_moves(|moves| {
        moves.into_iter().for_each(&mut take);
        false
    });
}

fn count(board: &Board, depth: u32, beat: &dyn Fn()) -> u64 {
    if depth == BEAT_DEPTH {
        beat();
    }
    let mut sum = 0;
    match depth {
        0 => return 1,
        // The moves of the last ply need not be made.
        1 => {
            board.generate_moves(|moves| {
                sum += moves.len() as u64;
                false
            });
        }
        _ => for_each_move(board, |mv| {
            let mut next = board.clone();
            next.play_unchecked(mv);
            sum += count(&next, depth - 1, beat);
        }),
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn known_counts() {
        for (fields, counts) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[1, 20, 400, 8_902, 197_281][..]),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[1, 48, 2_039, 97_862]),
        ] {
            for (depth, &nodes) in (0..).zip(counts) {
                assert_eq!(perft(&Question::new(fields), depth, &|| ()), Ok(nodes), "{fields} {depth}");
                let parts = divide(&Question::new(fields), depth, &mut || {}).unwrap();
                assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), if depth == 0 { 0 } else { nodes });
            }
        }
    }
    #[test]
    fn beats_on_the_way() {
        let check = |depth, expected| {
            let beats = Cell::new(0);
            perft(&Question::new(crate::chess::START), depth, &|| beats.set(beats.get() + 1)).unwrap();
            assert_eq!(beats.get(), expected, "{depth}");
        };
        check(3, 0);
        check(4, 1);
        check(5, 20);
    }
}
