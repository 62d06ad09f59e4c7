//! Files that are written as a whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::interrupts::{begin_temporary, end_temporary};

/// Suffix added to the name of a file that is being written.
const TEMPORARY: &str = ".epidote-tmp";

/// Replaces a file as a whole, so that a crash leaves either the old or the new one. Anything that is not an
/// ordinary file, like a device or a pipe, is written to directly. For a symbolic link, its target is
/// replaced.
pub(super) fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut replacing = Replacing::new(path)?;
    let result = write(&mut replacing)?;
    replacing.finish()?;
    Ok(result)
}

/// Replaces a file that is written often and may be lost in a power cut: this does not wait for the disk.
pub(super) fn refresh(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacing = Replacing::new(path)?;
    replacing.is_synced = false;
    replacing.write_all(bytes)?;
    replacing.finish()
}

/// Makes sure that a file can be replaced later, and leaves all as it is. A device or a pipe is not touched.
pub(super) fn can_replace(path: &Path) -> io::Result<()> {
    let mut replacing = Replacing::new(path)?;
    if replacing.temporary.is_some() {
        replacing.out()?;
    }
    Ok(())
}

/// What is to be a file is a folder.
pub(super) fn is_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")
}

/// A file that is replaced once the new one is complete. If this is dropped before that, the file is
/// unchanged.
pub(super) struct Replacing {
    /// The file itself, not a link to it.
    path: PathBuf,
    known: Option<Metadata>,
    /// What the file was when its lines were read, if it gets them back.
    read_at: Option<Stamp>,
    temporary: Option<PathBuf>,
    /// It is on the disk before it has its name.
    is_synced: bool,
    /// Created with the first byte.
    out: Option<BufWriter<File>>,
}

impl Replacing {
    /// Begins to replace a file.
    ///
    /// # Errors
    /// It is read-only, or a folder.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        let path = target_of(path);
        let known = fs::metadata(&path).ok();
        if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        if known.as_ref().is_some_and(Metadata::is_dir) {
            return Err(is_folder());
        }
        let temporary = known.as_ref().is_none_or(Metadata::is_file).then(|| beside(&path, TEMPORARY));
        Ok(Self { path, known, read_at: None, temporary, is_synced: true, out: None })
    }

    /// Begins to replace a file with its own lines, which were read when it had this stamp. It stays as it is if it has
    /// another one in the end: somebody else has written it meanwhile.
    ///
    /// # Errors
    /// As [`Self::new`]; or it is no ordinary file. A pipe cannot be written back.
    pub(super) fn of_file(path: &Path, read_at: Option<Stamp>) -> io::Result<Self> {
        let mut replacing = Self::new(path)?;
        replacing.read_at = read_at;
        if replacing.temporary.is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no ordinary file"));
        }
        Ok(replacing)
    }

    /// Whether it is a file and nothing like a device or a pipe, to which bytes go at once.
    pub(super) fn is_ordinary(&self) -> bool {
        self.temporary.is_some()
    }

    /// Copies the first bytes of the present file.
    pub(super) fn keep(&mut self, count: u64) -> io::Result<()> {
        if count > 0 {
            let copied = io::copy(&mut File::open(&self.path)?.take(count), self)?;
            if copied < count {
                return Err(io::Error::other("it has become shorter in the meantime"));
            }
        }
        Ok(())
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.out.is_none() {
            let file = match &self.temporary {
                Some(temporary) => begin_temporary(temporary, |path| {
                    let file = alone(path)?;
                    self.known.as_ref().map_or(Ok(()), |known| readable_as(&file, known))?;
                    Ok(file)
                })?,
                None => File::create(&self.path)?,
            };
            self.out = Some(BufWriter::with_capacity(64 * 1024, file));
        }
        self.out.as_mut().ok_or_else(|| io::Error::other("no file"))
    }

    /// Replaces the file by what was written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out()?.flush()?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        let (out, is_synced) = (self.out.take(), self.is_synced);
        end_temporary(temporary, |temporary| {
            let named = || {
                let file =
                    out.map(BufWriter::into_inner).transpose().map_err(io::IntoInnerError::into_error)?;
                if let Some(file) = file.as_ref().filter(|_| is_synced) {
                    file.sync_all()?;
                }
                if self.read_at.is_some() && self.read_at != Stamp::of(&self.path) {
                    return Err(io::Error::other("it was changed after it had been read"));
                }
                // Others are kept out until the file has its name; Windows gives no name to an open file.
                let _file = file.filter(|_| cfg!(unix));
                if let Some(known) = &self.known {
                    keep_owner(temporary, known);
                    fs::set_permissions(temporary, known.permissions())?;
                }
                fs::rename(temporary, &self.path)
            };
            // The error is the one to report.
            named().inspect_err(|_| drop(fs::remove_file(temporary)))
        })?;
        self.temporary = None;
        Ok(())
    }
}

impl Write for Replacing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Replacing {
    fn drop(&mut self) {
        if let (Some(temporary), Some(_)) = (&self.temporary, self.out.take()) {
            // The unfinished file is useless, and the write error is the one to report.
            let _ = end_temporary(temporary, |temporary| fs::remove_file(temporary));
        }
    }
}

/// Lets those read and write an empty file who may read and write another one, whose content it is about to get.
pub(super) fn readable_as(file: &File, known: &Metadata) -> io::Result<()> {
    file.set_permissions(known.permissions())
}

/// Gives a file the owner and the group of another one, as far as that is allowed: the owner only to the superuser, the
/// group to those who belong to it. Otherwise the file belongs to the user who writes it, which is not an error.
fn keep_owner(path: &Path, known: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};
        drop(chown(path, None, Some(known.gid())));
        drop(chown(path, Some(known.uid()), None));
    }
    #[cfg(not(unix))]
    let _ = (path, known);
}

/// What tells whether a file has been written since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    number: Number,
}

impl Stamp {
    /// That of a file as it is now; `None` if there is no such file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|known| Self::from(&known))
    }
}

impl From<&Metadata> for Stamp {
    fn from(known: &Metadata) -> Self {
        Self { len: known.len(), modified: known.modified().ok(), number: number_of(known) }
    }
}

/// What a file is called by the system, whatever its name; other systems do not tell.
#[cfg(unix)]
type Number = (u64, u64);
#[cfg(not(unix))]
type Number = ();

#[cfg(unix)]
fn number_of(known: &Metadata) -> Number {
    use std::os::unix::fs::MetadataExt as _;
    (known.dev(), known.ino())
}

#[cfg(not(unix))]
fn number_of(_: &Metadata) -> Number {}

/// Whether this is the file that has this name now.
pub(super) fn is_still_at(path: &Path, file: &File) -> bool {
    let numbers = |known: io::Result<Metadata>| known.ok().as_ref().map(number_of);
    numbers(file.metadata()) == numbers(fs::metadata(path))
}

/// Creates an empty file, or takes over one that a killed program has left, for this program alone.
///
/// # Errors
/// Another program is writing it; or it cannot be created.
fn alone(path: &Path) -> io::Result<File> {
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing it"));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // The program that wrote it may have renamed it before the lock was free.
        let own = file.metadata()?;
        let is_there = fs::metadata(path).is_ok_and(|known| number_of(&known) == number_of(&own));
        if is_there {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

/// Most links that are followed one after the other, as by the system.
const MOST_LINKS: usize = 40;

/// The target of a link, whether it exists or not; or the file itself.
pub(super) fn target_of(path: &Path) -> PathBuf {
    let mut target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // Links of the system to open pipes exist although they name nothing.
    if target.exists() {
        return target;
    }
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        // What it says is meant from its own folder.
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// The path of a file beside another one, with this suffix.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}
