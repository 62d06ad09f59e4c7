//! Records searched in several threads, until all are done or the user stops them.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::now;
use crate::jobs::{Analyst, Engine, Hear, Heard, Hunt};
use crate::search::Clock;
use crate::verb::{Ended, Step, Written};

/// Whether the user wants no more.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on an interrupt lets the program write what is done; the second one ends it.
pub(super) fn hear_interrupts() {
    // A system that cannot tell of them ends the program by itself.
    let _ = ctrlc::try_set_handler(|| {
        if IS_STOPPED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether the user wants no more.
pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

/// The time since the program began; without end once the user wants no more, which ends a search.
struct Wall(Instant);

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        if is_stopped() { f64::INFINITY } else { self.0.elapsed().as_secs_f64() * 1000.0 }
    }
}

/// In the place of the second engine, which only the page has.
struct Absent;

impl Engine for Absent {
    fn search(&mut self, _: Hunt, _: &dyn Clock, mut hear: Hear) {
        let reason = "why.page-only".into();
        let _: ControlFlow<()> = hear(Heard::End(Err(reason)));
    }
}

/// What a step makes of each line, in order; nothing of those that were not done when the user stopped it.
pub(super) fn in_threads(
    lines: &[Vec<u8>],
    workers: usize,
    step: &Step,
    shows: bool,
) -> Vec<Option<Written>> {
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut analyst = Analyst::new(Box::new(Absent));
        let clock: Rc<dyn Clock> = Rc::new(Wall(now()));
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(at).filter(|_| !is_stopped()) else { return done };
            let result = analyst.perform(step, line, Rc::clone(&clock));
            // What was found in a search that was broken off is worth less than was asked for.
            if is_stopped() {
                return done;
            }
            done.push((at, result));
            if shows {
                show(count.fetch_add(1, Ordering::Relaxed) + 1, lines.len());
            }
        }
    };
    let (all, is_broken): (Vec<Vec<(usize, Written)>>, bool) = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        // A thread that panicked has said so; its records are missing, and told below.
        let ends: Vec<_> = threads.into_iter().map(thread::ScopedJoinHandle::join).collect();
        let is_broken = ends.iter().any(Result::is_err);
        (ends.into_iter().filter_map(Result::ok).collect(), is_broken)
    });
    let broken = || is_broken.then(|| Written::from(Ended::Failed("why.search-broke-down".into())));
    let mut done: Vec<Option<Written>> = lines.iter().map(|_| broken()).collect();
    for (at, result) in all.into_iter().flatten() {
        done[at] = Some(result);
    }
    done
}

/// Says how far it is, on a terminal in the same place.
fn show(count: usize, total: usize) {
    let mut out = stderr().lock();
    let end = if out.is_terminal() && count < total { '\r' } else { '\n' };
    // Whoever reads it may be gone; the work goes on.
    let _ = write!(out, "{count} of {total}{end}");
}
