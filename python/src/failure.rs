//! Why reading ended: for a reason of the file, or for one of Python.

use std::fmt::Display;
use std::io;

use epidote::library::RecordError;
use epidote::source::ReadError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;

use crate::record::raised;

/// Why reading ended.
pub(crate) enum Failure {
    /// An exception of Python: of an object that is read, or an interrupt.
    Python(PyErr),
    /// What the system says about a file with this name: its number for it, and words.
    System(i32, String, String),
    /// What is wrong with the file.
    Reason(String),
}

impl Failure {
    /// What went wrong in a file with this name. What a Python object raised goes on as it is.
    pub(crate) fn of_file(name: &str, error: io::Error) -> Self {
        error.downcast::<PyErr>().map_or_else(|error| Self::of_system(name, &error), Self::Python)
    }

    /// Why a file with this name could not be opened.
    pub(crate) fn of_opening(name: &str, error: ReadError) -> Self {
        let error = match error {
            ReadError::Io(error) => match error.downcast::<PyErr>() {
                Ok(error) => return Self::Python(error),
                Err(error) => return Self::of_system(name, &error),
            },
            error => error,
        };
        Self::about(name, &error)
    }

    fn of_system(name: &str, error: &io::Error) -> Self {
        let Some(number) = error.raw_os_error() else { return Self::about(name, error) };
        let words = error.to_string();
        // Python puts the number before them.
        let words = words.split(" (os error").next().unwrap_or_default().to_owned();
        Self::System(number, words, name.to_owned())
    }

    /// The failure in words, for a stream of Arrow, which takes no exceptions. An interrupt comes once more, when
    /// the stream has ended.
    pub(crate) fn in_words(self) -> String {
        let error = match self {
            Self::Reason(reason) => return reason,
            Self::System(_, words, name) => return format!("{name}: {words}"),
            Self::Python(error) => error,
        };
        // First the words: Python makes them, and would be interrupted.
        let words = error.to_string();
        Python::attach(|py| interrupt_again(py, &error));
        words
    }

    /// A reason of the file with this name.
    pub(crate) fn about(name: &str, reason: &impl Display) -> Self {
        Self::Reason(format!("{name}: {reason}"))
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Python(error) => error,
            Failure::Reason(reason) => raised(RecordError { line: None, reason, paragraph: None }),
            // With a number it is the class for that, such as `FileNotFoundError`.
            Failure::System(number, words, name) => PyOSError::new_err((number, words, name)),
        }
    }
}

/// An interrupt that was raised where no exception can go on comes once more, as soon as Python runs.
pub(crate) fn interrupt_again(py: Python<'_>, error: &PyErr) {
    if error.is_instance_of::<PyKeyboardInterrupt>(py)
        && let Ok(thread) = py.import("_thread")
    {
        // Without it, the interrupt is an exception of the reader.
        let _ = thread.call_method0("interrupt_main");
    }
}

/// Lets Python handle its signals: Ctrl+C ends what takes long.
pub(crate) fn heed_signals() -> PyResult<()> {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    Python::attach(|py| py.check_signals())
}
