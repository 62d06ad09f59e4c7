//! Lines of many sources worked on by all cores, and what comes of them in the order of the lines.
//!
//! One thread reads blocks of lines, the others work on them, and the thread that asked takes the results in
//! order. No more than some blocks for each worker are there at a time, so that a file of any size goes
//! through, and one that is read from a pipe is answered as it comes.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::cli::input::{Block, Blocks, Opener, Origin, Place, Source, Unreadable};
use crate::cli::{Status, complain};

/// Blocks for each worker that are read and not yet written.
const AHEAD: usize = 4;

/// The same where each line is a block.
const LINES_AHEAD: usize = 512;

/// How long a thread waits before it looks whether its work is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long nothing must come of what is open before it is left, once the user wants no more.
const LONG_SILENCE: Duration = Duration::from_secs(1);

/// What is done with a block, by any thread.
pub(super) trait Verb: Sync {
    /// What comes of it.
    type Part: Send;

    /// Works on the block.
    fn work(&self, piece: Piece, order: &Order<Self::State>) -> Self::Part;

    /// What the blocks before a block say about it.
    type State: Default + Send;
}

/// What is done with the results, in the order of the lines, by one thread.
pub(super) trait Sink<P> {
    /// A source begins. What is not taken of it is passed over.
    ///
    /// # Errors
    /// The output cannot be written.
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken>;

    /// Takes what came of the next block.
    ///
    /// # Errors
    /// The output cannot be written.
    fn take(&mut self, part: P) -> io::Result<()>;

    /// Nothing more is ready for now.
    ///
    /// # Errors
    /// The output cannot be written.
    fn rest(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The source ends; `is_whole` tells whether it could be read to its end.
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

/// A block with where it comes from.
pub(super) struct Piece {
    pub(super) block: Block,
    pub(super) origin: Arc<Origin>,
    /// Lines of the sources before this one.
    pub(super) before: usize,
    /// The place of its source among all that could be opened, 1 first.
    pub(super) source: usize,
    turn: u64,
}

/// Lets blocks pass one after the other, in the order of their lines, to what is known of the lines before.
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

    /// Waits until all blocks before this one have passed, and shows what they left; a source begins anew.
    /// Every block of a verb must pass once, or none.
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

/// What the reader says.
enum Read {
    Begin(Arc<Origin>, bool),
    Block(Piece),
    End,
    Failed(Unreadable),
}

/// What came of it, for the thread that asked.
enum Done<P> {
    Begin(Arc<Origin>, bool),
    Part(P),
    End,
    Failed(Unreadable),
}

/// How lines are handed out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crew {
    /// Threads that work.
    pub(super) workers: usize,
    /// Every line is a block of its own, as long work on each wants it.
    pub(super) is_one_by_one: bool,
    /// Tells that the user wants no more. What is there is still handed out, for it has to be written.
    pub(super) is_stopped: fn() -> bool,
}

impl Crew {
    /// Threads for work that is short for each line.
    pub(super) fn of(workers: usize) -> Self {
        Self { workers, is_one_by_one: false, is_stopped: || false }
    }

    /// Blocks that are read and not yet written.
    fn ahead(self) -> usize {
        self.workers * if self.is_one_by_one { LINES_AHEAD } else { AHEAD }
    }
}

/// Does a verb with all lines of these places, and hands what comes of them to the sink in order.
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
        // As many as there is room for.
        let _ = to_reader.try_send(());
    }
    let (to_workers, read) = mpsc::sync_channel(crew.ahead());
    // Not one of the threads that are waited for: it may read from a pipe that nobody writes to.
    thread::spawn(move || read_all(opener, places, crew.is_one_by_one, &leave, &to_workers));
    let read = Mutex::new(read);
    let is_left = AtomicBool::new(false);
    thread::scope(|scope| {
        let (to_sink, done) = mpsc::channel();
        for _ in 0..crew.workers {
            let (to_sink, read, order, is_left) = (to_sink.clone(), &read, &order, &is_left);
            scope.spawn(move || {
                let _end = EndOfAll;
                work(verb, order, read, &to_sink, is_left);
            });
        }
        drop(to_sink);
        let taken = take_all(&done, &to_reader, crew.is_stopped, sink);
        is_left.store(true, Ordering::Relaxed);
        taken
    })
}

/// Ends the program when its thread panics: the others would wait for its block for ever.
struct EndOfAll;

impl Drop for EndOfAll {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::exit(101);
        }
    }
}

/// Works on blocks until there are none, or nobody wants them.
fn work<V: Verb>(
    verb: &V,
    order: &Order<V::State>,
    read: &Mutex<Receiver<(u64, Read)>>,
    to_sink: &Sender<(u64, Done<V::Part>)>,
    is_left: &AtomicBool,
) {
    while !is_left.load(Ordering::Relaxed) {
        // Locked for as long as it waits, as the others would. Not for ever: a pipe may never bring more.
        let next = read.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
        let (number, next) = match next {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let result = match next {
            Read::Begin(origin, has_mark) => Done::Begin(origin, has_mark),
            Read::Block(piece) => Done::Part(verb.work(piece, order)),
            Read::End => Done::End,
            Read::Failed(unreadable) => Done::Failed(unreadable),
        };
        if to_sink.send((number, result)).is_err() {
            return;
        }
    }
}

/// Reads the sources one after the other, a block whenever there is leave for one.
fn read_all(
    mut opener: Opener,
    places: Vec<Place>,
    is_one_by_one: bool,
    leave: &Receiver<()>,
    to_workers: &SyncSender<(u64, Read)>,
) {
    let (mut number, mut turn, mut before) = (0, 0, 0);
    let mut say = |said: Read| {
        number += 1;
        to_workers.send((number - 1, said)).is_ok()
    };
    let mut source_number = 0;
    for place in places {
        for source in opener.open(&place) {
            let Source { origin, reader } = match source {
                Ok(source) => source,
                Err(unreadable) => {
                    if say(Read::Failed(unreadable)) {
                        continue;
                    }
                    return;
                }
            };
            source_number += 1;
            let mut blocks = Blocks::new(reader);
            let failed = |error: io::Error| {
                Read::Failed(Unreadable { name: origin.name.clone(), reason: error.to_string() })
            };
            let (has_mark, broken) = match blocks.take_mark() {
                Ok(has_mark) => (has_mark, None),
                Err(error) => (false, Some(error)),
            };
            if !say(Read::Begin(Arc::clone(&origin), has_mark)) {
                return;
            }
            if let Some(error) = broken
                && !say(failed(error))
            {
                return;
            }
            let mut lines = 0;
            loop {
                let block = match blocks.next() {
                    Ok(Some(block)) => block,
                    Ok(None) => break,
                    Err(error) => {
                        if say(failed(error)) {
                            continue;
                        }
                        return;
                    }
                };
                lines += block.len();
                let parts = if is_one_by_one { block.into_lines() } else { vec![block] };
                for block in parts {
                    if leave.recv().is_err() {
                        return;
                    }
                    let origin = Arc::clone(&origin);
                    let piece = Piece { block, origin, before, source: source_number, turn };
                    turn += 1;
                    if !say(Read::Block(piece)) {
                        return;
                    }
                }
            }
            before += lines;
            if !say(Read::End) {
                return;
            }
        }
    }
}

fn take_all<P>(
    done: &Receiver<(u64, Done<P>)>,
    to_reader: &SyncSender<()>,
    is_stopped: fn() -> bool,
    sink: &mut impl Sink<P>,
) -> io::Result<Status> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut status = Status::Clean;
    let mut is_wanted = true;
    let mut is_whole = true;
    let mut silence = Duration::ZERO;
    loop {
        let (number, result) = match done.try_recv() {
            Ok(next) => next,
            Err(TryRecvError::Disconnected) => return Ok(status),
            Err(TryRecvError::Empty) => {
                // Nothing more is ready: what is written is worth to be seen.
                sink.rest()?;
                match done.recv_timeout(PATIENCE) {
                    Ok(next) => next,
                    Err(RecvTimeoutError::Disconnected) => return Ok(status),
                    Err(RecvTimeoutError::Timeout) => {
                        silence += PATIENCE;
                        if is_stopped() && silence >= LONG_SILENCE {
                            // The input is open, and nothing comes: nobody waits for it any more.
                            status = status.and(sink.end(false)?);
                            return Ok(status.and(Status::Trouble));
                        }
                        continue;
                    }
                }
            }
        };
        silence = Duration::ZERO;
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
                    // A reader that is done needs no more leave.
                    let _ = to_reader.try_send(());
                }
                Done::End => {
                    if is_wanted {
                        status = status.and(sink.end(is_whole)?);
                    }
                }
                Done::Failed(Unreadable { name, reason }) => {
                    is_whole = false;
                    complain(&format!("{name}: {reason}"));
                    status = Status::Trouble;
                }
            }
        }
    }
}
