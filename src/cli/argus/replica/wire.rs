//! What a referee and its observer say to each other: lines of text, and pieces of the journal.
//!
//! | the referee says | |
//! |---|---|
//! | `epidote observe 1 TERM LEASE` | what this is; the number of this referee, and milliseconds of the lease |
//! | `refused WHY` | this observer cannot follow |
//! | `data N` | N bytes of the journal come after this line |
//! | `beat K` | to be answered |
//! | `end` | the referee left in good order |
//!
//! | the observer says | |
//! |---|---|
//! | `from OFFSET CHECKSUM` | what it has of the journal already |
//! | `got K OFFSET` | it heard beat K, and has the journal up to there |
//! | `bye` | it does not take over |

use std::io::{self, BufRead, Read as _};

use flate2::Crc;

/// What the first line begins with.
const NAME: &str = "epidote observe 1";

/// Longest line that is read.
const LONGEST: u64 = 4096;

/// Something that the referee says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FromPrimary {
    Hello { term: u64, lease_ms: u64 },
    Refused(String),
    Data(u64),
    Beat(u64),
    End,
}

impl FromPrimary {
    pub(super) fn line(&self) -> String {
        match self {
            Self::Hello { term, lease_ms } => format!("{NAME} {term} {lease_ms}\n"),
            Self::Refused(why) => format!("refused {why}\n"),
            Self::Data(bytes) => format!("data {bytes}\n"),
            Self::Beat(number) => format!("beat {number}\n"),
            Self::End => "end\n".to_owned(),
        }
    }

    pub(super) fn read(line: &str) -> Option<Self> {
        if let Some(rest) = line.strip_prefix(NAME) {
            let [term, lease_ms] = numbers(rest.strip_prefix(' ')?)?;
            return Some(Self::Hello { term, lease_ms });
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "refused" => Some(Self::Refused(rest.to_owned())),
            "data" => Some(Self::Data(rest.parse().ok()?)),
            "beat" => Some(Self::Beat(rest.parse().ok()?)),
            "end" if rest.is_empty() => Some(Self::End),
            _ => None,
        }
    }
}

/// Something that the observer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FromObserver {
    From { offset: u64, sum: u32 },
    Got { beat: u64, offset: u64 },
    Bye,
}

impl FromObserver {
    pub(super) fn line(self) -> String {
        match self {
            Self::From { offset, sum } => format!("from {offset} {sum}\n"),
            Self::Got { beat, offset } => format!("got {beat} {offset}\n"),
            Self::Bye => "bye\n".to_owned(),
        }
    }

    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "from" => {
                let [offset, sum] = numbers(rest)?;
                Some(Self::From { offset, sum: u32::try_from(sum).ok()? })
            }
            "got" => {
                let [beat, offset] = numbers(rest)?;
                Some(Self::Got { beat, offset })
            }
            "bye" if rest.is_empty() => Some(Self::Bye),
            _ => None,
        }
    }
}

/// Two numbers with a blank between.
fn numbers(text: &str) -> Option<[u64; 2]> {
    let (one, other) = text.split_once(' ')?;
    Some([one.parse().ok()?, other.parse().ok()?])
}

/// The next line, without its end; `None` at the end of the stream.
///
/// # Errors
/// The stream fails, or a line is no text of this kind. What was read before a timeout stays in `waiting`.
pub(super) fn read_line(stream: &mut impl BufRead, waiting: &mut Vec<u8>) -> io::Result<Option<String>> {
    let most = LONGEST.saturating_sub(waiting.len() as u64);
    stream.take(most).read_until(b'\n', waiting)?;
    match waiting.last() {
        Some(b'\n') => {
            waiting.pop();
            let line = String::from_utf8(std::mem::take(waiting)).map_err(|_| not_ours())?;
            Ok(Some(line))
        }
        _ if waiting.len() as u64 >= LONGEST => Err(not_ours()),
        _ => Ok(None),
    }
}

/// The error of a peer that speaks something else.
pub(super) fn not_ours() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this is no referee and no observer of one")
}

/// The checksum of a part of a journal.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_line_is_read_back() {
        for said in [
            FromPrimary::Hello { term: 3, lease_ms: 3000 },
            FromPrimary::Refused("another one".to_owned()),
            FromPrimary::Data(u64::MAX),
            FromPrimary::Beat(0),
            FromPrimary::End,
        ] {
            assert_eq!(FromPrimary::read(said.line().trim_end()), Some(said));
        }
        for said in [
            FromObserver::From { offset: 5, sum: u32::MAX },
            FromObserver::Got { beat: 7, offset: u64::MAX },
            FromObserver::Bye,
        ] {
            assert_eq!(FromObserver::read(said.line().trim_end()), Some(said));
        }
        for line in
            ["", "GET / HTTP/1.1", "epidote observe 1", "epidote observe 1 x 3", "beat", "end now", "data -1"]
        {
            assert_eq!(FromPrimary::read(line), None, "{line}");
        }
        for line in ["", "from 3", "from 3 4294967296", "got 1", "got 1 2 3", "bye bye"] {
            assert_eq!(FromObserver::read(line), None, "{line}");
        }
    }

    #[test]
    fn lines_without_end_are_refused() {
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        let mut waiting = Vec::new();
        let read = read_line(&mut endless, &mut waiting);
        assert_eq!(read.map_err(|error| error.kind()), Err(io::ErrorKind::InvalidData));
        let mut cut = &b"beat 1\nbea"[..];
        let mut waiting = Vec::new();
        assert_eq!(read_line(&mut cut, &mut waiting).ok(), Some(Some("beat 1".to_owned())));
        assert_eq!(read_line(&mut cut, &mut waiting).ok(), Some(None));
        assert_eq!(waiting, b"bea");
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in ".*") {
            let _ = (FromPrimary::read(&line), FromObserver::read(&line));
        }
    }
}
