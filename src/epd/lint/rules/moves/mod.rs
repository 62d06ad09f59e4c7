//! Rules on moves.

pub(crate) mod ambiguous_move;
pub(crate) mod best_and_avoided;
pub(crate) mod illegal_move;
pub(crate) mod noncanonical_san;
pub(crate) mod not_a_move;
pub(crate) mod other_notation;
pub(crate) mod repeated_move;
