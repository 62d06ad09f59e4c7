//! What the user sees of an event: lines that stay, and on a terminal the games in progress below them.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of lines that are redrawn.
static DRAWN: Mutex<usize> = Mutex::new(0);

/// Whether a line could not be printed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Whether there is a terminal that can redraw lines.
pub(super) fn is_live() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// Columns and rows of the terminal.
pub(super) fn size() -> (usize, usize) {
    match rustix::termios::tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.into(), size.ws_row.into()),
        _ => (80, 24),
    }
}

/// The control characters that erase the last `lines` lines.
fn taken_back(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}A\r\x1b[J") }
}

/// Prints a line that stays, at once.
pub(super) fn print(line: &str) {
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let printed = writeln!(io::stdout(), "{}{line}", taken_back(std::mem::take(&mut drawn)));
    // The event goes on even if nobody reads its output; the user hears at its end that a disk is full.
    if printed.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        HAS_FAILED.store(true, Ordering::Relaxed);
    }
}

/// Whether lines could not be printed, although there is somebody to read them.
pub(super) fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}

/// Prints a warning.
pub(super) fn complain(line: &str) {
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut out = io::stdout();
    // As above.
    let _ = write!(out, "{}", taken_back(std::mem::take(&mut drawn))).and_then(|()| out.flush());
    crate::cli::complain(line);
}

/// Draws these lines in the place of those that were drawn last; each is cut to the width of the terminal.
pub(super) fn draw(lines: &[String]) {
    let (columns, _) = size();
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = taken_back(std::mem::replace(&mut *drawn, lines.len()));
    for line in lines {
        text.extend(line.chars().take(columns.saturating_sub(1)));
        text.push('\n');
    }
    let mut out = io::stdout();
    // As above.
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
