//! The games in progress, on a terminal.

use super::{Director, Playing};
use crate::chess::{Color, Position as _};
use crate::cli::argus::screen;
use crate::referee::board::Us;
use crate::text::clock::clock_face;

/// Microseconds between two pictures.
const PICTURE_US: Us = 250_000;

/// Rows left for lines that stay.
const KEPT_ROWS: usize = 4;

impl Director {
    /// Shows the games from time to time, where there is a terminal.
    pub(super) fn show_games(&mut self, now: Us) {
        if !self.is_live || now < self.picture_at {
            return;
        }
        self.picture_at = now + PICTURE_US;
        let (_, rows) = screen::size();
        let most = rows.saturating_sub(KEPT_ROWS).max(1);
        let mut lines = vec![self.report().map_or_else(
            || format!("{} games are over, {} are played", self.finished.len(), self.games.len()),
            |report| report.score_line(),
        )];
        let boards: Vec<_> = self.room.games().collect();
        for (table, board, _) in boards.iter().take(most.saturating_sub(2)) {
            let Some(playing) = self.games.get(table) else { continue };
            let clock = |side: Color| {
                let is_on_move = board.here().chess().turn() == side;
                let used = board
                    .runs_since()
                    .filter(|_| is_on_move)
                    .map_or(0, |since| now.saturating_sub(since) / 1000);
                let left = board.clock(side).left_ms();
                let shown = left.map_or_else(String::new, |left| running_face(left, used));
                format!("{shown}{}", if is_on_move { '*' } else { ' ' })
            };
            lines.push(self.line_of(playing, &clock(Color::White), &clock(Color::Black)));
        }
        if boards.len() > most.saturating_sub(2) {
            lines.push(format!("… and {} more", boards.len() - most.saturating_sub(2)));
        }
        screen::draw(&lines);
    }

    fn line_of(&self, playing: &Playing, white: &str, black: &str) -> String {
        let name = |player: usize| self.config.engines[player].name.as_str();
        let (one, other) = (name(playing.game.white), name(playing.game.black));
        let ply = playing.record.moves.len();
        let last = playing.last.as_deref().map_or_else(String::new, |san| {
            let dots = if playing.here.position.turn().is_white() { "..." } else { "." };
            let number =
                playing.here.fullmoves.saturating_sub(u32::from(playing.here.position.turn().is_white()));
            format!("{number}{dots} {san}")
        });
        let score = playing.record.moves.last().and_then(|played| played.note.score);
        let score = score.map_or_else(String::new, |score| score.to_string());
        format!("{:>5}  {one} {white}  {other} {black}  {ply:>3}  {last} {score}", playing.number)
    }
}

/// What the clock of a side shows that had so much left, and has used so much since.
fn running_face(left_ms: i64, used_ms: u64) -> String {
    clock_face(u64::try_from(left_ms).unwrap_or(0).saturating_sub(used_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_clocks_that_run() {
        let check = |left, used, expect: &str| assert_eq!(running_face(left, used), expect);
        check(600_000, 0, "10:00");
        check(61_500, 1000, "1:00");
        check(1_000, 5_000, "0:00.0");
        check(-5, 0, "0:00.0");
    }
}
