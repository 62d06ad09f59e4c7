//! One game: of a player against itself, with the quiet positions in it, or of two players.
//!
//! A game begins with some random moves, so that no two games are alike; one in five begins from a position
//! of Chess960. Only quiet positions are kept, in which the side to move is not in check and its best move is
//! not a capture, because the evaluation is not used for any others.

use std::io;

use cozy_chess::{Board, Color, GameStatus, Move};

use crate::player::{Own, Place, Player};
use crate::random::Random;
use crate::sample::Sample;

/// One in this many games is one of Chess960.
const CHESS960: usize = 5;
/// Random plies at the beginning.
const RANDOM_PLIES: usize = 8;
/// Games that begin less balanced than this, in the search's own centipawns, are not played.
const MOST_UNEVEN: i32 = 150;
/// From this score on, held for some plies, a game is decided.
const DECIDED: i32 = 800;
/// Plies for which the score must be held.
const HELD: usize = 5;
/// A game that has been even for this many plies, at this ply or later, is drawn.
const EVEN_FROM: usize = 80;
const EVEN_FOR: usize = 14;
const EVEN: i32 = 8;
/// The longest game, in plies.
const LONGEST: usize = 320;
/// Scores from here on are not kept.
const MOST_KEPT: i32 = 3_000;

/// The positions of a game; none if its opening is no start of a game. The same number gives the same game.
///
/// # Errors
/// The player is gone.
pub fn play(player: &mut impl Player, nodes: u64, number: u64) -> io::Result<Vec<Sample>> {
    let Some(start) = opening(&mut Random::new(number), CHESS960) else { return Ok(Vec::new()) };
    player.begin()?;
    let mut game = Game::new(start);
    let result = loop {
        if let Some(result) = game.result() {
            break result;
        }
        let Some(answer) = player.think(&game.place, nodes)? else { return Ok(Vec::new()) };
        if game.samples.is_empty() && game.keys.len() < 3 && answer.score.abs() > MOST_UNEVEN {
            return Ok(Vec::new());
        }
        game.note(answer.best, answer.score);
        if let Some(result) = game.adjudged(answer.score) {
            break result;
        }
        if !game.board.is_legal(answer.best) {
            return Ok(Vec::new());
        }
        game.make(answer.best);
    };
    let mut samples = game.samples;
    for sample in &mut samples {
        sample.result = if sample.is_black { 2 - result } else { result };
    }
    Ok(samples)
}

/// The half points of the first player in two games from one opening, one with each colour: 0 to 4. The same
/// number gives the same opening. `None` if it is no start of a game.
///
/// # Errors
/// A player is gone.
pub fn duel(players: [&mut Own; 2], nodes: u64, number: u64) -> io::Result<Option<u8>> {
    let Some(start) = opening(&mut Random::new(number), 0) else { return Ok(None) };
    let [one, other] = players;
    let mut points = 0;
    for one_is_white in [true, false] {
        one.begin()?;
        other.begin()?;
        let mut game = Game::new(start.clone());
        let result = loop {
            if let Some(result) = game.result() {
                break result;
            }
            let is_one = (game.board.side_to_move() == Color::White) == one_is_white;
            let player = if is_one { &mut *one } else { &mut *other };
            let Some(answer) = player.think(&game.place, nodes)? else { return Ok(None) };
            if game.keys.len() == 1 && answer.score.abs() > MOST_UNEVEN {
                return Ok(None);
            }
            if let Some(result) = game.adjudged(answer.score) {
                break result;
            }
            if !game.board.is_legal(answer.best) {
                return Ok(None);
            }
            game.make(answer.best);
        };
        points += if one_is_white { result } else { 2 - result };
    }
    Ok(Some(points))
}

/// A position after some random moves; `None` if they ended the game. One in `chess960` is of Chess960; none
/// for 0.
pub fn opening(random: &mut Random, chess960: usize) -> Option<Board> {
    let mut board = if chess960 > 0 && random.below(chess960) == 0 {
        Board::chess960_startpos(random.below(960) as u32)
    } else {
        Board::default()
    };
    for _ in 0..RANDOM_PLIES + random.below(2) {
        let mut moves: Vec<Move> = Vec::new();
        board.generate_moves(|part| {
            moves.extend(part);
            false
        });
        if moves.is_empty() {
            return None;
        }
        board.play_unchecked(moves[random.below(moves.len())]);
    }
    (board.status() == GameStatus::Ongoing).then_some(board)
}

/// A game so far. Results are for White: 0 lost, 1 drawn, 2 won.
struct Game {
    board: Board,
    place: Place,
    /// The position after each ply.
    keys: Vec<u64>,
    /// Plies for which one side has been winning, or none.
    decided: usize,
    even: usize,
    samples: Vec<Sample>,
}

impl Game {
    fn new(board: Board) -> Self {
        let place = Place {
            fields: four_fields(&board),
            clock: u32::from(board.halfmove_clock()),
            played: Vec::new(),
        };
        Self { keys: vec![board.hash()], board, place, decided: 0, even: 0, samples: Vec::new() }
    }

    /// The result by the rules.
    fn result(&self) -> Option<u8> {
        let board = &self.board;
        match board.status() {
            GameStatus::Won => return Some(if board.side_to_move() == Color::White { 0 } else { 2 }),
            GameStatus::Drawn => return Some(1),
            GameStatus::Ongoing => {}
        }
        let same = self.keys.iter().filter(|&&key| key == board.hash()).count();
        (same >= 3 || self.keys.len() > LONGEST || board.occupied().len() == 2).then_some(1)
    }

    /// Keeps the position if it is quiet.
    fn note(&mut self, best: Move, score: i32) {
        let board = &self.board;
        let is_capture = board.colors(!board.side_to_move()).has(best.to) || best.promotion.is_some();
        if board.checkers().is_empty() && !is_capture && score.abs() < MOST_KEPT {
            let ply = u16::try_from(self.keys.len()).unwrap_or(u16::MAX);
            self.samples.push(Sample::of(board, i16::try_from(score).unwrap_or(0), ply));
        }
    }

    /// The result, if the scores have said the same for long enough.
    fn adjudged(&mut self, score: i32) -> Option<u8> {
        self.decided = if score.abs() >= DECIDED { self.decided + 1 } else { 0 };
        let is_even = self.keys.len() >= EVEN_FROM && score.abs() <= EVEN;
        self.even = if is_even { self.even + 1 } else { 0 };
        if self.decided >= HELD {
            let white_wins = (score > 0) == (self.board.side_to_move() == Color::White);
            return Some(if white_wins { 2 } else { 0 });
        }
        (self.even >= EVEN_FOR).then_some(1)
    }

    fn make(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        self.keys.push(self.board.hash());
        if self.board.halfmove_clock() == 0 {
            self.place = Place { fields: four_fields(&self.board), clock: 0, played: Vec::new() };
        } else {
            self.place.played.push(mv.to_string());
        }
    }
}

/// The first four fields, with castling rights by the files of the rooks.
pub fn four_fields(board: &Board) -> String {
    let fen = format!("{board:#}");
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gives_one_game_whatever_was_played_before() {
        let mut own = Own::new();
        let games: Vec<Vec<Sample>> = [5, 6, 5].map(|number| play(&mut own, 60, number).unwrap()).into();
        assert_eq!(games[0], games[2]);
        assert_ne!(games[0], games[1]);
        let last = games.iter().find_map(|game| game.last()).unwrap();
        assert!(last.ply > 10 && last.result <= 2);
    }

    #[test]
    fn a_player_has_half_of_the_points_against_itself() {
        let (mut one, mut other) = (Own::new(), Own::new());
        let mut points = (0..3).filter_map(|number| duel([&mut one, &mut other], 60, number).unwrap());
        assert!(points.next().is_some_and(|points| points == 2) && points.all(|points| points == 2));
    }
}
