//! Writes batches as a file.

use std::io::{self, Write};

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Rows of a group: what is packed together, and held in memory until then. Readers work on groups in
/// parallel; this is the number that DuckDB recommends.
const ROWS: usize = 122_880;

/// Writes batches as a file, group by group.
#[derive(Debug)]
pub struct Writer {
    /// What it writes is taken from it after each batch.
    inner: ArrowWriter<Vec<u8>>,
}

impl Writer {
    /// A file with these columns.
    ///
    /// # Errors
    /// The columns cannot be those of a file.
    pub fn new(schema: SchemaRef) -> io::Result<Self> {
        let level = ZstdLevel::try_new(3).map_err(other)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(ROWS))
            .set_created_by(format!("epidote {}", env!("CARGO_PKG_VERSION")))
            .build();
        let inner = ArrowWriter::try_new(Vec::new(), schema, Some(properties)).map_err(other)?;
        Ok(Self { inner })
    }

    /// Adds rows. What is ready goes to `out`.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write(&mut self, batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
        self.inner.write(batch).map_err(other)?;
        self.pass(out)
    }

    /// Writes the rest, and what is at the end of the file.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.inner.finish().map_err(other)?;
        self.pass(out)
    }

    fn pass(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let ready = self.inner.inner_mut();
        out.write_all(ready)?;
        ready.clear();
        Ok(())
    }
}

fn other(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
