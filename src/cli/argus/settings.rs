//! What the configuration of an event means for the referee and for seats.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;

use crate::cli::carrier::ProgramSpec;
use crate::event::config::{EngineConfig, EventConfig, Protocol};
use crate::referee::Manner;
use crate::referee::pace::Pace;
use crate::seat::epd::EpdSeat;
use crate::seat::human::HumanSeat;
use crate::seat::uci::UciSeat;
use crate::seat::xboard::XboardSeat;
use crate::seat::{Manners, Patience, Seat};
use crate::time_control::TimeControl;

/// Milliseconds of a day.
const DAY_MS: u64 = 86_400_000;

/// Milliseconds by which a program may exceed a fixed time for each move, unless it is said how many. One that takes just
/// the time that it was sent would be late by what its answer takes on the way.
const MOVE_MARGIN_MS: u64 = 100;

/// The time and the limits of an engine.
pub(super) fn pace(engine: &EngineConfig, time: &TimeControl) -> Pace {
    Pace {
        control: time.clone(),
        depth: engine.depth,
        nodes: engine.nodes,
        margin_ms: engine.margin.unwrap_or(match time {
            TimeControl::PerMove(_) => MOVE_MARGIN_MS,
            TimeControl::Infinite | TimeControl::Periods(_) | TimeControl::Hourglass(_) => 0,
        }),
        patience_ms: engine.move_patience.unwrap_or(match engine.protocol {
            // A human without a clock has a whole day.
            Protocol::Human => DAY_MS,
            _ => Pace::default().patience_ms,
        }),
    }
}

/// A seed by which nothing was drawn before, as far as chance goes.
pub(super) fn any_seed() -> u64 {
    // It is shown and typed, so it is short.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// The seat of an engine in an event.
pub(super) fn seat(engine: &EngineConfig, config: &EventConfig) -> Box<dyn Seat> {
    seat_of(engine, config.chess960)
}

/// The seat of an engine that is a client of a referee elsewhere.
pub(super) fn seat_alone(engine: &EngineConfig) -> Box<dyn Seat> {
    seat_of(engine, false)
}

fn seat_of(engine: &EngineConfig, is_chess960: bool) -> Box<dyn Seat> {
    let usual = Patience::default();
    let longer = |ms: u64| ms.saturating_mul(u64::from(engine.patience.max(1))) / 100;
    let patience = Patience {
        start_ms: longer(usual.start_ms),
        features_ms: longer(usual.features_ms),
        game_ms: longer(usual.game_ms),
        ready_ms: longer(usual.ready_ms),
        stop_ms: longer(usual.stop_ms),
    };
    let mut options: Vec<(String, String)> = engine
        .options
        .iter()
        .map(|(name, value)| (name.clone(), value.clone().unwrap_or_default()))
        .collect();
    if is_chess960 && engine.protocol == Protocol::Uci {
        options.push(("UCI_Chess960".to_owned(), "true".to_owned()));
    }
    let mut first_lines = engine.init.clone();
    if engine.debug && engine.protocol == Protocol::Uci {
        first_lines.push("debug on".to_owned());
    }
    let manners = Manners { options, first_lines, ponders: engine.ponder, patience };
    match engine.protocol {
        Protocol::Uci => Box::new(UciSeat::new(manners)),
        Protocol::Xboard => Box::new(XboardSeat::new(manners)),
        Protocol::Epd => Box::new(EpdSeat),
        Protocol::Human => Box::<HumanSeat>::default(),
    }
}

/// Time, threads, memory and openings in a line, as fastchess has them: `10+0.1, 1t, 16MB, book.epd`.
pub(super) fn summary(config: &EventConfig) -> String {
    let Some(engine) = config.engines.first() else { return String::new() };
    let option = |name: &str| {
        let found = engine.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.clone())
    };
    let mut parts = vec![match (&engine.time, engine.nodes, engine.depth) {
        (TimeControl::Infinite, Some(nodes), _) => format!("{nodes} nodes"),
        (TimeControl::Infinite, None, Some(depth)) => format!("{depth} plies"),
        (time, ..) => time.to_string(),
    }];
    parts.push(format!("{}t", option("Threads").unwrap_or_else(|| "1".to_owned())));
    parts.extend(option("Hash").map(|megabytes| format!("{megabytes}MB")));
    if let Some(openings) = &config.openings {
        parts.push(openings.file.rsplit('/').next().unwrap_or_default().to_owned());
    }
    parts.join(", ")
}

/// How the connection of an engine is treated.
pub(super) fn manner(engine: &EngineConfig, silence_ms: Option<u64>) -> Manner {
    match engine.protocol {
        Protocol::Uci | Protocol::Xboard | Protocol::Human => Manner::PROMPT,
        Protocol::Epd => {
            let usual = Manner::default();
            let ms = silence_ms.unwrap_or(usual.reset_ms);
            Manner { reset_ms: ms, conclude_ms: ms, ..usual }
        }
    }
}

/// The program of an engine.
pub(super) fn program(engine: &EngineConfig) -> ProgramSpec {
    ProgramSpec {
        folder: engine.directory.as_ref().map(PathBuf::from),
        memory_mib: engine.memory,
        ..ProgramSpec::of(&engine.command, engine.arguments.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::clock::Clock;

    #[track_caller]
    fn check(margin: Option<u64>, time: &TimeControl, allowance_ms: Option<u64>) {
        let engine = EngineConfig { margin, ..EngineConfig::default() };
        let clock = Clock::new(pace(&engine, time));
        assert_eq!(clock.allowance_ms(), allowance_ms, "{margin:?} {time}");
    }

    #[test]
    fn only_a_fixed_time_for_each_move_has_a_margin_of_its_own() {
        let each = TimeControl::PerMove(1_000);
        check(None, &each, Some(1_100));
        check(Some(0), &each, Some(1_000));
        check(Some(7), &each, Some(1_007));
        // What the program is sent is the time without the margin.
        assert_eq!(Clock::new(pace(&EngineConfig::default(), &each)).face().move_ms, Some(1_000));
        let clock = TimeControl::read("10+0.1").expect("a time control");
        check(None, &clock, Some(10_000));
        check(Some(7), &clock, Some(10_007));
        check(None, &TimeControl::Hourglass(5_000), Some(5_000));
        check(None, &TimeControl::Infinite, None);
    }
}
