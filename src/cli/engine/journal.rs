//! The journal of a run that writes files in place. It records what is done, and is kept beside the first of
//! the files until all are written, so that a run that was killed can be continued.
//!
//! It is a series of frames, each with its length and a checksum. A frame that was being written when the
//! program was killed is the last one, and is ignored. The first frame says what is done with which files.
//! Each further frame is for a record that is done, or for a file that is about to be replaced.

use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::error::{JournalError, Misfit};
use super::known::{DoneLine, Known, found_again, in_place, sign};
use super::threads::FinishedRecord;
use crate::archive::Crc32;
use crate::cli::located::{At, Located as _};
use crate::cli::output::{beside, readable_as};
use crate::cli::{complain, now};
use crate::epd::conventions::Conventions;
use crate::protocol::{decode, encode};
use crate::verb::Moment;

/// Suffix added to the name of the first file.
pub(super) const ENDING: &str = ".epidote-journal";

const MAGIC: &[u8] = b"epidote journal 6\n";

/// Interval at which the system is asked to write the journal to the disk. A killed program loses nothing
/// that it wrote; this is for power failures.
const SYNC: Duration = Duration::from_secs(1);

/// The task of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The version of the program, since another version may get other results.
    pub(super) build: String,
    /// The steps, as in a recipe.
    pub(super) steps: Vec<String>,
    #[serde(with = "paths")]
    pub(super) files: Vec<PathBuf>,
    /// How each file is read.
    pub(super) conventions: Vec<Conventions>,
    /// Whether the steps write the numbers of lines.
    pub(super) is_numbered: bool,
}

/// Names of files as the system has them, which need not be UTF-8.
mod paths {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        let names = paths.iter().map(|path| path.as_os_str().as_encoded_bytes());
        names.collect::<Vec<_>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        let names = Vec::<Vec<u8>>::deserialize(deserializer)?;
        Ok(names.into_iter().map(|name| named(name).into()).collect())
    }

    #[cfg(unix)]
    fn named(name: Vec<u8>) -> OsString {
        std::os::unix::ffi::OsStringExt::from_vec(name)
    }

    #[cfg(not(unix))]
    fn named(name: Vec<u8>) -> OsString {
        String::from_utf8_lossy(&name).into_owned().into()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Frame {
    /// The run, when it began, and what its files held.
    Plan(Plan, Moment, Vec<Print>),
    /// A line of a file is done.
    Done { file: usize, number: usize, line: DoneLine },
    /// A file is about to be replaced by one with this content.
    Replaced { file: usize, by: Print },
}

/// Identifies the content of a file: its length, and a hash of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Print {
    length: u64,
    hash: u64,
}

/// Makes a [`Print`] from bytes that come in parts.
#[derive(Debug, Default)]
pub(super) struct Printer {
    length: u64,
    hasher: DefaultHasher,
}

impl Printer {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.hasher.write(bytes);
    }

    pub(super) fn print(&self) -> Print {
        Print { length: self.length, hash: self.hasher.finish() }
    }
}

impl Print {
    /// The print of a file.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut printer = Printer::default();
        let mut buffer = vec![0; 256 * 1024];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(printer.print()),
                Ok(read) => printer.add(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// A journal, when its run began, and what is known of each file.
type Opened = (Journal, Moment, Vec<Known>);

/// A journal to write to.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    /// Why it could not be written. The run then continues without it.
    pub(super) failed: Option<At<io::Error>>,
}

impl Journal {
    /// The path of the journal of a run on these files.
    pub(super) fn path_of(first: &Path) -> PathBuf {
        beside(first, ENDING)
    }

    /// Begins a run at this moment, or goes on with one, and tells when it began and what is known of each file.
    ///
    /// # Errors
    /// Why it cannot be begun; nothing was changed then.
    pub(super) fn open(plan: &Plan, at: Moment, resume: bool) -> Result<Opened, JournalError> {
        // A run over other files may have begun with any of these.
        let mut paths = plan.files.iter().map(|file| Self::path_of(file));
        let first = paths.next().ok_or(JournalError::NoFile)?;
        let path = if first.exists() { first } else { paths.find(|path| path.exists()).unwrap_or(first) };
        let prints: Result<Vec<Print>, _> =
            plan.files.iter().map(|file| Print::of(file).at(file.display())).collect();
        let prints = prints?;
        let nothing = || plan.files.iter().map(|_| Known::new()).collect();
        match (OpenOptions::new().read(true).append(true).open(&path), resume) {
            (Ok(mut file), true) => {
                lock(&file, &path)?;
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).at(path.display())?;
                drop(file);
                let all = frames(&bytes);
                // A journal whose run was killed before it began holds nothing.
                let is_begun = !all.is_empty() || !(bytes.starts_with(MAGIC) || MAGIC.starts_with(&bytes));
                let (began, known) = if is_begun {
                    let other = |why| JournalError::Other { path: path.clone(), why };
                    known_of(&all, plan, &prints).map_err(other)?
                } else {
                    (at, nothing())
                };
                // Written anew: without the frame that was cut, and with the numbers that lines have now.
                let journal = Self::rewrite(&path, plan, began, &prints, &known).at(path.display())?;
                Ok((journal, began, known))
            }
            (Ok(file), false) => {
                lock(&file, &path)?;
                Err(JournalError::Interrupted(path))
            }
            (Err(error), _) if error.kind() == io::ErrorKind::NotFound => {
                let create = || {
                    let mut file = OpenOptions::new().create_new(true).write(true).open(&path)?;
                    let _ = file.try_lock();
                    keep_private(&file, plan)?;
                    file.write_all(&[MAGIC, &framed(&Frame::Plan(plan.clone(), at, prints))].concat())?;
                    io::Result::Ok(Self { path: path.clone(), file, synced: now(), failed: None })
                };
                Ok((create().at(path.display())?, at, nothing()))
            }
            (Err(error), _) => Err(At::new(path.display().to_string(), error).into()),
        }
    }

    /// Writes a journal of what is known, and puts it in the place of the one before.
    fn rewrite(
        path: &Path,
        plan: &Plan,
        began: Moment,
        prints: &[Print],
        known: &[Known],
    ) -> io::Result<Self> {
        let new = beside(path, "-new");
        let file = OpenOptions::new().create(true).write(true).truncate(true).open(&new)?;
        keep_private(&file, plan)?;
        let mut out = io::BufWriter::new(file);
        out.write_all(MAGIC)?;
        out.write_all(&framed(&Frame::Plan(plan.clone(), began, prints.to_vec())))?;
        for (file, known) in known.iter().enumerate() {
            for (&number, line) in known {
                out.write_all(&framed(&Frame::Done { file, number, line: line.clone() }))?;
            }
        }
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        // Any other run now finds it locked, under either name.
        let _ = file.try_lock();
        std::fs::rename(&new, path)?;
        Ok(Self { path: path.to_owned(), file, synced: now(), failed: None })
    }

    fn add(&mut self, frame: &Frame, at_once: bool) {
        if self.failed.is_some() {
            return;
        }
        let mut write = || {
            self.file.write_all(&framed(frame))?;
            if at_once || self.synced.elapsed() >= SYNC {
                self.file.sync_data()?;
                self.synced = now();
            }
            io::Result::Ok(())
        };
        self.failed = write().at(self.path.display()).err();
    }

    /// Records a line that is done; `text` is what it was before.
    pub(super) fn done(&mut self, file: usize, number: usize, text: &[u8], finished: &FinishedRecord) {
        let line = DoneLine { sign: sign(text), finished: finished.clone() };
        self.add(&Frame::Done { file, number, line }, false);
    }

    /// Records that a file is about to be replaced.
    pub(super) fn replaced(&mut self, file: usize, by: Print) {
        self.add(&Frame::Replaced { file, by }, true);
    }

    /// Removes the journal, which is not needed when all files are written.
    pub(super) fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// Shows a journal only to those who may read the first file, and so its lines.
fn keep_private(journal: &File, plan: &Plan) -> io::Result<()> {
    let Some(first) = plan.files.first() else { return Ok(()) };
    readable_as(journal, &std::fs::metadata(first)?)
}

/// Locks a journal, since two runs at once would undo each other's work.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        // Without locks there is no way to find out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn framed(frame: &Frame) -> Vec<u8> {
    // Encoding a frame cannot fail; an empty frame would end the journal.
    let body = encode(frame).unwrap_or_default();
    let mut crc = Crc32::default();
    crc.update(&body);
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    [&length.to_le_bytes()[..], &crc.value().to_le_bytes(), &body].concat()
}

/// The complete frames.
fn frames(bytes: &[u8]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut rest = bytes.strip_prefix(MAGIC).unwrap_or_default();
    while let Some((head, behind)) = rest.split_at_checked(8) {
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let Some((body, behind)) = behind.split_at_checked(number(0) as usize) else { break };
        let mut crc = Crc32::default();
        crc.update(body);
        let Some(frame) = decode(body).ok().filter(|_| crc.value() == number(4)) else { break };
        frames.push(frame);
        rest = behind;
    }
    frames
}

/// When the run began, and what is known of each file as it is now.
fn known_of(frames: &[Frame], plan: &Plan, now: &[Print]) -> Result<(Moment, Vec<Known>), Misfit> {
    let Some(Frame::Plan(known_plan, at, before)) = frames.first() else {
        return Err(Misfit::NoJournal);
    };
    if known_plan.build != plan.build {
        return Err(Misfit::Version { journal: known_plan.build.clone(), run: plan.build.clone() });
    }
    if known_plan.steps != plan.steps {
        return Err(Misfit::Steps(known_plan.steps.clone()));
    }
    if known_plan.files != plan.files {
        return Err(Misfit::Files(known_plan.files.clone()));
    }
    if known_plan.conventions != plan.conventions {
        return Err(Misfit::Conventions);
    }
    let mut known = vec![Known::new(); now.len()];
    let mut replaced = vec![None; now.len()];
    for frame in &frames[1..] {
        match frame {
            Frame::Done { file, number, line } if *file < known.len() => {
                known[*file].insert(*number, line.clone());
            }
            Frame::Replaced { file, by } if *file < known.len() => replaced[*file] = Some(*by),
            Frame::Plan(..) | Frame::Done { .. } | Frame::Replaced { .. } => {}
        }
    }
    for (file, print) in now.iter().enumerate() {
        if before.get(file) == Some(print) {
            continue;
        }
        let before = std::mem::take(&mut known[file]);
        known[file] = if replaced[file] == Some(*print) {
            in_place(before)
        } else {
            let path = &plan.files[file];
            let found = found_again(path, before, plan.is_numbered);
            let found = found.ok_or_else(|| Misfit::Changed(path.clone()))?;
            complain(&format!(
                "{}: it has been changed since; lines that stayed keep their results",
                path.display()
            ));
            found
        };
    }
    Ok((*at, known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Ended;

    fn finished(text: &str, behind: &[&str]) -> FinishedRecord {
        FinishedRecord {
            text: Some(text.as_bytes().to_vec()),
            behind: behind.iter().map(|line| serde_bytes::ByteBuf::from(line.as_bytes().to_vec())).collect(),
            ends: vec![(Ended::Written, Some(true))],
            ..FinishedRecord::default()
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_of_files_need_not_be_utf8() {
        let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(b"caf\xe9.epd".to_vec());
        let files = vec![name.into(), "b.epd".into()];
        let plan = Plan {
            build: String::new(),
            steps: Vec::new(),
            files,
            conventions: Vec::new(),
            is_numbered: false,
        };
        let frame = Frame::Plan(plan, Moment::from(0), Vec::new());
        assert_eq!(frames(&[MAGIC, &framed(&frame)].concat()), [frame]);
    }

    #[test]
    fn a_frame_that_is_cut_is_left_out_wherever_it_is_cut() {
        let all = [
            Frame::Done { file: 0, number: 3, line: DoneLine { sign: 7, finished: finished("a", &["b"]) } },
            Frame::Replaced { file: 0, by: Print { length: 7, hash: 9 } },
        ];
        let bytes = [MAGIC, &framed(&all[0]), &framed(&all[1])].concat();
        let first = MAGIC.len() + framed(&all[0]).len();
        for end in 0..=bytes.len() {
            let count = usize::from(end >= first) + usize::from(end == bytes.len());
            assert_eq!(frames(&bytes[..end]), all[..count], "cut at {end}");
        }
        let mut damaged = bytes;
        damaged[first + 9] ^= 1;
        assert_eq!(frames(&damaged), all[..1]);
    }
}
