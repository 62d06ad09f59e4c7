//! The engine for other programs: UCI on standard input and output.

use std::fs;
use std::io::{self, BufRead as _, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use crate::search::Clock;
use crate::uci::{Flow, Host, Session};

/// The state shared by the thread that listens and the thread that searches.
#[derive(Debug, Default)]
struct Shared {
    /// Whether the other program has sent `stop` or has gone.
    is_stopped: AtomicBool,
    is_busy: AtomicBool,
}

struct Terminal {
    start: Instant,
    shared: Arc<Shared>,
}

impl Clock for Terminal {
    fn now_ms(&self) -> f64 {
        if self.shared.is_stopped.load(Ordering::Relaxed) {
            return f64::INFINITY;
        }
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}

impl Host for Terminal {
    fn say(&self, line: &str) {
        // Each line is flushed at once, because the other program waits for it. When that program has gone,
        // the input ends too, and with it this program.
        let _ = writeln!(io::stdout().lock(), "{line}").and_then(|()| io::stdout().lock().flush());
    }

    fn wait_for_stop(&self) {
        while !self.shared.is_stopped.load(Ordering::Relaxed) {
            thread::park();
        }
    }
}

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
    let shared = Arc::new(Shared::default());
    let (to_session, lines) = mpsc::channel();
    let known = Arc::clone(&shared);
    let session = thread::spawn(move || converse(session, &lines, &known));
    listen(&to_session, &shared, session.thread());
    drop(to_session);
    // If the session panicked, it has reported that.
    let _ = session.join();
    ExitCode::SUCCESS
}

fn converse(mut session: Session, lines: &Receiver<String>, shared: &Arc<Shared>) {
    let host = Terminal { start: super::now(), shared: Arc::clone(shared) };
    while let Ok(line) = lines.recv() {
        let flow = session.hear(&line, &host);
        shared.is_busy.store(false, Ordering::SeqCst);
        if flow == Flow::Quit {
            return;
        }
    }
}

/// Passes lines on. Lines sent during a search are handled here.
fn listen(to_session: &Sender<String>, shared: &Shared, session: &thread::Thread) {
    let stop = || {
        shared.is_stopped.store(true, Ordering::SeqCst);
        session.unpark();
    };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.split_ascii_whitespace().next() {
            Some("isready") if shared.is_busy.load(Ordering::SeqCst) => {
                // As above, when the program has gone, the input ends.
                let _ = writeln!(io::stdout().lock(), "readyok").and_then(|()| io::stdout().lock().flush());
                continue;
            }
            Some("stop") => {
                stop();
                continue;
            }
            Some("go") => {
                shared.is_stopped.store(false, Ordering::SeqCst);
                shared.is_busy.store(true, Ordering::SeqCst);
            }
            Some("quit") => {
                stop();
                // The session may have ended already.
                let _ = to_session.send(line);
                return;
            }
            _ => {}
        }
        if to_session.send(line).is_err() {
            return;
        }
    }
    // The end of the input does not break off a search that has its own limits: a script may have written all
    // its questions in advance.
}
