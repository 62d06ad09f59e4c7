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

/// The tags that every game has, in order, and their values when nothing is known.
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
    /// The comment on the position.
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

/// The engine's note on its move, or else its score of the position for the comment (`[%eval …]`, seen by White). A
/// note needs a depth, and a score that is about the move.
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

    /// Writes the comments after the last move: the engine's note, and the comment on the position. They become one,
    /// as in `{0.00/45 1s, Draw by stalemate}`, unless readers would take the second for a part of the note.
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
mod tests;
