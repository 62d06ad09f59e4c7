//! Rules on the four fields.

pub(crate) mod capital_field;
pub(crate) mod castling_order;
pub(crate) mod chess960_castling;
pub(crate) mod chess_variant;
pub(crate) mod declared_illegal;
pub(crate) mod dotted_placement;
pub(crate) mod illegal_as_declared;
pub(crate) mod illegal_position;
pub(crate) mod malformed_castling;
pub(crate) mod malformed_color;
pub(crate) mod malformed_en_passant;
pub(crate) mod malformed_placement;
pub(crate) mod repeated_position;
pub(crate) mod split_empty_squares;
pub(crate) mod unusual_material;
pub(crate) mod vain_castling;
pub(crate) mod vain_en_passant;
