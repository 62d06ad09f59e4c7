//! The side of the observer: it keeps a copy of the journal, and knows when the referee is gone.
//!
//! The referee is gone if its machine refuses a connection after the last one ended, or if it says nothing for the time
//! of the lease while the connection stands. If a connection ended and no other can be had, nothing is known: the
//! referee plays on alone then.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::lease_now;
use super::wire::{FromObserver, FromPrimary, checksum, not_ours, read_line};
use crate::cli::argus::screen::print;
use crate::cli::argus::standby;
use crate::cli::interrupts::is_stopped;
use crate::cli::located::{At, Located as _};
use crate::event::lease::{Lease, Waiter};

/// Time between two looks at the user, and between two tries to reach a referee.
const LOOK: Duration = Duration::from_millis(50);

/// Time in which a machine that is there takes a connection.
const REACH: Duration = Duration::from_secs(1);

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::argus) enum Followed {
    /// The referee is gone: the event goes on here, as that of the referee with this number.
    TakesOver(u64),
    /// The referee left in good order; whether the event was over.
    Left(bool),
    /// The user wants no more.
    Stopped,
}

/// Why an event cannot be followed.
#[derive(Debug)]
pub(in crate::cli::argus) enum ObserveError {
    /// There is a journal with this name already.
    Exists(PathBuf),
    /// Another observer writes this copy.
    Taken(PathBuf),
    /// The referee refuses, for this reason.
    Refused(String),
    /// The referee is older than what this copy knows.
    Older {
        /// The number of that referee.
        term: u64,
        /// The number of the last referee in the copy.
        known: u64,
    },
    /// What answers is no referee.
    NotOurs(String),
    /// The copy cannot be read or written.
    Io(At<io::Error>),
}

impl fmt::Display for ObserveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists(path) => write!(f, "{} exists: name another file for the journal", path.display()),
            Self::Taken(path) => write!(f, "{}: another observer writes it", path.display()),
            Self::Refused(why) => write!(f, "the referee refuses: {why}"),
            Self::Older { term, known } => {
                write!(f, "the referee there is number {term}, but number {known} has taken over from it")
            }
            Self::NotOurs(address) => {
                write!(f, "{address}: no referee that can be observed (was it started with --observers?)")
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<At<io::Error>> for ObserveError {
    fn from(error: At<io::Error>) -> Self {
        Self::Io(error)
    }
}

/// The copy of a journal.
struct Copy {
    file: File,
    path: PathBuf,
    length: u64,
    sum: u32,
    term: u64,
}

impl Copy {
    /// The copy that is there already, or a new one.
    fn open(path: PathBuf) -> Result<Self, ObserveError> {
        let at = |error| At::new(path.display().to_string(), error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(at)?;
        if file.try_lock().is_err() {
            return Err(ObserveError::Taken(path));
        }
        let mut copy = Self { file, path, length: 0, sum: 0, term: 0 };
        copy.look().at(copy.path.display())?;
        Ok(copy)
    }

    /// Reads what there is.
    fn look(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        self.length = text.len() as u64;
        self.sum = checksum(&text);
        self.term = standby::term(&text);
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// How the referee left, if it did.
    fn left(&mut self) -> io::Result<Option<bool>> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        Ok(standby::left(&text))
    }
}

/// How a connection ended.
enum Ended {
    /// In good order.
    Left,
    /// It broke.
    Broken,
    /// The referee fell silent.
    Silent,
    Stopped,
}

/// Follows an event until there is something to do. The journal is in `path` afterwards, if the event goes on here or
/// has ended.
///
/// # Errors
/// As [`ObserveError`] says.
pub(in crate::cli::argus) fn observe(
    address: &str,
    addresses: &[SocketAddr],
    path: &Path,
) -> Result<Followed, ObserveError> {
    if path.exists() {
        return Err(ObserveError::Exists(path.to_owned()));
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".copy");
    let mut copy = Copy::open(name.into())?;
    let own = copy.path.display().to_string();
    let wrong = |error: io::Error| At::new(own.clone(), error);
    print(&format!("Waiting for a referee at {address}"));
    // Whether the referee was heard in this run: what an old copy says may be long past.
    let mut has_followed = false;
    loop {
        if is_stopped() {
            return Ok(Followed::Stopped);
        }
        match reach(addresses) {
            Ok(stream) => match follow(stream, &mut copy, &mut has_followed, address)? {
                Ended::Left => {
                    let is_over = copy.left().map_err(wrong)?;
                    fs::rename(&copy.path, path).map_err(wrong)?;
                    return Ok(Followed::Left(is_over.unwrap_or(false)));
                }
                Ended::Silent => {
                    print("The referee is silent: its event goes on here.");
                    break;
                }
                Ended::Stopped => return Ok(Followed::Stopped),
                Ended::Broken => std::thread::sleep(Duration::from_millis(1)),
            },
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && has_followed => {
                print("The referee is gone: its event goes on here.");
                break;
            }
            Err(_) => std::thread::sleep(LOOK),
        }
    }
    fs::rename(&copy.path, path).map_err(wrong)?;
    copy.look().map_err(wrong)?;
    Ok(Followed::TakesOver(copy.term + 1))
}

/// Connects to the first address that can be reached; refused only if all are.
fn reach(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut worst = io::Error::from(ErrorKind::ConnectionRefused);
    for address in addresses {
        match TcpStream::connect_timeout(address, REACH) {
            Ok(stream) => return Ok(stream),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {}
            Err(error) => worst = error,
        }
    }
    Err(worst)
}

/// Follows a referee as long as the connection stands.
fn follow(
    mut stream: TcpStream,
    copy: &mut Copy,
    has_followed: &mut bool,
    address: &str,
) -> Result<Ended, ObserveError> {
    let now = lease_now;
    let begun = now();
    // Without a beat there is no lease, and a referee that is silent may still play on alone.
    let (mut heard_last, mut is_told) = (begun, false);
    let _ = stream.set_nodelay(true);
    let limits = stream.set_read_timeout(Some(LOOK)).and_then(|()| stream.set_write_timeout(Some(REACH)));
    let Ok(mut reader) = limits.and_then(|()| stream.try_clone()).map(BufReader::new) else {
        return Ok(Ended::Broken);
    };
    let (mut waiter, mut waiting, mut is_greeted) = (None::<Waiter>, Vec::new(), false);
    let mut lease = Lease::of_ms(Lease::DEFAULT_MS);
    let own = copy.path.display().to_string();
    loop {
        if is_stopped() {
            // One who cannot hear it will see the end of the connection.
            let _ = stream.write_all(FromObserver::Bye.line().as_bytes());
            return Ok(Ended::Stopped);
        }
        let line = match read_line(&mut reader, &mut waiting) {
            Ok(Some(line)) => line,
            Err(error) if is_late(&error) => {
                // Only now, since beats may have come while this process slept.
                if waiter.is_some_and(|waiter| waiter.may_take_over(now())) {
                    return Ok(Ended::Silent);
                }
                if !is_greeted && now() > begun + lease.wait() {
                    return Err(ObserveError::NotOurs(address.to_owned()));
                }
                if waiter.is_none() && !is_told && now() > heard_last + lease.wait() {
                    print(
                        "The referee fell silent before it sent all of its journal: nothing can take over from it.",
                    );
                    is_told = true;
                }
                continue;
            }
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                return Err(ObserveError::NotOurs(address.to_owned()));
            }
            Ok(None) | Err(_) => return Ok(Ended::Broken),
        };
        heard_last = now();
        match FromPrimary::read(&line) {
            Some(FromPrimary::Hello { term, lease_ms }) if !is_greeted => {
                if term < copy.term {
                    return Err(ObserveError::Older { term, known: copy.term });
                }
                is_greeted = true;
                lease = Lease::of_ms(lease_ms);
                copy.look().at(&own)?;
                let known = FromObserver::From { offset: copy.length, sum: copy.sum };
                if stream.write_all(known.line().as_bytes()).is_err() {
                    return Ok(Ended::Broken);
                }
            }
            // The connection before this one may not have ended there yet.
            Some(FromPrimary::Refused(_)) if *has_followed => {
                std::thread::sleep(LOOK);
                return Ok(Ended::Broken);
            }
            Some(FromPrimary::Refused(why)) => return Err(ObserveError::Refused(why)),
            Some(FromPrimary::Data(length)) if is_greeted => {
                match read_data(&mut reader, length, &|| {
                    is_stopped() || waiter.is_some_and(|waiter| waiter.may_take_over(now()))
                }) {
                    Ok(bytes) => copy.add(&bytes).at(&own)?,
                    // The next round says that it goes.
                    Err(error) if is_late(&error) && is_stopped() => {}
                    Err(error) if is_late(&error) => return Ok(Ended::Silent),
                    Err(_) => return Ok(Ended::Broken),
                }
            }
            Some(FromPrimary::Beat(beat)) if is_greeted => {
                let heard = now();
                waiter.get_or_insert_with(|| Waiter::new(lease, heard)).heard(heard);
                if !std::mem::replace(has_followed, true) {
                    print(&format!("Following the event; {own} is its journal"));
                }
                let got = FromObserver::Got { beat, offset: copy.length };
                if stream.write_all(got.line().as_bytes()).is_err() {
                    return Ok(Ended::Broken);
                }
            }
            Some(FromPrimary::End) if is_greeted => {
                let _ = stream.write_all(FromObserver::Bye.line().as_bytes());
                return Ok(Ended::Left);
            }
            _ => return Err(ObserveError::NotOurs(address.to_owned())),
        }
    }
}

/// Whether a read ended only because nothing came yet.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// A piece of the journal. Late if it does not come before `is_given_up`.
fn read_data(
    reader: &mut BufReader<TcpStream>,
    length: u64,
    is_given_up: &dyn Fn() -> bool,
) -> io::Result<Vec<u8>> {
    // A referee sends smaller pieces.
    let length = usize::try_from(length).ok().filter(|&length| length <= 1 << 20).ok_or_else(not_ours)?;
    let mut bytes = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match reader.read(&mut bytes[filled..]) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(more) => filled += more,
            Err(error) if is_late(&error) && !is_given_up() => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}
