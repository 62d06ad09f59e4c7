//! Rules on the form of the line: blanks, strings, semicolons, lengths.

pub(crate) mod backslash;
pub(crate) mod comment_line;
pub(crate) mod control_character;
pub(crate) mod empty_operation;
pub(crate) mod fen_counters;
pub(crate) mod irregular_blank;
pub(crate) mod kvetka_string;
pub(crate) mod long_line;
pub(crate) mod long_string;
pub(crate) mod malformed_opcode;
pub(crate) mod missing_field;
pub(crate) mod missing_semicolon;
pub(crate) mod non_ascii;
pub(crate) mod start_alias;
pub(crate) mod touching_string;
pub(crate) mod unterminated_string;
