//! The commands of the other program.

use std::str::SplitAsciiWhitespace;

use crate::search::Question;

/// A line, as understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Set(Setting),
    Position(Start),
    Go(Go),
    /// Counts the positions after this number of plies.
    Perft(u32),
    /// Proves a mate in at most this number of moves; this is not part of UCI.
    Prove(u32),
    /// Does a fixed amount of work, to a depth.
    Bench(Option<u32>),
    Stop,
    Quit,
    /// A line that cannot be carried out, and why.
    Bad(String),
    /// A position that cannot be read, and why: no other one takes its place.
    BadPosition(String),
    /// A search whose limits cannot be read, and why: the other program waits for its end.
    BadGo(String),
    /// Nothing that concerns the engine.
    Nothing,
}

/// An option set by `setoption`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Setting {
    /// `Hash`, in MiB.
    Table(usize),
    /// `Threads`.
    Threads(usize),
    /// `Clear Hash`.
    Clear,
    /// `MultiPV`.
    Lines(usize),
    /// `UCI_Chess960`.
    Chess960(bool),
    /// `UCI_ShowWDL`.
    Chances(bool),
    /// `SyzygyPath`: folders with tables of endgames; none if empty.
    Endgames(String),
    /// `Move Overhead`, in milliseconds.
    Overhead(u64),
    /// `Ponder`: the other program says each time whether to think in its turn; and `UCI_AnalyseMode`, in which this
    /// engine thinks as in games.
    Accepted,
    /// A number of the search, if there is one of this name.
    Parameter(String, i32),
    Unknown(String),
}

/// A position, and the moves played from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Start {
    /// Four fields.
    pub(super) fields: String,
    pub(super) halfmove_clock: u32,
    /// In coordinates.
    pub(super) played: Vec<String>,
}

impl Start {
    /// The moves in the form that a question takes.
    pub(super) fn moves(&self) -> Vec<&str> {
        self.played.iter().map(String::as_str).collect()
    }

    /// The question about the position after these moves.
    pub(super) fn question<'a>(&'a self, played: &'a [&'a str], is_chess960: bool) -> Question<'a> {
        let halfmove_clock = self.halfmove_clock;
        Question { halfmove_clock, played, is_chess960, ..Question::new(&self.fields) }
    }
}

/// The limits of `go`. Times are in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) mate: Option<u32>,
    pub(super) move_ms: Option<u64>,
    pub(super) white_ms: Option<u64>,
    pub(super) black_ms: Option<u64>,
    pub(super) white_gain_ms: Option<u64>,
    pub(super) black_gain_ms: Option<u64>,
    pub(super) moves_left: Option<u64>,
    pub(super) is_infinite: bool,
    /// Whether the last move is a guess of what the other side will play.
    pub(super) is_ponder: bool,
    /// `searchmoves`.
    pub(super) only: Vec<String>,
}

/// The words that begin a command.
const COMMANDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "prove",
    "bench",
    "stop",
    "ponderhit",
    "quit",
];

/// The command of a line. Unknown words before it are skipped, as the description of UCI demands.
pub fn word_of(line: &str) -> Option<&str> {
    command(&mut line.split_ascii_whitespace())
}

fn command<'a>(words: &mut SplitAsciiWhitespace<'a>) -> Option<&'a str> {
    words.find(|word| COMMANDS.contains(word))
}

/// How a line makes the engine think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// Whether the last move is a guess of what the other side will play.
    pub is_guess: bool,
    /// Whether it thinks until it is stopped.
    pub is_endless: bool,
}

impl Thinking {
    /// How this line does; `None` if the answer takes no thought.
    pub fn of(line: &str) -> Option<Self> {
        let (is_guess, is_endless) = match read(line) {
            Command::Go(go) => (go.is_ponder, go.is_endless()),
            Command::Prove(_) | Command::Bench(_) | Command::Perft(_) => (false, false),
            _ => return None,
        };
        Some(Self { is_guess, is_endless })
    }
}

impl Go {
    /// Whether nothing but `stop` ends the search.
    fn is_endless(&self) -> bool {
        // A search for a mate goes on if there is none.
        let limits = [self.nodes, self.move_ms, self.white_ms, self.black_ms, self.depth.map(u64::from)];
        self.is_infinite || limits.into_iter().flatten().next().is_none()
    }
}

/// Reads a line.
pub(super) fn read(line: &str) -> Command {
    let mut words = line.split_ascii_whitespace();
    while let Some(word) = command(&mut words) {
        match word {
            "uci" => return Command::Uci,
            "isready" => return Command::IsReady,
            "ucinewgame" => return Command::NewGame,
            "setoption" => return setting(words),
            "position" => return position(words),
            "go" => return go(words),
            "prove" => {
                let moves = words.next().and_then(|moves| moves.parse().ok()).filter(|&moves| moves > 0);
                return moves.map_or_else(
                    || Command::Bad("prove needs a number of moves".to_owned()),
                    Command::Prove,
                );
            }
            "bench" => return Command::Bench(words.next().and_then(|depth| depth.parse().ok())),
            "stop" => return Command::Stop,
            "quit" => return Command::Quit,
            _ => {}
        }
    }
    Command::Nothing
}

fn setting(words: SplitAsciiWhitespace<'_>) -> Command {
    let text: Vec<&str> = words.collect();
    let value_at = text.iter().position(|&word| word == "value").unwrap_or(text.len());
    let name = text.get(1..value_at).unwrap_or_default().join(" ");
    let value = text.get(value_at + 1..).unwrap_or_default().join(" ");
    let number = value.parse::<u64>().ok();
    let size = number.and_then(|number| usize::try_from(number).ok());
    // Names of options are not case-sensitive.
    let setting = match (name.to_ascii_lowercase().as_str(), size, number) {
        ("hash", Some(mib), _) => Setting::Table(mib.clamp(1, 4096)),
        ("threads", Some(threads), _) => Setting::Threads(threads),
        ("clear hash", ..) => Setting::Clear,
        ("multipv", Some(lines), _) => Setting::Lines(lines.clamp(1, 256)),
        ("uci_showwdl", ..) => Setting::Chances(value.eq_ignore_ascii_case("true")),
        ("ponder" | "uci_analysemode", ..) => Setting::Accepted,
        ("syzygypath", ..) => Setting::Endgames(if value == "<empty>" { String::new() } else { value }),
        ("uci_chess960", ..) => Setting::Chess960(value.eq_ignore_ascii_case("true")),
        ("move overhead", _, Some(ms)) => Setting::Overhead(ms.min(5000)),
        ("hash" | "threads" | "multipv" | "move overhead", ..) => {
            return Command::Bad(format!("{name} needs a number, not {value:?}"));
        }
        _ => match value.parse() {
            Ok(value) => Setting::Parameter(name, value),
            Err(_) => Setting::Unknown(name),
        },
    };
    Command::Set(setting)
}

fn position(mut words: SplitAsciiWhitespace<'_>) -> Command {
    let mut start = Start { fields: super::START.to_owned(), halfmove_clock: 0, played: Vec::new() };
    match words.next() {
        Some("startpos") => {}
        Some("fen") => {
            let fen: Vec<&str> = words.clone().take_while(|&word| word != "moves").collect();
            let Some(fields) = fen.get(..4) else {
                return Command::BadPosition("a position needs four fields at least".to_owned());
            };
            start.fields = fields.join(" ");
            start.halfmove_clock = fen.get(4).and_then(|clock| clock.parse().ok()).unwrap_or(0);
        }
        _ => return Command::BadPosition("a position is startpos or fen".to_owned()),
    }
    start.played = words.skip_while(|&word| word != "moves").skip(1).map(str::to_owned).collect();
    Command::Position(start)
}

/// The words of `go` that a number follows.
const LIMITS: &[&str] =
    &["nodes", "depth", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft"];

fn go(mut words: SplitAsciiWhitespace<'_>) -> Command {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if word == "infinite" || word == "ponder" {
            go.is_infinite |= word == "infinite";
            go.is_ponder |= word == "ponder";
            continue;
        }
        if word == "searchmoves" {
            go.only = words.clone().take_while(|word| is_move(word)).map(str::to_ascii_lowercase).collect();
            continue;
        }
        if !LIMITS.contains(&word) {
            continue;
        }
        let Some(text) = words.next() else { return Command::BadGo(format!("{word} needs a number")) };
        let Some(number) = number_of(text) else {
            return Command::BadGo(format!("{word} needs a number, not {text:?}"));
        };
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "nodes" => go.nodes = Some(number),
            "depth" => go.depth = Some(small),
            "mate" if number == 0 => return Command::BadGo("mate needs a number above 0".to_owned()),
            "mate" => go.mate = Some(small),
            "movetime" => go.move_ms = Some(number),
            "wtime" => go.white_ms = Some(number),
            "btime" => go.black_ms = Some(number),
            "winc" => go.white_gain_ms = Some(number),
            "binc" => go.black_gain_ms = Some(number),
            "movestogo" => go.moves_left = Some(number),
            _ => return Command::Perft(small),
        }
    }
    Command::Go(go)
}

/// A number, at most that of 64 bits. A clock that has run out may be negative.
fn number_of(text: &str) -> Option<u64> {
    if let Some(less) = text.strip_prefix('-') {
        return number_of(less).map(|_| 0);
    }
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// Whether a word is a move in coordinates.
fn is_move(word: &str) -> bool {
    let square = |at: usize| {
        let square = word.as_bytes().get(at..at + 2);
        square.is_some_and(|square| matches!(square, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
    };
    matches!(word.len(), 4 | 5) && square(0) && square(2)
}
