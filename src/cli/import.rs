//! `import`: the positions of games as records.

use std::fs::File;
use std::io::{self, Read, Write};

use crate::cli::args::ImportOptions;
use crate::cli::input::STANDARD_INPUT;
use crate::cli::{Status, complain};
use crate::pgn::{Positions, Summary, last_game_start, records};

/// How many bytes are read at once.
const PART: u64 = 4 << 20;

pub(super) fn run(options: &ImportOptions, out: &mut dyn Write) -> io::Result<Status> {
    options.input.each_path(|path| {
        let name = path.as_ref().map_or(STANDARD_INPUT.to_owned(), |path| path.display().to_string());
        let mut summary = Summary::default();
        let read = match path.map(File::open) {
            None => import(io::stdin().lock(), PART, options.positions, &mut summary, out)?,
            Some(Ok(file)) => import(file, PART, options.positions, &mut summary, out)?,
            Some(Err(error)) => Err(error),
        };
        let Summary { games, failed, .. } = summary;
        let mut status = Status::Clean;
        if let Some(failure) = summary.first_failure {
            complain(&format!("{name}: {failed} of {games} games cannot be read to the end; {failure}"));
            status = Status::Findings;
        }
        if let Err(error) = read {
            complain(&format!("{name}: {error}"));
            status = Status::Trouble;
        }
        Ok(status)
    })
}

/// Reads a text in parts of whole games and writes the records. The outer error is one of writing,
/// the inner one of reading.
fn import(
    mut text: impl Read,
    part: u64,
    positions: Positions,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> io::Result<io::Result<()>> {
    let mut bytes = Vec::new();
    let mut lines = Vec::new();
    loop {
        let read = text.by_ref().take(part).read_to_end(&mut bytes);
        let is_over = !matches!(read, Ok(1..));
        let end = if is_over { Some(bytes.len()) } else { last_game_start(&bytes) };
        if let Some(end) = end {
            lines.clear();
            summary.add(records(&bytes[..end], positions, &mut lines));
            out.write_all(&lines)?;
            bytes.drain(..end);
        }
        if is_over {
            return Ok(read.map(|_| ()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_parts_does_not_matter() {
        let game = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {a comment} e5 2. Ke3 *\n\n";
        let text = game.repeat(20);
        let read = |part| {
            let (mut summary, mut out) = (Summary::default(), Vec::new());
            let read = import(text.as_bytes(), part, Positions::Every, &mut summary, &mut out);
            read.expect("written").expect("read");
            (summary, out)
        };
        let whole = read(1 << 20);
        assert_eq!((whole.0.games, whole.0.records, whole.0.failed), (20, 60, 20));
        for part in [1, 7, 64, 100, 333] {
            assert_eq!(read(part), whole, "parts of {part}");
        }
    }
}
