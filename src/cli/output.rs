//! Files that are written: as a whole, or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Replaces a file as a whole: a crash leaves the old one or the new one. What is no ordinary file,
/// as a device or a pipe, is written to.
pub(super) fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return fs::File::create(path).and_then(|file| written(file, write)).map(|(_, result)| result);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".epidote-tmp");
    let temporary = path.with_file_name(name);
    let replace = || {
        let (file, result) = written(fs::File::create(&temporary)?, write)?;
        file.sync_all()?;
        if let Some(known) = known {
            fs::set_permissions(&temporary, known.permissions())?;
        }
        fs::rename(&temporary, path)?;
        Ok(result)
    };
    replace().inspect_err(|_| {
        // What was begun is of no use; the error of the write is the one to tell.
        let _ = fs::remove_file(&temporary);
    })
}

fn written<T>(
    file: fs::File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<(fs::File, T)> {
    let mut out = BufWriter::new(file);
    let result = write(&mut out)?;
    Ok((out.into_inner().map_err(io::IntoInnerError::into_error)?, result))
}
