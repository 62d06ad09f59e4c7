//! Reads a file as a table in CSV.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::parquet::arrow::ProjectionMask;
use ::parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use ::parquet::errors::{ParquetError, Result as ParquetResult};
use ::parquet::file::reader::{ChunkReader, Length};
use arrow_array::RecordBatchReader as _;
use bytes::Bytes;

use super::cells::{is_readable, one_line, push_cell};
use super::guard::guarded;
use crate::export::push_field;
use crate::source::Whole;

/// Rows that are read at once.
const ROWS: usize = 1024;

/// The rows of a file as CSV with a header, one on each line. Columns of nested types, dates and the like, which
/// no opcode has, are not there; `count` counts the bytes that are read.
///
/// # Errors
/// It is no file of Parquet, or a damaged one.
pub fn rows(whole: Whole<'_>, count: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    guarded(|| match whole {
        Whole::File(path) => Rows::open(OnDisk::open(path, count)?),
        Whole::Bytes(bytes) => Rows::open(Bytes::from(bytes)),
    })
}

/// A file, parts of which are read in any order.
struct OnDisk {
    path: PathBuf,
    length: u64,
    count: Arc<AtomicU64>,
}

impl OnDisk {
    fn open(path: &Path, count: &Arc<AtomicU64>) -> io::Result<Self> {
        let length = File::open(path)?.metadata()?.len();
        Ok(Self { path: path.to_owned(), length, count: Arc::clone(count) })
    }
}

impl Length for OnDisk {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for OnDisk {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(file))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let mut bytes = Vec::new();
        self.get_read(start)?.take(length as u64).read_to_end(&mut bytes)?;
        // What is read besides are short heads, and ahead of them in vain.
        self.count.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if bytes.len() < length {
            return Err(ParquetError::EOF("the file ends too early".to_owned()));
        }
        Ok(bytes.into())
    }
}

/// The rows of a file, as they are read.
struct Rows {
    /// `None` at the end, and after a fault.
    batches: Option<ParquetRecordBatchReader>,
    /// What is after the last cell of a row: a table of one column would not be known as one.
    end: &'static str,
    /// What is to be given, and how much of it was.
    text: String,
    given: usize,
}

impl Rows {
    fn open(input: impl ChunkReader + 'static) -> io::Result<Box<dyn Read + Send>> {
        // The types are those of Parquet, whatever the writer had in memory.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder =
            ParquetRecordBatchReaderBuilder::try_new_with_options(input, options).map_err(damaged)?;
        let fields = builder.schema().fields().iter().enumerate();
        let readable = fields.filter(|(_, field)| is_readable(field.data_type())).map(|(at, _)| at);
        let mask = ProjectionMask::roots(builder.parquet_schema(), readable);
        let batches = builder.with_projection(mask).with_batch_size(ROWS).build().map_err(damaged)?;
        let schema = batches.schema();
        if schema.fields().is_empty() {
            return Err(io::Error::other("none of its columns has texts or numbers"));
        }
        let end = if schema.fields().len() == 1 { ",\n" } else { "\n" };
        let mut text = String::new();
        for (at, field) in schema.fields().iter().enumerate() {
            push_separator(&mut text, at);
            push_field(&mut text, &one_line(field.name()));
        }
        text.push_str(end);
        Ok(Box::new(Self { batches: Some(batches), end, text, given: 0 }))
    }

    /// Makes the next rows.
    fn fill(&mut self) -> io::Result<()> {
        // After a fault nothing more is read.
        let Some(mut batches) = self.batches.take() else { return Ok(()) };
        let next = guarded(|| {
            let batch = batches.next().transpose();
            batch.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        })?;
        let Some(batch) = next else { return Ok(()) };
        self.batches = Some(batches);
        let mut cell = String::new();
        for row in 0..batch.num_rows() {
            for (at, column) in batch.columns().iter().enumerate() {
                push_separator(&mut self.text, at);
                cell.clear();
                push_cell(column, row, &mut cell);
                push_field(&mut self.text, &cell);
            }
            self.text.push_str(self.end);
        }
        Ok(())
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && self.batches.is_some() {
            self.text.clear();
            self.given = 0;
            self.fill()?;
        }
        let ready = &self.text.as_bytes()[self.given..];
        let count = ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ready[..count]);
        self.given += count;
        Ok(count)
    }
}

fn push_separator(text: &mut String, column: usize) {
    if column > 0 {
        text.push(',');
    }
}

fn damaged(error: ParquetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
