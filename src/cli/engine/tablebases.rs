//! Tables of endgames for verbs that search: `--tablebases FOLDER`.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::cli::args::TableOptions;
use crate::cli::complain_of_damaged;
use crate::search::Endgames;
use crate::tablebases::{Tables, TablesError};

/// The tables that were asked for, and their folders. They are set once, before any thread searches.
static WANTED: OnceLock<(Tables, String)> = OnceLock::new();

/// Opens the tables that the options of the command line name.
///
/// # Errors
/// The folder that cannot be read, or has no table.
pub(super) fn want(options: &TableOptions) -> Result<(), TablesError> {
    let folders = &options.tablebases;
    if folders.is_empty() {
        return Ok(());
    }
    let tables = Tables::open(folders)?;
    complain_of_damaged(&tables, "--tablebases");
    // However a folder is written, it is the same one.
    let name =
        |folder: &PathBuf| folder.canonicalize().unwrap_or_else(|_| folder.clone()).display().to_string();
    let names: Vec<String> = folders.iter().map(name).collect();
    // A second call in a process comes from a test with the same tables.
    let _ = WANTED.set((tables, names.join(", ")));
    Ok(())
}

/// What identifies the tables, for reports and journals: other ones get other results.
pub(super) fn source() -> Option<String> {
    let (tables, folders) = WANTED.get()?;
    Some(format!("{} Syzygy tables of {folders}", tables.count()))
}

/// The tables for the engine of a thread.
pub(super) fn endgames() -> Option<Arc<dyn Endgames>> {
    WANTED.get()?.0.endgames()
}
