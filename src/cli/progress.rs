//! The progress of a run: a bar on a terminal, lines if they are asked for, nothing otherwise.

use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::args::ProgressName;
use crate::cli::now;

/// Runs that end sooner than this show nothing.
const SHORT: Duration = Duration::from_millis(700);

/// Interval between updates of a bar.
const PICTURE: Duration = Duration::from_millis(100);

/// Interval between lines.
const LINE: Duration = Duration::from_secs(1);

/// The bar on the terminal, which messages must not break.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Whether nothing is reported at all, as in laws.
#[cfg(any(test, feature = "laws"))]
pub(super) static IS_MUTE: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Writes a message for the user above the bar, if there is one.
pub(super) fn write_above(message: &str) {
    #[cfg(any(test, feature = "laws"))]
    if IS_MUTE.load(Ordering::Relaxed) {
        return;
    }
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // If standard error is closed, nobody reads the message.
    let write = || drop(writeln!(stderr(), "{message}"));
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Bytes,
    Records,
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Nothing,
    Bar,
    Lines,
}

/// The progress of a run. A separate thread draws it, so that counting costs nothing.
pub(super) struct Progress {
    known: Arc<Known>,
    drawer: Option<thread::JoinHandle<()>>,
}

struct Known {
    count: Arc<AtomicU64>,
    total: Option<u64>,
    unit: Unit,
    note: Mutex<String>,
    is_over: Mutex<bool>,
    ended: std::sync::Condvar,
}

impl Progress {
    /// Shows the progress of a run that counts with `count`, up to `total`. `prints` says whether the run
    /// itself writes to standard output: on the same terminal that would break a bar.
    pub(super) fn new(
        name: ProgressName,
        unit: Unit,
        count: Arc<AtomicU64>,
        total: Option<u64>,
        prints: bool,
    ) -> Self {
        let has_room = stderr().is_terminal() && !(prints && stdout().is_terminal());
        let shown = match name {
            ProgressName::Plain => Shown::Lines,
            ProgressName::Auto if has_room => Shown::Bar,
            ProgressName::Auto | ProgressName::Never => Shown::Nothing,
        };
        let known = Arc::new(Known {
            count,
            total: total.filter(|&total| total > 0),
            unit,
            note: Mutex::default(),
            is_over: Mutex::default(),
            ended: std::sync::Condvar::new(),
        });
        let shared = Arc::clone(&known);
        let drawer = match shown {
            Shown::Nothing => None,
            Shown::Bar => Some(thread::spawn(move || shared.draw())),
            Shown::Lines => Some(thread::spawn(move || shared.tell())),
        };
        Self { known, drawer }
    }

    /// Sets the note beside the count.
    pub(super) fn note(&self, note: String) {
        if self.drawer.is_some() {
            *self.known.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        *self.known.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.known.ended.notify_all();
        if let Some(drawer) = self.drawer.take() {
            // If it panicked it has reported that, and nothing depends on it.
            let _ = drawer.join();
        }
    }
}

impl Known {
    /// Waits; returns whether the run has ended.
    fn wait(&self, time: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ended.wait_timeout_while(is_over, time, |is_over| !*is_over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn note(&self) -> String {
        self.note.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn draw(&self) {
        if self.wait(SHORT) {
            return;
        }
        let bar = match self.total {
            Some(total) => ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr()),
            None => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
        };
        let counts = match (self.unit, self.total.is_some()) {
            (Unit::Bytes, true) => "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            (Unit::Bytes, false) => "{spinner} {bytes}, {bytes_per_sec}",
            (Unit::Records, true) => "{bar:30} {pos} of {len}, {per_sec}, {eta} left",
            (Unit::Records, false) => "{spinner} {pos}, {per_sec}",
        };
        // If the template cannot be read, the default style stays.
        if let Ok(style) = ProgressStyle::with_template(&format!("{counts}{{msg}}")) {
            bar.set_style(style);
        }
        *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        loop {
            bar.set_position(self.count.load(Ordering::Relaxed));
            bar.set_message(self.note());
            bar.tick();
            if self.wait(PICTURE) {
                break;
            }
        }
        *BAR.lock().unwrap_or_else(PoisonError::into_inner) = None;
        bar.finish_and_clear();
    }

    fn tell(&self) {
        let start = now();
        let mut last = None;
        loop {
            let is_over = self.wait(LINE);
            let count = self.count.load(Ordering::Relaxed);
            if last.replace(count) != Some(count) {
                write_above(&self.line(count, start));
            }
            if is_over {
                return;
            }
        }
    }

    fn line(&self, count: u64, start: Instant) -> String {
        let unit = match self.unit {
            Unit::Bytes => " bytes",
            Unit::Records => "",
        };
        let of = self.total.map(|total| format!(" of {total}")).unwrap_or_default();
        let seconds = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let left = self.total.filter(|&total| count > 0 && count < total).map(|total| {
            let rest = (total - count) as f64 * seconds / count as f64;
            format!(", {rest:.0} s left")
        });
        format!("{count}{of}{unit}{}{}", left.unwrap_or_default(), self.note())
    }
}
