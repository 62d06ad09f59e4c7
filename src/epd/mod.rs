//! EPD, the Extended Position Description of 1995: reading, checking, repairing, writing.
//!
//! [`parse`] takes any bytes and never fails: it returns the tokens of one line and how they form fields and
//! operations. [`position`] and [`operand`] give them meaning, [`lint`] says what is wrong and how to mend
//! it, [`normalize`] writes the normal form, and [`write`] builds and changes operations. Paragraph numbers
//! (§) are those of the 1995 text.
//!
//! How lenient the reader is:
//! - runs of blanks and tabs separate; they may be anywhere between tokens;
//! - the last `;` may be missing, empty operations are skipped;
//! - FEN counters after the fourth field, two or the first alone, are understood;
//! - a string may touch the token before or after it;
//! - lines that start with `#` or `%` are comments, blank lines are lines;
//! - control characters (NUL from C programs) separate, like blanks;
//! - an operation that cannot be understood stays as it is.
//!
//! ```
//! use epidote::epd::{lint, parse};
//! let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"demo\"";
//! let parse = parse(line);
//! assert_eq!(parse.operations.len(), 2);
//! assert_eq!(parse.text(), line);
//! let found: Vec<_> = lint::check(&parse).iter().map(|d| d.rule.code).collect();
//! assert_eq!(found, ["E104"]); // no `;` at the end
//! ```

pub(crate) mod bound;
pub mod conventions;
mod counters;
pub mod dialect;
pub mod extension;
pub mod game;
pub mod legality;
pub mod lexed;
mod line_kind;
pub mod lint;
pub mod mate;
pub mod moves;
mod names;
pub mod normalize;
pub mod opcode;
pub mod operand;
mod operation;
mod parse;
pub mod parts;
pub mod placement;
pub mod points;
pub mod position;
pub mod registers;
pub mod setup;
pub mod sought;
pub(crate) mod swallowed;
pub mod understood;
pub mod verbs;
pub mod write;

pub use counters::{Counters, perft_depth};
pub use line_kind::LineKind;
pub use operation::{Operand, OperandKind, Operation};
#[cfg(test)]
pub(crate) use parse::PARSED;
pub(crate) use parse::parse_fields;
pub use parse::{Parse, parse};
