//! The engine for other programs: UCI on standard input and output.

use std::cell::RefCell;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead as _, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::{Clock, Endgames, MOST_THREADS};
use crate::tablebases::Tables;
use crate::uci::{Flow, Host, Session, Thinking, word_of};

/// The state of a line that makes the engine think, shared by the thread that listens and the thread that thinks. Each
/// line has its own, so that `stop` or `ponderhit` for one does not reach the next, which may have been sent already.
#[derive(Debug, Default)]
struct Thought {
    /// Whether the other program has sent `stop` or has gone.
    is_stopped: AtomicBool,
    is_over: AtomicBool,
    /// Whether only the other program ends it.
    is_endless: bool,
    guess: Mutex<Guess>,
}

/// The move before the one that is searched for, after `go ponder`.
#[derive(Debug, Clone, Copy, Default)]
enum Guess {
    /// It was played.
    #[default]
    Known,
    /// It is a guess, since this moment.
    Since(Instant),
    /// It was a guess for this many milliseconds, and turned out right.
    Right(f64),
}

impl Thought {
    /// What a line makes the engine think about, if it does.
    fn of(line: &str) -> Option<Self> {
        let Thinking { is_guess, is_endless } = Thinking::of(line)?;
        let guess = if is_guess { Guess::Since(super::now()) } else { Guess::Known };
        Some(Self { is_endless, guess: Mutex::new(guess), ..Self::default() })
    }

    fn guess(&self) -> MutexGuard<'_, Guess> {
        self.guess.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The other side has played the move that was guessed.
    fn guessed_right(&self) {
        let mut guess = self.guess();
        if let Guess::Since(moment) = *guess {
            *guess = Guess::Right(since(moment));
        }
    }
}

/// Milliseconds since a moment.
fn since(moment: Instant) -> f64 {
    moment.elapsed().as_secs_f64() * 1000.0
}

/// How often to check whether the other program has gone, after its last line.
const LOOK: Duration = Duration::from_millis(100);

struct Terminal {
    start: Instant,
    /// The present one, or the last.
    thought: RefCell<Arc<Thought>>,
}

impl Clock for Terminal {
    fn now_ms(&self) -> f64 {
        if self.thought.borrow().is_stopped.load(Ordering::Relaxed) {
            return f64::INFINITY;
        }
        since(self.start)
    }
}

impl Host for Terminal {
    fn say(&self, line: &str) {
        // Each line is flushed at once, because the other program waits for it.
        let said = writeln!(io::stdout().lock(), "{line}").and_then(|()| io::stdout().lock().flush());
        if said.is_err() {
            // It has gone, and nobody can hear what is found.
            self.thought.borrow().is_stopped.store(true, Ordering::SeqCst);
        }
    }

    fn wait_for_stop(&self) {
        let thought = self.thought.borrow();
        let is_right = || matches!(*thought.guess(), Guess::Right(_));
        while !thought.is_stopped.load(Ordering::Relaxed) && !is_right() {
            thread::park();
        }
    }

    fn can_wait(&self) -> bool {
        true
    }

    fn most_threads(&self) -> usize {
        MOST_THREADS
    }

    fn has_files(&self) -> bool {
        true
    }

    fn endgames(&self, path: &str) -> Result<Option<Arc<dyn Endgames>>, Box<dyn Error>> {
        let folders: Vec<_> =
            env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect();
        let tables = Tables::open(&folders)?;
        for file in tables.left_out() {
            self.say(&format!("info string SyzygyPath: {file}; it is left out"));
        }
        Ok(tables.endgames())
    }

    fn pondered_ms(&self) -> f64 {
        match *self.thought.borrow().guess() {
            Guess::Known => 0.0,
            Guess::Since(moment) => since(moment),
            Guess::Right(ms) => ms,
        }
    }
}

/// A line, and what it makes the engine think about.
type Passed = (String, Option<Arc<Thought>>);

/// Answers until the other program sends `quit` or closes the input. `lists_parameters` says whether the
/// numbers of the search are options; `net` is a file with another net.
pub(super) fn run(lists_parameters: bool, net: Option<&Path>) -> ExitCode {
    let mut session = if lists_parameters { Session::with_parameters() } else { Session::default() };
    if let Some(path) = net {
        let why = match fs::read(path) {
            Ok(bytes) if session.take_net(&bytes) => None,
            Ok(_) => Some("not a net of the shape of this engine's".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(why) = why {
            let _ = writeln!(io::stderr(), "epidote: {}: {why}", path.display());
            return ExitCode::from(2);
        }
    }
    let (to_session, lines) = mpsc::channel();
    let (alive, over) = mpsc::channel::<()>();
    let session = thread::spawn(move || {
        // It is dropped when the session ends, however it does.
        let _alive = alive;
        converse(session, &lines);
    });
    let thoughts = listen(&to_session, session.thread());
    drop(to_session);
    while over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if is_deaf() {
            for thought in &thoughts {
                thought.is_stopped.store(true, Ordering::SeqCst);
            }
        }
    }
    // If the session panicked, it has reported that.
    let _ = session.join();
    ExitCode::SUCCESS
}

fn converse(mut session: Session, lines: &Receiver<Passed>) {
    let host = Terminal { start: super::now(), thought: RefCell::default() };
    while let Ok((line, thought)) = lines.recv() {
        if let Some(thought) = &thought {
            host.thought.replace(Arc::clone(thought));
        }
        let flow = session.hear(&line, &host);
        if let Some(thought) = thought {
            thought.is_over.store(true, Ordering::SeqCst);
        }
        if flow == Flow::Quit {
            return;
        }
    }
}

/// Whether nobody reads what is said, since the other program has gone.
fn is_deaf() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let out = io::stdout();
        let mut asked = [PollFd::new(&out, PollFlags::empty())];
        let now = Timespec::default();
        poll(&mut asked, Some(&now)).is_ok() && asked[0].revents().contains(PollFlags::ERR)
    }
    #[cfg(not(unix))]
    false
}

/// Passes lines on. Lines sent while the engine thinks are handled here. Returns what it thinks about when no more come.
fn listen(to_session: &Sender<Passed>, session: &thread::Thread) -> Vec<Arc<Thought>> {
    let mut thoughts: Vec<Arc<Thought>> = Vec::new();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        // What is not UTF-8, such as a name of a folder, is of no command that is known.
        let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        thoughts.retain(|thought| !thought.is_over.load(Ordering::SeqCst));
        let stop = || thoughts.iter().for_each(|thought| thought.is_stopped.store(true, Ordering::SeqCst));
        match word_of(&line) {
            Some("isready") if !thoughts.is_empty() => {
                let _ = writeln!(io::stdout().lock(), "readyok").and_then(|()| io::stdout().lock().flush());
            }
            Some("stop") => {
                stop();
                session.unpark();
            }
            Some("ponderhit") => {
                for thought in &thoughts {
                    thought.guessed_right();
                }
                session.unpark();
            }
            Some("quit") => {
                stop();
                session.unpark();
                // The session may have ended already.
                let _ = to_session.send((line, None));
                return thoughts;
            }
            _ => {
                let thought = Thought::of(&line).map(Arc::new);
                thoughts.extend(thought.clone());
                if to_session.send((line, thought)).is_err() {
                    return thoughts;
                }
            }
        }
    }
    // The end of the input does not break off a search that has its own limits: a script may have written all
    // its questions in advance. What only the other program could end is over.
    for thought in &thoughts {
        thought.guessed_right();
        if thought.is_endless {
            thought.is_stopped.store(true, Ordering::SeqCst);
        }
    }
    session.unpark();
    thoughts
}
