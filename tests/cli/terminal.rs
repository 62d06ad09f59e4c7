//! What a terminal shows while a verb works.

use std::fs::File;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};

use crate::folder::Folder;
use crate::pty;

/// A terminal, and a program that has it as its standard error.
struct Terminal {
    screen: File,
    child: Child,
    shown: String,
}

impl Terminal {
    fn of(folder: &Folder, arguments: &[&str]) -> Self {
        let (screen, line) = pty::open();
        let child = folder
            .command(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(line)
            .spawn()
            .expect("the program starts");
        Self { screen, child, shown: String::new() }
    }

    /// Reads until this is shown, or until nothing more comes. The end of the other side reads as an error.
    fn read_until(&mut self, words: &str) {
        let mut bytes = [0; 1024];
        while !self.shown.contains(words) {
            match self.screen.read(&mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(count) => self.shown.push_str(&String::from_utf8_lossy(&bytes[..count])),
            }
        }
    }

    fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_terminal_shows_a_bar_with_what_is_solved_and_messages_above_it() {
    let folder = Folder::new();
    folder.write(
        "a.epd",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n\
         r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;\n",
    );
    let run = ["target", "--nodes", "1000000000000", "-j", "1", "-i", "a.epd"];
    let mut terminal = Terminal::of(&folder, &run);
    terminal.read_until("1 of 2, ");
    terminal.read_until("1 of 1 solved");
    terminal.read_until("\u{2588}");
    terminal.interrupt();
    terminal.read_until("stopped; ");
    terminal.read_until("that nothing more comes");
    assert_eq!(terminal.child.wait().expect("an end").code(), Some(2), "{:?}", terminal.shown);
    // The message is on a line of its own, from which the bar was removed first.
    let message = terminal.shown.split(['\r', '\n']).find(|line| line.contains("target: stopped; "));
    let message = message.unwrap_or_else(|| panic!("{:?}", terminal.shown));
    assert!(!message.contains(" of 2"), "{message:?}");
}

#[test]
fn nothing_is_drawn_where_nobody_looks_or_asked_not_to() {
    let folder = Folder::new();
    folder.write("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n");
    let run = ["analyze", "--depth", "4", "-q", "--progress=never", "-i", "a.epd"];
    let mut terminal = Terminal::of(&folder, &run);
    terminal.read_until("that nothing more comes");
    assert_eq!(terminal.child.wait().expect("an end").code(), Some(0));
    assert_eq!(terminal.shown, "");
}
