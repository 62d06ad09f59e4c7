//! The best of the moves tried so far in one position.

use super::entry::Bound;
use super::value::Value;
use cozy_chess::Move;

/// What the moves tried so far have brought.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    /// What the side to move already has; rises with each better move.
    pub(super) alpha: Value,
    /// What the opponent will not let it exceed.
    beta: Value,
    /// The best value found; may stay below `alpha`.
    pub(super) value: Value,
    /// The move that raised `alpha` last.
    pub(super) mv: Option<Move>,
}

impl Best {
    /// Before any move: `value` is what the side to move has without one.
    pub(super) fn new(alpha: Value, beta: Value, value: Value) -> Self {
        Self { alpha, beta, value, mv: None }
    }

    /// The value is known to be no more than this.
    pub(super) fn cap(&mut self, most: Value) {
        self.value = self.value.min(most);
    }

    /// Takes in the value of a move. Returns whether it raises `alpha`.
    #[inline]
    pub(super) fn take(&mut self, mv: Move, value: Value) -> bool {
        self.value = self.value.max(value);
        let raises = value > self.alpha;
        if raises {
            self.alpha = value;
            self.mv = Some(mv);
        }
        raises
    }

    /// Returns whether the opponent will avoid this position: no further move need be tried.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.value >= self.beta
    }

    /// What the value says about the true one, once no move is left to try.
    pub(super) fn bound(&self) -> Bound {
        if self.is_cut() {
            Bound::Lower
        } else if self.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
