//! When a game is ended by scores, by its length or by a tablebase, and not by the rules of chess.
//!
//! The rules for scores are those of cutechess, so that the same settings end the same games. Scores
//! are those of the side that moved, as engines give them. A move without a score breaks every row, for
//! nothing is known of it; but the length of the game and tablebases are looked at even then.

use std::fmt;

use crate::chess::score::Score;
use crate::chess::{Chess, Color, Position as _};
use crate::event::Outcome;

/// A draw when both sides have seen nothing for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DrawRule {
    /// From which move of the game on, counted from its opening; 0 switches the rule off, as in cutechess.
    pub from_move: u32,
    /// The number of moves of each side in a row.
    pub moves: u32,
    /// Centipawns from zero, either way.
    pub score: u32,
}

/// A loss when a side has seen itself lost for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResignRule {
    /// The number of moves of the side in a row.
    pub moves: u32,
    /// Centipawns behind, as a positive number; mates against the side count as well.
    pub score: u32,
    /// Whether the other side must have seen itself as far ahead, as long.
    pub two_sided: bool,
}

/// Which games are ended early.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AdjudicationRules {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// Number of moves of each side after which the game is a draw; 0 for no limit.
    pub most_moves: u32,
    /// Up to how many pieces a tablebase is asked, kings included; 0 for never.
    pub tablebase_pieces: u32,
    /// Whether a win of the tablebase counts even if the fifty-move rule would end the game first.
    pub ignore_fifty_moves: bool,
    /// Which results of a tablebase end a game.
    pub tablebase_results: TablebaseResults,
}

/// Which results of a tablebase end a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum TablebaseResults {
    /// Wins and draws.
    #[default]
    Both,
    /// Wins alone.
    WinLoss,
    /// Draws alone.
    Draw,
}

/// What a tablebase says of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TablebaseResult {
    /// Lost.
    Loss,
    /// Lost, but the fifty moves save the game.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty moves.
    CursedWin,
    /// Won.
    Win,
}

/// Something that knows endgames. The referee provides it, so it may read files.
pub trait Tablebase {
    /// What it knows of a position; `None` when it is not in its tables.
    fn probe(&mut self, position: &Chess) -> Option<TablebaseResult>;
}

/// Why a game was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjudication {
    /// Both sides have seen nothing for long enough.
    DrawByScore,
    /// This side has seen itself lost for long enough.
    LostByScore(Color),
    /// The game is too long.
    TooLong,
    /// A tablebase knows the result.
    Tablebase(Outcome),
}

impl Adjudication {
    /// The result of the game.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::DrawByScore | Self::TooLong => Outcome::Draw,
            Self::LostByScore(color) => Outcome::win_of(!color),
            Self::Tablebase(outcome) => outcome,
        }
    }
}

impl fmt::Display for Adjudication {
    /// In the words of cutechess, which other programs look for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if matches!(self, Self::Tablebase(_)) { ": SyzygyTB" } else { "" };
        match self.outcome() {
            Outcome::WhiteWins => write!(f, "White wins by adjudication{by}"),
            Outcome::BlackWins => write!(f, "Black wins by adjudication{by}"),
            _ if matches!(self, Self::TooLong) => write!(f, "Draw by adjudication: maximum number of moves"),
            _ => write!(f, "Draw by adjudication{by}"),
        }
    }
}

/// Looks at a game move by move.
#[derive(Debug, Clone)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    /// Plies since the opening began, those of the opening included.
    plies: u32,
    /// Plies in a row with a score near zero.
    quiet: u32,
    /// Moves in a row of White and of Black that saw the side lost, and won.
    lost: [u32; 2],
    won: [u32; 2],
}

/// What is known of a move.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// Who moved.
    pub color: Color,
    /// The score as the side that moved sees it; none for a move of an opening, or of an engine that gave none.
    pub score: Option<Score>,
    /// Whether it was a capture or the move of a pawn.
    pub is_zeroing: bool,
    /// The position after it.
    pub position: &'a Chess,
}

impl Adjudicator {
    /// At the start of a game.
    pub fn new(rules: AdjudicationRules) -> Self {
        Self { rules, plies: 0, quiet: 0, lost: [0; 2], won: [0; 2] }
    }

    /// Takes in a move of the opening.
    pub fn opening_move(&mut self) {
        self.plies = self.plies.saturating_add(1);
    }

    /// Takes in a move; says whether the game ends with it. The end of the game by the rules of chess is
    /// looked at before, by the referee.
    pub fn play(&mut self, played: Played<'_>, tablebase: &mut impl Tablebase) -> Option<Adjudication> {
        self.plies = self.plies.saturating_add(1);
        self.count(&played);
        self.by_tablebase(&played, tablebase)
            .or_else(|| self.by_draw_rule())
            .or_else(|| self.by_resign_rule(played.color))
            .or_else(|| self.by_length())
    }

    fn count(&mut self, played: &Played<'_>) {
        let side = usize::from(played.color.is_black());
        let near = |rule: DrawRule| {
            let Some(Score::Centipawns(value)) = played.score else { return false };
            !played.is_zeroing && value.unsigned_abs() <= rule.score
        };
        self.quiet = if self.rules.draw.is_some_and(near) { self.quiet.saturating_add(1) } else { 0 };
        let Some(rule) = self.rules.resign else { return };
        let (behind, ahead) = match played.score {
            None => (false, false),
            Some(Score::Mated(_)) => (true, false),
            Some(Score::Mate(_)) => (false, true),
            Some(Score::Centipawns(value)) => {
                let far = value.unsigned_abs() >= rule.score;
                // With a rule of 0 both can be true.
                (far && value <= 0, far && value >= 0)
            }
        };
        let row = |count: u32, goes_on: bool| if goes_on { count.saturating_add(1) } else { 0 };
        self.lost[side] = row(self.lost[side], behind);
        self.won[side] = row(self.won[side], ahead);
    }

    fn by_draw_rule(&self) -> Option<Adjudication> {
        let rule = self.rules.draw.filter(|rule| rule.from_move > 0)?;
        (self.plies / 2 >= rule.from_move && self.quiet >= rule.moves.max(1).saturating_mul(2))
            .then_some(Adjudication::DrawByScore)
    }

    fn by_resign_rule(&self, color: Color) -> Option<Adjudication> {
        let rule = self.rules.resign?;
        let side = usize::from(color.is_black());
        let is_seen = self.lost[side] >= rule.moves.max(1);
        let is_shared = !rule.two_sided || self.won[1 - side] >= rule.moves.max(1);
        (is_seen && is_shared).then_some(Adjudication::LostByScore(color))
    }

    fn by_length(&self) -> Option<Adjudication> {
        let most = self.rules.most_moves;
        (most > 0 && self.plies >= most.saturating_mul(2)).then_some(Adjudication::TooLong)
    }

    /// Tables know wins under the fifty moves from a counter of 0 on: a game that came into them another way
    /// waits for the next capture or move of a pawn.
    fn by_tablebase(&self, played: &Played<'_>, tablebase: &mut impl Tablebase) -> Option<Adjudication> {
        if !played.is_zeroing && !self.rules.ignore_fifty_moves {
            return None;
        }
        let position = played.position;
        let pieces = position.board().occupied().count();
        if pieces > self.rules.tablebase_pieces as usize || position.castles().any() {
            return None;
        }
        let result = tablebase.probe(position)?;
        let cursed = self.rules.ignore_fifty_moves;
        let outcome = match result {
            TablebaseResult::Win => Outcome::win_of(position.turn()),
            TablebaseResult::Loss => Outcome::win_of(!position.turn()),
            TablebaseResult::CursedWin if cursed => Outcome::win_of(position.turn()),
            TablebaseResult::BlessedLoss if cursed => Outcome::win_of(!position.turn()),
            TablebaseResult::CursedWin | TablebaseResult::BlessedLoss | TablebaseResult::Draw => {
                Outcome::Draw
            }
        };
        let is_draw = outcome == Outcome::Draw;
        let is_wanted = match self.rules.tablebase_results {
            TablebaseResults::Both => true,
            TablebaseResults::WinLoss => !is_draw,
            TablebaseResults::Draw => is_draw,
        };
        is_wanted.then_some(Adjudication::Tablebase(outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoTablebase;

    impl Tablebase for NoTablebase {
        fn probe(&mut self, _: &Chess) -> Option<TablebaseResult> {
            None
        }
    }
    use crate::chess::testing::position;

    /// Plays moves by White and Black in turn: a score each, `x` after it for a capture or the move of
    /// a pawn, `-` for none, `b` for a move of the opening. Gives the first end and the half move.
    fn ended(rules: AdjudicationRules, moves: &str) -> Option<(usize, String)> {
        let board = position("4k3/8/8/8/8/8/8/4K2R w - -");
        let mut adjudicator = Adjudicator::new(rules);
        for (at, word) in moves.split_whitespace().enumerate() {
            if word == "b" {
                adjudicator.opening_move();
                continue;
            }
            let (number, is_zeroing) = word.strip_suffix('x').map_or((word, false), |rest| (rest, true));
            let score = match number {
                "-" => None,
                "M" => Some(Score::Mate(3)),
                "m" => Some(Score::Mated(4)),
                number => Some(Score::Centipawns(number.parse().expect("a score"))),
            };
            let color = if at % 2 == 0 { Color::White } else { Color::Black };
            let played = Played { color, score, is_zeroing, position: &board };
            if let Some(end) = adjudicator.play(played, &mut NoTablebase) {
                return Some((at + 1, end.to_string()));
            }
        }
        None
    }

    #[track_caller]
    fn check(rules: AdjudicationRules, moves: &str, expect: Option<(usize, &str)>) {
        assert_eq!(ended(rules, moves), expect.map(|(at, text)| (at, text.to_owned())), "{moves}");
    }

    fn draw(from_move: u32, moves: u32, score: u32) -> AdjudicationRules {
        AdjudicationRules { draw: Some(DrawRule { from_move, moves, score }), ..AdjudicationRules::default() }
    }

    fn resign(moves: u32, score: u32, two_sided: bool) -> AdjudicationRules {
        let rule = ResignRule { moves, score, two_sided };
        AdjudicationRules { resign: Some(rule), ..AdjudicationRules::default() }
    }

    #[test]
    fn draws_by_score() {
        let drawn = |at| Some((at, "Draw by adjudication"));
        check(draw(1, 2, 10), "0 0 0 0", drawn(4));
        check(draw(1, 2, 10), "10 -10 10 -10", drawn(4));
        check(draw(1, 2, 10), "0 11 0 0 0 0", drawn(6));
        check(draw(1, 2, 10), "0 0 0x 0 0 0", None);
        check(draw(1, 2, 10), "0 0 0x 0 0 0 0", drawn(7));
        check(draw(1, 2, 10), "0 0 - 0 0 0 0", drawn(7));
        check(draw(1, 2, 10), "0 0 M 0 0 0 0", drawn(7));
        check(draw(4, 1, 10), "0 0 0 0 0 0 0 0", drawn(8));
        // Moves of the opening count for the length of the game, and not as quiet.
        check(draw(3, 1, 10), "b b b b 0 0", drawn(6));
        check(draw(1, 2, 10), "b b b b 0 0 0", None);
        check(draw(0, 1, 10), "0 0 0 0", None);
    }

    #[test]
    fn losses_by_score() {
        let black_wins = |at| Some((at, "Black wins by adjudication"));
        let white_wins = |at| Some((at, "White wins by adjudication"));
        check(resign(2, 500, false), "-500 0 -500", black_wins(3));
        check(resign(2, 500, false), "0 -700 0 m", white_wins(4));
        check(resign(2, 500, false), "-500 0 -499 0 -500", None);
        check(resign(2, 500, false), "-500 0 - 0 -500", None);
        check(resign(2, 500, true), "-500 0 -500 0 -500", None);
        // The other side must have seen it as often.
        check(resign(2, 500, true), "-500 600 -500 600 -500", black_wins(5));
        check(resign(2, 500, true), "-500 M m M m", black_wins(5));
        check(resign(1, 500, false), "500 -400", None);
        check(resign(0, 500, false), "0 0 0", None);
    }

    #[test]
    fn the_length_of_a_game() {
        let rules = AdjudicationRules { most_moves: 2, ..AdjudicationRules::default() };
        let too_long = |at| Some((at, "Draw by adjudication: maximum number of moves"));
        check(rules, "900 -900 - -", too_long(4));
        check(rules, "b b b 5", too_long(4));
        check(AdjudicationRules::default(), &"0 ".repeat(500), None);
        // Won before it is too long.
        let both = AdjudicationRules { most_moves: 1, ..resign(1, 500, false) };
        check(both, "0 -600", Some((2, "White wins by adjudication")));
    }

    struct Knows(TablebaseResult, u32);

    impl Tablebase for Knows {
        fn probe(&mut self, _: &Chess) -> Option<TablebaseResult> {
            self.1 += 1;
            Some(self.0)
        }
    }

    #[test]
    fn tablebases() {
        use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let rules = AdjudicationRules { tablebase_pieces: 3, ..AdjudicationRules::default() };
        let asked_after = |rules, fields: &str, result, is_zeroing| {
            let board = position(fields);
            let mut tablebase = Knows(result, 0);
            let played = Played { color: !board.turn(), score: None, is_zeroing, position: &board };
            let end = Adjudicator::new(rules).play(played, &mut tablebase);
            (end.map(|end| end.to_string()), tablebase.1)
        };
        let asked = |rules, fields: &str, result| asked_after(rules, fields, result, true);
        let white = "4k3/8/8/8/8/8/8/4K2R w - -";
        let black = "4k3/8/8/8/8/8/8/4K2R b - -";
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(asked(rules, white, Win), (text("White wins by adjudication: SyzygyTB"), 1));
        assert_eq!(asked(rules, black, Loss), (text("White wins by adjudication: SyzygyTB"), 1));
        assert_eq!(asked(rules, black, CursedWin), (text("Draw by adjudication: SyzygyTB"), 1));
        let ignoring = AdjudicationRules { ignore_fifty_moves: true, ..rules };
        assert_eq!(asked(ignoring, black, BlessedLoss), (text("White wins by adjudication: SyzygyTB"), 1));
        let wins = AdjudicationRules { tablebase_results: TablebaseResults::WinLoss, ..rules };
        assert_eq!(asked(wins, white, Draw), (None, 1));
        let draws = AdjudicationRules { tablebase_results: TablebaseResults::Draw, ..rules };
        assert_eq!(asked(draws, white, Win), (None, 1));
        assert_eq!(asked(draws, white, Draw), (text("Draw by adjudication: SyzygyTB"), 1));
        // The fifty moves count already: a win of the table may be none.
        assert_eq!(asked_after(rules, black, Loss, false), (None, 0));
        assert_eq!(
            asked_after(ignoring, black, Loss, false),
            (text("White wins by adjudication: SyzygyTB"), 1)
        );
        // Too many pieces, or castling possible: never asked.
        assert_eq!(asked(rules, "4k3/8/8/8/8/8/7P/4K2R w - -", Win), (None, 0));
        assert_eq!(asked(rules, "4k3/8/8/8/8/8/8/4K2R w K -", Win), (None, 0));
        assert_eq!(asked(AdjudicationRules::default(), white, Win), (None, 0));
    }
}
