//! The net: a judgement that was learned and not thought out.
//!
//! Each side sums up what it sees of the board in a row of numbers: for every piece (whose, of which kind, on
//! which square) a row of weights is added. A side sees from its own end of the board, mirrored so that its
//! king is on the files a to d. There are two sets of rows: one for a king on its first two ranks, and one for a king
//! that has moved further out, where the same pieces mean something else. The numbers of both sides, clipped to a
//! range and squared, are weighted and added up to a single one: how good the position is for the side to move. Eight
//! sets of final weights serve positions with few and with many pieces.
//!
//! The threats of both sides have weights of their own, which are added to that number. They depend on what stands
//! between the pieces, so the sums cannot tell them.
//!
//! A move changes few pieces, so the sums are not computed again but updated from those of a nearby position,
//! by the pieces that differ. Comparing the pieces saves describing what a move changes.
//!
//! All numbers are whole: the judgement is the same on every machine. The weights were learned from games of
//! this engine against itself; `trainer/` has the programs and describes the file.

use super::threats::{PieceSets, THREATS, threats};
use crate::search::parameters::AGAIN_FROM;
use crate::search::value::Value;
use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// The weights, as the trainer wrote them.
const FILE: &[u8] = include_bytes!("net.bin");
/// The bytes before the weights.
const HEADER: usize = 8;
/// The version of the file, in the header.
const VERSION: u8 = 3;
/// The length of a row: numbers that sum up what a side sees. The header has it in units of eight.
const H: usize = FILE[5] as usize * 8;
/// Inputs: whose piece, of which kind, on which square.
const FEATURES: usize = Color::NUM * Piece::NUM * Square::NUM;
/// Sets of rows, by the place of the own king.
const KINGS: usize = 2;
/// Sets of final weights, as the net was trained.
const BUCKETS: usize = 8;
/// The fewest pieces on a board.
const FEWEST: usize = 2;
/// The first set serves positions with fewer pieces than this beside the kings, each next set as many more.
const PIECES_OF_BUCKET: usize = 4;
/// What 1 is in the sums: a number of the net is between 0 and 1, and fits a byte.
const UNIT: i16 = 255;
/// In the file the weights of the inputs are divided by this, so that each fits a byte: the file is a part of the program.
const GRAIN: i16 = 3;
/// What 1 is written as in the final weights.
const OUT_UNIT: i32 = 64;
/// The greatest final weight: seven bits, so that the product with a number of the net fits two bytes.
const MOST_OUT: i16 = 127;
/// The centipawns that multiply the odds of winning by e, as the net was trained.
const SCALE: i64 = 170;
/// Squares are seen from the other end of the board if they are XORed with this, …
const OTHER_END: usize = 0b111_000;
/// … and mirrored if they are XORed with this.
const MIRRORED: usize = 0b000_111;

/// The bytes of the file.
const LENGTH: usize =
    HEADER + KINGS * FEATURES * H + 2 * H + BUCKETS * 2 * H + 4 * BUCKETS + BUCKETS * 2 * THREATS;
const _: () = assert!(FILE.len() == LENGTH && FILE[4] == VERSION);
const _: () = assert!(FILE[6] as usize == BUCKETS && FILE[7] as usize == KINGS);
// The greatest weights with the greatest numbers fit into the sum of a side.
const _: () = assert!(H * MOST_OUT as usize * UNIT as usize * UNIT as usize <= i32::MAX as usize);

type Row = [i16; H];

/// The weights, ready for use.
#[derive(Debug)]
pub(in crate::search) struct Net {
    seen: Vec<Row>,
    sums: Row,
    /// For each range of the number of pieces: the weights of the side to move and of the other one.
    out: Vec<[Row; 2]>,
    out_sums: Vec<i32>,
    /// For each range, as above: the weights of threats.
    threats: Vec<[[i16; THREATS]; 2]>,
}

impl Net {
    /// The net of this engine.
    pub(in crate::search) fn new() -> Self {
        Self::of(FILE)
    }

    /// Another net of the same shape; `None` if the bytes are not one.
    pub(in crate::search) fn read(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == FILE.len() && bytes[..HEADER] == FILE[..HEADER]).then(|| Self::of(bytes))
    }

    /// The net in a file of the right length.
    fn of(file: &[u8]) -> Self {
        let (seen, rest) = file[HEADER..].split_at(KINGS * FEATURES * H);
        let (sums, rest) = rest.split_at(2 * H);
        let (out, rest) = rest.split_at(BUCKETS * 2 * H);
        let (out_sums, threats) = rest.split_at(4 * BUCKETS);
        let seen = seen.as_chunks().0.iter().map(|row| small(row).map(|weight| weight * GRAIN)).collect();
        let mut numbers = sums.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let sums = std::array::from_fn(|_| numbers.next().unwrap_or(0));
        let rows = out.as_chunks().0.as_chunks::<2>().0;
        let out = rows.iter().map(|[mover, other]| [small(mover), small(other)]).collect();
        let out_sums = out_sums.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        let rows = threats.as_chunks().0.as_chunks::<2>().0;
        let threats = rows.iter().map(|[mover, other]| [small(mover), small(other)]).collect();
        Self { seen, sums, out, out_sums, threats }
    }
}

/// Weights of a byte each.
fn small<const N: usize>(row: &[u8; N]) -> [i16; N] {
    row.map(|byte| i16::from(byte.cast_signed()))
}

const NO_PIECES: PieceSets = [[BitBoard::EMPTY; Piece::NUM]; Color::NUM];

/// The sums of both sides for a position.
#[derive(Debug, Clone)]
pub(in crate::search) struct Sums {
    pieces: PieceSets,
    /// All pieces of each colour.
    colors: [BitBoard; Color::NUM],
    views: [View; Color::NUM],
    sides: [Row; Color::NUM],
}

/// How a side sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct View {
    /// What squares are XORed with.
    turn: usize,
    /// The first row of the set for the place of the king.
    rows: usize,
}

impl View {
    /// That of no board.
    const NONE: Self = Self { turn: usize::MAX, rows: 0 };

    fn of(side: Color, king: Square) -> Self {
        let mirrors = king.file() > File::D;
        let turn = if side == Color::Black { OTHER_END } else { 0 } ^ if mirrors { MIRRORED } else { 0 };
        let is_out = king.rank().relative_to(side) > Rank::Second;
        Self { turn, rows: if is_out { FEATURES } else { 0 } }
    }
}

/// A piece on a square, independent of the side that sees it.
#[derive(Debug, Clone, Copy)]
struct Placed {
    color: Color,
    piece: Piece,
    square: Square,
}

impl Placed {
    /// Its row of weights for the side that sees it.
    fn row(self, net: &Net, side: Color, view: View) -> &Row {
        let plane = usize::from(self.color != side) * Piece::NUM + self.piece as usize;
        &net.seen[view.rows + plane * Square::NUM + (self.square as usize ^ view.turn)]
    }
}

/// As many pieces as a board can have.
type Some32 = ArrayVec<Placed, 32>;

impl Sums {
    /// The sums of no position.
    pub(in crate::search) const NONE: Self = Self {
        pieces: NO_PIECES,
        colors: [BitBoard::EMPTY; Color::NUM],
        views: [View::NONE; Color::NUM],
        sides: [[0; H]; Color::NUM],
    };

    /// The number of squares that are occupied differently.
    fn distance(&self, colors: [BitBoard; Color::NUM]) -> u32 {
        (self.colors[0] ^ colors[0]).len() + (self.colors[1] ^ colors[1]).len()
    }

    /// Makes these the sums of a position, from those of a nearby one.
    fn follow(&mut self, net: &Net, from: Option<&Self>, board: &Board) {
        let pieces = Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece)));
        let (came, went) = {
            let old = from.map_or(&self.pieces, |from| &from.pieces);
            (only_in(&pieces, old), only_in(old, &pieces))
        };
        for side in Color::ALL {
            let at = side as usize;
            let view = View::of(side, board.king(side));
            let (view_before, row) = match from {
                Some(from) => (from.views[at], &from.sides[at]),
                None => (self.views[at], &self.sides[at]),
            };
            self.sides[at] = if view_before == view && came.len() + went.len() < AGAIN_FROM {
                changed(net, row, side, view, &came, &went)
            } else {
                changed(net, &net.sums, side, view, &only_in(&pieces, &NO_PIECES), &[])
            };
            self.views[at] = view;
        }
        self.pieces = pieces;
        self.colors = Color::ALL.map(|color| board.colors(color));
    }
}

/// The pieces that are in `here` and not in `there`.
fn only_in(here: &PieceSets, there: &PieceSets) -> Some32 {
    let mut pieces = Some32::new();
    for color in Color::ALL {
        for piece in Piece::ALL {
            let (here, there) = (here[color as usize][piece as usize], there[color as usize][piece as usize]);
            // No side has more than sixteen pieces.
            pieces.extend((here & !there).into_iter().map(|square| Placed { color, piece, square }));
        }
    }
    pieces
}

/// A row with the weights of some pieces added and those of others subtracted.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn changed(net: &Net, row: &Row, side: Color, view: View, came: &[Placed], went: &[Placed]) -> Row {
    let mut row = *row;
    let pairs = came.len().min(went.len());
    for (new, old) in came.iter().zip(went) {
        let (new, old) = (new.row(net, side, view), old.row(net, side, view));
        for ((sum, new), old) in row.iter_mut().zip(new).zip(old) {
            *sum += new - old;
        }
    }
    for placed in &came[pairs..] {
        for (sum, weight) in row.iter_mut().zip(placed.row(net, side, view)) {
            *sum += weight;
        }
    }
    for placed in &went[pairs..] {
        for (sum, weight) in row.iter_mut().zip(placed.row(net, side, view)) {
            *sum -= weight;
        }
    }
    row
}

/// The value of a position for the side to move, before the rules of endgames. `near` has sums of nearby
/// positions; those of this one are put into the last of them.
pub(super) fn value(net: &Net, board: &Board, near: &mut [Sums]) -> Value {
    let colors = Color::ALL.map(|color| board.colors(color));
    let Some((own, before)) = near.split_last_mut() else { return 0 };
    let mut least = own.distance(colors);
    let mut nearest = None;
    for sums in before.iter().rev() {
        let distance = sums.distance(colors);
        if distance < least {
            (least, nearest) = (distance, Some(sums));
        }
    }
    own.follow(net, nearest, board);
    let bucket = (board.occupied().len() as usize).saturating_sub(FEWEST) / PIECES_OF_BUCKET;
    let bucket = bucket.min(BUCKETS - 1);
    let to_move = board.side_to_move();
    let mut sum = 0;
    for (side, weights) in [to_move, !to_move].into_iter().zip(&net.out[bucket]) {
        sum += i64::from(weighed(&own.sides[side as usize], weights));
    }
    let numbers = threats(&own.pieces);
    let mut halves = 0;
    for (side, weights) in [to_move, !to_move].into_iter().zip(&net.threats[bucket]) {
        halves += product(&numbers[side as usize], weights);
    }
    let odds =
        sum / i64::from(UNIT) + i64::from(net.out_sums[bucket]) + i64::from(halves) * i64::from(UNIT) / 2;
    Value::try_from(odds * SCALE / i64::from(i32::from(UNIT) * OUT_UNIT)).unwrap_or(0)
}

/// The sum of the squares, clipped to the range of the net and weighted.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn weighed(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        // The first product fits into two bytes.
        let cut = sum.clamp(0, UNIT);
        total += i32::from(cut.wrapping_mul(weight)) * i32::from(cut);
    }
    total
}

/// The sum of the numbers, weighted.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn product(numbers: &[i16; THREATS], weights: &[i16; THREATS]) -> i32 {
    numbers.iter().zip(weights).map(|(&number, &weight)| i32::from(number) * i32::from(weight)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::random::random_game;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_that_follow_moves_are_those_made_anew(
            number in 0..960_u32,
            choices in prop::collection::vec(any::<u16>(), 1..80),
            looked_at in prop::collection::vec(any::<bool>(), 80),
        ) {
            let net = Net::new();
            let mut near = vec![Sums::NONE; 3];
            for (at, board) in random_game(number, &choices).iter().enumerate() {
                if looked_at.get(at) == Some(&true) {
                    let anew = value(&net, board, &mut [Sums::NONE]);
                    prop_assert_eq!(value(&net, board, &mut near), anew, "{:#}", board);
                }
                if at % 3 == 1 {
                    near.rotate_left(1);
                }
            }
        }
    }

    #[test]
    fn no_weight_is_too_great_for_the_sums() {
        let net = Net::new();
        // Sixteen pieces a side, each with the greatest weight of its kind, stay within two bytes.
        for at in 0..H {
            let most = |from: usize, to: usize| {
                let rows = &net.seen[from * 64..to * 64];
                rows.iter().map(|row| i32::from(row[at]).abs()).max().unwrap_or(0)
            };
            for set in (0..KINGS).map(|set| 12 * set) {
                let of = |plane: usize| most(set + plane, set + plane + 1) * [8, 2, 2, 2, 1, 1][plane % 6];
                assert!((0..12).map(of).sum::<i32>() + i32::from(net.sums[at]).abs() < i32::from(i16::MAX));
            }
        }
        for row in net.out.iter().flatten() {
            assert!(row.iter().all(|weight| weight.abs() <= MOST_OUT));
        }
    }
}
