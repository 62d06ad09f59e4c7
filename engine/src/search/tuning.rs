//! The numbers of the search that can be changed while the program runs.
//!
//! They are kept apart from the constants in `parameters.rs` for one purpose: that two settings can play
//! against each other without building the program twice, by hand or by the program that tunes them
//! (`trainer`). `epidote uci --parameters` lists them as options. What an engine answers depends on them; by
//! themselves they never change.
//!
//! Each number names its source as in `parameters.rs`, or is *tuned*: it went half of the way from its value before to
//! where 14,000 pairs of games at 2,500 nodes a move took all of these numbers together (`make tune`). That was +18 Elo
//! at 10,000 nodes. The whole way was +44 Elo at 5,000 nodes, but only +14 at 25,000, and it solved fewer test positions:
//! of the 879 of ECM, at 100,000 nodes, the whole way solves 506, half of the way 539, and the values before 552. The
//! range is where a number makes sense, and where a tuner looks.

/// A number of the search that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is without a change.
    pub default: i32,
    /// The smallest value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub most: i32,
}

macro_rules! tuning {
    ($($(#[$doc:meta])+ $name:ident = $default:literal in $least:literal..=$most:literal;)+) => {
        /// The numbers, by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) struct Tuning { $($(#[$doc])+ pub(super) $name: i32,)+ }

        impl Default for Tuning {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// All numbers that can be changed.
        pub const PARAMETERS: &[Parameter] = &[
            $(Parameter { name: stringify!($name), default: $default, least: $least, most: $most },)+
        ];

        impl Tuning {
            /// Changes a number, within its range. Returns whether there is one of this name.
            pub(super) fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)+
                    _ => return false,
                }
                true
            }
        }
    };
}

tuning! {
    /// The greatest depth at which a position far above the window is cut off by its evaluation. Measured: 3
    /// before, together with `rise_margin`, `fall_base`, `fall_slope` and the reductions; 7 played no better
    /// and solved fewer test positions.
    rise_depth = 5 in 0..=12;
    /// How far above the window that is, for each ply of depth. Measured together with `rise_depth`: 85
    /// before, and 70 until it was tuned; 50 and 36 by themselves solved fewer test
    /// positions.
    rise_margin = 53 in 10..=140;
    /// The greatest depth at which a position far below the window is judged by its captures (razoring). Measured:
    /// together with the two below, +15 Elo against no such judgement.
    razor_depth = 3 in 0..=6;
    /// How far below the window that is … Tuned.
    razor_base = 182 in 50..=600;
    /// … and this much more for the square of the depth. Usual.
    razor_slope = 120 in 20..=400;
    /// By how much less deeply a passed turn is searched. Usual.
    pass_reduction = 3 in 2..=6;
    /// For each of this many plies of depth, a ply less. Usual.
    pass_reduction_depth = 3 in 2..=8;
    /// For each of this many centipawns above the window, a ply less. Tuned.
    pass_reduction_margin = 186 in 60..=400;
    /// The least depth that is reduced by a ply if no move is known to try first: a shallower search finds
    /// one sooner (internal iterative reduction). Usual.
    blind_depth = 7 in 2..=12;
    /// The least depth at which the moves other than the best one are searched apart. Usual.
    singular_depth = 7 in 4..=12;
    /// How far below the value of the best move the others must stay, for each ply of depth. Usual.
    singular_margin = 2 in 1..=6;
    /// This many moves, and the square of the depth, are tried before the remaining quiet moves are left out;
    /// half of that if the position is not improving (late move pruning). Usual.
    tried_least = 4 in 1..=12;
    /// A quiet move is left out if the evaluation is this far below the window … Measured together with
    /// `rise_depth`: 90 before; tuned from 70.
    fall_base = 76 in 20..=200;
    /// … and this much more for each ply of depth (futility pruning). Measured together with `rise_depth`: 95
    /// before; tuned from 65.
    fall_slope = 66 in 20..=150;
    /// The material that a quiet move may lose, for each ply of depth, without being left out. Tuned.
    losing_quiet_margin = 34 in 5..=100;
    /// The material that a capture may lose, for each ply of depth, without being left out. Tuned.
    losing_capture_margin = 93 in 30..=200;
    /// In quiescence a capture must bring the value within this margin of `alpha` (delta pruning). Tuned.
    capture_margin = 155 in 60..=400;
    /// What even the first moves are reduced by, in parts of a ply. Measured together with `rise_depth`: 20
    /// before; 48 by itself played no better and solved fewer test positions. Tuned from 40.
    reduction_base = 43 in 0..=120;
    /// The parts of a ply for each doubling of the depth times each doubling of the move's number, sixteen
    /// times as many. Measured together with `rise_depth`: 160 before; 240 by itself played no better and solved
    /// fewer test positions. Tuned from 208.
    reduction_slope = 238 in 80..=400;
    /// A capture that loses material is reduced by this less, in parts of a ply: a sacrifice comes late in
    /// the order whether it is sound or not. Tuned.
    sacrifice_reduction = 124 in 0..=192;
    /// A history score of this much changes the reduction by a ply. Tuned.
    history_reduction = 12_797 in 4_000..=32_000;
    /// A move in a position that is not improving is reduced by this more, in parts of a ply. Usual.
    worsening_reduction = 32 in 0..=96;
    /// A move on the best line is reduced by this less, in parts of a ply, … Tuned.
    line_reduction = 56 in 0..=160;
    /// … and so is one that gives check, … Tuned.
    check_reduction = 65 in 0..=160;
    /// … one that answers a check, … Tuned.
    answer_reduction = 68 in 0..=160;
    /// … and a killer or a countermove. Tuned.
    killer_reduction = 60 in 0..=160;
    /// A move is reduced by this more, in parts of a ply, if many positions at the next ply were cut off lately.
    /// Measured: +22 Elo against 0; 80 played no better. Tuned from 48.
    cutoff_reduction = 59 in 0..=128;
    /// A cutoff changes history scores by this times the square of the depth … Tuned.
    history_square = 17 in 0..=64;
    /// … and this times the depth, … Tuned.
    history_slope = 50 in 0..=400;
    /// … but by no more than this. Tuned.
    history_step = 1_869 in 600..=4_000;
    /// A move that the opponent does not refute changes its score by this percentage of what a cutoff does. Measured: this
    /// and the three below together, +51 Elo.
    unrefuted_credit = 50 in 0..=200;
    /// The score of a quiet move changes by this for each centipawn by which it changes the evaluation. Measured, see
    /// `unrefuted_credit`.
    swing_credit = 20 in 0..=100;
    /// A quiet move is tried sooner by this times the worth of the piece if it leaves a square where something worth
    /// less attacks it, and later if it goes to one. Measured, see `unrefuted_credit`.
    danger_weight = 16 in 0..=64;
    /// A quiet move that gives check and loses nothing is tried sooner by this. In units of history. Measured, see
    /// `unrefuted_credit`.
    check_weight = 8_192 in 0..=32_768;
    /// Half the width of the first window at the root. Tuned.
    first_margin = 18 in 8..=60;
}

impl Tuning {
    /// By how much a cutoff changes history scores.
    pub(super) fn history_change(&self, depth: i32) -> i32 {
        (self.history_square * depth * depth + self.history_slope * depth).min(self.history_step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_can_be_set_within_its_range() {
        for parameter in PARAMETERS {
            let Parameter { name, default, least, most } = *parameter;
            assert!((least..=most).contains(&default), "{name}");
            let mut tuning = Tuning::default();
            assert!(tuning.set(name, default));
            assert_eq!(tuning, Tuning::default(), "{name}");
            assert!(tuning.set(name, most + 1));
            let at_most = tuning;
            assert!(tuning.set(name, most));
            assert_eq!(tuning, at_most, "{name}");
        }
        assert!(!Tuning::default().set("no_such_number", 1));
    }
}
