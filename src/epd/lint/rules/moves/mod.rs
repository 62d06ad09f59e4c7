//! Rules on moves.

pub(crate) mod ambiguous_move;
pub(crate) mod best_and_avoided;
pub(crate) mod braced_remark;
pub(crate) mod detached_mark;
pub(crate) mod detached_promotion;
pub(crate) mod illegal_move;
pub(crate) mod mate_announcement;
pub(crate) mod mate_distance_of_line;
pub(crate) mod move_separator;
pub(crate) mod noncanonical_san;
pub(crate) mod not_a_move;
pub(crate) mod numbered_move;
pub(crate) mod other_notation;
pub(crate) mod repeated_move;
pub(crate) mod variation_mismatch;
