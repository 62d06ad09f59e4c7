//! Laws of move notation: what is written can be read back, and what is read is a move.

use crate::chess::notation::{MoveReading, coordinates, read_move, san as write_san};
use crate::chess::{Chess, Move, Position as _};
use crate::epd::parse;
use crate::epd::position::PositionReading;

/// Plies of the walk: enough to leave the position of a seed far behind.
const MOST_PLIES: usize = 24;

/// Every legal move is read back exactly from SAN, and as the same move from coordinates. Each byte of the
/// plan plays one legal move of the position first.
pub fn san(input: &[u8]) {
    let (plan, line) = super::plan_and_rest(input);
    let mut position = position(line);
    for &choice in plan.iter().take(MOST_PLIES) {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        check_text_of(&position, m);
        position.play_unchecked(m);
    }
    for m in position.legal_moves() {
        check_text_of(&position, m);
    }
}

fn check_text_of(position: &Chess, m: Move) {
    let text = write_san(position, m);
    assert_eq!(read_move(position, text.as_bytes()), MoveReading::Exact(m), "{text} in {position:?}");
    let text = coordinates(m);
    assert_eq!(read_move(position, text.as_bytes()).played(), Some(m), "{text} in {position:?}");
}

/// Any operand of a line, read as a move, gives a correct answer: an exact reading is canonical, a loose one
/// names the canonical text, and several readings are several legal moves.
pub fn move_text(line: &[u8]) {
    let parsed = parse(line);
    let position = position(line);
    let canonical: Vec<String> = position.legal_moves().iter().map(|&m| write_san(&position, m)).collect();
    let operands = parsed.operations.iter().flat_map(|operation| parsed.operands(operation));
    for token in operands.map(|operand| operand.value(line)) {
        let reading = read_move(&position, token);
        let context = || format!("{} as {reading:?} in {position:?}", String::from_utf8_lossy(token));
        match &reading {
            MoveReading::Exact(m) => {
                assert!(
                    position.is_legal(*m) && write_san(&position, *m).as_bytes() == token,
                    "{}",
                    context()
                );
            }
            MoveReading::Loose { m, san, looseness: _ } => {
                assert!(position.is_legal(*m) && write_san(&position, *m) == san.as_str(), "{}", context());
                assert!(san.as_bytes() != token, "{}", context());
                assert_eq!(read_move(&position, san.as_bytes()), MoveReading::Exact(*m), "{}", context());
            }
            MoveReading::Ambiguous(moves) => {
                let mut distinct = moves.clone();
                distinct.dedup();
                assert!(distinct.len() > 1 && moves.iter().all(|&m| position.is_legal(m)), "{}", context());
                assert!(canonical.iter().all(|san| san.as_bytes() != token), "{}", context());
            }
            MoveReading::Illegal | MoveReading::NotAMove => {
                assert!(canonical.iter().all(|san| san.as_bytes() != token), "{}", context());
            }
        }
    }
}

/// The position of a line; without one, the start of a game.
fn position(line: &[u8]) -> Chess {
    PositionReading::read(&parse(line)).chess.unwrap_or_default()
}
