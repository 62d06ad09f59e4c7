//! What is to be played, as it was asked for.

use super::table::table;
use std::fmt;

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Everyone meets everyone, by the tables of Berger. Two players are a match.
    RoundRobin,
    /// This number of players, the first ones, meet each of the others.
    Gauntlet {
        /// How many, at least 1.
        seeds: usize,
    },
    /// Each player meets all earlier ones.
    Pyramid,
    /// The loser of an encounter is out. The first players meet the last ones; where the number of
    /// players is no power of two, the first ones have no opponent in the first round.
    Knockout,
    /// Players of like scores meet, by the FIDE (Dutch) system.
    Swiss,
}

/// When the next opening is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum OpeningPolicy {
    /// When the one before was played as often as [`Plan::repeat`] says.
    #[default]
    Pair,
    /// For each encounter.
    Encounter,
    /// For each round.
    Round,
}

/// What is to be played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Plan {
    /// How many players there are. They are numbered from 0, the strongest first where that matters.
    pub players: usize,
    /// The kind of the event.
    pub format: Format,
    /// How often all encounters are played; the rounds of a Swiss event. Nothing for a knock-out.
    pub rounds: u32,
    /// Games of an encounter, at least 1.
    pub games: u32,
    /// How often the same two play an opening, one after the other; 2 for pairs of games.
    pub repeat: u32,
    /// Whether colours change from game to game.
    pub swap: bool,
    /// Whether White is Black and Black is White in all games.
    pub reverse: bool,
    /// When the next opening is taken.
    pub openings: OpeningPolicy,
    /// Whether a knock-out or a Swiss event puts the players in an order drawn by lot first.
    pub shuffle: bool,
    /// Decides all that is drawn by lot.
    pub seed: u64,
}

impl Plan {
    /// Whether players are paired by lot.
    pub fn is_drawn(&self) -> bool {
        self.shuffle && table(self).is_none()
    }

    /// One encounter of two games with colours reversed for each pair of players.
    pub fn new(players: usize, format: Format) -> Self {
        Self {
            players,
            format,
            rounds: 1,
            games: 2,
            repeat: 2,
            swap: true,
            reverse: false,
            openings: OpeningPolicy::Pair,
            shuffle: false,
            seed: 0,
        }
    }

    /// # Errors
    /// Says what cannot be played.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.players < 2 {
            return Err(PlanError::TooFewPlayers(self.players));
        }
        if self.games == 0 {
            return Err(PlanError::NoGames);
        }
        if self.rounds == 0 && self.format != Format::Knockout {
            return Err(PlanError::NoRounds);
        }
        if self.repeat == 0 {
            return Err(PlanError::NoRepeat);
        }
        match self.format {
            Format::Gauntlet { seeds } if seeds == 0 || seeds >= self.players => {
                Err(PlanError::Seeds { seeds, players: self.players })
            }
            Format::Swiss => {
                let most = if self.players.is_multiple_of(2) { self.players - 1 } else { self.players };
                if self.rounds as usize > most {
                    return Err(PlanError::TooManyRounds { rounds: self.rounds, most });
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Why an event cannot be played as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanError {
    /// There are too few players.
    TooFewPlayers(usize),
    /// An encounter without games.
    NoGames,
    /// An event without rounds.
    NoRounds,
    /// An opening that is never played.
    NoRepeat,
    /// A gauntlet of nobody, or against nobody.
    Seeds {
        /// Players that meet the others.
        seeds: usize,
        /// All players.
        players: usize,
    },
    /// A Swiss event in which someone would have to meet the same opponent twice.
    TooManyRounds {
        /// The rounds asked for.
        rounds: u32,
        /// The rounds that can be played.
        most: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPlayers(players) => write!(f, "an event needs two engines, not {players}"),
            Self::NoGames => write!(f, "0 games in an encounter: ask for 1 or more"),
            Self::NoRounds => write!(f, "0 rounds: ask for 1 or more"),
            Self::NoRepeat => write!(f, "an opening is played 0 times: ask for 1 or more"),
            Self::Seeds { seeds, players } => {
                write!(f, "a gauntlet of {seeds} out of {players} engines: ask for 1 to {}", players - 1)
            }
            Self::TooManyRounds { rounds, most } => {
                write!(
                    f,
                    "{rounds} rounds of a Swiss event: nobody meets an opponent again, so at most {most}"
                )
            }
        }
    }
}

impl std::error::Error for PlanError {}
