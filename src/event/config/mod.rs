//! What an event is to be: read from `event.toml`, or from a command line of this program, of
//! cutechess-cli or of fastchess.
//!
//! Options have the names of cutechess-cli where it has one. With two dashes (`--rounds 100`) and in a
//! file the defaults are our own: pairs of games with colours reversed from one opening. With one dash
//! (`-rounds 100`) they are those of cutechess-cli, or of fastchess where something is there that only
//! fastchess has. What does not exist here is refused with a reason; what has no effect here is listed in
//! [`Parsed::notes`].
//!
//! ```
//! use epidote::event::config::Parsed;
//! let words = "-engine cmd=a -engine cmd=b -each proto=uci tc=10+0.1 -rounds 50 -games 2 -repeat";
//! let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
//! let config = Parsed::from_arguments(&words).unwrap().config;
//! assert_eq!((config.engines[0].name.as_str(), config.plan().rounds), ("a", 50));
//! let file = "rounds = 50\neach.tc = '10+0.1'\n[[engine]]\ncmd = 'a'\n[[engine]]\ncmd = 'b'\n";
//! assert_eq!(Parsed::from_toml(file).unwrap().config.engines, config.engines);
//! ```

mod engine;
mod options;
mod other_programs;
#[cfg(test)]
mod tests;
mod value_error;
mod values;
mod words;

use crate::epd::{LineKind, parse};
use crate::event::adjudication::AdjudicationRules;
use crate::event::openings::Order;
use crate::event::pgn_writer::Comments;
use crate::event::schedule::{Format, OpeningPolicy, Plan};
use crate::event::statistics::{ReportStyle, Sprt};
use crate::text::line_ends::with_line_feeds;
use crate::time_control::TimeControl;

pub use engine::{EngineConfig, Protocol, Restart, split_command};
pub use value_error::ValueError;
pub use words::{ConfigError, Syntax};

/// A configuration, with remarks on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The configuration.
    pub config: EventConfig,
    /// By whose defaults it was read.
    pub syntax: Syntax,
    /// Something is drawn by lot, and no seed was given.
    pub needs_seed: bool,
    /// Options that were understood but have no effect here, with the reason.
    pub notes: Vec<String>,
}

/// How many games are played at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Boards {
    /// This number.
    Count(u32),
    /// One for each core of the machine, minus this number.
    CoresLess(u32),
}

/// How a file of openings is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpeningFormat {
    /// Records of EPD, or FEN.
    Epd,
    /// Games of PGN.
    Pgn,
}

impl OpeningFormat {
    /// The format of a text if its name does not tell: only records have the seven slashes of a position in
    /// their first word.
    pub fn of_text(text: &[u8]) -> Self {
        let text = with_line_feeds(text);
        let lines = text.split(|&byte| byte == b'\n').map(parse);
        let is_record =
            lines.filter(|line| line.kind == LineKind::Record).take(1).any(|line| line.has_ranks());
        if is_record { Self::Epd } else { Self::Pgn }
    }
}

/// Openings, as they were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningsConfig {
    /// Its path.
    pub file: String,
    /// How it is written; `None` if neither an option nor the name of the file says it.
    pub format: Option<OpeningFormat>,
    /// Whether they are drawn by lot.
    pub order: Order,
    /// The most plies of a game.
    pub plies: usize,
    /// The number of the first one, from 1.
    pub start: usize,
}

/// The file for games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnOutput {
    /// Its path.
    pub file: String,
    /// What comments say.
    pub comments: Comments,
    /// Whether games without result are left out.
    pub finished_only: bool,
    /// Whether games are added to those in the file.
    pub append: bool,
}

/// A test that ends the event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtConfig {
    /// The hypotheses and the error rates.
    pub test: Sprt,
    /// Whether pairs are counted, and not games.
    pub pairs: bool,
}

/// Draws count as won by Black, and the sides have clocks of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Armageddon {
    /// The clock of White.
    pub white: TimeControl,
    /// The clock of Black.
    pub black: TimeControl,
}

/// What the event is to be.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct EventConfig {
    /// Its name, for the tag `Event`.
    pub name: String,
    /// Where it is, for the tag `Site`.
    pub site: String,
    /// The engines, in the order in which they were named.
    pub engines: Vec<EngineConfig>,
    /// The kind of the event.
    pub format: Format,
    /// See [`Plan::rounds`].
    pub rounds: u32,
    /// See [`Plan::games`].
    pub games: u32,
    /// See [`Plan::repeat`].
    pub repeat: u32,
    /// See [`Plan::swap`].
    pub swap: bool,
    /// See [`Plan::reverse`].
    pub reverse: bool,
    /// See [`Plan::openings`].
    pub opening_policy: OpeningPolicy,
    /// See [`Plan::shuffle`].
    pub shuffle: bool,
    /// Decides all that is drawn by lot.
    pub seed: u64,
    /// Whether games are those of Chess960.
    pub chess960: bool,
    /// Whether repetition and fifty moves draw only where a player claims it (§6.10).
    pub claims_draws: bool,
    /// Draws count as won by Black.
    pub armageddon: Option<Armageddon>,
    /// Games at once.
    pub boards: Boards,
    /// Milliseconds between two games on a board.
    pub wait: u64,
    /// Whether the event goes on when an engine has crashed.
    pub recover: bool,
    /// Where games start.
    pub openings: Option<OpeningsConfig>,
    /// Which games are ended early.
    pub adjudication: AdjudicationRules,
    /// Folders of tablebases.
    pub tablebases: Vec<String>,
    /// A test that ends the event.
    pub sprt: Option<SprtConfig>,
    /// The file for games.
    pub pgn: Option<PgnOutput>,
    /// The file for final positions.
    pub epd: Option<String>,
    /// The file for the whole event as JSON.
    pub json: Option<String>,
    /// The path of the journal, from which an event can be resumed.
    pub journal: Option<String>,
    /// Number of games after which the table is shown each time; 0 for at the end only.
    pub rating_interval: u32,
    /// The program in whose style the standings are printed.
    pub report: ReportStyle,
    /// Whether pairs of games are counted where games come in pairs.
    pub pairs: bool,
    /// The lines of the wire are shown.
    pub debug: bool,
}

impl EventConfig {
    /// What is to be played.
    pub fn plan(&self) -> Plan {
        Plan {
            players: self.engines.len(),
            format: self.format,
            rounds: self.rounds,
            games: self.games,
            repeat: self.repeat,
            swap: self.swap,
            reverse: self.reverse,
            openings: self.opening_policy,
            shuffle: self.shuffle,
            seed: self.seed,
        }
    }

    /// Draws by lot with this seed.
    pub fn draw_by(&mut self, seed: u64) {
        self.seed = seed;
        if let Some(OpeningsConfig { order: Order::Random { seed: order }, .. }) = &mut self.openings {
            *order = seed;
        }
    }

    /// Whether each opening is played twice with colours reversed, so that results come in pairs.
    pub fn is_in_pairs(&self) -> bool {
        self.swap && self.repeat == 2 && self.opening_policy == OpeningPolicy::Pair
    }
}

impl Parsed {
    /// Reads a command line, without the name of the program.
    ///
    /// # Errors
    /// Says which option is wrong, why, and what to write.
    pub fn from_arguments(arguments: &[String]) -> Result<Self, ConfigError> {
        let (syntax, groups) = words::of_arguments(arguments)?;
        options::read(syntax, &groups)
    }

    /// Reads a file. Keys are the names of options: a table is an option with `NAME=VALUE`, `[[engine]]`
    /// one engine, and `engine.option.NAME` an option of it.
    ///
    /// # Errors
    /// Says which key is wrong, why, and what to write.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        options::read(Syntax::Own, &words::of_toml(text)?)
    }
}
