//! Tables of endgames from files of the page.

use std::cell::RefCell;
use std::io;

use js_sys::Array;
use wasm_bindgen::JsCast as _;
use web_sys::File;

use crate::tablebases::HandedTable;
use crate::worker::handed::slice;
use crate::worker::still_alive;

thread_local! {
    /// The files that the page has handed over last. They stay here, since no value of the browser may go to another
    /// thread, as tables may.
    static FILES: RefCell<Vec<File>> = const { RefCell::new(Vec::new()) };
}

/// A file of [`FILES`].
struct Table {
    place: usize,
    name: String,
    size: u64,
}

/// The files of a message.
pub(super) fn of(message: &Array) -> Vec<Box<dyn HandedTable>> {
    let files: Vec<File> = message.iter().filter_map(|file| file.dyn_into().ok()).collect();
    let table = |(place, file): (usize, &File)| -> Box<dyn HandedTable> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a size is a whole number"
        )]
        let size = file.size() as u64;
        Box::new(Table { place, name: file.name(), size })
    };
    let tables = files.iter().enumerate().map(table).collect();
    FILES.set(files);
    tables
}

impl HandedTable for Table {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn slice(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
        FILES.with_borrow(|files| {
            let file = files.get(self.place).ok_or(io::ErrorKind::NotFound)?;
            #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
            let bytes = slice(file, from as f64, to as f64)?.to_vec();
            // Slow disks must not look like a worker that hangs.
            still_alive();
            Ok(bytes)
        })
    }
}
