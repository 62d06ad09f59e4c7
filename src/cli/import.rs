//! `import`: the positions of games as records.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::cli::args::ImportOptions;
use crate::cli::input::{Opener, Source, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::Profiles;
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::language::{args, say};
use crate::pgn::{Reading, Summary, last_game_start, records};

/// Number of bytes read at once.
const PART: u64 = 4 << 20;

pub(super) fn run(session: &Session, options: &ImportOptions, out: &mut dyn Write) -> io::Result<Status> {
    let (places, unreadable) = options.input.places("pgn", false);
    let mut status = tell_unreadable(&unreadable);
    let total = size_of(&places);
    let mut opener = Opener::new(Profiles::default());
    let progress =
        Progress::new(options.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, true);
    let (mut games, mut written) = (0, 0);
    for place in places {
        for source in opener.open(&place) {
            let Source { origin, reader } = match source {
                Ok(source) => source,
                Err(bad) => {
                    status = tell_unreadable(&[bad]);
                    continue;
                }
            };
            let name = &origin.name;
            let mut read = Imported::default();
            if let Err(error) = import(reader, PART, options.games(), &mut read, out)? {
                complain(&format!("{name}: {error}"));
                status = Status::Trouble;
            }
            let Imported { summary, is_blank } = read;
            games += summary.games;
            written += summary.records;
            if let Some((game, word)) = &summary.first_passed_over {
                let told = say("cli.games-passed-over", args![summary.passed_over, *game, word]);
                complain(&format!("{name}: {}", session.catalog.render(&told)));
                status = status.and(Status::Findings);
            }
            if summary.cut_comments > 0 {
                let told = say("cli.comments-cut", [summary.cut_comments]);
                complain(&format!("{name}: {}", session.catalog.render(&told)));
                status = status.and(Status::Findings);
            }
            if let Some(failure) = summary.first_failure {
                let reason = say("cli.game", args![failure.game, failure.fault.text()]);
                let failed = say("cli.games-failed", args![summary.failed, summary.games, reason]);
                complain(&format!("{name}: {}", session.catalog.render(&failed)));
                status = status.and(Status::Findings);
            } else if summary.games == 0 && !is_blank {
                complain(&format!("{name}: {}", session.catalog.render(&"cli.no-games".into())));
                status = status.and(Status::Findings);
            }
        }
    }
    out.flush()?;
    drop(progress);
    session.say(&say("cli.imported", [written, games]));
    Ok(status)
}

/// The result of reading a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Imported {
    summary: Summary,
    /// Whether it contains nothing but blanks.
    is_blank: bool,
}

impl Default for Imported {
    fn default() -> Self {
        Self { summary: Summary::default(), is_blank: true }
    }
}

/// Reads a text in parts of whole games and writes the records. The outer error is a write error, the inner
/// one a read error.
fn import(
    mut text: impl Read,
    part: u64,
    reading: Reading,
    imported: &mut Imported,
    out: &mut dyn Write,
) -> io::Result<io::Result<()>> {
    let mut bytes = Vec::new();
    let mut lines = Vec::new();
    loop {
        let from = bytes.len();
        let read = text.by_ref().take(part).read_to_end(&mut bytes);
        imported.is_blank &= is_blank(&bytes[from..]);
        let is_over = !matches!(read, Ok(1..));
        let end = if is_over { Some(bytes.len()) } else { last_game_start(&bytes) };
        if let Some(end) = end {
            lines.clear();
            imported.summary.add(records(&bytes[..end], reading, &mut lines));
            out.write_all(&lines)?;
            bytes.drain(..end);
        }
        if is_over {
            return Ok(read.map(|_| ()));
        }
    }
}

/// Whether there is nothing to read, apart from a byte order mark.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Positions;

    #[test]
    fn the_size_of_parts_does_not_matter() {
        let game = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {a comment} e5 2. Ke3 *\n\n";
        let text = game.repeat(20);
        let read = |part| {
            let (mut imported, mut out) = (Imported::default(), Vec::new());
            let read = import(text.as_bytes(), part, Positions::Every.into(), &mut imported, &mut out);
            read.expect("written").expect("read");
            (imported, out)
        };
        let whole = read(1 << 20);
        let Summary { games, records, failed, .. } = whole.0.summary;
        assert_eq!((games, records, failed), (20, 60, 20));
        for part in [1, 7, 64, 100, 333] {
            assert_eq!(read(part), whole, "parts of {part}");
        }
    }
}
