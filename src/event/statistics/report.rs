//! The standings of a match, in the lines that other programs write and read: those of cutechess, and the block
//! of fastchess that fishtest takes apart.

use std::fmt::Write as _;

use super::counts::to_f64;
use super::{Counts, Decision, Elo, Rating, Sprt, Tally};

/// Whose lines are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ReportStyle {
    /// Those of cutechess.
    #[default]
    Cutechess,
    /// Those of fastchess.
    Fastchess,
}

/// The report on two players, as the first one sees it.
#[derive(Debug, Clone, Copy)]
pub struct MatchReport<'a> {
    /// The names of the two.
    pub names: [&'a str; 2],
    /// Their games: losses, draws and wins.
    pub games: Counts,
    /// Their pairs, where games come in pairs, and how many of them were a win and a loss.
    pub pairs: Option<(Counts, u64)>,
    /// The test, and what it counts.
    pub test: Option<(&'a Sprt, Counts)>,
    /// Time, threads, memory and openings, as fastchess has them in its first line.
    pub settings: &'a str,
}

impl<'a> MatchReport<'a> {
    /// What a tally says of the first two players.
    pub fn new(names: [&'a str; 2], tally: &Tally, in_pairs: bool, settings: &'a str) -> Self {
        let pairs = in_pairs.then(|| (tally.pairs_between(0, 1), tally.split_pairs_between(0, 1)));
        Self { names, games: tally.games_between(0, 1), pairs, test: None, settings }
    }

    /// The same, with a test.
    #[must_use]
    pub fn with_test(mut self, test: &'a Sprt, counts: Counts) -> Self {
        self.test = Some((test, counts));
        self
    }

    /// The line of cutechess that is written after each game.
    pub fn score_line(&self) -> String {
        let [losses, draws, wins] = triple(&self.games);
        let games = losses + draws + wins;
        let share = if games == 0 { 0.0 } else { (to_f64(wins) + to_f64(draws) / 2.0) / to_f64(games) };
        let [one, other] = self.names;
        format!("Score of {one} vs {other}: {wins} - {losses} - {draws}  [{share:.3}] {games}")
    }

    /// All lines in the style that was asked for.
    pub fn lines(&self, style: ReportStyle) -> String {
        match style {
            ReportStyle::Cutechess => self.cutechess(),
            ReportStyle::Fastchess => self.fastchess(),
        }
    }

    fn cutechess(&self) -> String {
        let mut out = self.score_line();
        // Cutechess knows no pairs: what it calls Elo is that of games.
        if let Some(rating) = self.games.rating() {
            let los = self.games.los_of_decided().unwrap_or(0.5);
            let _ = write!(
                out,
                "\nElo difference: {}, LOS: {:.1} %, DrawRatio: {:.1} %",
                plain(rating.elo, 1),
                100.0 * los,
                100.0 * rating.draw_ratio
            );
        }
        if let Some((test, counts)) = &self.test {
            let (llr, (low, high)) = (test.llr(counts), test.bounds());
            let share = 100.0 * llr / if llr < 0.0 { -low } else { high };
            let _ = write!(
                out,
                "\nSPRT: llr {llr:.3} ({share:.1}%), lbound {low:.2}, ubound {high:.2}{}",
                self.verdict()
            );
        }
        out
    }

    fn verdict(&self) -> &'static str {
        match self.test.map(|(test, counts)| test.decide(&counts)) {
            Some(Decision::AcceptH0) => " - H0 was accepted",
            Some(Decision::AcceptH1) => " - H1 was accepted",
            Some(Decision::Open) | None => "",
        }
    }

    fn fastchess(&self) -> String {
        let [losses, draws, wins] = triple(&self.games);
        let games = losses + draws + wins;
        let counted = self.pairs.map_or(self.games, |(pairs, _)| pairs);
        let [one, other] = self.names;
        let mut out = format!("Results of {one} vs {other} ({}):\n", self.settings);
        if let Some(rating) = counted.rating() {
            let Rating { elo, normalized, los, draw_ratio, pairs_ratio, .. } = rating;
            let normalized = normalized.map_or_else(|| "-".to_owned(), |elo| plain(elo, 2));
            let _ = writeln!(out, "Elo: {}, nElo: {normalized}", plain(elo, 2));
            let _ = write!(out, "LOS: {:.2} %, DrawRatio: {:.2} %", 100.0 * los, 100.0 * draw_ratio);
            if let Some(ratio) = pairs_ratio {
                let _ = write!(out, ", PairsRatio: {ratio:.2}");
            }
            out.push('\n');
        }
        let points = to_f64(wins) + to_f64(draws) / 2.0;
        let share = if games == 0 { 0.0 } else { 100.0 * points / to_f64(games) };
        let _ = write!(
            out,
            "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({share:.2} %)"
        );
        if let Some((Counts::Pairs([a, b, c, d, e]), split)) = self.pairs {
            let both = c.saturating_sub(split);
            let ratio = if both == 0 && split == 0 { f64::NAN } else { to_f64(split) / to_f64(both) };
            let ratio = if ratio.is_nan() { "-".to_owned() } else { format!("{ratio:.2}") };
            let _ = write!(out, "\nPtnml(0-2): [{a}, {b}, {c}, {d}, {e}], WL/DD Ratio: {ratio}");
        }
        if let Some((test, counts)) = &self.test {
            let (llr, (low, high)) = (test.llr(counts), test.bounds());
            let share = 100.0 * llr / if llr < 0.0 { -low } else { high };
            let (elo0, elo1) = test.hypotheses();
            let _ = write!(
                out,
                "\nLLR: {llr:.2} ({share:.1}%) ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]{}",
                self.verdict()
            );
        }
        out
    }
}

fn triple(counts: &Counts) -> [u64; 3] {
    match counts {
        Counts::Games(games) => *games,
        Counts::Pairs(_) => [0; 3],
    }
}

/// A difference without a plus, as other programs write it; bounds where all was won or lost.
fn plain(elo: Elo, digits: usize) -> String {
    match elo {
        Elo::About { value, error } => format!("{value:.digits$} +/- {error:.digits$}"),
        Elo::MoreThan(value) => format!("> {value:.digits$}"),
        Elo::LessThan(value) => format!("< {value:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::statistics::SprtModel;

    fn report(games: [u64; 3], pairs: Option<([u64; 5], u64)>, test: Option<&Sprt>) -> MatchReport<'_> {
        let pairs = pairs.map(|(pairs, split)| (Counts::Pairs(pairs), split));
        let report = MatchReport {
            names: ["New", "Old"],
            games: Counts::Games(games),
            pairs,
            test: None,
            settings: "10+0.1, 1t, 16MB, book.epd",
        };
        let counted = pairs.map_or(report.games, |(pairs, _)| pairs);
        test.map_or(report, |test| report.with_test(test, counted))
    }

    #[track_caller]
    fn check(report: &MatchReport<'_>, style: ReportStyle, expect: &str) {
        assert_eq!(report.lines(style), expect);
    }

    #[test]
    fn lines_of_cutechess() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05, SprtModel::Logistic).expect("a test");
        check(
            &report([96, 111, 136], None, Some(&test)),
            ReportStyle::Cutechess,
            "Score of New vs Old: 136 - 96 - 111  [0.558] 343\n\
             Elo difference: 40.7 +/- 30.4, LOS: 99.6 %, DrawRatio: 32.4 %\n\
             SPRT: llr 1.494 (50.7%), lbound -2.94, ubound 2.94",
        );
        check(
            &report([0; 3], None, None),
            ReportStyle::Cutechess,
            "Score of New vs Old: 0 - 0 - 0  [0.000] 0",
        );
        check(
            &report([0, 0, 3], None, None),
            ReportStyle::Cutechess,
            "Score of New vs Old: 3 - 0 - 0  [1.000] 3\nElo difference: > -153.5, LOS: 95.8 %, DrawRatio: 0.0 %",
        );
    }

    #[test]
    fn the_block_of_fastchess() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05, SprtModel::Normalized).expect("a test");
        check(
            &report([180, 160, 240], Some(([34, 54, 63, 64, 75], 21)), Some(&test)),
            ReportStyle::Fastchess,
            "Results of New vs Old (10+0.1, 1t, 16MB, book.epd):\n\
             Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28\n\
             LOS: 100.00 %, DrawRatio: 21.72 %, PairsRatio: 1.58\n\
             Games: 580, Wins: 240, Losses: 180, Draws: 160, Points: 320.0 (55.17 %)\n\
             Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: 0.50\n\
             LLR: 2.48 (84.4%) (-2.94, 2.94) [0.00, 10.00]",
        );
        // A pair whose second game is not over counts for nothing yet.
        check(
            &report([0, 1, 0], Some(([0; 5], 0)), None),
            ReportStyle::Fastchess,
            "Results of New vs Old (10+0.1, 1t, 16MB, book.epd):\n\
             Games: 1, Wins: 0, Losses: 0, Draws: 1, Points: 0.5 (50.00 %)\n\
             Ptnml(0-2): [0, 0, 0, 0, 0], WL/DD Ratio: -",
        );
    }

    #[test]
    fn what_was_decided_is_said() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Normalized).expect("a test");
        let accepted = report([1000, 1000, 2000], None, Some(&test));
        assert!(accepted.lines(ReportStyle::Cutechess).ends_with(" - H1 was accepted"));
        let refused = report([2000, 1000, 1000], None, Some(&test));
        assert!(refused.lines(ReportStyle::Fastchess).ends_with(" - H0 was accepted"));
    }
}
