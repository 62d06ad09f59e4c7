//! The task that reads games.

use crate::pgn;
use crate::protocol::{GameRecords, Positions};

/// The records made from a part of a text of games.
pub(super) fn records(positions: Positions, text: &[u8], is_end: bool) -> GameRecords {
    let positions = match positions {
        Positions::Every => pgn::Positions::Every,
        Positions::Final => pgn::Positions::Final,
        Positions::AtPly(ply) => pgn::Positions::AtPly(ply),
    };
    let taken = if is_end { text.len() } else { pgn::last_game_start(text).unwrap_or(0) };
    let mut lines = Vec::new();
    let summary = pgn::records(&text[..taken], positions, &mut lines);
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    GameRecords {
        taken: count(taken),
        lines,
        games: count(summary.games),
        records: count(summary.records),
        failed: count(summary.failed),
        first_failure: summary.first_failure.map(|failure| (count(failure.game), failure.fault.text())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{args, say};

    #[test]
    fn reads_games_and_tells_what_failed() {
        let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n";
        let part = records(Positions::Final, text, false);
        assert!(text[part.taken as usize..].starts_with(b"[Event \"b\""));
        assert_eq!((part.games, part.records, part.failed), (1, 1, 0));
        let read = records(Positions::Final, text, true);
        assert_eq!(read.taken as usize, text.len());
        assert_eq!((read.games, read.records, read.failed), (2, 2, 1));
        assert_eq!(read.first_failure, Some((2, say("why.game-move", args!["e5", 1]))));
        assert_eq!(read.lines.split(|&byte| byte == b'\n').count(), 3);
    }
}
