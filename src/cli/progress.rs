//! The progress of a run: a bar on a terminal, lines if they are asked for, nothing otherwise.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
    /// Parts of the work that have no name, such as the first moves of a count.
    Parts,
}

/// How much is done.
#[derive(Debug, Default)]
pub(super) struct Count {
    /// Shared with readers of sources, which know no progress.
    all: Arc<AtomicU64>,
    /// How much of that was done before, which says nothing about the speed.
    known: AtomicU64,
}

impl Count {
    /// Counts work that is done.
    pub(super) fn add(&self, more: u64) {
        self.all.fetch_add(more, Ordering::Relaxed);
    }

    /// Counts work that an earlier run has done.
    pub(super) fn add_known(&self, more: u64) {
        self.known.fetch_add(more, Ordering::Relaxed);
        self.add(more);
    }

    /// What readers of sources count with.
    pub(super) fn counter(&self) -> &Arc<AtomicU64> {
        &self.all
    }

    pub(super) fn all(&self) -> u64 {
        self.all.load(Ordering::Relaxed)
    }
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
    count: Arc<Count>,
    total: Option<u64>,
    unit: Unit,
    start: Instant,
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
        count: Arc<Count>,
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
            start: now(),
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
        let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr());
        let picture = if self.total.is_some() { "{bar:30} {msg}" } else { "{spinner} {msg}" };
        // If the template cannot be read, the default style stays.
        if let Ok(style) = ProgressStyle::with_template(picture) {
            bar.set_style(style);
        }
        *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        loop {
            // Each of these draws: the line comes last, so that no picture has an older bar beside it.
            bar.set_position(self.count.all());
            bar.set_message(self.line(self.start.elapsed()));
            bar.tick();
            if self.wait(PICTURE) {
                break;
            }
        }
        *BAR.lock().unwrap_or_else(PoisonError::into_inner) = None;
        bar.finish_and_clear();
    }

    fn tell(&self) {
        let mut last = None;
        loop {
            let is_over = self.wait(LINE);
            let count = self.count.all();
            if last.replace(count) != Some(count) {
                write_above(&self.line(self.start.elapsed()));
            }
            if is_over {
                return;
            }
        }
    }

    /// The count after this time, with the rate and the time left.
    fn line(&self, time: Duration) -> String {
        let (count, known) = (self.count.all(), self.count.known.load(Ordering::Relaxed));
        let shown = |count: u64| match self.unit {
            Unit::Bytes => HumanBytes(count).to_string(),
            Unit::Records | Unit::Parts => count.to_string(),
        };
        let mut line = shown(count);
        if let Some(total) = self.total {
            let _ = write!(line, " of {}", shown(total));
        }
        let done = count.saturating_sub(known);
        if done > 0 && !time.is_zero() {
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let per_second = done as f64 / time.as_secs_f64();
            if self.unit != Unit::Parts {
                let _ = write!(line, ", {}/s", self.rate(per_second));
            }
            if let Some(total) = self.total.filter(|&total| total > count) {
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                let rest = (total - count) as f64 / per_second;
                let _ = write!(line, ", {} left", in_time(rest));
            }
        }
        line + &self.note()
    }

    /// A rate, in as many digits as it is worth.
    fn rate(&self, per_second: f64) -> String {
        match self.unit {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
            Unit::Bytes => HumanBytes(per_second as u64).to_string(),
            Unit::Records | Unit::Parts if per_second < 10.0 => format!("{per_second:.1}"),
            Unit::Records | Unit::Parts => format!("{per_second:.0}"),
        }
    }
}

/// A number of seconds as `9 s`, `2:05` or `1:02:05`.
fn in_time(seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
    let seconds = seconds.round() as u64;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{rest} s"),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the line after some seconds; `known` records were done before.
    #[track_caller]
    fn check(unit: Unit, done: u64, known: u64, total: Option<u64>, seconds: u64, expect: &str) {
        let count = Arc::new(Count::default());
        count.add(done);
        count.add_known(known);
        let progress = Progress::new(ProgressName::Never, unit, count, total, false);
        progress.known.note.lock().unwrap().push('!');
        assert_eq!(progress.known.line(Duration::from_secs(seconds)), expect.to_owned() + "!");
    }

    #[test]
    fn rates_and_times_are_those_of_this_run() {
        check(Unit::Records, 0, 0, Some(100), 0, "0 of 100");
        check(Unit::Records, 0, 40, Some(100), 1, "40 of 100");
        check(Unit::Records, 10, 40, Some(100), 4, "50 of 100, 2.5/s, 20 s left");
        check(Unit::Records, 1, 0, Some(4000), 3, "1 of 4000, 0.3/s, 3:19:57 left");
        check(Unit::Records, 1000, 0, Some(1000), 3, "1000 of 1000, 333/s");
        check(Unit::Records, 7, 0, None, 7, "7, 1.0/s");
        check(Unit::Bytes, 3 << 20, 0, Some(6 << 20), 90, "3.00 MiB of 6.00 MiB, 34.13 KiB/s, 1:30 left");
        check(Unit::Bytes, 1 << 10, 0, None, 0, "1.00 KiB");
        check(Unit::Parts, 5, 0, Some(20), 2, "5 of 20, 6 s left");
        // A file that has grown.
        check(Unit::Bytes, 10, 0, Some(5), 1, "10 B of 5 B, 10 B/s");
    }
}
