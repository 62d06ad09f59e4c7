//! The side of the referee: it sends its journal to an observer, and knows whether it may still send to players.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mio::Waker;

use super::lease_now;
use super::wire::{FromObserver, FromPrimary, checksum, not_ours, read_line};
use crate::cli::carrier::bind;
use crate::event::lease::{Holder, Lease};
use crate::referee::board::Us;

/// Most bytes of the journal that are sent at once.
const PIECE: u64 = 64 * 1024;

/// What the referee may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli::argus) enum Standing {
    /// It may send.
    Free,
    /// Its observer is not heard: what is to be sent waits, for a moment.
    Waits,
    /// Its observer, which is named, may have taken over.
    Deposed(String),
}

/// A referee that can be observed.
pub(in crate::cli::argus) struct Primary {
    shared: Arc<Shared>,
    addresses: Vec<SocketAddr>,
}

/// What the threads share.
struct Shared {
    path: PathBuf,
    term: u64,
    lease: Lease,
    state: Mutex<State>,
    changed: Condvar,
    /// Ends a wait of the director.
    waker: Arc<Waker>,
}

#[derive(Default)]
struct State {
    observer: Option<Observer>,
    /// Bytes of the journal that are written.
    length: u64,
    /// Nothing more will be written.
    is_ended: bool,
    /// An observer that was not heard any more when its connection ended: it may have taken over.
    deposed_by: Option<String>,
    /// What happened, for the journal.
    news: Vec<String>,
    next: u64,
}

/// The observer that follows.
struct Observer {
    number: u64,
    peer: String,
    /// Its lease, from the first beat on, which it gets when it has all of the journal; before that it cannot take
    /// over.
    holder: Option<Holder>,
    /// Bytes of the journal that it has.
    got: u64,
    /// When it was heard last.
    heard: Us,
}

impl Observer {
    /// Whether the referee may send as far as this observer is concerned.
    fn may_send(&self, now: Us) -> bool {
        self.holder.as_ref().is_none_or(|holder| holder.may_send(now))
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody that something is different.
    fn tell(&self) {
        self.changed.notify_all();
        // The director looks by itself a moment later.
        let _ = self.waker.wake();
    }

    /// The connection of an observer has ended, or it said that it goes.
    fn gone(&self, number: u64, says_bye: bool) {
        let now = lease_now();
        let mut state = self.state();
        let Some(observer) = state.observer.take_if(|observer| observer.number == number) else { return };
        let may_send = says_bye || observer.may_send(now);
        let peer = observer.peer;
        if may_send {
            state.news.push(format!("the observer at {peer} is gone"));
        } else {
            state.deposed_by = Some(peer);
        }
        drop(state);
        self.tell();
    }
}

impl Primary {
    /// Waits for an observer at these addresses.
    ///
    /// # Errors
    /// One of them is taken, or none can be had.
    pub(in crate::cli::argus) fn listen(
        addresses: &[SocketAddr],
        path: PathBuf,
        (term, lease): (u64, Lease),
        waker: Arc<Waker>,
    ) -> io::Result<Self> {
        let listeners: Vec<TcpListener> = bind(addresses)?
            .into_iter()
            .map(|listener| {
                let listener = TcpListener::from(OwnedFd::from(listener));
                listener.set_nonblocking(false).map(|()| listener)
            })
            .collect::<io::Result<_>>()?;
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
        let state = Mutex::new(State::default());
        let changed = Condvar::new();
        let shared = Arc::new(Shared { path, term, lease, state, changed, waker });
        for listener in listeners {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                // A client that is gone again, or a lack of descriptors: the next one may do better.
                for stream in listener.incoming().flatten() {
                    let shared = Arc::clone(&shared);
                    std::thread::spawn(move || serve(&shared, stream));
                }
            });
        }
        Ok(Self { shared, addresses })
    }

    /// Where it waits.
    pub(in crate::cli::argus) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The journal has this many bytes now.
    pub(in crate::cli::argus) fn written(&self, length: u64) {
        let mut state = self.shared.state();
        if state.length != length {
            state.length = length;
            self.shared.changed.notify_all();
        }
    }

    /// What the referee may do now.
    pub(in crate::cli::argus) fn standing(&self) -> Standing {
        let now = lease_now();
        let state = self.shared.state();
        if let Some(peer) = &state.deposed_by {
            return Standing::Deposed(peer.clone());
        }
        match &state.observer {
            None => Standing::Free,
            Some(observer) if observer.may_send(now) => Standing::Free,
            Some(Observer { heard, peer, .. })
                if now.saturating_sub(*heard) > 2 * self.shared.lease.wait() =>
            {
                Standing::Deposed(peer.clone())
            }
            Some(_) => Standing::Waits,
        }
    }

    /// Whether the observer, if there is one, has so much of the journal.
    pub(in crate::cli::argus) fn has(&self, length: u64) -> bool {
        self.shared.state().observer.as_ref().is_none_or(|observer| observer.got >= length)
    }

    /// What happened since the last call.
    pub(in crate::cli::argus) fn news(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.state().news)
    }

    /// The event has ended in good order: waits until the observer has all of the journal, as long as it is heard.
    pub(in crate::cli::argus) fn end(&self) {
        let shared = &self.shared;
        let mut state = shared.state();
        state.is_ended = true;
        shared.changed.notify_all();
        let until = lease_now() + shared.lease.wait();
        while state.observer.is_some() && lease_now() < until {
            let rest = Duration::from_micros(until - lease_now().min(until));
            let waited = shared.changed.wait_timeout(state, rest);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Talks to one who has connected, until the connection ends.
fn serve(shared: &Arc<Shared>, mut stream: TcpStream) {
    let peer = stream.peer_addr().map_or_else(|_| "?".to_owned(), |peer| peer.to_string());
    let limit = Some(Duration::from_micros(shared.lease.wait()));
    let _ = stream.set_nodelay(true);
    if stream.set_write_timeout(limit).and_then(|()| stream.set_read_timeout(limit)).is_err() {
        return;
    }
    match greet(shared, &mut stream) {
        Ok(Ok((offset, reader))) => follow(shared, stream, reader, &peer, offset),
        Ok(Err(why)) => {
            let _ = stream.write_all(FromPrimary::Refused(why.to_string()).line().as_bytes());
        }
        // It is no observer, or gone again.
        Err(_) => {}
    }
}

/// Why an observer is refused. It is told in English.
#[derive(Debug, Clone, Copy)]
enum Refusal {
    /// What it has of the journal is of another event.
    OtherEvent,
    /// Another observer follows.
    Taken,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherEvent => "what you have of the journal is of another event",
            Self::Taken => "another observer follows",
        })
    }
}

/// Hears what the observer has; says why it is refused.
fn greet(
    shared: &Shared,
    stream: &mut TcpStream,
) -> io::Result<Result<(u64, BufReader<TcpStream>), Refusal>> {
    let hello = FromPrimary::Hello { term: shared.term, lease_ms: shared.lease.ms() };
    stream.write_all(hello.line().as_bytes())?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let line = read_line(&mut reader, &mut Vec::new())?.ok_or_else(not_ours)?;
    let Some(FromObserver::From { offset, sum }) = FromObserver::read(&line) else { return Err(not_ours()) };
    let length = shared.state().length;
    let mut known = Vec::new();
    if offset <= length {
        File::open(&shared.path)?.take(offset).read_to_end(&mut known)?;
    }
    if known.len() as u64 != offset || checksum(&known) != sum {
        return Ok(Err(Refusal::OtherEvent));
    }
    Ok(Ok((offset, reader)))
}

/// Sends the journal and beats to an observer, unless there is one already.
fn follow(
    shared: &Arc<Shared>,
    mut stream: TcpStream,
    reader: BufReader<TcpStream>,
    peer: &str,
    offset: u64,
) {
    let now = lease_now();
    let number = {
        let mut state = shared.state();
        if state.observer.is_some() || state.deposed_by.is_some() {
            drop(state);
            let _ = stream.write_all(FromPrimary::Refused(Refusal::Taken.to_string()).line().as_bytes());
            return;
        }
        state.next += 1;
        let number = state.next;
        state.observer =
            Some(Observer { number, peer: peer.to_owned(), holder: None, got: offset, heard: now });
        state.news.push(format!("an observer follows at {peer}"));
        number
    };
    shared.tell();
    let hears = {
        let shared = Arc::clone(shared);
        std::thread::spawn(move || {
            let says_bye = hear(&shared, number, reader);
            shared.gone(number, says_bye);
        })
    };
    // What cannot be sent is not answered.
    let _ = send(shared, &mut stream, number, offset);
    let _ = stream.shutdown(Shutdown::Both);
    // A thread that failed has left nothing to do.
    let _ = hears.join();
}

/// Hears the answers of an observer until its connection ends; tells whether it said that it goes.
fn hear(shared: &Shared, number: u64, mut reader: BufReader<TcpStream>) -> bool {
    let mut waiting = Vec::new();
    loop {
        match read_line(&mut reader, &mut waiting).map(|line| line.as_deref().map(FromObserver::read)) {
            Ok(Some(Some(FromObserver::Got { beat, offset }))) => {
                let now = lease_now();
                let mut state = shared.state();
                let Some(observer) = state.observer.as_mut().filter(|observer| observer.number == number)
                else {
                    return false;
                };
                if let Some(holder) = &mut observer.holder {
                    holder.answered(beat);
                }
                observer.got = observer.got.max(offset);
                observer.heard = now;
                drop(state);
                shared.tell();
            }
            Ok(Some(Some(FromObserver::Bye))) => return true,
            // It may be heard again.
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Ok(_) | Err(_) => return false,
        }
    }
}

/// Sends what there is of the journal and a beat, again and again, until there is no more.
fn send(shared: &Shared, stream: &mut TcpStream, number: u64, mut offset: u64) -> io::Result<()> {
    let mut file = File::open(&shared.path)?;
    file.seek(SeekFrom::Start(offset))?;
    let pause = Duration::from_micros(shared.lease.beat());
    let mut last_beat: Option<Us> = None;
    loop {
        let mut state = shared.state();
        let is_mine = |state: &State| state.observer.as_ref().is_some_and(|known| known.number == number);
        if is_mine(&state) && state.length == offset && !state.is_ended {
            let waited = shared.changed.wait_timeout(state, pause);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let now = lease_now();
        let (length, is_ended) = (state.length, state.is_ended);
        let Some(observer) = state.observer.as_mut().filter(|observer| observer.number == number) else {
            return Ok(());
        };
        let piece = (length - offset).min(PIECE);
        // The answer to a beat tells what has arrived.
        let is_due =
            piece > 0 || last_beat.is_none_or(|last| now.saturating_sub(last) >= shared.lease.beat());
        let is_whole = offset + piece == length || observer.holder.is_some();
        let beat = (is_due && is_whole)
            .then(|| observer.holder.get_or_insert_with(|| Holder::new(shared.lease, now)).beat(now));
        drop(state);
        let mut bytes = vec![0; usize::try_from(piece).unwrap_or(0)];
        file.read_exact(&mut bytes)?;
        let mut out = Vec::with_capacity(bytes.len() + 64);
        if piece > 0 {
            out.extend_from_slice(FromPrimary::Data(piece).line().as_bytes());
            out.extend_from_slice(&bytes);
            offset += piece;
        }
        if let Some(beat) = beat {
            out.extend_from_slice(FromPrimary::Beat(beat).line().as_bytes());
            last_beat = Some(now);
        }
        if is_ended && offset == length {
            out.extend_from_slice(FromPrimary::End.line().as_bytes());
            stream.write_all(&out)?;
            // The observer says bye when it has read that.
            let mut state = shared.state();
            while is_mine(&state) {
                state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            return Ok(());
        }
        stream.write_all(&out)?;
    }
}
