//! The length of links.

use crate::chess::notation::san;
use crate::chess::{Chess, EnPassantMode, Epd, Position as _};
use crate::share::LONG_LINK;
use crate::share::packed::{decode, encode};

/// Numbers that look random but are the same in each run.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Positions like those of a test suite: from games that start at the initial position and take every capture
/// they can, with a best move and a name.
fn suite(count: usize) -> Vec<String> {
    let mut random = Lcg(2026);
    let mut records = Vec::new();
    while records.len() < count {
        let mut chess = Chess::default();
        for _ in 0..30 + random.below(30) {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves.iter().copied().filter(|m| m.is_capture()).collect();
            let m = if captures.is_empty() {
                moves[random.below(moves.len())]
            } else {
                captures[random.below(captures.len())]
            };
            chess.play_unchecked(m);
        }
        let moves = chess.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let best = san(&chess, moves[random.below(moves.len())]);
        let fields = Epd::from_position(&chess, EnPassantMode::Legal);
        records.push(format!("{fields} bm {best}; id \"own.{:03}\";", records.len() + 1));
    }
    records
}

#[test]
fn fifty_test_positions_fit_a_link() {
    let records = suite(50);
    let lines: Vec<&[u8]> = records.iter().map(String::as_bytes).collect();
    let link = format!("https://epidote.example.org/{}", encode(&lines));
    assert!(link.len() <= LONG_LINK, "{} characters", link.len());
    let (_, fragment) = link.split_once('/').unwrap();
    let at = fragment.find('#').unwrap();
    let expect: Vec<Vec<u8>> = records.into_iter().map(String::into_bytes).collect();
    assert_eq!(decode(&fragment[at..]), Some(Ok(expect)));
}
