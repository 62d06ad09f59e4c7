//! Records as columns, as data frames have them: record batches of Arrow, and Parquet files.
//!
//! The columns are `line`, the four fields, `severity` (that of the worst finding), and one for each opcode:
//! whole numbers (`ce`, `dm`, `acd`, `D1` …) as integers, moves as lists of SAN, anything else as text. A record
//! without an operation has no value there. A number that cannot be read, the second operation of an
//! opcode, and an opcode with the name of another column have no place; they are counted.
//!
//! ```
//! use epidote::columns::{Columns, Filling};
//! use epidote::epd::{conventions::Conventions, parse};
//! let columns = Columns::all(["bm".to_owned(), "ce".to_owned()]).unwrap();
//! let mut filling = Filling::new(&columns);
//! filling.push(1, &parse(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4 Kd2; ce 120;"), &Conventions::default());
//! let batch = filling.finish().unwrap();
//! assert_eq!((batch.num_rows(), batch.num_columns()), (1, 8));
//! assert_eq!(filling.left_out().count, 0);
//! ```
//!
//! Moves can be left as they are written ([`Columns::as_written`]), for files in which they are SAN already.

mod content;
mod filling;
#[cfg(feature = "parquet")]
pub mod parquet;

pub use content::{Columns, NoColumn};
pub use filling::Filling;
