//! A connection of a player, as the director knows it.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::chess::Color;
use crate::referee::TableId;

/// The number of lines of a connection that are kept as evidence, and of lines of its standard error.
const KEPT_LINES: usize = 20;

/// A connection of a player.
pub(super) struct Member {
    /// Its player, once that is known.
    pub(super) player: Option<usize>,
    /// It signed on.
    pub(super) is_ready: bool,
    /// The game that it plays, or will.
    pub(super) table: Option<TableId>,
    /// The side that it will take over when it is ready.
    pub(super) rejoins: Option<(TableId, Color)>,
    /// Bytes of this turn that are in the journal, and lines that are not.
    pub(super) bytes: usize,
    pub(super) left_out: usize,
    /// The last `position` that it was sent, with all moves of the game.
    position: String,
    /// The last lines, for the evidence.
    last: VecDeque<Kept>,
}

/// A line that is kept as evidence, with a sign of who wrote it.
enum Kept {
    Line(String),
    /// That many bytes of the last `position`: each one begins with the one before.
    Position(usize),
}

impl Member {
    /// A member that has written nothing yet.
    pub(super) fn of(player: Option<usize>) -> Self {
        Self {
            player,
            is_ready: false,
            table: None,
            rejoins: None,
            bytes: 0,
            left_out: 0,
            position: String::new(),
            last: VecDeque::new(),
        }
    }

    /// Keeps a line as evidence. Lines of standard error never push out the lines before them.
    pub(super) fn keep(&mut self, line: String) {
        let is_error = line.starts_with('!');
        self.add(is_error, Kept::Line(line));
    }

    /// Keeps a line that it is sent. Returns how many of its bytes repeat the last `position`: all that it said, if
    /// this one goes on with more moves.
    pub(super) fn keep_sent(&mut self, line: &str) -> usize {
        if !line.starts_with("position ") {
            self.keep(format!("> {line}"));
            return 0;
        }
        let repeated = match line.strip_prefix(self.position.as_str()) {
            Some(rest) if rest.starts_with(' ') => self.position.len(),
            _ => 0,
        };
        if repeated == 0 {
            for kept in &mut self.last {
                if let Kept::Position(length) = *kept {
                    *kept = Kept::Line(format!("> {}", &self.position[..length]));
                }
            }
            self.position.clear();
        }
        self.position.push_str(&line[repeated..]);
        self.add(false, Kept::Position(line.len()));
        repeated
    }

    /// The lines that are kept, oldest first: `>` before those it was sent, `<` before its own, `!` before those of
    /// its standard error, `=` before how it ended.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.last.iter().map(|kept| match kept {
            Kept::Line(line) => Cow::Borrowed(line.as_str()),
            Kept::Position(length) => Cow::Owned(format!("> {}", &self.position[..*length])),
        })
    }

    fn add(&mut self, is_error: bool, kept: Kept) {
        let is_like = |kept: &Kept| matches!(kept, Kept::Line(line) if line.starts_with('!')) == is_error;
        if self.last.iter().filter(|kept| is_like(kept)).count() >= KEPT_LINES
            && let Some(oldest) = self.last.iter().position(is_like)
        {
            self.last.remove(oldest);
        }
        self.last.push_back(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_kept_whole_and_told_once() {
        let mut member = Member::of(None);
        let start = "position startpos".to_owned();
        let lines = [
            (start.clone(), 0),
            // The same once more, for a program that was started anew.
            (start.clone(), 0),
            (format!("{start} moves e2e4"), start.len()),
            ("isready".to_owned(), 0),
            (format!("{start} moves e2e4 e7e8"), start.len() + 11),
            // Another move that begins alike, and another game.
            (format!("{start} moves e2e4 e7e8q"), 0),
            ("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(), 0),
        ];
        for (line, repeated) in &lines {
            assert_eq!(member.keep_sent(line), *repeated, "{line}");
        }
        let kept: Vec<_> = member.evidence().collect();
        assert_eq!(kept, lines.map(|(line, _)| format!("> {line}")));
    }

    #[test]
    fn the_oldest_lines_go_first_and_errors_push_out_nothing_else() {
        let mut member = Member::of(None);
        for number in 0..2 * KEPT_LINES {
            member.keep(format!("! {number}"));
            member.keep_sent(&format!("position startpos moves {number}"));
        }
        let kept: Vec<_> = member.evidence().collect();
        assert_eq!(kept.len(), 2 * KEPT_LINES);
        assert_eq!(kept[0], format!("! {KEPT_LINES}"));
        assert_eq!(kept[1], format!("> position startpos moves {KEPT_LINES}"));
    }
}
