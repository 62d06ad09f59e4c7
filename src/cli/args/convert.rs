//! The arguments of verbs that read and write other formats.

use clap::ValueEnum;

use super::error::ValueError;
use crate::cli::args::{Input, Output, Pace, Reading};
use crate::cli::units::Kind;
use crate::dataset::{self, Mapping, MappingError};
use crate::epd::game::Game;
use crate::pgn::{self, Keep, Positions};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ExportOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
    /// The format.
    #[arg(long, value_enum)]
    pub(in crate::cli) to: Target,
    /// The opcodes that become columns of CSV and Parquet, separated by commas; in CSV `TITLE=OPCODE` gives the column
    /// a title, as `--map` of `import` takes it [default: all in the files].
    #[arg(long, value_name = "OPCODES", value_delimiter = ',', value_parser = column)]
    pub(in crate::cli) columns: Option<Vec<TableColumn>>,
    /// Write into each record what the registers of comments and names (`c0` to `c9`, `v0` to `v9`, `eco`,
    /// `nic`) hold there, from the records before it in its file.
    #[arg(long)]
    pub(in crate::cli) registers: bool,
    #[command(flatten)]
    pub(in crate::cli) output: Output,
}

/// An opcode that becomes a column of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) struct TableColumn {
    pub(in crate::cli) opcode: String,
    /// What the column is called; the opcode if nothing else was chosen.
    pub(in crate::cli) title: String,
}

/// The format that records are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Target {
    /// Six fields, a line for each record.
    Fen,
    /// A table with a row for each record and a column for each opcode.
    Csv,
    /// Columns for data frames and databases: numbers, lists of moves, texts. Written with `--output` or into a
    /// pipe.
    Parquet,
    /// An array with an object for each record.
    Json,
    /// A game for each legal position, `pv` as its moves.
    Pgn,
    /// Games of records that follow from one another by `sm`, with scores, depths and times as cutechess writes
    /// them.
    Games,
    /// Puzzles as lichess publishes them, from records that have the position before in `c4`.
    Puzzles,
    /// Evaluations as lichess publishes them, from records with `ce` and `pv` or `pm`.
    Evaluations,
    /// Plain text of Stockfish's tools and nnue-pytorch, from records with `ce`, a move and a result in `ptp`.
    Plain,
    /// Every line as it is.
    Epd,
    /// Every line in normal form.
    Normal,
}

impl Target {
    /// Whether opcodes become columns.
    pub(in crate::cli) fn has_columns(self) -> bool {
        matches!(self, Self::Csv | Self::Parquet)
    }

    /// The name of the format in the library; that of Parquet is none there.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Json => "json",
            Self::Pgn => "pgn",
            Self::Games => "games",
            Self::Puzzles => "puzzles",
            Self::Evaluations => "evaluations",
            Self::Plain => "plain",
            Self::Epd => "epd",
            Self::Normal => "normal",
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ImportOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    /// The format [default: what the first line shows].
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Origin>,
    /// What the columns of a table become, separated by commas: `COLUMN=OPCODE`, or `COLUMN=fen` for the
    /// position [default: what their names say].
    #[arg(long, value_name = "COLUMN=OPCODE", value_delimiter = ',', value_parser = pair)]
    map: Vec<String>,
    /// Write a record for every evaluation of a position, not only for the deepest.
    #[arg(long)]
    every_evaluation: bool,
    /// Which positions of each game: `every`, `final`, or a number: the position after that many plies
    /// [default: every].
    #[arg(long, value_name = "POSITIONS", value_parser = positions)]
    positions: Option<Positions>,
    /// Keep these tags and comments of games as operations, separated by commas.
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    keep: Vec<Kept>,
    /// Read variations too, each as a line from the position where it branches off.
    #[arg(long)]
    variations: bool,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
}

/// The format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Games.
    Pgn,
    /// Puzzles of lichess: CSV with the columns `PuzzleId`, `FEN`, `Moves` and so on.
    Puzzles,
    /// Evaluations of lichess: lines of JSON.
    Evaluations,
    /// Plain text of Stockfish's tools and nnue-pytorch.
    Plain,
    /// A table with a header.
    Csv,
    /// A table as a file of Parquet.
    Parquet,
}

/// What is kept of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// The tag `ECO` as `eco`.
    Eco,
    /// `Event`, `Site`, `Date`, `Round`, `White` and `Black` as `ptp`.
    Event,
    /// `Result` as `ptp`.
    Result,
    /// Comments as `c0`; long ones continue in `c1` to `c9`.
    Comments,
    /// Scores, depths, times and nodes that cutechess and fastchess write into comments, as `ce`, `acd`, `acs`
    /// and `acn` of the position before the move.
    Engine,
    /// All of these.
    All,
}

impl ImportOptions {
    /// The format that was asked for.
    pub(in crate::cli) fn kind(&self) -> Option<Kind> {
        match self.from {
            // The names of its columns show which table it is.
            None | Some(Origin::Parquet) if self.map.is_empty() => None,
            Some(Origin::Pgn) => Some(Kind::Games),
            Some(Origin::Puzzles) => Some(Kind::Data(dataset::Format::Puzzles)),
            Some(Origin::Evaluations) => Some(Kind::Data(dataset::Format::Evaluations)),
            Some(Origin::Plain) => Some(Kind::Data(dataset::Format::Plain)),
            None | Some(Origin::Csv | Origin::Parquet) => Some(Kind::Data(dataset::Format::Table)),
        }
    }

    /// The first option that was given although it says nothing about the format that was asked for.
    pub(in crate::cli) fn needless(&self) -> Option<&'static str> {
        let is = |formats: &[Origin]| self.from.is_none_or(|from| formats.contains(&from));
        let (games, tables) = (is(&[Origin::Pgn]), is(&[Origin::Csv, Origin::Parquet]));
        let given = [
            ("--map", !self.map.is_empty(), tables),
            ("--every-evaluation", self.every_evaluation, is(&[Origin::Evaluations])),
            ("--positions", self.positions.is_some(), games),
            ("--keep", !self.keep.is_empty(), games),
            ("--variations", self.variations, games),
        ];
        given.into_iter().find_map(|(name, is_given, is_known)| (is_given && !is_known).then_some(name))
    }

    /// Whether only files of Parquet are wanted.
    pub(in crate::cli) fn wants_parquet(&self) -> bool {
        self.from == Some(Origin::Parquet)
    }

    /// How a data set of this format is read.
    pub(in crate::cli) fn data(&self, format: dataset::Format) -> dataset::Reading {
        match format {
            dataset::Format::Puzzles => dataset::Reading::Puzzles,
            dataset::Format::Evaluations => dataset::Reading::Evaluations { every: self.every_evaluation },
            dataset::Format::Plain => dataset::Reading::Plain,
            dataset::Format::Table => {
                let mut mapping = Mapping::default();
                for pair in &self.map {
                    // Each was read by `pair` before.
                    let _ = mapping.add(pair);
                }
                dataset::Reading::Table(mapping)
            }
        }
    }

    /// How games are read.
    pub(in crate::cli) fn games(&self) -> pgn::Reading {
        let has = |kept: Kept| self.keep.iter().any(|&known| known == kept || known == Kept::All);
        let keep = Keep {
            eco: has(Kept::Eco),
            event: has(Kept::Event),
            result: has(Kept::Result),
            comments: has(Kept::Comments),
            engine: has(Kept::Engine),
        };
        pgn::Reading {
            positions: self.positions.unwrap_or(Positions::Every),
            keep,
            variations: self.variations,
            game: Game::Chess,
        }
    }
}

/// A pair of a mapping.
fn pair(text: &str) -> Result<String, MappingError> {
    Mapping::default().add(text).map(|()| text.to_owned())
}

/// A name of a column.
fn column(text: &str) -> Result<TableColumn, ValueError> {
    let (title, opcode) = text.rsplit_once('=').unwrap_or((text, text));
    let (title, opcode) = (title.trim(), opcode.trim());
    let is_opcode =
        !opcode.is_empty() && !opcode.contains(|c: char| c.is_whitespace() || c == ';' || c == '"');
    if is_opcode && !title.is_empty() {
        Ok(TableColumn { opcode: opcode.to_owned(), title: title.to_owned() })
    } else {
        Err(ValueError::Column)
    }
}

/// The positions with this name.
fn positions(text: &str) -> Result<Positions, ValueError> {
    match text {
        "every" => Ok(Positions::Every),
        "final" => Ok(Positions::Final),
        _ => text.parse().map(Positions::AtPly).map_err(|_| ValueError::Positions),
    }
}
