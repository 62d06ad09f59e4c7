//! Follows a journal that another program writes.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use super::state::EventState;
use crate::cli::argus::entries;

/// Bytes that are read at once.
const PART: usize = 256 * 1024;

/// A journal, as far as it has been read.
#[derive(Debug)]
pub(in crate::cli::serve) struct Follower {
    path: PathBuf,
    /// Which file it was.
    file: Option<u64>,
    /// Where the first incomplete line begins.
    offset: u64,
    state: EventState,
}

impl Follower {
    /// Follows the journal at this path, which may not exist yet.
    pub(in crate::cli::serve) fn new(path: PathBuf) -> Self {
        Self { path, file: None, offset: 0, state: EventState::default() }
    }

    /// The event as far as it was read.
    pub(in crate::cli::serve) fn state(&self) -> &EventState {
        &self.state
    }

    /// Reads what is new. What cannot be read now may be readable next time.
    pub(in crate::cli::serve) fn catch_up(&mut self) {
        let Ok(mut file) = File::open(&self.path) else { return };
        let Ok(found) = file.metadata() else { return };
        // It is another file, or was begun again: a referee that resumes removes half a line at most, never a
        // whole one.
        if self.file != Some(found.ino()) || found.len() < self.offset {
            self.file = Some(found.ino());
            self.offset = 0;
            self.state = EventState::after(&self.state);
        }
        if file.seek(SeekFrom::Start(self.offset)).is_err() {
            return;
        }
        let (mut part, mut lines) = (vec![0; PART], Vec::new());
        while let Ok(count @ 1..) = file.read(&mut part) {
            lines.extend_from_slice(&part[..count]);
            let whole = memchr::memrchr(b'\n', &lines).map_or(0, |at| at + 1);
            entries(&lines[..whole]).for_each(|entry| self.state.take(&entry));
            lines.drain(..whole);
            self.offset += whole as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write as _;

    #[test]
    fn what_is_written_is_read_once() {
        let path = std::env::temp_dir().join(format!("epidote-followed-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut follower = Follower::new(path.clone());
        let moves = |follower: &mut Follower| {
            follower.catch_up();
            follower.state().json().matches("\"san\"").count()
        };
        assert_eq!(moves(&mut follower), 0, "it is not there yet");
        let mut file = File::create(&path).expect("a file");
        let mut write = |text: &str| file.write_all(text.as_bytes()).expect("it is written");
        write("0 # epidote argus journal 1 2026.11.24\n1 game 1.1.1 0 1 FEN|\n2 move 1.1.1 1 e4 5 - - - -");
        assert_eq!(moves(&mut follower), 0, "half a line is none");
        write(" \n");
        // The last word is one too many.
        assert_eq!(moves(&mut follower), 0);
        write("2 move 1.1.1 1 e4 5 - - - -\n3 move 1.1.1 2 e5");
        assert_eq!((moves(&mut follower), moves(&mut follower)), (1, 1));
        // The referee is gone; the next one removes the incomplete line.
        let length = file.metadata().expect("a length").len() - "3 move 1.1.1 2 e5".len() as u64;
        file.set_len(length).expect("it is cut");
        file.seek(SeekFrom::End(0)).expect("the end");
        file.write_all(b"4 move 1.1.1 2 c5 5 - - - -\n").expect("it is written");
        assert_eq!(moves(&mut follower), 2);
        assert!(follower.state().json().contains("c5"));
        // Another event in the same place.
        fs::write(&path, "0 # epidote argus journal 1 2026.11.25\n").expect("it is written");
        assert_eq!(moves(&mut follower), 0);
        fs::remove_file(&path).expect("it goes");
    }
}
