//! The half that speaks the protocol of xboard.

use std::io::{BufRead as _, stdin};

use epidote::chess::notation::{coordinates, read_and_play, san};
use epidote::chess::{Chess, Position as _};
use epidote::epd::parse;
use epidote::epd::position::{PositionReading, fields_of};

use super::{say, stay};

/// What is known of the game.
struct Game {
    chess: Chess,
    /// The moves so far: with the position they decide which one is played.
    moves: String,
    plays: bool,
    turns: u32,
}

impl Game {
    fn new() -> Self {
        Self { chess: Chess::default(), moves: String::new(), plays: true, turns: 0 }
    }

    fn play(&mut self, text: &str) -> bool {
        let before = self.chess.clone();
        read_and_play(&mut self.chess, text.as_bytes());
        self.moves.push_str(text);
        before != self.chess
    }
}

/// Plays games until it receives `quit`.
pub(super) fn run(how: &str) {
    let end = if how == "crlf" { "\r\n" } else { "\n" };
    let (mut game, mut results) = (Game::new(), 0_u32);
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "protover" => features(how, end),
            "ping" if how == "deaf" && game.turns > 0 => {}
            "ping" => say(&format!("pong {rest}{end}")),
            "new" => game = Game { turns: game.turns, ..Game::new() },
            "force" => game.plays = false,
            "setboard" => {
                let fields = rest.split(' ').take(4).collect::<Vec<_>>().join(" ");
                if let Some(chess) = PositionReading::read(&parse(fields.as_bytes())).chess {
                    game.chess = chess;
                }
            }
            "go" if how == "dies-thinking" && game.moves == "e2e4" => std::process::abort(),
            // They think until the game is over, and move then: each time, or once by chance.
            "go" if matches!(how, "too-late" | "crosses") && game.moves == "e2e4" => game.plays = true,
            "result" => {
                results += 1;
                // The last one has moved already.
                let is_late = matches!((how, results), ("too-late" | "moves-on", _) | ("crosses", 1));
                if is_late && game.plays {
                    say("move e7e5\n");
                }
            }
            // It ignores the limit of depth and thinks until it gets `?`.
            "go" if how == "deep" => {
                for depth in 1..=3 {
                    say(&format!("{depth} {depth} 0 {depth} {end}"));
                }
            }
            "?" if how == "deep" => {
                game.plays = true;
                think(how, &mut game, end);
                // Its thoughts come in late.
                say(&format!("9 9 0 9 {end}"));
            }
            "sd" if how == "deep" => say(&format!("Illegal move: {line}{end}")),
            "go" => {
                game.plays = true;
                think(how, &mut game, end);
            }
            "usermove" => moved(how, rest, &mut game, end),
            "quit" if how == "dies-on-quit" => std::process::abort(),
            "quit" => return,
            "draw" if how == "accepts" => say("offer draw\n"),
            "xboard" | "accepted" | "rejected" | "level" | "st" | "sd" | "time" | "otim" | "post"
            | "easy" | "hard" | "computer" | "name" | "?" | "draw" | "random" => {}
            // The oldest programs get moves without a word before them.
            _ if how == "old" && word.len() >= 4 && word.as_bytes()[1].is_ascii_digit() => {
                moved(how, word, &mut game, end);
            }
            _ => say(&format!("Error (unknown command): {line}{end}")),
        }
    }
}

fn features(how: &str, end: &str) {
    let all = match how {
        "old" => return,
        "one-game" => "ping=1 setboard=1 usermove=1 reuse=0 done=1",
        "san" => "ping=1 setboard=1 usermove=1 san=1 done=1",
        "no-setboard" => "ping=1 usermove=1 setboard=0 done=1",
        "odd-features" => {
            "sigint = 0 ping = 1 usermove=1 setboard=1 playother=-1 debug=1 myname=\"A \\ B\" variants=\"\" done=1"
        }
        "never-done" => "ping=1 done=0",
        _ => "ping=1 setboard=1 usermove=1 sigint=0 colors=0 done=1",
    };
    say(&format!("feature {all}{end}"));
}

fn moved(how: &str, text: &str, game: &mut Game, end: &str) {
    if how == "complains" && game.turns == 2 {
        game.turns += 1;
        return say(&format!("Illegal move: {text}{end}"));
    }
    if !game.play(text) {
        return say(&format!("Illegal move: {text}{end}"));
    }
    if game.plays {
        think(how, game, end);
    }
}

/// Thinks, in its own manner from the third move on.
fn think(how: &str, game: &mut Game, end: &str) {
    game.turns += 1;
    let line = format!("{} {}", fields_of(&game.chess), game.moves);
    let moves = game.chess.legal_moves();
    let at = super::number(&line) % u64::try_from(moves.len()).expect("few").max(1);
    let Some(&m) = moves.get(usize::try_from(at).expect("few")) else { return };
    if game.turns == 3 {
        match how {
            "hangs" => stay(),
            "dies" => std::process::abort(),
            "illegal" => return say("move e2e5\n"),
            "nonsense" => return say("move\n"),
            "resigns" => return say("resign\n"),
            "gives-up" => return say("* {I do not feel well}\n"),
            "claims-a-win" => return say("1-0 {White mates}\n"),
            "loses-by-result" => return say("0-1 {Black mates}\n"),
            "talks" => loop {
                say("9 12 34 56 e2e4\n");
                std::thread::sleep(std::time::Duration::from_millis(1));
            },
            "offers" => say("offer draw\n"),
            "twice" => say(&format!("move {}{end}", coordinates(m))),
            _ => {}
        }
    }
    let text = if how == "san" { san(&game.chess, m) } else { coordinates(m) };
    game.play(&coordinates(m));
    let old = format!("{}. ... {text}", game.turns);
    let text = if how == "old" { old } else { format!("move {text}") };
    say(&format!("1 {} 0 {} {text}{end}{text}{end}", game.turns, game.turns));
}
