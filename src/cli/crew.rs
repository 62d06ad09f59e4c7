//! Work on the lines of many sources by all cores, with the results in the order of the lines.
//!
//! One thread reads blocks of lines, others work on them, and the calling thread takes the results in order.
//! There are never more than a few blocks for each worker, so that a file of any size can be processed, and
//! the results for a pipe appear as its lines come in.

mod reader;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use reader::Reader;

use crate::cli::input::{Block, Opener, Origin, Place, Unreadable};
use crate::cli::shard::Part;
use crate::cli::units::Units;
use crate::cli::{Status, complain};
use crate::epd::lint::Signs;

/// Blocks for each worker that may be read before they are written.
const AHEAD: usize = 4;

/// The same when each line is a block.
const LINES_AHEAD: usize = 512;

/// How long a thread waits before it checks whether its work is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long an open input must bring nothing before it is abandoned, once the user has stopped the run.
const LONG_SILENCE: Duration = Duration::from_secs(1);

/// The work on a block, by any thread.
pub(super) trait Verb: Sync {
    /// The result for a block.
    type Part: Send;

    /// Works on the block.
    fn work(&self, piece: Piece, order: &Order<Self::State>) -> Self::Part;

    /// What a block has to know about the blocks before it.
    type State: Default + Send;
}

/// The handling of the results by one thread, in the order of the lines.
pub(super) trait Sink<P> {
    /// A source begins. Whatever is not taken from it is skipped.
    ///
    /// # Errors
    /// The output cannot be written.
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken>;

    /// Takes the result for the next block.
    ///
    /// # Errors
    /// The output cannot be written.
    fn take(&mut self, part: P) -> io::Result<()>;

    /// The next block belongs to other shards.
    ///
    /// # Errors
    /// The output cannot be written.
    fn skip(&mut self, _: &Block) -> io::Result<()> {
        Ok(())
    }

    /// Nothing more is ready for now.
    ///
    /// # Errors
    /// The output cannot be written.
    fn rest(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// A source cannot be read, or not to its end.
    fn failed(&mut self, unreadable: &Unreadable) {
        complain(&unreadable.to_string());
    }

    /// The source ends; `is_whole` says whether it could be read to its end.
    ///
    /// # Errors
    /// The output cannot be written.
    fn end(&mut self, is_whole: bool) -> io::Result<Status>;
}

/// Whether a source is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Yes,
    No(Status),
}

/// A block and where it comes from.
pub(super) struct Piece {
    pub(super) block: Block,
    pub(super) origin: Arc<Origin>,
    /// Number of lines in the sources before this one.
    pub(super) before: usize,
    /// The number of its source among all that could be opened, from 1.
    pub(super) source: usize,
    /// What the lines of its source before it say about the game.
    pub(super) signs: Signs,
    turn: u64,
}

/// Lets blocks access what is known about earlier lines, one after another in the order of their lines.
pub(super) struct Order<S> {
    passing: Mutex<Passing<S>>,
    moved: Condvar,
}

struct Passing<S> {
    turn: u64,
    source: usize,
    state: S,
}

impl<S: Default> Order<S> {
    fn new() -> Self {
        Self {
            passing: Mutex::new(Passing { turn: 0, source: 0, state: S::default() }),
            moved: Condvar::new(),
        }
    }

    /// Waits until all blocks before this one have passed, and shows the state they left; a source begins
    /// with a new state. A verb must pass either every one of its blocks once, or none.
    pub(super) fn pass<T>(&self, piece: &Piece, look: impl FnOnce(&mut S) -> T) -> T {
        let passing = self.passing.lock().unwrap_or_else(PoisonError::into_inner);
        let is_later = |passing: &mut Passing<S>| passing.turn != piece.turn;
        let mut passing = self.moved.wait_while(passing, is_later).unwrap_or_else(PoisonError::into_inner);
        if passing.source != piece.source {
            passing.source = piece.source;
            passing.state = S::default();
        }
        let seen = look(&mut passing.state);
        passing.turn += 1;
        self.moved.notify_all();
        seen
    }
}

/// A message of the reader.
enum Read {
    Begin(Arc<Origin>, bool),
    Block(Piece),
    /// A block that belongs to other shards.
    Skipped(Block),
    End,
    Failed(Unreadable),
}

/// A result for the calling thread.
enum Done<P> {
    Begin(Arc<Origin>, bool),
    Part(P),
    Skipped(Block),
    End,
    Failed(Unreadable),
}

/// How lines are sent out.
#[derive(Debug, Clone)]
pub(super) struct Crew {
    /// Number of worker threads.
    pub(super) workers: usize,
    /// Whether every line is a block, for work that takes long for each line.
    pub(super) is_one_by_one: bool,
    /// What is never divided between blocks.
    pub(super) units: Units,
    /// The lines of a shard, if only those are worked on.
    pub(super) part: Option<Part>,
    /// Whether the user has stopped the run. Results that exist are still sent out, because they have to be
    /// written.
    pub(super) is_stopped: fn() -> bool,
}

impl Crew {
    /// A crew for work that takes little time for each line.
    pub(super) fn of(workers: usize) -> Self {
        Self { workers, is_one_by_one: false, units: Units::Lines, part: None, is_stopped: || false }
    }

    /// Number of blocks that may be read before they are written.
    fn ahead(&self) -> usize {
        self.workers * if self.is_one_by_one { LINES_AHEAD } else { AHEAD }
    }
}

/// Does a verb with all lines of these places, and hands the results to the sink in order.
pub(super) fn run<V: Verb>(
    opener: Opener,
    places: Vec<Place>,
    crew: Crew,
    verb: &V,
    sink: &mut impl Sink<V::Part>,
) -> io::Result<Status> {
    let order = Order::new();
    let (to_reader, leave) = mpsc::sync_channel(crew.ahead());
    for _ in 0..crew.ahead() {
        // Permission for as many blocks as there is room for.
        let _ = to_reader.try_send(());
    }
    let (to_workers, read) = mpsc::sync_channel(crew.ahead());
    let Crew { workers, is_stopped, .. } = crew;
    let sent = Arc::new(AtomicU64::new(0));
    let reader = Reader::new(crew, leave, to_workers, Arc::clone(&sent));
    // This thread is not joined: it may be reading from a pipe that nobody writes to.
    thread::spawn(move || reader.read_all(opener, places));
    let read = Mutex::new(read);
    let is_left = AtomicBool::new(false);
    thread::scope(|scope| {
        let (to_sink, done) = mpsc::channel();
        for _ in 0..workers {
            let (to_sink, read, order, is_left) = (to_sink.clone(), &read, &order, &is_left);
            scope.spawn(move || work(verb, order, read, &to_sink, is_left));
        }
        drop(to_sink);
        let taken = take_all(&done, &to_reader, &sent, is_stopped, sink);
        is_left.store(true, Ordering::Relaxed);
        taken
    })
}

/// Works on blocks until there are none, or until nobody wants them.
fn work<V: Verb>(
    verb: &V,
    order: &Order<V::State>,
    read: &Mutex<Receiver<(u64, Read)>>,
    to_sink: &Sender<(u64, Done<V::Part>)>,
    is_left: &AtomicBool,
) {
    while !is_left.load(Ordering::Relaxed) {
        // The lock is held while waiting; the others would only wait as well. The wait is limited, since a
        // pipe may never bring more.
        let next = read.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
        let (number, next) = match next {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let result = match next {
            Read::Begin(origin, has_mark) => Done::Begin(origin, has_mark),
            Read::Block(piece) => Done::Part(verb.work(piece, order)),
            Read::Skipped(block) => Done::Skipped(block),
            Read::End => Done::End,
            Read::Failed(unreadable) => Done::Failed(unreadable),
        };
        if to_sink.send((number, result)).is_err() {
            return;
        }
    }
}

fn take_all<P>(
    done: &Receiver<(u64, Done<P>)>,
    to_reader: &SyncSender<()>,
    sent: &AtomicU64,
    is_stopped: fn() -> bool,
    sink: &mut impl Sink<P>,
) -> io::Result<Status> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut status = Status::Clean;
    let mut is_wanted = true;
    let mut is_whole = true;
    let mut silence = Duration::ZERO;
    let mut taken = 0;
    loop {
        let (number, result) = match done.try_recv() {
            Ok(next) => next,
            Err(TryRecvError::Disconnected) => return Ok(status),
            Err(TryRecvError::Empty) => {
                // Nothing more is ready, so show what is written.
                sink.rest()?;
                match done.recv_timeout(PATIENCE) {
                    Ok(next) => next,
                    Err(RecvTimeoutError::Disconnected) => return Ok(status),
                    Err(RecvTimeoutError::Timeout) => {
                        // What is being worked on is waited for: it ends soon once the run is stopped.
                        let is_silent = is_stopped() && sent.load(Ordering::Relaxed) == taken;
                        silence = if is_silent { silence + PATIENCE } else { Duration::ZERO };
                        if silence >= LONG_SILENCE {
                            // The input is open but nothing comes, and nobody waits for it any more.
                            status = status.and(sink.end(false)?);
                            return Ok(status.and(Status::Trouble));
                        }
                        continue;
                    }
                }
            }
        };
        silence = Duration::ZERO;
        taken += 1;
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            match result {
                Done::Begin(origin, has_mark) => {
                    is_whole = true;
                    is_wanted = match sink.begin(&origin, has_mark)? {
                        Taken::Yes => true,
                        Taken::No(reason) => {
                            status = status.and(reason);
                            false
                        }
                    };
                }
                Done::Part(part) => {
                    if is_wanted {
                        sink.take(part)?;
                    }
                    // A reader that has finished needs no more permission.
                    let _ = to_reader.try_send(());
                }
                Done::Skipped(block) => {
                    if is_wanted {
                        sink.skip(&block)?;
                    }
                    let _ = to_reader.try_send(());
                }
                Done::End => {
                    if is_wanted {
                        status = status.and(sink.end(is_whole)?);
                    }
                }
                Done::Failed(unreadable) => {
                    is_whole = false;
                    sink.failed(&unreadable);
                    status = Status::Trouble;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
