//! How much less deeply late moves are searched.
//!
//! When the moves are well ordered, the tenth is rarely the best. It is first searched less deeply; only if
//! it surprises, it is searched again in full. The later the move and the deeper the search, the greater the
//! reduction. It grows with the product of the two logarithms, computed once, in whole numbers so that every
//! machine gets the same.

use super::node::{Attempt, Node};
use super::order::Kind;
use super::parameters::{FEW_CUTOFFS, KEPT_PLIES, PLY, REDUCED_DEPTH, REDUCED_FROM};
use super::tuning::Tuning;
use super::worker::Worker;

/// Depths and numbers of moves that are told apart.
const SIZE: usize = 64;

/// The table of reductions by depth and by the number of the move.
#[derive(Debug)]
pub(super) struct Reductions(Vec<[i32; SIZE]>);

impl Reductions {
    pub(super) fn new(tuning: &Tuning) -> Self {
        let logs: Vec<i32> = (0_i32..).take(SIZE).map(log2).collect();
        let mut rows = vec![[0; SIZE]; SIZE];
        for (row, depth_log) in rows.iter_mut().zip(&logs) {
            for (cell, move_log) in row.iter_mut().zip(&logs) {
                let both = depth_log * move_log * tuning.reduction_slope;
                *cell = tuning.reduction_base + both / (SLOPE_UNIT * LOG_UNIT * LOG_UNIT);
            }
        }
        Self(rows)
    }

    /// The reduction of the `number`th move (from 1) at `depth`, in parts of a
    /// ply.
    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
        self.0[depth][number.min(SIZE - 1)]
    }
}

impl Worker<'_> {
    /// By how many plies a late move is searched less deeply.
    pub(super) fn reduction(&self, node: &Node, attempt: &Attempt) -> i32 {
        let tuning = &self.memory.tuning;
        let from = REDUCED_FROM + usize::from(node.is_line);
        if node.depth < REDUCED_DEPTH || attempt.number < from || attempt.kind == Kind::Good {
            return 0;
        }
        let mv = Some(attempt.mv);
        let is_special = node.hints.killers.contains(&mv) || node.hints.counter == mv;
        let parts = self.memory.reductions.get(node.depth, attempt.number);
        let less = attempt.history * PLY / tuning.history_reduction;
        let reasons = [
            (attempt.kind == Kind::Bad, -tuning.sacrifice_reduction),
            (!node.improving, tuning.worsening_reduction),
            (node.is_line, -tuning.line_reduction),
            (attempt.gives_check, -tuning.check_reduction),
            (node.in_check, -tuning.answer_reduction),
            (is_special, -tuning.killer_reduction),
            (self.frames[node.ply + 1].cutoffs > FEW_CUTOFFS, tuning.cutoff_reduction),
        ];
        let by_reasons: i32 = reasons.iter().filter(|(holds, _)| *holds).map(|(_, parts)| parts).sum();
        ((parts - less + by_reasons) / PLY).clamp(0, node.depth - 1 - KEPT_PLIES)
    }
}

/// What a slope of 1 is written as: `reduction_slope` is in sixteenths.
const SLOPE_UNIT: i32 = 16;

/// The binary digits of a logarithm after the point.
const LOG_DIGITS: u32 = 6;

/// What a logarithm of 1 is counted as.
const LOG_UNIT: i32 = 1 << LOG_DIGITS;

/// The logarithm to base two in parts of [`LOG_UNIT`]; 0 for numbers below 1.
///
/// The whole part is the highest bit. Each further binary digit comes from squaring the remaining factor
/// (between 1 and 2) and checking whether it exceeds 2.
fn log2(number: i32) -> i32 {
    let Some(whole) = number.checked_ilog2() else { return 0 };
    let mut factor = (i64::from(number) << 16) >> whole;
    let mut log = 0;
    for _ in 0..LOG_DIGITS {
        factor = (factor * factor) >> 16;
        log *= 2;
        if factor >= 2 << 16 {
            log += 1;
            factor /= 2;
        }
    }
    log + i32::try_from(whole).unwrap_or(0) * LOG_UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        assert_eq!(log2(0), 0);
        assert_eq!(log2(1), 0);
        assert_eq!(log2(2), 64);
        assert_eq!(log2(3), 101);
        assert_eq!(log2(32), 320);
    }

    #[test]
    fn later_and_deeper_means_more() {
        let tuning = Tuning::default();
        let table = Reductions::new(&tuning);
        assert!(table.get(10, 20) > table.get(10, 5));
        assert!(table.get(20, 10) > table.get(5, 10));
        assert_eq!(table.get(500, 500), table.get(63, 63));
        assert_eq!(table.get(-3, 1), tuning.reduction_base);
    }
}
