//! Records as a file of Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::{registers_at, with_registers};
use crate::cli::Status;
use crate::cli::crew::{Order, Piece, Sink, Taken, Verb};
use crate::cli::input::Origin;
use crate::columns::parquet::Writer;
use crate::columns::{Columns, Filling};
use crate::epd::game::by_rook_files;
use crate::epd::parse;
use crate::epd::registers::Registers;
use crate::export::LeftOut;

/// Puts the records of a block into columns.
pub(super) struct Exporting<'a> {
    pub(super) columns: &'a Columns,
    /// Whether what the registers hold is written into each record.
    pub(super) registers: bool,
}

/// The rows of a block, and what has no place in them.
pub(super) type Part = (Result<RecordBatch, ArrowError>, LeftOut);

impl Verb for Exporting<'_> {
    type Part = Part;
    type State = Registers;

    fn work(&self, piece: Piece, order: &Order<Registers>) -> Self::Part {
        let mut registers = self.registers.then(|| registers_at(&piece, order));
        let mut filling = Filling::new(self.columns);
        let mut signs = piece.signs;
        for line in piece.block.lines() {
            let conventions = piece.origin.profile.with_variant(signs.see(line.text));
            // Lines are counted across all files, so that no two records have the same number.
            let number = piece.before + line.number;
            let mut push = |text: &[u8]| {
                // Readers do not know which game the file is of.
                let spelled = by_rook_files(conventions.game, text);
                filling.push(number, &parse(spelled.as_deref().unwrap_or(text)), &conventions);
            };
            match &mut registers {
                Some(registers) => {
                    registers.apply(&parse(line.text), line.number);
                    push(&with_registers(line.text, registers));
                }
                None => push(line.text),
            }
        }
        (filling.finish(), filling.left_out())
    }
}

/// Writes the columns as a file.
pub(super) struct Writing<'a> {
    writer: Writer,
    out: &'a mut dyn Write,
    count: usize,
    left_out: LeftOut,
}

impl<'a> Writing<'a> {
    pub(super) fn new(columns: &Columns, out: &'a mut dyn Write) -> io::Result<Self> {
        Ok(Self { writer: Writer::new(columns.schema())?, out, count: 0, left_out: LeftOut::default() })
    }

    /// Writes the rest; returns the number of records, and what had no place.
    pub(super) fn finish(self) -> io::Result<(usize, LeftOut)> {
        self.writer.finish(self.out)?;
        self.out.flush()?;
        Ok((self.count, self.left_out))
    }
}

impl Sink<Part> for Writing<'_> {
    fn begin(&mut self, _: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        Ok(Taken::Yes)
    }

    fn take(&mut self, (batch, left_out): Part) -> io::Result<()> {
        let batch = batch.map_err(io::Error::other)?;
        self.count += batch.num_rows();
        self.left_out.add(left_out);
        self.writer.write(&batch, self.out)
    }

    fn end(&mut self, _: bool) -> io::Result<Status> {
        Ok(Status::Clean)
    }
}
