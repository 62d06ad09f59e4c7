//! Which game the records of a file belong to: chess, or Chess960.
//!
//! A castling field of files (`HFhf`) shows that a record is one of Chess960, and so does a first rank that
//! no game of chess has. A single right of `KQkq` with the king away from its home square does not: in a file
//! of chess the right has no effect, in one of Chess960 it is valid.

use serde::{Deserialize, Serialize};

use crate::chess::{Bitboard, Board, Chess, Color, File, Position as _, Rank, Square};
use crate::epd::position::{PositionReading, castling_pieces};
use crate::epd::{Parse, parse};
use crate::text::edit::TextEdit;

/// The game that the records of a file belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Chess. Records that are clearly of Chess960 are still read as such.
    #[default]
    Chess,
    /// Chess960: rights are read by rook files and by X-FEN, and are not reported.
    Chess960,
}

impl Game {
    /// Both games, the default first.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Chess960];

    /// The name in arguments and stored settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
        }
    }
}

/// How castling rights of Chess960 are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rights {
    /// `KQkq` for the outer rooks, the file for others.
    XFen,
    /// The files of the rooks: `HAha`.
    RookFiles,
}

/// The fewest pieces on the first rank of a side that has not moved much.
const ARRAY: usize = 6;

/// Returns whether the letters of a castling field, all of them from `KQkq`, can only be those of Chess960:
/// each has its king and rook, and one side has both its rooks around its king in a place where no game of
/// chess begins, with the rooks away from the corners or the other pieces still behind their pawns. A king
/// that has stepped aside between its rooks does not count.
pub(super) fn is_x_fen(letters: &[u8], board: &Board) -> bool {
    let pieces = |letter: u8| castling_pieces(letter, board);
    letters.iter().all(|&letter| pieces(letter).is_some())
        && [(b'K', b'Q'), (b'k', b'q')].into_iter().any(|(short, long)| {
            let both = [short, long].into_iter().filter(|letter| letters.contains(letter));
            let both: Vec<_> = both.filter_map(pieces).collect();
            let [(king, outer), (_, other)] = both[..] else { return false };
            let at_home = king.file() == File::E && outer.file() == File::H && other.file() == File::A;
            let in_corners = outer.file() == File::H && other.file() == File::A;
            let color = Color::from_white(short.is_ascii_uppercase());
            let home = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
            let behind = (board.by_color(color) & home & !board.pawns()).count();
            !at_home && (!in_corners || behind >= ARRAY)
        })
}

/// Returns whether a record is clearly of Chess960 and could not be written as one of chess.
///
/// ```
/// use epidote::epd::{game::suggests_chess960, parse};
/// assert!(suggests_chess960(&parse(b"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -")));
/// assert!(suggests_chess960(&parse(b"4k3/8/8/8/8/8/8/1R2K3 w B -")));
/// assert!(!suggests_chess960(&parse(b"r3k2r/8/8/8/8/8/8/R3K2R w HAha -")));
/// assert!(!suggests_chess960(&parse(b"4k3/8/8/8/8/8/8/R5K1 w Q -")));
/// ```
pub fn suggests_chess960(parse: &Parse<'_>) -> bool {
    PositionReading::read(parse).chess.is_some_and(|chess| is_chess960(&chess))
}

/// Returns whether a king or a rook that may castle is not where it starts a game of chess.
pub fn is_chess960(chess: &Chess) -> bool {
    let board = chess.board();
    chess.castles().castling_rights().into_iter().any(|rook| {
        let king = board.color_at(rook).and_then(|color| board.king_of(color));
        !matches!(rook.file(), File::A | File::H) || king.is_none_or(|king| king.file() != File::E)
    })
}

/// Appends the castling field of a position (§4.3); `rights` is how those of Chess960 are spelled.
pub(super) fn append_rights(chess: &Chess, rights: Rights, out: &mut Vec<u8>) {
    let rooks = chess.castles().castling_rights();
    if rooks.is_empty() {
        out.push(b'-');
    } else if is_chess960(chess) {
        out.extend(letters(chess.board(), rooks, rights));
    } else {
        let all = [(Square::H1, b'K'), (Square::A1, b'Q'), (Square::H8, b'k'), (Square::A8, b'q')];
        out.extend(all.into_iter().filter(|(rook, _)| rooks.contains(*rook)).map(|(_, letter)| letter));
    }
}

/// Rewrites the castling field of a record in one spelling, with its letters in order (§4.3): capitals first,
/// the king's side first. `None` if it already has that spelling, or claims a right that no rook explains.
///
/// ```
/// use epidote::epd::{game::{Rights, spell_rights}, parse};
/// let line = b"1r2k2r/8/8/8/8/8/8/1R2K1R1 w KQkq - bm O-O;";
/// let edit = spell_rights(&parse(line), Rights::RookFiles).unwrap();
/// assert_eq!(edit.apply(line), b"1r2k2r/8/8/8/8/8/8/1R2K1R1 w GBhb - bm O-O;");
/// ```
pub fn spell_rights(parse: &Parse<'_>, rights: Rights) -> Option<TextEdit> {
    let reading = PositionReading::read_as(parse, Game::Chess960);
    let field = *parse.fields.get(2).filter(|_| reading.vain_castling.is_empty())?;
    let letters = letters(&reading.board, reading.chess?.castles().castling_rights(), rights);
    let is_other = !letters.is_empty() && letters != parse.bytes(field);
    is_other.then(|| TextEdit::replace(field, letters))
}

fn letters(board: &Board, rooks: Bitboard, rights: Rights) -> Vec<u8> {
    let mut out = Vec::with_capacity(4);
    for color in Color::ALL {
        let own: Vec<Square> = (rooks & board.by_color(color)).into_iter().collect();
        // The king's side has the higher files.
        for rook in own.into_iter().rev() {
            let is_short = board.king_of(color).is_some_and(|king| rook.file() > king.file());
            let side = if is_short { b'K' } else { b'Q' };
            let by_side = color.fold_wb(side, side.to_ascii_lowercase());
            let is_outer = castling_pieces(by_side, board).is_some_and(|(_, outer)| outer == rook);
            let by_file = b'a' + u8::from(rook.file());
            out.push(match rights {
                Rights::XFen if is_outer => by_side,
                Rights::XFen | Rights::RookFiles => color.fold_wb(by_file.to_ascii_uppercase(), by_file),
            });
        }
    }
    out
}

/// Applies a function to a line by the rules of the file's game, for code that reads lines on their own. In a
/// file of Chess960 the function sees rights by rook files, which can be read in one way only; the result
/// gets back its own spelling.
///
/// ```
/// use epidote::epd::game::{Game, played_as};
/// use epidote::verb::Record;
/// let line = b"4k3/8/8/8/8/8/8/R5K1 w Q -";
/// let rights =
///     |game| played_as(game, line, |line| Record::read(line).unwrap().fields().into_bytes());
/// assert!(rights(Game::Chess).ends_with(b" w - -"));
/// assert!(rights(Game::Chess960).ends_with(b" w Q -"));
/// ```
pub fn played_as(game: Game, line: &[u8], act: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let Some(spelled) = by_rook_files(game, line) else { return act(line) };
    with_own_rights(&act(&spelled), &spelled, line)
}

/// The line with its rights by rook files, for [`played_as`]; `None` if it can be read without that.
pub fn by_rook_files(game: Game, line: &[u8]) -> Option<Vec<u8>> {
    if game != Game::Chess960 {
        return None;
    }
    let parsed = parse(line);
    let rights = |reading: PositionReading| reading.chess.map(|chess| chess.castles().castling_rights());
    let is_hidden = rights(PositionReading::read(&parsed)) != rights(PositionReading::read_as(&parsed, game));
    let edit = spell_rights(&parsed, Rights::RookFiles).filter(|_| is_hidden)?;
    Some(edit.apply(line))
}

/// The line `made` from `spelled`, with the castling field that `line` had; as it is if `act` changed the
/// field.
pub fn with_own_rights(made: &[u8], spelled: &[u8], line: &[u8]) -> Vec<u8> {
    let (parsed, before, own) = (parse(made), parse(spelled), parse(line));
    match (parsed.fields.get(2), own.field(2)) {
        (Some(&field), Some(own)) if before.field(2) == parsed.field(2) => {
            TextEdit::replace(field, own).apply(made)
        }
        _ => made.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fields: &str, expect: bool) {
        let parsed = parse(fields.as_bytes());
        let reading = PositionReading::read(&parsed);
        assert_eq!(is_x_fen(parsed.field(2).expect("rights"), &reading.board), expect, "{fields}");
    }

    #[test]
    fn arrays_tell_the_game() {
        check("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -", true);
        check("rqkbbnnr/pppppppp/8/8/8/8/PPPPPPPP/RQKBBNNR w KQkq -", true);
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -", true);
        check("1r4kr/8/8/8/8/8/8/1R2K1R1 w KQk -", true);
        // Kings that castled or stepped aside, with rights that were never removed.
        check("r4rk1/8/8/8/8/8/8/R4RK1 w KQkq -", false);
        check("r4rk1/8/8/8/8/8/8/R4RK1 w Qq -", false);
        check("r3k2r/8/8/8/8/8/8/R2K3R w KQkq -", false);
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", false);
    }

    #[test]
    fn rights_have_two_spellings() {
        let spelled = |fields: &str, rights| {
            let edit = spell_rights(&parse(fields.as_bytes()), rights)?;
            Some(String::from_utf8_lossy(&edit.apply(fields.as_bytes())).into_owned())
        };
        let array = |rights: &str| format!("bbqnnrkr/8/8/8/8/8/8/BBQNNRKR w {rights} -");
        assert_eq!(spelled(&array("KQkq"), Rights::RookFiles), Some(array("HFhf")));
        assert_eq!(spelled(&array("HFhf"), Rights::XFen), Some(array("KQkq")));
        assert_eq!(spelled(&array("fhFH"), Rights::RookFiles), Some(array("HFhf")));
        assert_eq!(spelled(&array("KQkq"), Rights::XFen), None);
        // The inner rook has no letter other than its file.
        let two = |rights: &str| format!("4k3/8/8/8/8/8/8/RR2K3 w {rights} -");
        assert_eq!(spelled(&two("B"), Rights::XFen), None);
        assert_eq!(spelled(&two("Q"), Rights::RookFiles), Some(two("A")));
        assert_eq!(spelled("4k3/8/8/8/8/8/8/R5K1 w KQ -", Rights::RookFiles), None);
    }

    #[test]
    fn a_line_comes_back_with_its_own_rights() {
        let line = b"4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O;";
        let seen = |game| {
            played_as(game, line, |line| {
                assert_eq!(line.ends_with(b" w A - bm O-O-O;"), game == Game::Chess960);
                [line, b" ce 5;"].concat()
            })
        };
        for game in Game::ALL {
            assert_eq!(seen(game), b"4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O; ce 5;");
        }
    }
}
