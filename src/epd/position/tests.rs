//! Tests of reading positions.

use super::*;
use crate::epd::parse;

fn read(line: &str) -> PositionReading {
    PositionReading::read(&parse(line.as_bytes()))
}

#[test]
fn reads_the_start_array() {
    let reading = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert!(reading.placement.is_empty() && reading.vain_castling.is_empty());
    assert_eq!(reading.chess, Some(Chess::default()));
}

#[test]
fn counters_that_are_too_large_stay_large() {
    let counters = |rest: &str| move_counters(&parse(format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}").as_bytes()));
    assert_eq!(counters("fmvn 7; hmvc 3;"), (3, 7));
    assert_eq!(counters("3 7"), (3, 7));
    assert_eq!(counters("fmvn 4294967296; hmvc 4294967295;"), (u32::MAX, u32::MAX));
    assert_eq!(counters("7 99999999999999999999999"), (7, u32::MAX));
    assert_eq!(counters("fmvn -5; hmvc -1;"), (0, 1));
}

#[test]
fn reads_castling() {
    let castling = |field: &str| read(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} -")).castling;
    assert_eq!(castling("KQkq"), CastlingReading::Canonical);
    assert_eq!(castling("kqKQ"), CastlingReading::Unordered("KQkq".to_owned()));
    assert_eq!(castling("HAha"), CastlingReading::Chess960);
    assert_eq!(castling("KK"), CastlingReading::Malformed);
    assert_eq!(castling("KQkq-"), CastlingReading::Malformed);
    assert_eq!(read("r3k3/8/8/8/8/8/8/R3K2R w KQk -").vain_castling, b"k");
}

#[test]
fn rights_of_chess_want_king_and_rook_at_home() {
    // A king that castled, and a right that was never removed.
    let reading = read("r4rk1/8/8/8/8/8/8/R3K2R w KQq -");
    assert_eq!((reading.castling, reading.vain_castling), (CastlingReading::Canonical, b"q".to_vec()));
    assert_eq!(reading.chess.map(|chess| chess.castles().castling_rights().count()), Some(2));
    let reading = read("r3k2r/8/8/8/8/8/8/R2K3R w KQkq -");
    assert_eq!(reading.vain_castling, b"KQ");
    let parsed = parse(b"r3k2r/8/8/8/8/8/8/R2K3R w KQkq -");
    let reading = PositionReading::read_as(&parsed, Game::Chess960);
    assert_eq!(reading.castling, CastlingReading::Chess960);
    assert_eq!(reading.chess.map(|chess| chess.castles().castling_rights().count()), Some(4));
}

#[test]
fn keeps_castling_of_chess960() {
    let reading = read("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -");
    assert_eq!(reading.castling, CastlingReading::Chess960);
    assert_eq!(reading.chess.map(|c| c.castles().castling_rights().count()), Some(4));
}

#[test]
fn reads_en_passant() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(read(&format!("{after_e4} e3")).en_passant, EnPassantReading::Target(Square::E3));
    assert_eq!(read(&format!("{after_e4} E3")).en_passant, EnPassantReading::Capital(Square::E3));
    assert_eq!(read(&format!("{after_e4} e6")).en_passant, EnPassantReading::Malformed);
    assert!(!read(&format!("{after_e4} e3")).vain_en_passant);
    assert!(read(&format!("{after_e4} d3")).vain_en_passant);
    assert!(read(&format!("{after_e4} d3")).chess.is_some());
}

#[test]
fn tells_illegal_positions() {
    assert!(read("8/8/8/8/8/8/8/8 w - -").illegal.contains(PositionErrorKinds::EMPTY_BOARD));
    let reading = read("4k3/8/8/8/8/8/8/4R1K1 w - -");
    assert!(reading.illegal.contains(PositionErrorKinds::OPPOSITE_CHECK));
    assert!(reading.chess.is_none());
}
