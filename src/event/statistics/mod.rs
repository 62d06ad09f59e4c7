//! What results say: scores and ratings with their errors, tests of hypotheses, tables.
//!
//! Everything is seen by the first player. A rating difference of `e` Elo means an expected score of
//! `1 / (1 + 10^(-e / 400))`; normalised Elo measures the score in standard deviations of a game, and
//! does not depend on how many games are drawn. Errors are those of 95 %.
//!
//! ```
//! use epidote::event::statistics::{Counts, Elo, Sprt, SprtModel};
//! let counts = Counts::Pairs([34, 54, 63, 64, 75]);
//! let rating = counts.rating().unwrap();
//! assert_eq!(rating.elo.to_string(), "+55.6 +/- 27.7");
//! let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, SprtModel::Normalized).unwrap();
//! assert!((sprt.llr(&counts) - 2.483695).abs() < 1e-6);
//! ```

mod counts;
mod likelihood;
mod rating;
mod report;
mod sprt;
mod table;
mod tally;

pub use counts::Counts;
pub use rating::{Elo, Rating, elo_of_score, score_of_elo};
pub use report::{MatchReport, ReportStyle};
pub use sprt::{Decision, Sprt, SprtError, SprtModel};
pub use table::{Crosstable, Row, TieBreak};
pub use tally::Tally;
