//! Plays games of the engine against itself and writes positions from them.
//!
//! Usage: `selfplay SEED GAMES NODES FILE`. A game begins with some random moves, so that no two games are
//! alike; one in five begins from a position of Chess960. Each move is searched with `NODES` nodes. Only
//! quiet positions are written, in which the side to move is not in check and its best move is not a capture,
//! because the evaluation is not used for any others. The file grows game by game; after a run was broken
//! off, continue with the next seed.

#![forbid(unsafe_code)]

use std::fs::OpenOptions;
use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use cozy_chess::{Board, Color, GameStatus, Move};
use epidote::chess::score::Score;
use epidote::search::{Clock, Limits, Question, Searcher, own_centipawns};
use epidote_trainer::random::Random;
use epidote_trainer::sample::Sample;

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

/// A clock for searches that do not depend on time.
struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().take(3).filter_map(|word| word.parse().ok()).collect();
    let (&[seed, games, nodes], Some(path)) = (&numbers[..], arguments.get(3)) else {
        eprintln!("usage: selfplay SEED GAMES NODES FILE");
        return ExitCode::from(2);
    };
    match run(seed, games, nodes, path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("selfplay: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(seed: u64, games: u64, nodes: u64, path: &str) -> std::io::Result<()> {
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    let mut searcher = Searcher::new(8);
    let mut written = 0;
    for game in 0..games {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(game));
        let Some(start) = opening(&mut random) else { continue };
        let samples = play(&mut searcher, start, nodes);
        written += samples.len();
        for sample in &samples {
            out.write_all(&sample.to_bytes())?;
        }
        out.flush()?;
        if game % 200 == 199 {
            println!("{} games, {written} positions", game + 1);
        }
    }
    Ok(())
}

/// A position after some random moves; `None` if they ended the game.
fn opening(random: &mut Random) -> Option<Board> {
    let mut board = if random.below(5) == 0 {
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

/// Plays a game and returns its quiet positions.
fn play(searcher: &mut Searcher, start: Board, nodes: u64) -> Vec<Sample> {
    searcher.clear();
    let mut board = start;
    let mut samples: Vec<Sample> = Vec::new();
    // The position after the last irreversible move, and the moves since then.
    let mut fields = four_fields(&board);
    let mut clock = u32::from(board.halfmove_clock());
    let mut played: Vec<String> = Vec::new();
    let mut keys = vec![board.hash()];
    let (mut decided, mut even) = (0, 0);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // The result for White: 0, 1, 2.
    let result = loop {
        let ply = keys.len();
        match board.status() {
            GameStatus::Won => break if board.side_to_move() == Color::White { 0 } else { 2 },
            GameStatus::Drawn => break 1,
            GameStatus::Ongoing => {}
        }
        let same = keys.iter().filter(|&&key| key == board.hash()).count();
        if same >= 3 || ply > LONGEST || board.occupied().len() == 2 {
            break 1;
        }
        let moves: Vec<&str> = played.iter().map(String::as_str).collect();
        let question =
            Question { halfmove_clock: clock, played: &moves, is_chess960: true, ..Question::new(&fields) };
        let Ok(report) = searcher.go_on(&question, &limits, &NoClock, &mut |_| {}) else { return Vec::new() };
        let Some(mv) = report.pv.first() else { return Vec::new() };
        let text = mv.to_string();
        let Ok(best) = text.parse::<Move>() else { return Vec::new() };
        let score = match report.score {
            Score::Centipawns(shown) => own_centipawns(shown),
            Score::Mate(_) => 30_000,
            Score::Mated(_) => -30_000,
        };
        if samples.is_empty() && ply < 3 && score.abs() > MOST_UNEVEN {
            return Vec::new();
        }
        let is_capture = board.colors(!board.side_to_move()).has(best.to) || best.promotion.is_some();
        if board.checkers().is_empty() && !is_capture && score.abs() < 3_000 {
            let score = i16::try_from(score).unwrap_or(0);
            samples.push(Sample::of(&board, score, u16::try_from(ply).unwrap_or(u16::MAX)));
        }
        decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
        even = if ply >= EVEN_FROM && score.abs() <= EVEN { even + 1 } else { 0 };
        if decided >= HELD {
            let white_wins = (score > 0) == (board.side_to_move() == Color::White);
            break if white_wins { 2 } else { 0 };
        }
        if even >= EVEN_FOR {
            break 1;
        }
        board.play_unchecked(best);
        keys.push(board.hash());
        if board.halfmove_clock() == 0 {
            fields = four_fields(&board);
            clock = 0;
            played.clear();
        } else {
            played.push(text);
        }
    };
    for sample in &mut samples {
        sample.result = if sample.is_black { 2 - result } else { result };
    }
    samples
}

/// The first four fields, with castling rights by the files of the rooks.
fn four_fields(board: &Board) -> String {
    let fen = format!("{board:#}");
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}
