//! The numbers that the search is built with, in one place; `tuning.rs` has those that can be changed while
//! it runs.
//!
//! Depths are in plies and values in the search's own centipawns, unless something else is said. Each
//! number names its source: *measured* here, in games of the engine against itself and on test positions,
//! or *usual*, chosen by hand in the range that is common in the field and not measured here (or *tuned*, in
//! `tuning.rs`, which says how). Changing any
//! of them changes the number of positions that [`signature`](super::bench::signature) counts.

use super::value::Value;
use cozy_chess::Piece;

// Which positions are searched, and how deeply.

/// Lines are extended, by checks and by moves without an alternative, up to this many times the depth of
/// the search; further on, a forced line could go on for ever. Usual.
pub(super) const EXTENDED_LINE: usize = 2;
/// By how much more deeply a position in check, or a move without an alternative, is searched. Usual.
pub(super) const EXTENSION: i32 = 1;
/// By how much less deeply a position is searched if no move is known to try first. Usual.
pub(super) const BLIND_REDUCTION: i32 = 1;
/// From this halfmove clock on, the values of the table are not trusted: they know nothing of the draw that
/// is near after 100 plies. Usual.
pub(super) const TRUSTED_CLOCK: u8 = 90;

// Passing the turn (null move pruning).

/// The least depth at which the turn is passed. Usual.
pub(super) const PASS_DEPTH: i32 = 3;
/// A passed turn is searched less deeply for each step above the window, up to this many plies. Usual.
pub(super) const PASS_REDUCTION_MOST: i32 = 3;
/// The least depth at which a cutoff by passing is verified by a search that may not pass. Usual.
pub(super) const VERIFIED_DEPTH: i32 = 11;
/// The part of the verifying search in which passing is not allowed, as a fraction. Usual.
pub(super) const VERIFIED_PART: (i32, i32) = (3, 4);

// Moves without an alternative (singular extensions).

/// How much shallower than the search the entry of the table may be. Usual.
pub(super) const SINGULAR_SHALLOWER: i32 = 3;
/// The other moves are searched to the depth after a move divided by this. Usual.
pub(super) const SINGULAR_DIVISOR: i32 = 2;

// Leaving moves out.

/// The greatest depth at which quiet moves are left out. Usual.
pub(super) const LEFT_OUT_DEPTH: i32 = 8;
/// The number of moves tried before the quiet ones are left out is divided by this in a position that is not
/// improving. Usual.
pub(super) const WORSENING_DIVISOR: usize = 2;
/// The greatest depth at which quiet moves that lose material are left out. Usual.
pub(super) const LOSING_QUIET_DEPTH: i32 = 6;
/// The greatest depth at which captures that lose material are left out. Usual.
pub(super) const LOSING_CAPTURE_DEPTH: i32 = 5;

// Searching late moves less deeply (late move reductions).

/// Reductions are counted in this many parts of a ply.
pub(super) const PLY: i32 = 64;
/// The least depth at which moves are reduced, in the tree and (after the move) at the root. Usual.
pub(super) const REDUCED_DEPTH: i32 = 3;
/// The depth that a move in the tree keeps, however much it is reduced. Usual.
pub(super) const KEPT_PLIES: i32 = 1;
/// The first move that is reduced, by its number from 1; one later on the best line. Usual.
pub(super) const REDUCED_FROM: usize = 2;
/// The first move that is reduced at the root, by its number from 0. Usual.
pub(super) const REDUCED_FROM_AT_ROOT: usize = 4;

/// More cutoffs than this at the next ply count as many. Usual.
pub(super) const FEW_CUTOFFS: u32 = 3;

// The order of moves.

/// History scores stay within `-HISTORY_LIMIT..=HISTORY_LIMIT`. Usual.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// The evaluation changes the score of the opponent's last move by this at most … Usual.
pub(super) const SWING_MOST: i32 = 1_300;
/// … if it rose for the opponent, and by this if it fell. In units of history. Usual.
pub(super) const SWING_LEAST: i32 = -1_600;
/// Captures are ordered by this times the gain, less the number of the kind of piece that captures (0 to
/// 5): any greater gain comes first, whatever captures. Usual.
pub(super) const GAIN_FACTOR: i32 = 8;
/// What the pieces count in an exchange: pawn, knight, bishop, rook, queen, king. The figures are usual;
/// bishop and knight are an even trade. The king's is above all others, so it captures last.
pub(super) const WORTH: [Value; Piece::NUM] = [100, 325, 325, 500, 1000, 20_000];

// Correcting the evaluation.

/// Notes of each kind and side to move; a power of two. Usual.
pub(super) const NOTES: usize = 1 << 13;
/// Notes are kept in this many parts of a centipawn. Usual.
pub(super) const NOTE_GRAIN: i32 = 256;
/// The greatest error that a note can hold. Usual.
pub(super) const NOTE_LIMIT: i32 = 64;
/// A search as deep as [`NOTE_DEEPEST`], or deeper, makes up `NOTE_DEEPEST + 1` parts of this many of a note;
/// one of depth `n` makes up `n + 1`. Usual.
pub(super) const NOTE_WHOLE: i32 = 256;
/// See [`NOTE_WHOLE`]. Usual.
pub(super) const NOTE_DEEPEST: i32 = 15;
/// An error greater than this counts as this much. Usual.
pub(super) const ERROR_LIMIT: Value = 1_000;
/// The sum of the notes on a position is divided by this. Measured: half the sum lost 23 Elo, a fifth won 45.
pub(super) const NOTE_DIVISOR: i32 = 5;

// The table of positions.

/// An entry of the same position stays if it is deeper by more than this, unless the new value is exact. Usual.
pub(super) const KEPT_DEPTH: i32 = 3;

/// By how many plies more a value from tables of endgames counts as searched. Chosen by reasoning: it is worth more than
/// what was searched beside it, but does not stay for ever.
pub(super) const KNOWN_DEPTH: i32 = 6;

// The rounds of the root.

/// How much wider the margin becomes each time that the value falls outside, as a factor. Usual.
pub(super) const MARGIN_GROWTH: Value = 2;
/// Beyond this margin the window is opened fully. Usual.
pub(super) const LAST_MARGIN: Value = 500;
/// The depth from which windows are narrowed. Usual.
pub(super) const NARROW_FROM: i32 = 4;
/// A mate is taken for the shortest once a search was deeper than this many times its length: makes up for moves that
/// were reduced. Measured on 500 mates in three, with 200,000 nodes: the shortest is found in 450 and a longer one in 18;
/// two plies more than the length found 379 and 89, with 17 % fewer nodes.
pub(super) const MATE_CHECK: i32 = 2;

// The evaluation: the net, and what is left to hand.

/// If this many pieces differ, the sums of the net are computed again and not updated. It changes the speed
/// only. Chosen by reasoning: an update costs as much as that many pieces, half of a full board.
pub(super) const AGAIN_FROM: usize = 16;

/// The scale of an evaluation that changes nothing; the other scales are parts of it.
pub(super) const FULL_SCALE: Value = 64;
/// The scale with opposite bishops and nothing else but pawns. Chosen by reasoning.
pub(super) const OPPOSITE_BISHOPS: Value = 26;
/// The scale with opposite bishops and other pieces. Chosen by reasoning.
pub(super) const OPPOSITE_BISHOPS_AND_MORE: Value = 50;
/// A rough count of material, in pawns: a knight or bishop, … Usual.
pub(super) const ROUGH_MINOR: Value = 3;
/// … a rook, … Usual.
pub(super) const ROUGH_ROOK: Value = 5;
/// … a queen. Usual.
pub(super) const ROUGH_QUEEN: Value = 9;
/// The scale without pawns, no more than a minor piece ahead. Chosen by reasoning.
pub(super) const NO_PAWNS: Value = 10;
/// The scale otherwise, with no pawn … Chosen by reasoning.
pub(super) const PAWN_SCALE_BASE: Value = 46;
/// … and for each pawn of the stronger side, up to [`FULL_SCALE`]: each pawn less makes a draw more likely.
/// Chosen by reasoning.
pub(super) const PAWN_SCALE_SLOPE: Value = 5;
/// A bare king is hunted: the value of a win, which the following are added to. Chosen by reasoning.
pub(super) const HUNT: Value = 200;
/// For each pawn's worth of material by the rough count. Chosen by reasoning.
pub(super) const HUNT_MATERIAL: Value = 100;
/// For each step that the kings are closer than 14, along files and along ranks. Chosen by reasoning.
pub(super) const HUNT_KINGS: Value = 8;
/// For each half step that the bare king is off the centre, along files and along ranks. Chosen by reasoning.
pub(super) const HUNT_EDGE: Value = 10;
/// With bishop and knight, for each step that the bare king is closer than 14 to a corner in which it can be
/// mated. Chosen by reasoning.
pub(super) const HUNT_CORNER: Value = 25;
