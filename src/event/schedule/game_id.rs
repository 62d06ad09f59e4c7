//! The name of a game in its event: the same however many boards there are, and after a restart.

use std::fmt;
use std::str::FromStr;

/// Which game of an event. Games are played in this order as far as boards are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    /// The round, from 0.
    pub round: u32,
    /// The encounter in the round, from 0.
    pub encounter: u32,
    /// The game in the encounter, from 0.
    pub game: u32,
}

impl fmt::Display for GameId {
    /// `ROUND.ENCOUNTER.GAME`, each from 1, as a tag `Round` of PGN allows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, encounter, game } = *self;
        write!(f, "{}.{}.{}", u64::from(round) + 1, u64::from(encounter) + 1, u64::from(game) + 1)
    }
}

/// The text is not the name of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoGameId;

impl FromStr for GameId {
    type Err = NoGameId;

    fn from_str(text: &str) -> Result<Self, NoGameId> {
        let mut parts = text.split('.').map(|part| {
            let number: u64 = part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())??;
            u32::try_from(number.checked_sub(1)?).ok()
        });
        let mut next = || parts.next().flatten().ok_or(NoGameId);
        let id = Self { round: next()?, encounter: next()?, game: next()? };
        if parts.next().is_some() { Err(NoGameId) } else { Ok(id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_texts_are_no_names() {
        for text in ["", "1", "1.2", "0.1.1", "1.1.1.1", "1.1.x", "+1.1.1", "4294967297.1.1", "1..1"] {
            assert_eq!(text.parse::<GameId>(), Err(NoGameId), "{text}");
        }
    }

    proptest! {
        #[test]
        fn names_are_read_back(round in any::<u32>(), encounter in any::<u32>(), game in any::<u32>()) {
            let id = GameId { round, encounter, game };
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }
}
