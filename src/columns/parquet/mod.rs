//! Files of Parquet, the format of columns that data frames and databases share.
//!
//! [`Writer`] writes batches of [`Filling`](super::Filling). [`rows`] reads any file as a table in CSV, so that
//! [`dataset`](crate::dataset) makes records of it as of any other table.

mod cells;
mod guard;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use guard::is_guarded;
pub use read::rows;
pub use write::Writer;
