//! How far the reading of files is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;

use crate::failure::{Failure, heed_signals, interrupt_again};

/// Tells Python how many bytes were read, and that nothing more is.
#[derive(Clone)]
pub(crate) struct Told {
    tell: Option<Arc<Py<PyAny>>>,
    /// Bytes read, before they are unpacked.
    pub(crate) count: Arc<AtomicU64>,
}

impl Told {
    /// Calls `tell` with the number of bytes, and with None at the end.
    pub(crate) fn new(tell: Option<Py<PyAny>>) -> Self {
        Self { tell: tell.map(Arc::new), count: Arc::default() }
    }

    /// Hears Python's signals, too.
    pub(crate) fn so_far(&self) -> Result<(), Failure> {
        heed_signals()?;
        self.tell(Some(self.count.load(Ordering::Relaxed)))
    }

    pub(crate) fn end(&self) -> Result<(), Failure> {
        self.tell(None)
    }

    /// Like [`Self::end`], but does nothing if Python is shutting down.
    pub(crate) fn end_if_possible(&self) {
        if let Some(tell) = &self.tell {
            let _ = Python::try_attach(|py| {
                // A pending exception must survive the call.
                let pending = PyErr::take(py);
                if let Err(error) = tell.call1(py, (None::<u64>,)) {
                    interrupt_again(py, &error);
                }
                if let Some(pending) = pending {
                    pending.restore(py);
                }
            });
        }
    }

    fn tell(&self, bytes: Option<u64>) -> Result<(), Failure> {
        let Some(tell) = &self.tell else { return Ok(()) };
        Python::attach(|py| tell.call1(py, (bytes,)).map(drop)).map_err(Failure::Python)
    }

    /// The same from the beginning.
    pub(crate) fn again(&self) -> Self {
        Self { tell: self.tell.clone(), count: Arc::default() }
    }
}
