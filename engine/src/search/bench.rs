//! A fixed amount of work, to see whether the search has changed.
//!
//! Twelve different positions are searched to a fixed depth and the visited positions are counted. As the
//! search does the same on every machine, the total is its signature: a change that is only meant to make it
//! faster or clearer must not change the number. Divided by the time taken, it also gives the speed of the
//! search.

use super::{Clock, Limits, Question, Searcher};

/// The positions, four EPD fields each: openings, tactical middlegames, endgames, a Chess960 start.
pub const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r1bqkb1r/pp2pp1p/2np1np1/8/3NP3/2N1B3/PPP1BPPP/R2QK2R b KQkq -",
    "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BN1BN1P/PPP2PP1/R2Q1RK1 w - -",
    "r1b2rk1/pp1n1ppp/2pbpn2/q7/2BP4/P1N1PN2/1PQ2PPP/R1B2RK1 w - -",
    "2kr3r/ppp1qpp1/2n1bn1p/2b1p3/2P1P1P1/P1NPBP2/1P2N2P/R2QKB1R w KQ -",
    "r4rk1/pp1bq1pp/2n1pn2/3p1pB1/1b1P4/2NBPN2/PPQ2PPP/2R2RK1 b - -",
    "3r1rk1/p4p1p/1p2pQp1/2q5/4P3/2P3R1/PP3PPP/6K1 w - -",
    "4r1k1/1p3pp1/p2p3p/3P1n2/PPr2P2/2N1R1P1/7P/4R1K1 w - -",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P1K2P1/8/8 w - -",
    "8/8/4kpp1/3p4/p1pP1PP1/P1P1K3/8/6B1 w - -",
    "8/1P4k1/5r2/8/3K4/8/6R1/8 b - -",
    "bnrbnkqr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w HChc -",
];

/// Time does not pass: the work depends on nothing but the positions.
struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// Searches all positions `depth` plies deep (1..=127) and returns the total number of positions visited.
/// Depth 10 takes some seconds. `hear` is called after each position.
pub fn signature(depth: u32, hear: &mut dyn FnMut()) -> u64 {
    let mut searcher = Searcher::new(16);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    for fields in POSITIONS {
        if let Ok(report) = searcher.go(&Question::new(fields), &limits, &NoClock, &mut |_| {}) {
            nodes += report.nodes;
        }
        hear();
    }
    nodes
}
