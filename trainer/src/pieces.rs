//! A folder of positions that grows piece by piece.
//!
//! The games of a seed are numbered, and each file has those of one range: `00017.bin` has the games from
//! `17 * GAMES` on. A piece appears under its name only when it is whole and on the disk, so whatever ends
//! the program, the folder is in order, and the next run continues with the pieces that are missing. It does
//! not matter how many threads played it, or in how many runs.
//!
//! The file `settings.txt` says what the pieces depend on. A folder with other settings is not continued.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::sample::{SIZE, Sample};

/// Games in a piece: some minutes of work for a core.
pub const GAMES: u64 = 1_000;

/// A folder that is being filled.
#[derive(Debug)]
pub struct Pieces {
    folder: PathBuf,
    /// Held while this process fills the folder.
    _lock: File,
    /// Which pieces are there.
    done: Vec<bool>,
    positions: u64,
    /// The next number to be tried.
    next: u64,
}

impl Pieces {
    /// Opens a folder, or makes one.
    ///
    /// # Errors
    /// The folder was made with other settings, another process fills it, or the disk refuses.
    pub fn open(folder: &Path, settings: &str) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lock = File::create(folder.join("lock"))?;
        // A program that was being started when the last owner let go may hold the lock for a moment more.
        let mut tries = 50;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if tries > 0 => {
                    tries -= 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::other("another process fills the folder"));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        let noted = folder.join("settings.txt");
        match fs::read_to_string(&noted) {
            Ok(before) if before == settings => {}
            Ok(before) => {
                return Err(io::Error::other(format!(
                    "the folder was made otherwise; it has\n{before}and not\n{settings}"
                )));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_whole(&noted, settings.as_bytes())?;
            }
            Err(error) => return Err(error),
        }
        let mut pieces =
            Self { folder: folder.to_owned(), _lock: lock, done: Vec::new(), positions: 0, next: 0 };
        for (number, path) in files(folder)? {
            pieces.count(number, fs::metadata(&path)?.len() / SIZE as u64);
        }
        Ok(pieces)
    }

    /// The number of a piece that is missing and given to nobody else. Its games begin at `number * GAMES`.
    pub fn take(&mut self) -> u64 {
        while self.has(self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }

    /// Writes a piece. It is safe on the disk when this returns.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn put(&mut self, number: u64, samples: &[Sample]) -> io::Result<()> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
        write_whole(&self.folder.join(format!("{number:05}.bin")), &bytes)?;
        self.count(number, samples.len() as u64);
        Ok(())
    }

    /// The number of positions in all pieces.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether this piece is there.
    pub fn has(&self, number: u64) -> bool {
        usize::try_from(number).is_ok_and(|at| self.done.get(at) == Some(&true))
    }

    fn count(&mut self, number: u64, positions: u64) {
        let Ok(at) = usize::try_from(number) else { return };
        if self.done.len() <= at {
            self.done.resize(at + 1, false);
        }
        self.done[at] = true;
        self.positions += positions;
    }
}

/// The pieces in a folder, in order.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(number) = name.strip_suffix(".bin").and_then(|name| name.parse().ok()) {
            files.push((number, path));
        }
    }
    files.sort();
    Ok(files)
}

/// Writes a file that appears under its name whole, or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    /// A folder of its own for a test, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("epidote-pieces-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_folder_is_gone_on_with_where_pieces_are_missing() {
        let folder = folder("go-on");
        let sample = Sample::of(&Board::default(), 12, 3);
        {
            let mut pieces = Pieces::open(&folder, "seed 1\n").unwrap();
            let taken = [pieces.take(), pieces.take(), pieces.take()];
            assert_eq!(taken, [0, 1, 2]);
            pieces.put(2, &[sample; 5]).unwrap();
            pieces.put(0, &[sample; 3]).unwrap();
            assert_eq!(pieces.positions(), 8);
            // Killed in the middle of writing the other one.
            fs::write(folder.join("00001.part"), [1; 70]).unwrap();
        }
        let mut pieces = Pieces::open(&folder, "seed 1\n").unwrap();
        assert_eq!(pieces.positions(), 8);
        assert_eq!([pieces.take(), pieces.take(), pieces.take()], [1, 3, 4]);
        pieces.put(1, &[]).unwrap();
        let numbers: Vec<u64> = files(&folder).unwrap().into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [0, 1, 2]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_settings_and_a_second_process_are_refused() {
        let folder = folder("refused");
        let first = Pieces::open(&folder, "seed 1\n").unwrap();
        assert!(Pieces::open(&folder, "seed 1\n").unwrap_err().to_string().contains("another process"));
        drop(first);
        assert!(Pieces::open(&folder, "seed 2\n").unwrap_err().to_string().contains("made otherwise"));
        assert!(Pieces::open(&folder, "seed 1\n").is_ok());
        fs::remove_dir_all(folder).unwrap();
    }
}
