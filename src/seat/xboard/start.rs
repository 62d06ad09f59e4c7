//! How a game is begun: the words that set it up, and its time.

use super::{Out, XboardSeat};
use crate::chess::Color;
use crate::referee::rules::Rules as _;
use crate::referee::words::Face;
use crate::seat::UNTIMED_MS;

impl XboardSeat {
    /// A game from its first position, in force mode.
    pub(super) fn set_up(&mut self, out: &mut Vec<Out>) {
        Self::say(out, "new");
        let start = self.follower.course().start();
        let fields = start.fields();
        if start.is_chess960() {
            if !self.features.plays("fischerandom") {
                out.push(Out::Nonsense("the program does not play Chess960 (feature variants)".to_owned()));
            }
            Self::say(out, "variant fischerandom");
        }
        Self::say(out, "force");
        if fields != crate::chess::START {
            if self.features.setboard {
                // Some programs change the side to move only by a move.
                Self::say(out, format!("setboard {fields} {} {}", start.hmvc(), start.fmvn()));
            } else if let Some(lines) = edit_lines(&fields) {
                out.extend(lines.into_iter().map(Out::Say));
            } else {
                out.push(Out::Nonsense(
                    "the program cannot set up this position (no feature setboard, and `edit` knows neither \
                     castling nor en passant)"
                        .to_owned(),
                ));
            }
        }
        for line in time_lines(&self.face()) {
            Self::say(out, line);
        }
        Self::say(out, "post");
        Self::say(out, if self.manners.ponders { "hard" } else { "easy" });
        if self.features.names {
            let own = if self.turn() == Color::White { "Black" } else { "White" };
            if let Some(name) = self.follower.tag(own) {
                Self::say(out, format!("name {name}"));
            }
        }
        Self::say(out, "computer");
        self.sent = 0;
        self.is_playing = false;
    }
}

/// The lines that set up a position for programs of version 1; `None` where they cannot tell all of it. The
/// side to move changes only with a move, so Black's turn begins with one that is then forgotten.
fn edit_lines(fields: &str) -> Option<Vec<String>> {
    let mut words = fields.split(' ');
    let (placement, side) = (words.next()?, words.next()?);
    if words.next() != Some("-") || words.next() != Some("-") {
        return None;
    }
    let mut lines: Vec<String> = if side == "b" { vec!["b2b3".to_owned()] } else { Vec::new() };
    lines.extend(["edit", "#"].map(str::to_owned));
    let mut of_side = |is_white: bool| {
        for (rank, row) in ('1'..='8').rev().zip(placement.split('/')) {
            let mut file = 'a';
            for sign in row.chars() {
                let width = sign.to_digit(10).unwrap_or(1);
                if sign.is_alphabetic() && sign.is_uppercase() == is_white {
                    lines.push(format!("{}{file}{rank}", sign.to_ascii_uppercase()));
                }
                file = char::from_u32(u32::from(file) + width).unwrap_or(file);
            }
        }
        lines.push(if is_white { "c".to_owned() } else { ".".to_owned() });
    };
    of_side(true);
    of_side(false);
    Some(lines)
}

/// The lines that set the time of a game.
fn time_lines(face: &Face) -> Vec<String> {
    let mut lines = Vec::new();
    match (face.move_ms, face.left_ms) {
        // Whole seconds, at least one.
        (Some(ms), _) => lines.push(format!("st {}", ms.div_ceil(1000).max(1))),
        (None, Some(left)) => {
            let seconds = u64::try_from(left).unwrap_or(0) / 1000;
            let base = match (seconds / 60, seconds % 60) {
                (minutes, 0) => minutes.to_string(),
                (minutes, seconds) => format!("{minutes}:{seconds:02}"),
            };
            let increment = crate::text::clock::seconds(face.increment_ms);
            lines.push(format!("level {} {base} {increment}", face.moves_to_go.unwrap_or(0)));
        }
        (None, None) if face.depth.is_none() && face.nodes.is_none() => {
            lines.push(format!("st {}", UNTIMED_MS / 1000));
        }
        // Another limit ends its search, so the clock is as good as endless:
        (None, None) => lines.push("st 86400".to_owned()),
    }
    if let Some(depth) = face.depth {
        lines.push(format!("sd {depth}"));
    }
    lines
}
