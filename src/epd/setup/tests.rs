//! Changes to the four fields.

use super::*;
use crate::chess::Role;

#[track_caller]
fn check(line: &str, change: Change, expect: &str) {
    let changed = set_up(line.as_bytes(), &change).expect("it can be set up");
    assert_eq!(String::from_utf8_lossy(&changed), expect);
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";";

#[test]
fn puts_moves_and_takes_away() {
    check(
        KINGS,
        Change::Put(Square::A7, Some(Role::Pawn.of(Color::White))),
        "4k3/P7/8/8/8/8/8/4K3 w - - id \"x\";",
    );
    check(KINGS, Change::Put(Square::E1, None), "4k3/8/8/8/8/8/8/8 w - - id \"x\";");
    check(KINGS, Change::Move(Square::E1, Square::E8), "4K3/8/8/8/8/8/8/8 w - - id \"x\";");
    check(KINGS, Change::Put(Square::A1, None), KINGS);
    assert_eq!(set_up(KINGS.as_bytes(), &Change::Move(Square::A1, Square::A2)), None);
}

#[test]
fn what_becomes_impossible_goes() {
    let line = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3";
    check(line, Change::Put(Square::H1, None), "r3k2r/8/8/8/4P3/8/8/R3K3 b Qkq e3");
    check(line, Change::Move(Square::E1, Square::F1), "r3k2r/8/8/8/4P3/8/8/R4K1R b kq e3");
    check(line, Change::Move(Square::E4, Square::E5), "r3k2r/8/8/4P3/8/8/8/R3K2R b KQkq -");
    check(line, Change::Turn(Color::White), "r3k2r/8/8/8/4P3/8/8/R3K2R w KQkq -");
    check(line, Change::Turn(Color::Black), line);
    check(line, Change::Clear, "8/8/8/8/8/8/8/8 b - -");
}

#[test]
fn what_was_odd_before_stays() {
    check(
        "4k3/8/8/8/8/8/8/4K3 x kqKQ z9 foo;",
        Change::Put(Square::A1, Some(Role::Rook.of(Color::White))),
        "4k3/8/8/8/8/8/8/R3K3 x kqKQ z9 foo;",
    );
    check(
        "4k3/8/8/8/8/8/8/R3K3 w q! -",
        Change::Castling(Color::White, CastlingSide::QueenSide, true),
        "4k3/8/8/8/8/8/8/R3K3 w Qq -",
    );
    check("4k3/9/8", Change::Put(Square::A8, Some(Role::Rook.of(Color::Black))), "r3k3/8/8/8/8/8/8/8 w - -");
    check("", Change::Start, START);
    assert_eq!(set_up(b"# note", &Change::Start), None);
}

#[test]
fn gives_and_takes_rights() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w Qk -";
    check(
        line,
        Change::Castling(Color::White, CastlingSide::KingSide, true),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk -",
    );
    check(
        line,
        Change::Castling(Color::Black, CastlingSide::KingSide, false),
        "r3k2r/8/8/8/8/8/8/R3K2R w Q -",
    );
    let chess960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB -";
    check(
        chess960,
        Change::Castling(Color::White, CastlingSide::KingSide, false),
        "4k3/8/8/8/8/8/8/1R2K1R1 w B -",
    );
    let settings = Settings::of(&parse(chess960.as_bytes()));
    assert_eq!(settings.rights.map(|right| right.is_given), [true, true, false, false]);
    assert_eq!(settings.rights.map(|right| right.is_possible), [true, true, false, false]);
}

#[test]
fn lists_en_passant_targets() {
    let settings = Settings::of(&parse(b"4k3/8/8/2pP1p2/8/8/8/4K3 w - c6"));
    assert_eq!(settings.targets, [Square::C6, Square::F6]);
    assert_eq!(settings.en_passant, Some(Square::C6));
    check(
        "4k3/8/8/2pP4/8/8/8/4K3 w - -",
        Change::EnPassant(Some(Square::C6)),
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6",
    );
    check("4k3/8/8/2pP4/8/8/8/4K3 w - c6", Change::EnPassant(None), "4k3/8/8/2pP4/8/8/8/4K3 w - -");
}

#[test]
fn takes_the_fields_of_another_line() {
    check(
        KINGS,
        Change::Fields(b"8/8/8/8/8/8/8/k1K5 b - - 3 40".to_vec()),
        "8/8/8/8/8/8/8/k1K5 b - - id \"x\";",
    );
    check(KINGS, Change::Fields(b"8/8/8/8/8/8/8/k1K5 b".to_vec()), "8/8/8/8/8/8/8/k1K5 b - - id \"x\";");
    for wrong in [
        "",
        "k7/8 w - -",
        "8/8/8/8/8/8/8/k1K5",
        "8/8/8/8/8/8/8/k1K5 z - -",
        "8/8/8/8/8/8/8/k1K5 w hello world",
    ] {
        assert_eq!(set_up(KINGS.as_bytes(), &Change::Fields(wrong.into())), None, "{wrong}");
    }
    check("K3k3/7p/8/8/8/8/8/R7 w - - a;", Change::Mirror, "3k3K/p7/8/8/8/8/8/7R w - - a;");
}
