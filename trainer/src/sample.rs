//! A position to learn from, in 32 bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the occupied squares, a bit each, a1 lowest |
//! | 8..24 | a nibble for each occupied square in that order: the piece (0 pawn … 5 king), 8 more for Black |
//! | 24..26 | the score in centipawns for the side to move |
//! | 26 | how the game ended for the side to move: 0 lost, 1 drawn, 2 won |
//! | 27 | the side to move: 0 White, 1 Black |
//! | 28..30 | plies since the game began |
//! | 30..32 | twice the score of another engine plus 1, or 0 if none was asked |
//!
//! Numbers have their low byte first.

use cozy_chess::{BitBoard, Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

/// Size of a sample in bytes.
pub const SIZE: usize = 32;

/// A position to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The occupied squares.
    pub occupied: u64,
    /// The men on them.
    pub pieces: [u8; 16],
    /// Centipawns for the side to move.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won, for the side to move.
    pub result: u8,
    /// Whether Black is to move.
    pub is_black: bool,
    /// Plies since the game began.
    pub ply: u16,
    /// The score of another engine for the side to move, in the centipawns that it shows.
    pub opinion: Option<i16>,
}

/// An opinion is at most this, in centipawns: a score beyond it, or a mate.
pub const MOST_OPINION: i16 = 15_000;

impl Sample {
    /// A position, and the score for the side to move. The result of the game is not known yet.
    pub fn of(board: &Board, score: i16, ply: u16) -> Self {
        let mut pieces = [0; 16];
        for (at, square) in board.occupied().into_iter().enumerate().take(32) {
            let piece = board.piece_on(square).map_or(0, |piece| piece as u8);
            let color = board.color_on(square).map_or(0, |color| color as u8);
            pieces[at / 2] |= (piece | color << 3) << (at % 2 * 4);
        }
        let is_black = board.side_to_move() == Color::Black;
        Self { occupied: board.occupied().0, pieces, score, result: 1, is_black, ply, opinion: None }
    }

    /// The men: square, piece, colour.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece, Color)> + '_ {
        BitBoard(self.occupied).into_iter().enumerate().map(|(at, square)| {
            let nibble = self.pieces[at / 2] >> (at % 2 * 4) & 15;
            let color = if nibble & 8 == 0 { Color::White } else { Color::Black };
            (square, Piece::index(usize::from(nibble & 7)), color)
        })
    }

    /// The sample in its file format.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = u8::from(self.is_black);
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        let opinion = self.opinion.map_or(0, |it| it.clamp(-MOST_OPINION, MOST_OPINION) << 1 | 1);
        bytes[30..].copy_from_slice(&opinion.to_le_bytes());
        bytes
    }

    /// Reads the file format.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        Self {
            occupied: u64::from_le_bytes(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            is_black: bytes[27] != 0,
            ply: u16::from_le_bytes([bytes[28], bytes[29]]),
            opinion: match i16::from_le_bytes([bytes[30], bytes[31]]) {
                0 => None,
                opinion => Some(opinion >> 1),
            },
        }
    }

    /// The position; `None` if it is none that can be reached. A sample does not have castling rights and
    /// moves en passant: a king and a rook on their first squares are taken as not moved, as they mostly are.
    pub fn board(&self) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        for (square, piece, color) in self.men() {
            *builder.square_mut(square) = Some((piece, color));
        }
        builder.side_to_move = if self.is_black { Color::Black } else { Color::White };
        for color in Color::ALL {
            let home = Rank::First.relative_to(color);
            let has = |file, piece| builder.square(Square::new(file, home)) == Some((piece, color));
            let right = |file| (has(File::E, Piece::King) && has(file, Piece::Rook)).then_some(file);
            let rights = CastleRights { short: right(File::H), long: right(File::A) };
            *builder.castle_rights_mut(color) = rights;
        }
        builder.build().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let board: Board =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1".parse().unwrap();
        for opinion in [None, Some(0), Some(-1), Some(123), Some(-MOST_OPINION)] {
            let sample = Sample { result: 2, opinion, ..Sample::of(&board, -321, 300) };
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
        }
        let sample = Sample::of(&board, -321, 300);
        let men: Vec<_> = sample.men().collect();
        assert_eq!(men.len(), 32);
        assert!(men.iter().all(|&(square, piece, color)| {
            board.piece_on(square) == Some(piece) && board.color_on(square) == Some(color)
        }));
    }

    #[test]
    fn a_position_is_set_up_again() {
        let check = |fen: &str, expect: &str| {
            assert_eq!(Sample::of(&fen.parse().unwrap(), 0, 0).board().unwrap().to_string(), expect);
        };
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";
        check(kiwipete, kiwipete);
        check("4k2r/8/8/8/8/8/8/R3K3 w - - 9 40", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
        check("8/8/3k4/8/8/3K4/3P4/8 b - - 3 70", "8/8/3k4/8/8/3K4/3P4/8 b - - 0 1");
        assert_eq!(Sample::from_bytes(&[0; SIZE]).board(), None);
    }
}
