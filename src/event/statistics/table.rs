//! The table of an event.

use std::fmt::Write as _;

use super::{Counts, Elo, Tally};

/// What orders players of the same score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// For events in which all meet all: for each game its points times those of the opponent.
    SonnebornBerger,
    /// For Swiss events: for each game the points of the opponent; for a bye the player's own points.
    Buchholz,
}

/// A player in the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The number of the player.
    pub player: usize,
    /// The place, from 1. Players that are equal in everything share the best of their places.
    pub rank: usize,
    /// Points in halves, byes included.
    pub half_points: u64,
    /// Losses, draws and wins.
    pub games: Counts,
    /// The rating against the field; `None` before the first game.
    pub elo: Option<Elo>,
    /// The tie-break, in quarters of a point.
    pub tie_break: u64,
}

/// The table of an event, the best player first.
#[derive(Debug, Clone, PartialEq)]
pub struct Crosstable {
    /// One row for each player.
    pub rows: Vec<Row>,
    /// What the tie-break is.
    pub tie_break: TieBreak,
}

impl Crosstable {
    /// The table of all results so far.
    pub fn new(tally: &Tally, tie_break: TieBreak) -> Self {
        let row = |player: usize| {
            let games = tally.games_of(player);
            let pairs = tally.pairs_of(player);
            // Pairs say more, once all games are in pairs, unless all pairs are alike.
            let differ = || pairs.rating().is_some_and(|rating| rating.variance > 0.0);
            let counts = if pairs.games() == games.games() && differ() { pairs } else { games };
            Row {
                player,
                rank: 0,
                half_points: tally.half_points(player),
                games,
                elo: counts.rating().map(|rating| rating.elo),
                tie_break: tie_break_of(tally, tie_break, player),
            }
        };
        let mut rows: Vec<Row> = (0..tally.players()).map(row).collect();
        let key = |row: &Row| std::cmp::Reverse((row.half_points, row.tie_break));
        rows.sort_by_key(|row| (key(row), row.player));
        for at in 0..rows.len() {
            let shared = at > 0 && key(&rows[at]) == key(&rows[at - 1]);
            rows[at].rank = if shared { rows[at - 1].rank } else { at + 1 };
        }
        Self { rows, tie_break }
    }

    /// The same table with those first who have come further, by the stage of each player.
    #[must_use]
    pub fn by_stage(mut self, stages: &[u32]) -> Self {
        let stage = |row: &Row| stages.get(row.player).copied().unwrap_or(0);
        self.rows.sort_by_key(|row| std::cmp::Reverse(stage(row)));
        let key = |row: &Row| (stage(row), row.half_points, row.tie_break);
        for at in 0..self.rows.len() {
            let shared = at > 0 && key(&self.rows[at]) == key(&self.rows[at - 1]);
            self.rows[at].rank = if shared { self.rows[at - 1].rank } else { at + 1 };
        }
        self
    }

    /// The table as text, with the results against each other player as `wins-draws-losses`.
    pub fn to_text(&self, names: &[String], tally: &Tally) -> String {
        let name = |player: usize| names.get(player).map_or("?", String::as_str);
        let widest = self.rows.iter().map(|row| name(row.player).chars().count()).max().unwrap_or(0).max(4);
        let tie_break = match self.tie_break {
            TieBreak::SonnebornBerger => "SB",
            TieBreak::Buchholz => "BH",
        };
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| self.rows.iter().map(|other| cell(tally, row.player, other.player)).collect())
            .collect();
        let width = cells.iter().flatten().map(String::len).max().unwrap_or(0).max(2);
        let mut out = format!(
            "{:>4} {:<widest$} {:>18} {:>6} {:>7} {:>8}",
            "Rank", "Name", "Elo", "Games", "Points", tie_break
        );
        for place in 1..=self.rows.len() {
            let _ = write!(out, " {place:>width$}");
        }
        out.push('\n');
        for (row, cells) in self.rows.iter().zip(&cells) {
            let elo = row.elo.map_or("-".to_owned(), |elo| elo.to_string());
            let points = format!("{}.{}", row.half_points / 2, row.half_points % 2 * 5);
            let quarters = format!("{}.{:02}", row.tie_break / 4, row.tie_break % 4 * 25);
            let _ = write!(
                out,
                "{:>4} {:<widest$} {elo:>18} {:>6} {points:>7} {quarters:>8}",
                row.rank,
                name(row.player),
                row.games.games()
            );
            for cell in cells {
                let _ = write!(out, " {cell:>width$}");
            }
            out.push('\n');
        }
        out
    }
}

fn cell(tally: &Tally, player: usize, opponent: usize) -> String {
    match tally.games_between(player, opponent) {
        _ if player == opponent => "x".to_owned(),
        Counts::Games([losses, draws, wins]) if losses + draws + wins > 0 => {
            format!("{wins}-{draws}-{losses}")
        }
        _ => ".".to_owned(),
    }
}

/// In quarters of a point.
fn tie_break_of(tally: &Tally, tie_break: TieBreak, player: usize) -> u64 {
    let of_games = |opponent: usize| {
        let Counts::Games([losses, draws, wins]) = tally.games_between(player, opponent) else { return 0 };
        let theirs = tally.half_points(opponent);
        match tie_break {
            TieBreak::SonnebornBerger => (draws + 2 * wins) * theirs,
            TieBreak::Buchholz => (losses + draws + wins) * 2 * theirs,
        }
    };
    let games: u64 = (0..tally.players()).map(of_games).sum();
    let own = 2 * tally.half_points(player);
    let byes = tally.byes(player).len() as u64;
    match tie_break {
        TieBreak::SonnebornBerger => games,
        TieBreak::Buchholz => games + byes * own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Outcome;
    use crate::event::schedule::{Format, Plan, Schedule};

    /// A single round robin whose results are given in order.
    fn tally(players: usize, results: &str) -> Tally {
        let plan = Plan { games: 1, ..Plan::new(players, Format::RoundRobin) };
        let mut schedule = Schedule::new(plan).expect("a plan");
        let mut tally = Tally::new(players, false);
        for result in results.split(' ') {
            let game = schedule.start().expect("a game");
            tally.add(&game, Outcome::read(result).expect("a result"));
        }
        assert_eq!(schedule.start(), None);
        tally
    }

    #[test]
    fn sonneborn_berger_by_hand() {
        // 1-4 2-3 | 4-3 1-2 | 2-4 3-1: the first player has 2, the second 2, the third 1.5, the fourth 0.5.
        let tally = tally(4, "1-0 1-0 1/2-1/2 0-1 0-1 0-1");
        let points: Vec<u64> = (0..4).map(|player| tally.half_points(player)).collect();
        assert_eq!(points, [4, 4, 1, 3]);
        let table = Crosstable::new(&tally, TieBreak::SonnebornBerger);
        let rows: Vec<_> = table.rows.iter().map(|row| (row.rank, row.player, row.tie_break)).collect();
        // The first beat the fourth (1.5) and the third (0.5): 2. The second beat the third and the
        // first (2): 2.5. The fourth drew the third and beat the second (2): 2.25.
        assert_eq!(rows, [(1, 1, 10), (2, 0, 8), (3, 3, 9), (4, 2, 3)]);
        let names = ["Ada", "Bo", "Cyrus", "Di"].map(str::to_owned);
        assert_eq!(
            table.to_text(&names, &tally),
            "\
Rank Name                 Elo  Games  Points       SB     1     2     3     4
   1 Bo        +120.4 +/- inf      3     2.0     2.50     x 1-0-0 0-0-1 1-0-0
   2 Ada       +120.4 +/- inf      3     2.0     2.00 0-0-1     x 1-0-0 1-0-0
   3 Di        +0.0 +/- 561.2      3     1.5     2.25 1-0-0 0-0-1     x 0-1-0
   4 Cyrus     -279.6 +/- inf      3     0.5     0.75 0-0-1 0-0-1 0-1-0     x
"
        );
    }

    #[test]
    fn who_has_come_further_is_above() {
        let table = Crosstable::new(&tally(4, "1-0 1-0 1/2-1/2 0-1 0-1 0-1"), TieBreak::SonnebornBerger);
        let rows = table.by_stage(&[1, 1, 2, 3]).rows;
        let rows: Vec<_> = rows.iter().map(|row| (row.rank, row.player)).collect();
        assert_eq!(rows, [(1, 3), (2, 2), (3, 1), (4, 0)]);
        let level = Crosstable::new(&Tally::new(3, true), TieBreak::SonnebornBerger).by_stage(&[1, 2, 1]);
        let rows: Vec<_> = level.rows.iter().map(|row| (row.rank, row.player)).collect();
        assert_eq!(rows, [(1, 1), (2, 0), (2, 2)]);
    }

    #[test]
    fn buchholz_by_hand() {
        // Three players, each with a bye: 0 beats 1 and 2, 1 beats 2.
        let mut tally = tally(3, "1-0 1-0 0-1");
        (0..3).for_each(|player| tally.add_bye(player, 2));
        let table = Crosstable::new(&tally, TieBreak::Buchholz);
        let rows: Vec<_> =
            table.rows.iter().map(|row| (row.rank, row.player, row.half_points, row.tie_break)).collect();
        // Points 3, 2 and 1: with the own points for the bye each has 6.
        assert_eq!(rows, [(1, 0, 6, 24), (2, 1, 4, 24), (3, 2, 2, 24)]);
    }

    #[test]
    fn equal_players_share_their_place() {
        let table = Crosstable::new(&tally(3, "1/2-1/2 1/2-1/2 1/2-1/2"), TieBreak::SonnebornBerger);
        assert!(table.rows.iter().all(|row| row.rank == 1));
        assert!(Crosstable::new(&Tally::new(0, true), TieBreak::Buchholz).rows.is_empty());
        let nothing = Crosstable::new(&Tally::new(2, true), TieBreak::Buchholz);
        assert!(nothing.rows.iter().all(|row| row.elo.is_none() && row.half_points == 0));
    }
}
