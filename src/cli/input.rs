//! Files, patterns and standard input, as documents.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::cli::args::Input;
use crate::cli::{Status, complain};
use crate::document::Document;

/// The name of standard input in messages.
pub(super) const STANDARD_INPUT: &str = "<stdin>";

/// One file, or standard input.
#[derive(Debug)]
pub(super) struct Opened {
    /// Where it came from; `None` for standard input.
    pub(super) path: Option<PathBuf>,
    /// Its lines.
    pub(super) document: Document,
}

impl Input {
    /// Opens everything in turn and shows it to `f`. What cannot be opened is told and makes the
    /// status `Trouble`; the rest goes on.
    pub(super) fn for_each(&self, mut f: impl FnMut(&Opened) -> io::Result<Status>) -> io::Result<Status> {
        self.take_each(|opened| f(&opened))
    }

    /// As [`Input::for_each`], for what is to be kept.
    pub(super) fn take_each(&self, mut f: impl FnMut(Opened) -> io::Result<Status>) -> io::Result<Status> {
        self.each_path(|path| {
            let Some(path) = path else { return f(standard_input()?) };
            match std::fs::read(&path) {
                Ok(bytes) => {
                    let document = Document::from_bytes(path.display().to_string(), bytes);
                    f(Opened { path: Some(path), document })
                }
                Err(error) => {
                    complain(&format!("{}: {error}", path.display()));
                    Ok(Status::Trouble)
                }
            }
        })
    }

    /// Hands every path in turn to `f`, `None` for standard input.
    pub(super) fn each_path(
        &self,
        mut f: impl FnMut(Option<PathBuf>) -> io::Result<Status>,
    ) -> io::Result<Status> {
        if self.files.is_empty() {
            return f(None);
        }
        let mut status = Status::Clean;
        for file in &self.files {
            if file.as_os_str() == "-" {
                status = status.and(f(None)?);
                continue;
            }
            for path in expand(file) {
                status = status.and(f(Some(path))?);
            }
        }
        Ok(status)
    }
}

fn standard_input() -> io::Result<Opened> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(Opened { path: None, document: Document::from_bytes(STANDARD_INPUT, bytes) })
}

/// The files of a pattern. A name that exists, and one that matches nothing, stands for itself:
/// shells expand patterns already, and a missing file must be told by its name.
fn expand(file: &Path) -> Vec<PathBuf> {
    let pattern = file.to_string_lossy();
    if file.exists() || !pattern.contains(['*', '?', '[']) {
        return vec![file.to_owned()];
    }
    let found: Vec<PathBuf> =
        glob::glob(&pattern).map(|paths| paths.filter_map(Result::ok).collect()).unwrap_or_default();
    if found.is_empty() { vec![file.to_owned()] } else { found }
}

/// The lines of a document in order, each with its number, 1 first.
pub(super) fn lines(document: &Document) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, [u8]>)> {
    (0..document.len()).filter_map(|at| Some((at + 1, document.text(document.id_at(at)?)?)))
}
