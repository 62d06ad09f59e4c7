//! The puzzles of lichess: `lichess_db_puzzle.csv`.
//!
//! `FEN` is the position before the opponent's move, which is the first of `Moves`; the record is the position
//! after it, as the solver sees it. The others are `pv`, the first of them `bm`; any mate solves a
//! mate in one, so `bm` has all of them there. `PuzzleId` is `id`. Comments have the rest, in every record, so
//! that none is taken over from the record before: `c0` has the themes, `c1` the openings, `c2` the figures,
//! `c3` the address of the game, `c4` the position before and the move from there, from which the row can be
//! written again.

use std::borrow::Cow;

use crate::chess::notation::{coordinates, read_and_play, san};
use crate::chess::{Chess, Move, Position as _, legal};
use crate::dataset::Fault;
use crate::dataset::line::{self, Start};
use crate::dataset::rows::{Cells, push_cell};
use crate::epd::Parse;
use crate::epd::game::Game;
use crate::epd::position::{PositionReading, append_record_fields, record_fields};

/// The columns in the order of the published file.
pub(super) const COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// What `c2` calls the figures, from `Rating` on.
const FIGURES: [&str; 4] = ["rating", "deviation", "popularity", "plays"];

/// Where the columns are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) has_header: bool,
    /// What each column of the header is, by its place in [`COLUMNS`].
    columns: Vec<Option<usize>>,
}

impl Columns {
    /// The columns of a text by its first row; older files have no header.
    pub(super) fn of(header: Cells<'_>) -> Result<Self, Fault> {
        let names: Vec<_> = header.collect();
        let place = |name: &str| names.iter().position(|own| own.trim_ascii() == name.as_bytes());
        let places = COLUMNS.map(place);
        if places.iter().all(Option::is_none) {
            let columns = (0..COLUMNS.len()).map(Some).collect();
            return Ok(Self { has_header: false, columns });
        }
        for needed in 0..3 {
            if places[needed].is_none() {
                return Err(Fault::NoColumn(COLUMNS[needed].to_owned()));
            }
        }
        // Of two with the same name the first counts.
        let columns = (0..names.len()).map(|at| places.iter().position(|place| *place == Some(at))).collect();
        Ok(Self { has_header: true, columns })
    }
}

/// Whether cells are those of a row: a position, moves in coordinates, and the rating are in their places.
pub(super) fn is_row(cells: &[Cow<'_, [u8]>]) -> bool {
    let [_, fen, moves, rating, ..] = cells else { return false };
    let mut moves = moves.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    // The last column may be missing.
    (COLUMNS.len() - 1..=COLUMNS.len()).contains(&cells.len())
        && memchr::memchr_iter(b'/', fen).count() == 7
        && moves.peek().is_some()
        && moves.all(|word| matches!(word.len(), 4 | 5) && word.is_ascii())
        && !rating.is_empty()
        && rating.iter().all(u8::is_ascii_digit)
}

/// Reads a row; returns the number of records.
pub(super) fn read(columns: &Columns, row: Cells<'_>, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let mut cells = COLUMNS.map(|_| Cow::Borrowed(&b""[..]));
    let (mut count, expected) = (0, columns.columns.len());
    for cell in row {
        if let Some(Some(column)) = columns.columns.get(count) {
            cells[*column] = cell;
        }
        count += 1;
    }
    // The last column may be missing: it is empty for most puzzles.
    if count > expected || count + 1 < expected {
        return Err(Fault::Columns(count, expected));
    }
    let cell = |column: usize| cells[column].trim_ascii();
    let [id, fen, moves, _, _, _, _, themes, url, openings] = std::array::from_fn(cell);
    let Start { mut chess, mut halfmoves, mut fullmoves, .. } = Start::read(fen)?;
    let mut moves = line::words(moves);
    let first = moves.next().ok_or(Fault::Missing("Moves"))?;
    let turn = chess.turn();
    let m = line::play(&mut chess, first, &mut Vec::new())?;
    halfmoves = if m.is_zeroing() { 0 } else { halfmoves.saturating_add(1) };
    fullmoves = fullmoves.saturating_add(u32::from(turn.is_black()));

    let mut pv = Vec::with_capacity(64);
    let (mut count, mut first_end) = (0_u32, 0);
    let mut here = chess.clone();
    for word in moves {
        if count > 0 {
            pv.push(b' ');
        }
        line::play(&mut here, word, &mut pv)?;
        count += 1;
        if count == 1 {
            first_end = pv.len();
        }
    }
    if count == 0 {
        return Err(Fault::Missing("solution"));
    }
    let is_mate = pv.ends_with(b"#") && line::words(themes).any(|theme| theme.starts_with(b"mateIn"));

    append_record_fields(&chess, out);
    if is_mate && count == 1 {
        line::operation(out, "bm", mates_in_one(&chess).join(" ").as_bytes());
    } else {
        line::operation(out, "bm", &pv[..first_end]);
    }
    line::string(out, "c0", themes);
    line::string(out, "c1", openings);
    let mut figures = Vec::with_capacity(64);
    for (name, column) in FIGURES.into_iter().zip(3..) {
        let figure = cell(column);
        if !figure.is_empty() {
            if !figures.is_empty() {
                figures.extend_from_slice(b", ");
            }
            figures.extend_from_slice(name.as_bytes());
            figures.push(b' ');
            figures.extend_from_slice(figure);
        }
    }
    line::string(out, "c2", &figures);
    line::string(out, "c3", url);
    line::string(out, "c4", &[fen, b" ", first].concat());
    if is_mate {
        line::number(out, "dm", count.div_ceil(2));
    }
    line::counters(out, halfmoves, fullmoves);
    line::string(out, "id", id);
    line::operation(out, "pv", &pv);
    out.push(b'\n');
    Ok(1)
}

/// All moves that mate, in ASCII order.
fn mates_in_one(chess: &Chess) -> Vec<String> {
    let moves = chess.legal_moves();
    let mates = |m: &&Move| {
        let mut after = chess.clone();
        after.play_unchecked(**m);
        legal::is_checkmate(&after)
    };
    let mut sans: Vec<String> = moves.iter().filter(mates).map(|&m| san(chess, m)).collect();
    sans.sort_unstable();
    sans
}

/// The header.
pub fn head() -> Vec<u8> {
    (COLUMNS.join(",") + "\n").into_bytes()
}

/// Writes a record that has the position before it in `c4`.
pub fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    let Some((fen, first, chess)) = before(parse) else { return };
    let Some(solution) = line::coordinates_of(parse, "pv", &chess, coordinates) else { return };
    let value = |opcode| parse.value(opcode).unwrap_or_default();
    let figures: Vec<&[u8]> = value("c2").split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
    let figure = |name: &str| {
        let words =
            figures.iter().find_map(|figure| figure.strip_prefix(name.as_bytes())?.strip_prefix(b" "));
        words.unwrap_or_default()
    };
    let mut moves = first;
    for m in solution {
        moves.push(b' ');
        moves.extend_from_slice(m.as_bytes());
    }
    let [rating, deviation, popularity, plays] = FIGURES.map(figure);
    let row = [
        value("id"),
        fen,
        &moves,
        rating,
        deviation,
        popularity,
        plays,
        value("c0"),
        value("c3"),
        value("c1"),
    ];
    for (at, cell) in row.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push_cell(out, cell);
    }
    out.push(b'\n');
}

/// The position before the record and the move from there, both as `c4` has them, and the position of the
/// record. `None` if they do not fit together.
fn before<'a>(parse: &Parse<'a>) -> Option<(&'a [u8], Vec<u8>, Chess)> {
    let before = parse.value("c4")?;
    let at = memchr::memrchr(b' ', before)?;
    let (fen, first) = (&before[..at], &before[at + 1..]);
    let mut chess = Start::read(fen).ok()?.chess;
    let m = read_and_play(&mut chess, first).played()?;
    let own = PositionReading::read_as(parse, Game::Chess).chess?;
    (record_fields(&own) == record_fields(&chess)).then(|| (fen, coordinates(m).into_bytes(), own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::{export, import};
    use crate::dataset::{Format, Reading};

    const HEAD: &str =
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";
    // Made for this test.
    const ROW: &str = "a1b2C,6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30,a2b2 d1d8,612,80,-7,901,\
                       backRankMate endgame mate mateIn1 oneMove,https://example.org/x#60,\n";
    const RECORD: &str = "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - bm Rd8#; \
        c0 \"backRankMate endgame mate mateIn1 oneMove\"; c1 \"\"; \
        c2 \"rating 612, deviation 80, popularity -7, plays 901\"; c3 \"https://example.org/x#60\"; \
        c4 \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30 a2b2\"; dm 1; fmvn 31; hmvc 5; id \"a1b2C\"; pv Rd8#;\n";

    #[test]
    fn a_row_is_the_position_after_the_first_move() {
        for text in
            [HEAD.to_owned() + ROW, ROW.to_owned(), format!("\u{feff}{HEAD}{ROW}").replace('\n', "\r\n")]
        {
            assert_eq!(import(Reading::Puzzles, text.as_bytes()), (RECORD.to_owned(), Vec::new()));
        }
        assert_eq!(String::from_utf8(head()).unwrap(), HEAD);
        assert_eq!(export(write, RECORD), ROW);
    }

    #[test]
    fn rows_are_known_without_a_header() {
        let check = |text: &str, expect| assert_eq!(Format::detect(text.as_bytes()), expect, "{text}");
        check(ROW, Some(Format::Puzzles));
        check(ROW.trim_end().trim_end_matches(','), Some(Format::Puzzles));
        check(&ROW.replace("a2b2 d1d8", "Rb2 Rd8#"), None);
        check(&ROW.replace(",612,", ",high,"), None);
        check(&ROW.replace("/5ppp", ""), None);
        check(&ROW.replace(",901,", ","), Some(Format::Puzzles));
        check(&ROW.replace(",901,", ",").replace(",-7,", ","), None);
    }

    #[test]
    fn any_mate_solves_a_mate_in_one() {
        let row = "x,6k1/5ppp/8/8/8/8/r4PPP/Q2RR1K1 b - - 0 1,h7h6 e1e8,1,1,1,1,mateIn1,u,A_B\n";
        let (record, _) = import(Reading::Puzzles, row.as_bytes());
        assert!(record.contains(" bm Rd8+; ") || record.contains(" bm Re8+; "), "{record}");
        let row = "x,6k1/5ppp/8/8/8/8/r4PPP/3RR1K1 b - - 0 1,a2b2 e1e8,1,1,1,1,mateIn1,u,A_B\n";
        let (record, _) = import(Reading::Puzzles, row.as_bytes());
        assert!(record.contains(" bm Rd8# Re8#; ") && record.contains(" pv Re8#;"), "{record}");
        assert_eq!(export(write, &record), row);
    }

    #[test]
    fn columns_may_have_another_order() {
        let text =
            "Moves,PuzzleId,Themes,FEN\na2b2 d1d8,z,mateIn1 x,6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30\n";
        let (record, failures) = import(Reading::Puzzles, text.as_bytes());
        assert!(
            record.contains("c2 \"\"; c3 \"\";") && record.contains("id \"z\"; pv Rd8#;"),
            "{record} {failures:?}"
        );
        let (record, failures) = import(Reading::Puzzles, b"PuzzleId,Moves\nx,e2e4\n");
        assert_eq!((record.as_str(), failures), ("", vec![(1, Fault::NoColumn("FEN".to_owned()))]));
    }

    #[test]
    fn bad_rows_are_told_and_others_are_read() {
        let bad = [
            (
                "x,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5,1,1,1,1,t,u,o",
                "illegal position: 8/8/8/8/8/8/8/8 w - - 0 1",
            ),
            ("x,6k1/8/8/8/8/8/8/6K1 w - - 0 1,g1g5 g8g7,1,1,1,1,t,u,o", "`g1g5` cannot be played"),
            ("x,6k1/8/8/8/8/8/8/6K1 w - - 0 1,g1g2 g8g6,1,1,1,1,t,u,o", "`g8g6` cannot be played"),
            ("x,6k1/8/8/8/8/8/8/6K1 w - - 0 1,g1g2,1,1,1,1,t,u,o", "there is no solution"),
            ("x,6k1/8/8/8/8/8/8/6K1 w - - 0 1,,1,1,1,1,t,u,o", "there is no Moves"),
            ("x,y", "2 columns instead of 10"),
            ("a,b,c,d,e,f,g,h,i,j,k", "11 columns instead of 10"),
        ];
        for (row, expect) in bad {
            let text = format!("{HEAD}{ROW}{row}\n{ROW}");
            let (records, failures) = import(Reading::Puzzles, text.as_bytes());
            assert_eq!(records, RECORD.repeat(2), "{row}");
            let shown: Vec<_> = failures.iter().map(|(line, fault)| (*line, fault.to_string())).collect();
            assert_eq!(shown, [(3, expect.to_owned())]);
        }
    }

    #[test]
    fn records_without_the_position_before_are_left_out() {
        for line in [
            "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - id \"x\"; pv Rd8#;",
            "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - c4 \"a comment\"; pv Rd8#;",
            "6k1/5ppp/8/8/8/8/2r2PPP/3R2K1 w - - c4 \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30 a2b2\"; pv Rd8#;",
            "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - c4 \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30 a2b2\"; pv Rd9;",
            "# a comment",
        ] {
            assert_eq!(export(write, line), "", "{line}");
        }
    }
}
