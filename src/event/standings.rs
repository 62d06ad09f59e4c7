//! How results become standings: by the rules of the event.

use crate::event::Outcome;
use crate::event::config::EventConfig;
use crate::event::schedule::{FinishError, Format, Game, Schedule};
use crate::event::statistics::{Crosstable, Tally, TieBreak};

/// Takes a result into the schedule and the tally. The same result twice is counted once. In an Armageddon a draw is
/// won by Black.
///
/// # Errors
/// The schedule has no such game, or it has another result.
pub fn count(
    config: &EventConfig,
    schedule: &mut Schedule,
    tally: &mut Tally,
    game: &Game,
    outcome: Outcome,
) -> Result<(), FinishError> {
    let counted = match outcome {
        Outcome::Draw if config.armageddon.is_some() => Outcome::BlackWins,
        other => other,
    };
    let is_known = schedule.results().contains_key(&game.id);
    schedule.finish(game.id, counted)?;
    if !is_known {
        tally.add(game, counted);
    }
    Ok(())
}

/// All results, with the byes of a Swiss event: each is worth as much as an encounter that was won.
pub fn with_byes(config: &EventConfig, schedule: &Schedule, tally: &Tally) -> Tally {
    let mut tally = tally.clone();
    if config.format == Format::Swiss {
        schedule.all_byes().for_each(|player| tally.add_bye(player, 2 * config.games));
    }
    tally
}

/// The table of results, the best player first; in a knock-out, who has come furthest.
pub fn crosstable(config: &EventConfig, schedule: &Schedule, tally: &Tally) -> Crosstable {
    let is_swiss = config.format == Format::Swiss;
    let table = Crosstable::new(tally, if is_swiss { TieBreak::Buchholz } else { TieBreak::SonnebornBerger });
    match schedule.progress() {
        Some(progress) => table.by_stage(&progress.stages),
        None => table,
    }
}
