//! A record as a game of PGN: its position, and `pv` as its moves.

use crate::chess::notation::san;
use crate::chess::{Chess, Position as _};
use crate::epd::game::is_chess960;
use crate::epd::moves::{NoMove, ReadOperand, play_line, read_moves};
use crate::epd::opcode::Operands;
use crate::epd::position::{PositionReading, move_counters, record_fields};
use crate::epd::{Operation, Parse};
use crate::pgn::write::{self, Lines, push_tag};
use crate::text::encoding::{CodePage, Encoding};

/// Opcodes that are not in the comment: `id` is a tag, the counters are in the tag `FEN`, and `noop` has no
/// meaning.
const UNSAID: [&[u8]; 4] = [b"fmvn", b"hmvc", b"id", b"noop"];

/// Writes nothing for a line without a legal position.
pub(super) fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    let Some(position) = PositionReading::read(parse).chess else { return };
    let encoding = Encoding::detect(parse.text(), CodePage::default());
    let id = parse.value("id").map(|id| encoding.decode(id)).filter(|id| !id.trim().is_empty());
    let (halfmoves, fullmoves) = move_counters(parse);
    let fen = format!("{} {halfmoves} {fullmoves}", record_fields(&position));
    let mut text = String::new();
    push_tag(&mut text, "Event", id.as_deref().unwrap_or("?"));
    push_tag(&mut text, "Site", "?");
    push_tag(&mut text, "Date", "????.??.??");
    for name in ["Round", "White", "Black"] {
        push_tag(&mut text, name, "?");
    }
    push_tag(&mut text, "Result", "*");
    push_tag(&mut text, "SetUp", "1");
    push_tag(&mut text, "FEN", &fen);
    if is_chess960(&position) {
        push_tag(&mut text, "Variant", "Chess960");
    }
    text.push('\n');
    let line = read_line(&position, parse);
    let mut words = comment_words(parse, &line, encoding);
    words.extend(move_words(&position, fullmoves, &line));
    words.push("*".to_owned());
    let mut lines = Lines::default();
    for word in &words {
        lines.push(&mut text, word);
    }
    text.push_str("\n\n");
    out.extend_from_slice(text.as_bytes());
}

fn read_line(position: &Chess, parse: &Parse<'_>) -> Vec<ReadOperand> {
    let line = parse.operation("pv");
    line.map(|line| read_moves(position, Operands::MoveLine, parse, line)).unwrap_or_default()
}

/// The operations in braces. `pv` is among them only if not all of it can be played.
fn comment_words(parse: &Parse<'_>, line: &[ReadOperand], encoding: Encoding) -> Vec<String> {
    let value = |read: &ReadOperand| NoMove::of(read.operand.value(parse.text()));
    let is_played = line.iter().all(|read| read.played().is_some() || value(read).is_some());
    let is_said = |operation: &&Operation| match parse.opcode(operation) {
        b"pv" => !is_played,
        opcode => !UNSAID.contains(&opcode),
    };
    let comments: Vec<&[u8]> =
        parse.operations.iter().filter(is_said).map(|operation| parse.bytes(operation.body())).collect();
    if comments.is_empty() {
        return Vec::new();
    }
    write::comment_words(&encoding.decode(&comments.join(&b"; "[..])))
}

/// The moves of the line as far as they can be played, with their numbers.
fn move_words(position: &Chess, first: u32, line: &[ReadOperand]) -> Vec<String> {
    let moves: Vec<_> = line.iter().filter_map(ReadOperand::played).collect();
    let mut number = first;
    let mut words = Vec::new();
    for (at, (here, &m)) in play_line(position, &moves).iter().zip(&moves).enumerate() {
        match (here.turn().is_white(), at) {
            (true, _) => words.push(format!("{number}.")),
            (false, 0) => words.push(format!("{number}...")),
            (false, _) => {}
        }
        words.push(san(here, m));
        number = number.saturating_add(u32::from(here.turn().is_black()));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{MoveReading, read_and_play};
    use crate::chess::testing::any_game;
    use crate::chess::{CastlingMode, Fen, Move};
    use crate::epd::parse;
    use crate::export::Format;
    use crate::export::testing::exported;
    use proptest::prelude::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn movetext(line: &[u8]) -> String {
        let game = exported(Format::Pgn, &[], line);
        game.split_once("\n\n").map(|(_, text)| text.trim_end().to_owned()).unwrap_or_default()
    }

    #[track_caller]
    fn check(operations: &str, expect: &str) {
        assert_eq!(movetext(format!("{START} {operations}").as_bytes()), expect, "{operations}");
    }

    #[test]
    fn lines_are_moves_and_operations_a_comment() {
        check("", "*");
        check("pv e4 e5 Nf3;", "1. e4 e5 2. Nf3 *");
        check("pv 1. e2e4 e7-e5;", "1. e4 e5 *");
        check("fmvn 12; id \"x\"; pv e4 e5;", "12. e4 e5 *");
        check("bm e4; c0 \"a {b} c\"; ce 35;", "{bm e4; c0 \"a (b) c\"; ce 35} *");
        check("bm e4; pv e4 e5;", "{bm e4} 1. e4 e5 *");
        check("pv e4 e4 Nf3;", "{pv e4 e4 Nf3} 1. e4 *");
        check("noop; hmvc 3;", "*");
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 3 9 pv e5 Nf3 Nc6;";
        assert_eq!(movetext(after.as_bytes()), "9... e5 10. Nf3 Nc6 *");
    }

    #[test]
    fn tags_tell_the_position() {
        let game = exported(Format::Pgn, &[], format!("{START} 3 9 id \"a \\ b\";").as_bytes());
        assert_eq!(
            game,
            format!(
                "[Event \"a \\\\ b\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                 [Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{START} 3 9\"]\n\n*\n\n"
            )
        );
        let variant = |line: &str| exported(Format::Pgn, &[], line.as_bytes()).contains("Variant");
        assert!(variant("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -"));
        assert!(!variant("r3k2r/8/8/8/8/8/8/R3K2R w HAha -"));
        assert!(!variant("4k3/8/8/8/8/8/8/4K3 w - -"));
    }

    #[test]
    fn what_is_no_position_is_left_out() {
        for line in ["# remark", "", "8/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K3 x - -", "some prose"] {
            assert_eq!(exported(Format::Pgn, &[], line.as_bytes()), "", "{line}");
        }
    }

    #[test]
    fn lines_are_short_and_mean_what_they_say() {
        let text = movetext(format!("{START} c0 \"{}\";", "% [Event 12345 ".repeat(20)).as_bytes());
        for line in text.lines() {
            assert!(line.chars().count() <= 79 && !line.starts_with(['%', '[']), "{line}");
        }
        assert!(text.lines().count() > 3, "{text}");
    }

    /// Replays the game made from a record; returns the number of its moves.
    fn replay(line: &[u8]) -> Option<usize> {
        let game = exported(Format::Pgn, &[], line);
        let fen = game.lines().find_map(|tag| tag.strip_prefix("[FEN \"")?.strip_suffix("\"]"))?;
        let fen: Fen = fen.parse().expect("a FEN");
        let mut position: Chess = fen.into_position(CastlingMode::Chess960).expect("a position");
        let text = movetext(line);
        let moves = text.strip_prefix('{').map_or(text.as_str(), |rest| rest.split_once('}').unwrap().1);
        let mut count = 0;
        for token in moves.split_whitespace().filter(|token| !token.ends_with('.') && *token != "*") {
            let read = read_and_play(&mut position, token.as_bytes());
            assert!(matches!(read, MoveReading::Exact(_)), "{token} in {text}");
            count += 1;
        }
        Some(count)
    }

    #[test]
    fn games_of_real_records_can_be_replayed() {
        let files = [
            &include_bytes!("../../tests/data/mates.epd")[..],
            include_bytes!("../../tests/data/showcase.epd"),
            include_bytes!("../../tests/data/quirks.epd"),
            include_bytes!("../../tests/data/latin1.epd"),
        ];
        let lines = files.iter().flat_map(|file| file.split(|&byte| byte == b'\n'));
        let (mut games, mut moves) = (0, 0);
        for line in lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)) {
            let Some(count) = replay(line) else { continue };
            assert!(parse(line).has_ranks());
            games += 1;
            moves += count;
        }
        assert!(games > 15 && moves > 5, "{games} games, {moves} moves");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn any_line_can_be_replayed(game in any_game(60)) {
            let mut line = format!("{} pv", record_fields(&game[0]));
            for (here, next) in game.iter().zip(&game[1..]) {
                let leads = |m: &&Move| here.clone().play(**m).is_ok_and(|after| after == *next);
                let moves = here.legal_moves();
                line.push(' ');
                line.push_str(&san(here, *moves.iter().find(leads).expect("a move")));
            }
            prop_assert_eq!(replay(format!("{line};").as_bytes()), Some(game.len() - 1));
        }
    }
}
