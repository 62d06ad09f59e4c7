//! Games of an event as PGN, whole or move by move.
//!
//! A game that is streamed has `*` as its result among the tags, because the end is not known; all that
//! follows is what the whole game has too, except for the tags `Result`, `Termination` and `PlyCount`.

use crate::chess::notation::san;
use crate::chess::score::Score;
use crate::chess::{Color, Position as _};
use crate::epd::game::is_chess960;
use crate::event::Outcome;
use crate::event::openings::Start;
use crate::event::record::{End, GameRecord, Header, Note, PlayedMove};
use crate::pgn::write::{Lines, comment_words, push_tag};

/// What the comments after moves say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Comments {
    /// Nothing; nor are there tags besides the roster and the position.
    None,
    /// Score, depth and time, as cutechess writes them: `{+0.12/8 0.034s}`.
    #[default]
    Short,
    /// The same after `[%eval]` (pawns, seen by White), `[%clk]` and `[%emt]`, which viewers read.
    Full,
}

/// Writes a game move by move.
#[derive(Debug, Clone)]
pub struct PgnWriter {
    comments: Comments,
    here: Start,
    lines: Lines,
    /// The next move of Black needs its number.
    numbered: bool,
    /// The comment of the last move is held back: the end of the game may be added to it.
    held: Vec<String>,
}

impl PgnWriter {
    /// Starts a game, and gives the tags and the blank line.
    pub fn begin(header: &Header, comments: Comments) -> (Self, String) {
        Self::begin_with(header, comments, None, None)
    }

    fn begin_with(
        header: &Header,
        comments: Comments,
        end: Option<&End>,
        plies: Option<usize>,
    ) -> (Self, String) {
        let text = tags(header, comments, end, plies);
        let here = header.start.clone();
        (Self { comments, here, lines: Lines::default(), numbered: true, held: Vec::new() }, text)
    }

    /// The text of a legal move. Its comment follows with the next move, or with the end.
    pub fn play(&mut self, played: &PlayedMove) -> String {
        let mut out = String::new();
        self.release(&mut out);
        let Start { position, fullmoves, .. } = &self.here;
        let (color, fullmoves) = (position.turn(), *fullmoves);
        let word = san(position, played.m);
        if color.is_white() {
            self.lines.push(&mut out, &format!("{fullmoves}."));
        } else if self.numbered {
            self.lines.push(&mut out, &format!("{fullmoves}..."));
        }
        self.lines.push(&mut out, &word);
        self.held = comment_words(&comment(&played.note, color, self.comments));
        self.numbered = !self.held.is_empty();
        self.here.play(played.m);
        out
    }

    /// The end of the game, with a blank line after it.
    pub fn end(mut self, end: &End) -> String {
        let mut out = String::new();
        if self.comments != Comments::None && !end.reason.is_empty() {
            let held = self.held.join(" ");
            let comment = held.strip_prefix('{').and_then(|held| held.strip_suffix('}'));
            let words =
                comment.map_or_else(|| end.reason.clone(), |comment| format!("{comment}, {}", end.reason));
            self.held = comment_words(&words);
        }
        self.release(&mut out);
        self.lines.push(&mut out, end.outcome.as_str());
        out.push_str("\n\n");
        out
    }

    fn release(&mut self, out: &mut String) {
        for word in std::mem::take(&mut self.held) {
            self.lines.push(out, &word);
        }
    }
}

impl GameRecord {
    /// The whole game, with a blank line after it. A game still in progress ends with `*`.
    pub fn to_pgn(&self, comments: Comments) -> String {
        let (mut writer, mut text) =
            PgnWriter::begin_with(&self.header, comments, self.end.as_ref(), Some(self.moves.len()));
        for played in &self.moves {
            text.push_str(&writer.play(played));
        }
        if let Some(end) = &self.end {
            text.push_str(&writer.end(end));
        } else {
            writer.release(&mut text);
            writer.lines.push(&mut text, Outcome::None.as_str());
            text.push_str("\n\n");
        }
        text
    }
}

fn tags(header: &Header, comments: Comments, end: Option<&End>, plies: Option<usize>) -> String {
    let known =
        |value: &str, unknown: &str| if value.is_empty() { unknown.to_owned() } else { value.to_owned() };
    let mut text = String::new();
    push_tag(&mut text, "Event", &known(&header.event, "?"));
    push_tag(&mut text, "Site", &known(&header.site, "?"));
    push_tag(&mut text, "Date", &known(&header.date, "????.??.??"));
    push_tag(&mut text, "Round", &known(&header.round, "?"));
    push_tag(&mut text, "White", &known(&header.white, "?"));
    push_tag(&mut text, "Black", &known(&header.black, "?"));
    push_tag(&mut text, "Result", end.map_or(Outcome::None, |end| end.outcome).as_str());
    let mut more: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| more.push((name.to_owned(), value));
    if !header.start.is_array() {
        add("FEN", header.start.fen());
        add("SetUp", "1".to_owned());
    }
    if is_chess960(&header.start.position) {
        add("Variant", "Chess960".to_owned());
    }
    if comments != Comments::None {
        if let Some(plies) = plies {
            add("PlyCount", plies.to_string());
        }
        if let Some(end) = end {
            add("Termination", end.termination.to_string());
        }
        match &header.time_controls {
            Some([white, black]) if white == black => add("TimeControl", white.clone()),
            Some([white, black]) => {
                add("WhiteTimeControl", white.clone());
                add("BlackTimeControl", black.clone());
            }
            None => {}
        }
        for (name, value) in &header.more {
            let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                add(&name, value.clone());
            }
        }
    }
    more.sort();
    more.dedup_by(|one, other| one.0 == other.0);
    for (name, value) in &more {
        push_tag(&mut text, name, value);
    }
    text.push('\n');
    text
}

fn comment(note: &Note, color: Color, comments: Comments) -> String {
    let mut parts = Vec::new();
    if comments == Comments::Full {
        if let Some(score) = note.score {
            let white = if color.is_white() { score } else { score.of_other_side() };
            let depth = note.depth.map_or(String::new(), |depth| format!(",{depth}"));
            parts.push(format!("[%eval {}{depth}]", viewed(white)));
        }
        if let Some(clock) = note.clock {
            parts.push(format!("[%clk {}]", hours(clock)));
        }
        if let Some(time) = note.time {
            parts.push(format!("[%emt {}]", hours(time)));
        }
    }
    match (comments, note.is_book) {
        (Comments::None, _) => {}
        (_, true) => parts.push("book".to_owned()),
        (_, false) => {
            if let Some(score) = note.score {
                parts.push(format!("{}/{}", short(score), note.depth.unwrap_or(0)));
            }
            if let Some(time) = note.time {
                parts.push(seconds(time));
            }
        }
    }
    parts.join(" ")
}

/// Pawns with a sign, or plies to the mate; zero has no sign.
fn short(score: Score) -> String {
    match score {
        Score::Centipawns(0) => "0.00".to_owned(),
        Score::Centipawns(_) => score.to_string(),
        Score::Mate(plies) => format!("+M{plies}"),
        Score::Mated(plies) => format!("-M{plies}"),
    }
}

/// Pawns, or full moves to the mate.
fn viewed(score: Score) -> String {
    match score.mate_in_moves() {
        // A mate on the board has no number.
        Some(0) => "#-0".to_owned(),
        Some(moves) => format!("#{moves}"),
        None => score.to_string().trim_start_matches('+').to_owned(),
    }
}

/// Seconds; the shorter, the more exact.
fn seconds(milliseconds: u64) -> String {
    let (whole, part) = (milliseconds / 1_000, milliseconds % 1_000);
    match milliseconds {
        0 => "0s".to_owned(),
        1..100 => format!("0.{part:03}s"),
        100..1_000 => format!("0.{:02}s", part / 10),
        1_000..10_000 => format!("{whole}.{}s", part / 100),
        _ => format!("{whole}s"),
    }
}

/// Hours, minutes and seconds.
fn hours(milliseconds: u64) -> String {
    let (whole, part) = (milliseconds / 1_000, milliseconds % 1_000);
    let clock = format!("{}:{:02}:{:02}", whole / 3_600, whole / 60 % 60, whole % 60);
    if part == 0 { clock } else { format!("{clock}.{part:03}") }
}

#[cfg(test)]
mod tests;
