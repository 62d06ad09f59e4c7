//! What a client of the referee remembers: its position with the history, the clocks and the tags (§8.1).

use crate::chess::{ByColor, Color};
use crate::referee::clock::Clock;
use crate::referee::course::Course;
use crate::referee::pace::{CONTROLS, Pace};
use crate::referee::rules::{Rules, RulesError};
use crate::referee::words::{At, Directive, Face, Refcom, Tags};

/// The game as a client follows it.
#[derive(Debug, Clone)]
pub struct Follower<R: Rules> {
    course: Course<R>,
    tags: Tags,
    clocks: ByColor<Clock>,
    faces: Option<ByColor<Face>>,
    /// Moves of the game since its first position, those of the opening included.
    moves: ByColor<u32>,
    /// How many of them were executed before the clocks began to run: those of the opening.
    free: ByColor<u32>,
    /// It made a move of its own in this game.
    has_played: bool,
}

/// What a directive did to the position.
#[derive(Debug, Clone, PartialEq)]
pub struct Adopted<M> {
    /// The position was another one: it was set up, and has no history (§8.1).
    pub is_new: bool,
    /// The moves that were executed.
    pub moves: Vec<M>,
}

impl<R: Rules> Default for Follower<R> {
    fn default() -> Self {
        let clock = Clock::new(Pace::default());
        Self {
            course: Course::new(R::start()),
            tags: Tags::new(),
            clocks: ByColor { white: clock.clone(), black: clock },
            faces: None,
            moves: ByColor { white: 0, black: 0 },
            free: ByColor { white: 0, black: 0 },
            has_played: false,
        }
    }
}

impl<R: Rules> Follower<R> {
    /// The game as far as it went.
    pub fn course(&self) -> &Course<R> {
        &self.course
    }

    /// The tag pairs that were sent.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What the clock of a side shows: what the referee says, or what follows from `cc` and the tag
    /// `TimeControl`.
    pub fn face(&self, side: Color) -> Face {
        self.faces.as_ref().map_or_else(|| self.clocks.get(side).face(), |faces| *faces.get(side))
    }

    /// The present position, for a request.
    pub fn at(&self) -> At {
        self.course.at()
    }

    /// Takes in a directive.
    ///
    /// # Errors
    /// Why the position or a move cannot be executed. What came before it was.
    pub fn take(&mut self, directive: &Directive) -> Result<Adopted<R::Move>, RulesError> {
        if directive.refcom == Refcom::Reset {
            *self = Self::default();
        }
        self.inform(&directive.ptp);
        let mut adopted = Adopted { is_new: directive.refcom == Refcom::Reset, moves: Vec::new() };
        if matches!(directive.refcom, Refcom::Execute | Refcom::Respond | Refcom::Conclude) {
            if !self.course.is_at(&directive.at) {
                self.course = Course::set_up(&directive.at)?;
                self.moves = ByColor { white: 0, black: 0 };
                adopted.is_new = true;
            }
            for text in &directive.moves {
                let m = self.course.here().read(text)?;
                self.advance(m);
                adopted.moves.push(m);
            }
        }
        if let Some(clocks) = &directive.cc {
            self.faces.clone_from(&clocks.faces);
            // The last move of an opening comes with `respond`, before any time was used.
            let is_first = ByColor { white: clocks.used_ms.white == 0, black: clocks.used_ms.black == 0 };
            for side in [Color::White, Color::Black] {
                let moves = *self.moves.get(side);
                if *is_first.get(side) && !self.has_played {
                    *self.free.get_mut(side) = moves;
                }
                let free = *self.free.get(side);
                let clock = self.clocks.get_mut(side);
                let used = *clocks.used_ms.get(side);
                // `cc` has whole seconds, so a fraction more may have been used.
                let used = if clocks.faces.is_none() && clock.used_ms() / 1000 == used / 1000 {
                    clock.used_ms()
                } else {
                    used
                };
                clock.set_used(used, moves, free);
            }
        }
        Ok(adopted)
    }

    /// Plays its own move, which took `ms` milliseconds; `cc` has whole seconds only. Until the referee sends the position
    /// after it, the clock of this side shows what the move has left.
    pub fn play(&mut self, m: R::Move, ms: u64) {
        let turn = self.course.here().turn();
        self.has_played = true;
        self.advance(m);
        let clock = self.clocks.get_mut(turn);
        let Some(faces) = &mut self.faces else { return clock.waste(ms) };
        let face = faces.get_mut(turn);
        let Some(left) = face.left_ms else { return clock.waste(ms) };
        clock.set_left(left);
        clock.charge(ms);
        let Face { left_ms, increment_ms, moves_to_go, .. } = clock.face();
        *face = Face { left_ms, increment_ms, moves_to_go, ..*face };
    }

    fn advance(&mut self, m: R::Move) {
        *self.moves.get_mut(self.course.here().turn()) += 1;
        self.course.play(m);
    }

    fn inform(&mut self, tags: &Tags) {
        for (name, value) in tags {
            match self.tags.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => known.clone_from(value),
                None => self.tags.push((name.clone(), value.clone())),
            }
            // An unreadable time control counts as none: `cc` still tells what was used.
            let clock = || Clock::new(Pace::read_tag(value).unwrap_or_default());
            match name.as_str() {
                "TimeControl" => self.clocks = ByColor { white: clock(), black: clock() },
                name if name == CONTROLS.white => self.clocks.white = clock(),
                name if name == CONTROLS.black => self.clocks.black = clock(),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::chess_rules::ChessRules;
    use crate::referee::words::Clocks;

    /// What White's clock shows after moves of its own, before the referee speaks again.
    #[track_caller]
    fn check(control: &str, shown: Option<i64>, ms: u64, expect: Option<(i64, Option<u32>)>) {
        let mut follower = Follower::<ChessRules>::default();
        let tags = vec![("TimeControl".to_owned(), control.to_owned())];
        follower
            .take(&Directive { ptp: tags, ..Directive::new(Refcom::Inform, follower.at()) })
            .expect("tags");
        let mut face = follower.face(Color::White);
        face.left_ms = shown;
        let clocks = Clocks {
            used_ms: ByColor { white: 0, black: 0 },
            faces: Some(ByColor { white: face, black: face }),
        };
        let asked = Directive { cc: Some(clocks), ..Directive::new(Refcom::Respond, follower.at()) };
        follower.take(&asked).expect("a position");
        let m = follower.course().here().read("e4").expect("a move");
        follower.play(m, ms);
        let face = follower.face(Color::White);
        assert_eq!(face.left_ms.map(|left| (left, face.moves_to_go)), expect, "{control}");
        assert_eq!(follower.face(Color::Black).left_ms, shown, "{control}");
    }

    #[test]
    fn its_own_clock_shows_what_is_left_after_its_move() {
        check("20", Some(20_000), 1500, Some((18_500, None)));
        check("20+2", Some(9000), 1500, Some((9500, None)));
        check("40/20", Some(20_000), 1500, Some((18_500, Some(39))));
        check("2/20", Some(20_000), 1500, Some((18_500, Some(1))));
        check("1", Some(1000), 1500, Some((0, None)));
        check("-", None, 1500, None);
    }
}
