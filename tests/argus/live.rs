//! What a terminal shows while games are played.

use std::fs;
use std::io::Read as _;

use rustix::termios::{Winsize, tcsetwinsize};

use super::{command, folder, mock, pty};

const COLUMNS: u16 = 60;
const ROWS: u16 = 9;

/// A screen that understands what the referee writes to it, and nothing else.
#[derive(Default)]
struct Screen {
    lines: Vec<String>,
    row: usize,
    /// How often something was erased.
    erased: usize,
    /// All that was erased.
    live: Vec<String>,
}

impl Screen {
    fn take(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            rest = &rest[first.len_utf8()..];
            match first {
                '\r' => {}
                '\n' => self.row += 1,
                '\x1b' => {
                    let end = rest.find(|sign: char| sign.is_ascii_alphabetic()).expect("a whole sequence");
                    let (sequence, after) = rest.split_at(end + 1);
                    rest = after;
                    self.obey(sequence);
                }
                other => {
                    self.lines.resize_with(self.lines.len().max(self.row + 1), String::new);
                    self.lines[self.row].push(other);
                }
            }
        }
    }

    fn obey(&mut self, sequence: &str) {
        if sequence == "[J" {
            self.erased += 1;
            self.live.extend(self.lines.drain(self.row..));
            return;
        }
        let up = sequence.strip_prefix('[').and_then(|rest| rest.strip_suffix('A'));
        let up: usize = up.and_then(|up| up.parse().ok()).unwrap_or_else(|| panic!("{sequence:?}"));
        assert!(up < usize::from(ROWS), "{up} rows up are beyond the screen");
        self.row = self.row.checked_sub(up).expect("a row that was written");
    }
}

#[test]
fn a_terminal_shows_the_games_below_the_lines_that_stay() {
    let folder = folder("live");
    let words = format!(
        "argus --engine name=A cmd={0} --engine name=B cmd={0} --each tc=60+1 --maxmoves 60 --games 2 --rounds 60 \
         --concurrency 12 --journal event.log",
        mock()
    );
    let (mut terminal, line) = pty::open();
    tcsetwinsize(&terminal, Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 })
        .expect("a size");
    let mut referee = command(&folder, &words);
    referee.env("TERM", "xterm").stdout(line.try_clone().expect("the same")).stderr(line);
    let mut child = referee.spawn().expect("the program starts");
    drop(referee);
    // The end of the other side reads as an error.
    let (mut bytes, mut all) = ([0; 4096], Vec::new());
    while let Ok(count @ 1..) = terminal.read(&mut bytes) {
        all.extend_from_slice(&bytes[..count]);
    }
    let text = String::from_utf8(all).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(0), "{text}");

    let mut screen = Screen::default();
    screen.take(&text);
    // Games were shown with the clock of the side on move, as many as there is room for, none wider than the screen.
    assert!(screen.erased > 1, "{text:?}");
    let is_game =
        |line: &String| line.contains("A ") && line.contains("B ") && line.matches('*').count() == 1;
    assert!(screen.live.iter().any(is_game), "{:?}", screen.live);
    assert!(screen.live.iter().any(|line| line.starts_with("… and ")), "{:?}", screen.live);
    assert!(screen.live.iter().all(|line| line.chars().count() < usize::from(COLUMNS)), "{:?}", screen.live);
    // At the end nothing of them is left, and no line that stays was erased.
    for number in 1..=120 {
        for start in [format!("Started game {number} of 120 ("), format!("Finished game {number} (")] {
            let count = screen.lines.iter().filter(|line| line.starts_with(&start)).count();
            assert_eq!(count, 1, "{start}: {text:?}");
        }
    }
    let is_live = |line: &&String| line.contains('*') || line.starts_with("… and ");
    assert_eq!(screen.lines.iter().find(is_live), None);
    fs::remove_dir_all(&folder).expect("the folder goes");
}
