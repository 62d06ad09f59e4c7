//! The journal: every line of the wire, every move, every end, as lines of text that are only ever added.
//!
//! A line is the microseconds since the event began, a word, and the rest:
//!
//! | word | rest |
//! |---|---|
//! | `#` | what this file is, and since when |
//! | `clock` | the microseconds since 1970 at the start of the event |
//! | `arguments`, `toml` | what the event was asked for, as JSON |
//! | `seed` | by which number lots are drawn, where the event was not given one |
//! | `book` | size and checksum of the text of the openings |
//! | `open`, `close` | a connection and its player, or how it ended |
//! | `>`, `<`, `!` | a connection, and a line to it, from it, or on its standard error |
//! | `>+` | a connection, and what its last `position` goes on with in a new one |
//! | `game` | a game, its players' numbers, and its start with the opening |
//! | `move` | a game, the ply, the move, milliseconds used and left, score, depth, nodes |
//! | `waste` | a game, the ply, milliseconds that were used for it by a program that was lost |
//! | `end` | a game, its result, its termination, the reason |
//! | `epd` | a game whose final position is in the file of positions |
//! | `pgn` | bytes of the file of games that are not of this event |
//! | `term` | the number of the referee that goes on here, on another machine than the one before |
//! | `note` | what the supervisor should know |
//! | `leave` | `over`, or `early` if games are left: its referee ended in good order |

use std::fmt::Write as _;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use mio::Waker;

use crate::referee::board::Us;

/// The word of the number by which lots are drawn.
pub(in crate::cli) const SEED: &str = "seed";

/// The first line begins with this.
const NAME: &str = "epidote argus journal 1";

/// The most bytes kept of the lines of one connection in one turn; other lines are only counted.
pub(super) const MOST_PER_TURN: usize = 256 * 1024;

/// A journal being written.
pub(super) struct Journal {
    file: File,
    waiting: Vec<u8>,
    /// Bytes that are written.
    length: u64,
    /// A write has failed, so the last line may be cut: nothing more is written.
    is_broken: bool,
    syncer: Option<Syncer>,
}

/// A thread that waits until what was written is on the disk, since waiting would cost players time.
struct Syncer {
    orders: Sender<Option<Answer>>,
    thread: JoinHandle<()>,
}

/// Where to report that all is on the disk, and whom to wake then.
type Answer = (Sender<()>, Arc<Waker>);

impl Syncer {
    fn start(file: File) -> Self {
        let (orders, heard) = mpsc::channel::<Option<Answer>>();
        let thread = std::thread::spawn(move || {
            while let Ok(first) = heard.recv() {
                // Once for all that wait.
                let waiting: Vec<_> = std::iter::once(first).chain(heard.try_iter()).collect();
                // If the disk fails, the next write reports it.
                let _ = file.sync_data();
                for (answer, waker) in waiting.into_iter().flatten() {
                    // If the program ends, nobody is waiting.
                    let _ = answer.send(());
                    let _ = waker.wake();
                }
            }
        });
        Self { orders, thread }
    }
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// The file is there already: an event is never written over another one.
    pub(super) fn create(path: &Path, date: &str) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        file.lock()?;
        let mut journal = Self::of(file)?;
        journal.line(0, "#", format_args!("{NAME} {date}"));
        journal.flush()?;
        Ok(journal)
    }

    /// Continues a journal after its last whole line. With `waits`, first waits until no other referee is
    /// writing it.
    ///
    /// # Errors
    /// Another referee is writing it; it is not a journal, or cannot be read.
    pub(super) fn resume(path: &Path, waits: bool) -> io::Result<(Self, Vec<u8>)> {
        let mut file = OpenOptions::new().read(true).append(true).open(path)?;
        if waits {
            file.lock()?;
        } else {
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => {
                    io::Error::other("another referee writes it; `epidote argus standby` waits for its end")
                }
                TryLockError::Error(error) => error,
            })?;
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let whole = memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1);
        if !text.starts_with(format!("0 # {NAME}").as_bytes()) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a journal of an event"));
        }
        text.truncate(whole);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self::of(file)?;
        journal.length = whole as u64;
        Ok((journal, text))
    }

    fn of(file: File) -> io::Result<Self> {
        let syncer = Some(Syncer::start(file.try_clone()?));
        Ok(Self { file, waiting: Vec::new(), length: 0, is_broken: false, syncer })
    }

    /// Adds a line, which is written with the next [`Journal::flush`].
    pub(super) fn line(&mut self, at: Us, word: &str, rest: impl std::fmt::Display) {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "{at} {word} {rest}");
        self.waiting.extend(text.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }));
        self.waiting.push(b'\n');
    }

    /// Adds a line of the wire, byte for byte.
    pub(super) fn wire(&mut self, at: Us, direction: &str, conn: u32, line: &[u8]) {
        // As above.
        let _ = write!(self.waiting, "{at} {direction} {conn} ");
        self.waiting.extend_from_slice(line);
        self.waiting.push(b'\n');
    }

    /// Writes the lines added since the last time.
    ///
    /// # Errors
    /// The disk is full or gone. This is reported once.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() || self.is_broken {
            return Ok(());
        }
        let written = self.file.write_all(&waiting);
        self.is_broken = written.is_err();
        if written.is_ok() {
            self.length += waiting.len() as u64;
        }
        self.waiting = waiting;
        self.waiting.clear();
        written
            .map_err(|error| io::Error::new(error.kind(), format!("the journal cannot be written: {error}")))
    }

    /// Bytes that are written.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Asks for what was written to be put on the disk, without waiting for it.
    pub(super) fn sync(&self) {
        if let Some(syncer) = &self.syncer {
            let _ = syncer.orders.send(None);
        }
    }

    /// The same, with an answer when it is done.
    pub(super) fn sync_and_tell(&self, waker: &Arc<Waker>) -> Receiver<()> {
        let (sender, answer) = mpsc::channel();
        if let Some(syncer) = &self.syncer {
            let _ = syncer.orders.send(Some((sender, Arc::clone(waker))));
        }
        answer
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.flush();
        if let Some(Syncer { orders, thread }) = self.syncer.take() {
            let _ = orders.send(None);
            drop(orders);
            let _ = thread.join();
        }
    }
}

/// The microseconds at the last line of a journal.
pub(super) fn last_time(text: &[u8]) -> Us {
    let last = text.split(|&byte| byte == b'\n').rev().find(|line| !line.is_empty()).unwrap_or_default();
    let digits = last.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |time: Us, byte| time.saturating_mul(10).saturating_add(Us::from(byte - b'0')))
}

/// A line of a journal, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Entry<'a> {
    /// Microseconds since the event began.
    pub(in crate::cli) at: Us,
    pub(in crate::cli) word: &'a str,
    pub(in crate::cli) rest: &'a str,
}

/// The lines of a journal that tell of the event; those of the wire are passed over.
pub(in crate::cli) fn entries(text: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    text.split(|&byte| byte == b'\n').filter(|line| !is_of_wire(line)).filter_map(entry)
}

/// Whether a line of a journal is one of the wire.
fn is_of_wire(line: &[u8]) -> bool {
    let space = memchr::memchr(b' ', line);
    space.is_some_and(|space| matches!(line.get(space + 1), Some(b'<' | b'>' | b'!')))
}

fn entry(line: &[u8]) -> Option<Entry<'_>> {
    let line = std::str::from_utf8(line).ok()?;
    let (at, rest) = line.split_once(' ')?;
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    Some(Entry { at: at.parse().ok()?, word, rest })
}

/// The number of the first line of a journal that is none of its lines, from 1.
pub(super) fn damaged(text: &[u8]) -> Option<usize> {
    let is_line = |line: &[u8]| line.is_empty() || is_of_wire(line) || entry(line).is_some();
    text.split(|&byte| byte == b'\n').position(|line| !is_line(line)).map(|at| at + 1)
}
