//! Records back to games: those that follow from one another by `sm` are the moves of a game, with what engines say of
//! their moves as cutechess and fastchess write it (`+0.34/12 1s, n=5000`).
//!
//! Each record becomes a [`write`] of its own, so that several workers can do that; [`Games`] puts those together.

use serde::{Deserialize, Serialize};

use crate::chess::notation::san;
use crate::chess::score::Score;
use crate::chess::{Chess, Position as _, START};
use crate::epd::Parse;
use crate::epd::game::{Game, is_chess960};
use crate::epd::moves::first_move;
use crate::epd::position::{PositionReading, fields_of, move_counters, record_fields};
use crate::epd::sought::Claimed;
use crate::pgn::write::{Lines, comment_words, push_tag};
use crate::text::encoding::{CodePage, Encoding};

/// The tags that every game has, in their order, and what is said where it is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// What a game needs of a record.
#[derive(Debug, Serialize, Deserialize)]
struct Ply {
    /// The four fields, by which positions are compared.
    fields: String,
    /// The six fields as a tag has them; empty for the beginning of a game.
    fen: String,
    is_chess960: bool,
    is_white: bool,
    /// The number of the move.
    number: u32,
    /// The move, and the four fields after it.
    played: Option<(String, String)>,
    /// What is said of the position.
    comment: String,
    /// What the engine says of its move.
    note: String,
    /// The pairs of `ptp`.
    tags: Vec<(String, String)>,
    eco: Option<String>,
    id: String,
}

/// Writes what [`Games`] takes of a record; nothing without a legal position.
pub fn write(parse: &Parse<'_>, out: &mut Vec<u8>) {
    let Some(chess) = PositionReading::read_as(parse, Game::Chess).chess else { return };
    // Serialisation of texts and numbers cannot fail.
    out.extend(postcard::to_allocvec(&Ply::of(parse, &chess)).unwrap_or_default());
}

impl Ply {
    fn of(parse: &Parse<'_>, chess: &Chess) -> Self {
        let encoding = Encoding::detect(parse.text(), CodePage::default());
        let text = |value: &[u8]| encoding.decode(value).into_owned();
        let (halfmoves, number) = move_counters(parse);
        let is_start = fields_of(chess) == START && (halfmoves, number) == (0, 1);
        let supplied = parse.operation("sm").and_then(|sm| first_move(parse, chess, sm)?.played());
        let played = supplied.map(|m| {
            let mut after = chess.clone();
            after.play_unchecked(m);
            (san(chess, m), fields_of(&after))
        });
        let registers = (0..10).filter_map(|at| parse.value(&format!("c{at}")).map(text));
        // What was searched is about the move only if it found that move.
        let found = ["pv", "pm"].into_iter().find_map(|opcode| parse.operation(opcode));
        let found = found.and_then(|found| first_move(parse, chess, found)?.played());
        let is_about_move = supplied.is_some_and(|played| found.is_none_or(|found| found == played));
        let (note, eval) = said(parse, chess.turn().is_white(), is_about_move);
        let words: Vec<String> = eval.into_iter().chain(registers).collect();
        Self {
            fields: fields_of(chess),
            fen: if is_start {
                String::new()
            } else {
                format!("{} {halfmoves} {number}", record_fields(chess))
            },
            is_chess960: is_chess960(chess),
            is_white: chess.turn().is_white(),
            number,
            played,
            comment: words.join(" "),
            note: note.unwrap_or_default(),
            tags: tags_of(parse, &text),
            eco: parse.value("eco").map(text),
            id: parse.value("id").map(text).unwrap_or_default(),
        }
    }
}

/// What the engine says of its move, and what is said of the position in a comment (`[%eval …]`, seen by White): the
/// first needs a score that is about the move, and a depth.
fn said(parse: &Parse<'_>, is_white: bool, is_about_move: bool) -> (Option<String>, Option<String>) {
    let Some(score) = Claimed::read(parse).score() else { return (None, None) };
    let count = |opcode: &str| parse.integer(opcode).filter(|count| *count >= 0);
    let depth = count("acd");
    if let (true, Some(depth)) = (is_about_move, depth) {
        let score = match score {
            Score::Mate(plies) => format!("+M{plies}"),
            Score::Mated(plies) => format!("-M{plies}"),
            Score::Centipawns(0) => "0.00".to_owned(),
            Score::Centipawns(_) => score.to_string(),
        };
        let seconds = count("acs").map_or_else(String::new, |seconds| format!(" {seconds}s"));
        let nodes = count("acn").map_or_else(String::new, |nodes| format!(", n={nodes}"));
        return (Some(format!("{score}/{depth}{seconds}{nodes}")), None);
    }
    let sign = if is_white { 1 } else { -1 };
    let value = match (score, score.mate_in_moves()) {
        (Score::Centipawns(value), _) => Score::Centipawns(sign * value).to_string(),
        (_, moves) => format!("#{}", sign * moves.unwrap_or_default()),
    };
    let depth = depth.map_or_else(String::new, |depth| format!(",{depth}"));
    (None, Some(format!("[%eval {value}{depth}]")))
}

fn tags_of(parse: &Parse<'_>, text: &impl Fn(&[u8]) -> String) -> Vec<(String, String)> {
    let pairs = parse.operation("ptp").map(|ptp| parse.operands(ptp)).unwrap_or_default();
    let pairs = pairs.chunks_exact(2).map(|pair| {
        let [name, value] = [pair[0], pair[1]].map(|operand| text(operand.value(parse.text())));
        (name, value)
    });
    pairs.filter(|(name, _)| is_tag(name)).collect()
}

/// Whether a word can be the name of a tag.
fn is_tag(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Puts the positions of records together to games.
#[derive(Debug, Default)]
pub struct Games {
    game: Option<Open>,
}

/// A game whose end is not known yet.
#[derive(Debug)]
struct Open {
    text: String,
    lines: Lines,
    tags: Vec<(String, String)>,
    /// The four fields after the last move.
    next: Option<String>,
    /// What the engine says of the last move.
    note: String,
    /// The number of the next move. Records need not say it.
    number: u32,
    result: String,
    /// Whether the number of a move of Black has to be written.
    is_broken: bool,
}

impl Games {
    /// Takes positions, in the order of their records, and appends the games that have ended.
    pub fn take(&mut self, positions: &[u8], out: &mut Vec<u8>) {
        let mut rest = positions;
        // Only what `write` has written comes here, and ends where a record does.
        while let Ok((ply, behind)) = postcard::take_from_bytes::<Ply>(rest) {
            rest = behind;
            let follows = self
                .game
                .as_ref()
                .is_some_and(|game| game.next.as_ref() == Some(&ply.fields) && game.tags == ply.tags);
            if !follows {
                self.end(out);
                self.game = Some(Open::begin(&ply));
            }
            if let Some(game) = &mut self.game {
                game.add(ply);
            }
        }
    }

    /// No record follows: appends the game that is left.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        if let Some(game) = self.game.take() {
            game.end(out);
        }
    }
}

impl Open {
    fn begin(first: &Ply) -> Self {
        let known =
            |name: &str| first.tags.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
        let result =
            known("Result").filter(|result| matches!(*result, "1-0" | "0-1" | "1/2-1/2")).unwrap_or("*");
        let mut text = String::new();
        for (name, unknown) in ROSTER {
            let id = Some(&*first.id).filter(|id| name == "Event" && !id.trim().is_empty());
            // The tag and the end of the moves say the same.
            let value = if name == "Result" { result } else { known(name).or(id).unwrap_or(unknown) };
            push_tag(&mut text, name, value);
        }
        // Readers may take names that differ in their case for one.
        let mut written: Vec<String> = ["setup", "fen", "variant"].map(str::to_owned).into();
        written.extend(ROSTER.map(|(name, _)| name.to_ascii_lowercase()));
        let eco = first.eco.as_deref().map(|eco| ("ECO", eco));
        for (name, value) in first.tags.iter().map(|(name, value)| (&**name, &**value)).chain(eco) {
            let lower = name.to_ascii_lowercase();
            if !written.contains(&lower) {
                push_tag(&mut text, name, value);
                written.push(lower);
            }
        }
        if !first.fen.is_empty() {
            push_tag(&mut text, "SetUp", "1");
            push_tag(&mut text, "FEN", &first.fen);
        }
        if first.is_chess960 {
            push_tag(&mut text, "Variant", "Chess960");
        }
        text.push('\n');
        Self {
            text,
            lines: Lines::default(),
            tags: first.tags.clone(),
            next: None,
            note: String::new(),
            number: first.number,
            result: result.to_owned(),
            is_broken: true,
        }
    }

    fn word(&mut self, word: &str) {
        self.lines.push(&mut self.text, word);
    }

    /// The comments behind the last move: what its engine says, and what is said of the position. They are one, as in
    /// `{0.00/45 1s, Draw by stalemate}`, where that can be told from parts of what the engine says.
    fn comment(&mut self, of_position: &str) {
        let note = std::mem::take(&mut self.note);
        let is_plain = !note.is_empty() && !of_position.is_empty() && !of_position.contains([',', '=', '[']);
        let comments = if is_plain {
            [format!("{note}, {of_position}"), String::new()]
        } else {
            [note, of_position.to_owned()]
        };
        for word in comments.iter().flat_map(|comment| comment_words(comment)) {
            self.word(&word);
            self.is_broken = true;
        }
    }

    fn add(&mut self, ply: Ply) {
        self.comment(&ply.comment);
        self.next = None;
        let Some((san, after)) = ply.played else { return };
        match (ply.is_white, self.is_broken) {
            (true, _) => self.word(&format!("{}.", self.number)),
            (false, true) => self.word(&format!("{}...", self.number)),
            (false, false) => {}
        }
        self.word(&san);
        self.number = self.number.saturating_add(u32::from(!ply.is_white));
        self.is_broken = false;
        self.next = Some(after);
        self.note = ply.note;
    }

    fn end(mut self, out: &mut Vec<u8>) {
        self.comment("");
        let result = std::mem::take(&mut self.result);
        self.word(&result);
        self.text.push_str("\n\n");
        out.extend_from_slice(self.text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::testing::any_game;
    use crate::epd::parse;
    use crate::pgn::{Keep, Positions, Reading, records};
    use proptest::prelude::*;

    /// The games of records. The parts in which they are taken do not matter.
    #[track_caller]
    fn games(records: &str) -> String {
        let taken = |count: usize| {
            let (mut games, mut out) = (Games::default(), Vec::new());
            for part in records.lines().collect::<Vec<_>>().chunks(count) {
                let mut plies = Vec::new();
                for line in part {
                    write(&parse(line.as_bytes()), &mut plies);
                }
                games.take(&plies, &mut out);
            }
            games.end(&mut out);
            String::from_utf8(out).expect("UTF-8")
        };
        let whole = taken(usize::MAX);
        assert_eq!((taken(1), taken(3)), (whole.clone(), whole.clone()));
        whole
    }

    fn imported(pgn: &str) -> String {
        let reading = Reading { keep: Keep::ALL, ..Reading::from(Positions::Every) };
        let mut out = Vec::new();
        assert_eq!(records(pgn.as_bytes(), reading, &mut out).failed, 0, "{pgn}");
        String::from_utf8(out).expect("text")
    }

    /// Checks the games of records, whose first lines are tags, and that they become the same records.
    #[track_caller]
    fn check(pgn: &str) {
        let records = imported(pgn);
        assert_eq!(games(&records), pgn, "{records}");
    }

    const TAGS: &str = "[Event \"m\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n";

    #[test]
    fn games_of_engines_come_back() {
        check(
            &format!("{TAGS}\n1. e4 {{+0.34/12 1s}} 1... e5 {{-0.20/11 2s, n=5000}} 2. Nf3 2... {{x}}\n")
                .replace(" 2... {x}\n", " 1-0\n\n"),
        );
        check(&format!(
            "{TAGS}\n{{a match}} 1. e4 {{book}} 1... e5 2. Qh5 {{0.00/1 0s, a threat}} 2... Ke7 {{-M2/3 0s}}\n3. Qxe5# {{+M1/9 1s, White mates}} 1-0\n\n"
        ));
        // What a comment says that could be taken for a part of what the engine says stands alone.
        check(&format!("{TAGS}\n1. e4 {{+0.34/12 1s}} {{first, tried once}} 1... e5 {{x=1}} 1-0\n\n"));
        let from = format!(
            "{TAGS}[ECO \"C20\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\"]\n\n9... Kd7 10. e4 {{+9.00/1}} 1-0\n\n"
        );
        check(&from);
        check(&format!("{TAGS}\n1. e4 1-0\n\n{from}"));
    }

    #[test]
    fn what_viewers_say_is_of_its_position() {
        check(&format!(
            "{TAGS}\n{{[%eval +0.18]}} 1. e4 {{[%eval +0.25] a plan}} 1... e5 {{[%eval -1.30,20]}} 1-0\n\n"
        ));
        check(&format!(
            "{TAGS}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n{{[%eval #3]}} 1... Kd7 {{[%eval #-2]}} 1-0\n\n"
        ));
    }

    #[test]
    fn records_that_do_not_follow_are_games_of_their_own() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\"; sm e4;\n";
        let other = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"b\";\n";
        let text = games(&format!("{start}# a comment\n{start}{other}8/8/8/8/8/8/8/8 w - -\n"));
        let moves: Vec<&str> = text.lines().filter(|line| line.ends_with('*')).collect();
        assert_eq!(moves, ["1. e4 *", "1. e4 *", "*"]);
        assert!(text.contains("[Event \"a\"]") && text.contains("[Event \"b\"]"), "{text}");
        assert!(text.contains("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]"), "{text}");
        assert_eq!(games(""), "");
        // A record between two that would follow, and the same moves in another game.
        let next = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - sm e5;\n";
        assert!(games(&format!("{start}{next}")).contains("1. e4 e5 *"));
        assert!(!games(&format!("{start}{other}{next}")).contains("1. e4 e5 *"));
        let tagged = next.replace("sm", "ptp White \"C\"; sm");
        assert!(games(&format!("{start}{tagged}")).contains("1... e5 *"));
    }

    #[test]
    fn tags_are_words() {
        let text =
            games("4k3/8/8/8/8/8/8/4K3 w - - ptp White \"A\" \"a ]\" \"x\" FEN \"8/8\" Result \"won\";\n");
        assert!(text.contains("[White \"A\"]") && text.contains("[Result \"*\"]"), "{text}");
        assert!(!text.contains("a ]") && !text.contains("8/8\"]") && text.ends_with("\n\n*\n\n"), "{text}");
        let text = games(
            "4k3/8/8/8/8/8/8/4K3 w - - eco \"A00\"; ptp ECO \"B00\" Setup \"0\" fen \"x\" x \"1\" X \"2\";\n",
        );
        let names: Vec<&str> =
            text.lines().skip(7).filter_map(|line| line.split_once(' ')).map(|(name, _)| name).collect();
        assert_eq!(names, ["[ECO", "[x", "[SetUp", "[FEN"], "{text}");
    }

    #[test]
    fn moves_are_counted_where_records_do_not() {
        let records = imported(&format!("{TAGS}\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"));
        let bare: Vec<String> = records.lines().map(|line| line.replace(" fmvn", " c9 \"\"; zz")).collect();
        assert!(games(&bare.join("\n")).ends_with("\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"));
    }

    #[test]
    fn an_opening_does_not_end_a_game() {
        let records = imported(&format!("{TAGS}\n1. e4 e5 1-0\n\n"));
        let mut lines: Vec<String> = records.lines().map(str::to_owned).collect();
        lines[1] = lines[1].replace(" ptp", " eco \"C20\"; ptp");
        assert!(games(&lines.join("\n")).ends_with("\n1. e4 e5 1-0\n\n"));
    }

    /// A score of another move than the one that was played is one of the position.
    #[test]
    fn the_player_did_not_say_what_an_analysis_says() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let played = |found: &str| games(&format!("{start} acd 20; ce 35; {found} sm f3;\n"));
        for found in ["pv e4 e5;", "pm e4;"] {
            assert!(played(found).ends_with("{[%eval +0.35,20]} 1. f3 *\n\n"), "{}", played(found));
        }
        for found in ["pv f3 e5;", "pm f3;", ""] {
            assert!(played(found).ends_with("1. f3 {+0.35/20} *\n\n"), "{}", played(found));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn any_game_comes_back(
            game in any_game(40),
            notes in proptest::collection::vec(
                (any::<bool>(), -300..300_i32, 0..40_u32, proptest::option::of(0..9_u32), proptest::option::of(0..9_u32)),
                40,
            ),
        ) {
            let variant = if is_chess960(&game[0]) { "[Variant \"Chess960\"]\n" } else { "" };
            let fen = record_fields(&game[0]);
            let mut text = format!("{TAGS}[SetUp \"1\"]\n[FEN \"{fen} 0 1\"]\n{variant}\n");
            for ((here, next), (has_note, score, depth, seconds, nodes)) in game.iter().zip(&game[1..]).zip(notes) {
                let leads = |m: &&crate::chess::Move| here.clone().play(**m).is_ok_and(|after| after == *next);
                let moves = here.legal_moves();
                text.push_str(&san(here, *moves.iter().find(leads).expect("a move")));
                if has_note {
                    let seconds = seconds.map_or_else(String::new, |seconds| format!(" {seconds}s"));
                    let nodes = nodes.map_or_else(String::new, |nodes| format!(", n={nodes}"));
                    let note = format!("{}/{depth}{seconds}{nodes}", Score::Centipawns(score));
                    text.extend([" {", &*note, "}"]);
                }
                text.push('\n');
            }
            text.push_str("1-0\n\n");
            let records = imported(&text);
            prop_assert_eq!(imported(&games(&records)), records);
        }
    }
}
