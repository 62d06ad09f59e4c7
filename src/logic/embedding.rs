//! What a page that is embedded shows.

use crate::epd::position::PositionReading;
use crate::epd::{LineKind, parse};

/// Whether a line is a record with at least one piece: an empty board is not worth showing.
///
/// ```
/// use epidote::logic::embedding::has_pieces;
/// assert!(has_pieces(b"4k3/8/8/8/8/8/8/8 w - -"));
/// for line in [&b"8/8/8/8/8/8/8/8 w - -"[..], b"# 4k3/8/8/8/8/8/8/8 w - -", b"prose", b""] {
///     assert!(!has_pieces(line));
/// }
/// ```
pub fn has_pieces(line: &[u8]) -> bool {
    let parsed = parse(line);
    let has_board = || PositionReading::read(&parsed).board.occupied().any();
    parsed.kind == LineKind::Record && parsed.has_ranks() && has_board()
}
