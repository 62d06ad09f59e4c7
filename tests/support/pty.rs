//! A terminal that a test looks at.

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt as _;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The end that shows what is written, and the one for a program. When all programs have closed theirs, reading the
/// first one fails.
pub(crate) fn open() -> (File, File) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&screen).expect("access");
    unlockpt(&screen).expect("access");
    let name = ptsname(&screen, Vec::new()).expect("a name");
    let path = OsStr::from_bytes(name.as_bytes());
    let line = File::options().read(true).write(true).open(path).expect("the other end");
    (screen.into(), line)
}
