//! A shard: one of several parts of the lines, which one machine does while others do the rest. What it prints
//! ends with a comment that says what it is, so that parts that are missing, cut or of another run are noticed
//! when they are put together.

use std::fmt;
use std::io;
use std::ops::Range;
use std::str::FromStr;

use super::args::ValueError;
use super::input::{Blocks, Opener, Place, Source};
use super::joined::Joined;
use super::{Status, complain};
use crate::archive::Crc32;
use crate::verb::Step;

/// Most shards of a run.
const MOST: usize = 1_000_000;

/// One of several parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    /// Which, from 1.
    pub(super) number: usize,
    /// How many there are.
    pub(super) of: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (number, of) = text.split_once('/').ok_or(ValueError::Shard)?;
        let number_of = |text: &str| text.parse().map_err(|_| ValueError::Shard);
        let shard = Self { number: number_of(number)?, of: number_of(of)? };
        let is_one = (1..=shard.of).contains(&shard.number) && shard.of <= MOST;
        is_one.then_some(shard).ok_or(ValueError::Shard)
    }
}

impl Shard {
    /// Its share of all lines. Shares differ by at most one line.
    pub(super) fn part(self, total: usize) -> Part {
        let edge = |number: usize| {
            let edge = total as u128 * number as u128 / self.of as u128;
            usize::try_from(edge).unwrap_or(total)
        };
        let lines = edge(self.number - 1)..edge(self.number);
        Part { lines, has_end: self.number == self.of }
    }
}

/// The lines of a shard, counted from 0 over all sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    lines: Range<usize>,
    /// Whether what comes after the last line belongs to it.
    has_end: bool,
}

impl Part {
    /// Whether this line belongs to it.
    pub(super) fn has(&self, line: usize) -> bool {
        line >= self.lines.start && (self.has_end || line < self.lines.end)
    }

    /// Where it begins and ends in a block that begins with this line, counted from there.
    pub(super) fn edges(&self, first: usize, count: usize) -> Vec<usize> {
        let edges = [self.lines.start, self.lines.end].map(|edge| edge.saturating_sub(first));
        edges.into_iter().filter(|edge| (1..count).contains(edge)).collect()
    }
}

/// The sum of bytes that were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PartSum {
    /// Their number.
    pub(super) bytes: u64,
    crc: Crc32,
    /// The last one.
    last: Option<u8>,
}

impl PartSum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.crc.update(bytes);
        self.last = bytes.last().copied().or(self.last);
    }

    /// Their checksum, with what the last line says of them.
    pub(super) fn sealed(&self, trailer: &Trailer) -> u32 {
        let mut crc = self.crc;
        crc.update(trailer.words().as_bytes());
        crc.value()
    }
}

/// A shard of a run that begins.
pub(super) struct Sharding {
    shard: Shard,
    /// Lines of all sources.
    total: usize,
    input: u32,
    task: u32,
}

impl Sharding {
    /// Reads all lines of the places once, to find those of the shard; does nothing without one. `task` says what
    /// is done with the lines: two runs that do something else have other words. The opener keeps standard input
    /// and pipes in memory, and counts the bytes that are read.
    ///
    /// # Errors
    /// What gives its bytes only once cannot be read to its end.
    pub(super) fn begin(
        shard: Option<Shard>,
        opener: &mut Opener,
        places: &[Place],
        task: &str,
    ) -> io::Result<Option<Self>> {
        let Some(shard) = shard else { return Ok(None) };
        opener.hold(places)?;
        let (mut input, mut of_task) = (Crc32::default(), Crc32::default());
        of_task.update(format!("{}\n{task}\n", env!("CARGO_PKG_VERSION")).as_bytes());
        let mut total = 0;
        for place in places {
            // An input that cannot be opened is reported when it is worked on.
            for Source { origin, reader } in opener.open(place).into_iter().flatten() {
                of_task.update(format!("{:?}\n", origin.profile).as_bytes());
                let mut blocks = Blocks::new(reader);
                let mut size = 0_u64;
                input.update(&[u8::from(blocks.take_mark().unwrap_or(false))]);
                // So is a read error, and then the shard is not complete.
                while let Ok(Some(block)) = blocks.next_block() {
                    total += block.line_count();
                    size += block.bytes().len() as u64;
                    input.update(block.bytes());
                }
                // The boundaries between sources count, too.
                input.update(&size.to_le_bytes());
            }
        }
        Ok(Some(Self { shard, total, input: input.value(), task: of_task.value() }))
    }

    /// The lines of the shard.
    pub(super) fn part(&self) -> Part {
        self.shard.part(self.total)
    }

    /// Prints the last line of the shard. The shard is complete only if everything could be read, and if there were
    /// as many lines as before. `failed` is the number of records that could not be searched.
    ///
    /// # Errors
    /// It cannot be printed.
    pub(super) fn end(self, out: &mut Joined<'_>, is_whole: bool, failed: usize) -> io::Result<Status> {
        let Self { shard, input, task, total } = self;
        if !is_whole || out.lines() != total {
            complain(&format!("shard {shard} is not complete, and `merge-shards` does not take it"));
            return Ok(Status::Trouble);
        }
        let sum = out.sum();
        let mut trailer = Trailer { shard, input, task, failed, bytes: sum.bytes, sum: 0 };
        trailer.sum = sum.sealed(&trailer);
        // The comment needs a line of its own.
        let end = if matches!(sum.last, None | Some(b'\n')) { "" } else { "\n" };
        out.append(format!("{end}{trailer}\n").as_bytes())?;
        Ok(Status::Clean)
    }
}

/// Whether a step would write something else in each shard: the moment at which its run begins. If so, the user
/// is told.
pub(super) fn depends_on_its_run(step: &Step) -> bool {
    let depends = step.needs_moment();
    if depends {
        let name = step.name();
        complain(&format!(
            "{name}: each shard would write another moment; name one (`--at`, `at` in a recipe)"
        ));
    }
    depends
}

/// What the last line of a shard says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trailer {
    pub(super) shard: Shard,
    /// Checksum of all lines of the run.
    pub(super) input: u32,
    /// Checksum of what was done, with its settings, and of the version of the program.
    pub(super) task: u32,
    /// The number of bytes of the part.
    pub(super) bytes: u64,
    /// Their checksum, and that of everything above.
    pub(super) sum: u32,
    /// Records that could not be searched.
    pub(super) failed: usize,
}

/// How the last line begins.
const BEGINS: &[u8] = b"# shard ";

impl Trailer {
    /// All but the sum.
    fn words(&self) -> String {
        let Self { shard, input, task, failed, bytes, .. } = self;
        format!("# shard {shard}: input {input:08x}, task {task:08x}, failed {failed}, bytes {bytes}")
    }

    /// The longest end of a file in which it is looked for.
    pub(super) const MOST_BYTES: usize = 200;

    /// The trailer at the end of a file, of which at least [`Self::MOST_BYTES`] are given or all, and where it
    /// begins there.
    pub(super) fn at_end(end: &[u8]) -> Option<(usize, Self)> {
        let at = memchr::memmem::rfind(end, BEGINS)?;
        let line = std::str::from_utf8(&end[at + BEGINS.len()..]).ok()?.strip_suffix('\n')?;
        let (shard, rest) = line.split_once(": ")?;
        let (mut input, mut task, mut bytes, mut sum, mut failed) = (None, None, None, None, None);
        for word in rest.split(", ") {
            let (name, value) = word.split_once(' ')?;
            match name {
                "input" => input = u32::from_str_radix(value, 16).ok(),
                "task" => task = u32::from_str_radix(value, 16).ok(),
                "bytes" => bytes = value.parse().ok(),
                "failed" => failed = value.parse().ok(),
                "sum" => sum = u32::from_str_radix(value, 16).ok(),
                _ => return None,
            }
        }
        let shard = shard.parse().ok()?;
        let (input, task, bytes) = (input?, task?, bytes?);
        Some((at, Self { shard, input, task, bytes, sum: sum?, failed: failed? }))
    }
}

impl fmt::Display for Trailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, sum {:08x}", self.words(), self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_several() {
        let shard = |text: &str| text.parse::<Shard>().ok().map(|shard| shard.to_string());
        for text in ["1/1", "3/8", "1000000/1000000"] {
            assert_eq!(shard(text).as_deref(), Some(text));
        }
        for text in ["", "0/8", "9/8", "1", "1/", "/8", "1/0", "a/b", "-1/8", "1/1000001", "1/8/2"] {
            assert_eq!(shard(text), None, "{text}");
        }
    }

    #[test]
    fn each_line_belongs_to_one_shard_and_the_parts_are_alike() {
        for total in [0, 1, 5, 64, 1_000] {
            for of in [1, 2, 7, 64, 65] {
                let parts: Vec<Part> = (1..=of).map(|number| Shard { number, of }.part(total)).collect();
                for line in 0..=total {
                    assert_eq!(parts.iter().filter(|part| part.has(line)).count(), 1, "{line} of {total}");
                }
                let sizes: Vec<usize> = parts.iter().map(|part| part.lines.len()).collect();
                assert!(sizes.iter().all(|size| [total / of, total / of + 1].contains(size)), "{sizes:?}");
            }
        }
    }

    #[test]
    fn the_last_line_says_what_a_part_is() {
        let shard = Shard { number: 3, of: 8 };
        let trailer = Trailer { shard, input: 0x1a, task: u32::MAX, bytes: 7, sum: 0, failed: 2 };
        let line = format!("{trailer}\n");
        assert_eq!(Trailer::at_end(line.as_bytes()), Some((0, trailer)));
        assert_eq!(Trailer::at_end(format!("# shard 1/8: x\n{line}").as_bytes()), Some((15, trailer)));
        assert_eq!(Trailer::at_end(format!("{line}\n").as_bytes()), None);
        for end in 0..line.len() {
            assert_eq!(Trailer::at_end(&line.as_bytes()[..end]), None, "cut at {end}");
        }
        let longest = Trailer {
            shard: Shard { number: MOST, of: MOST },
            input: u32::MAX,
            task: u32::MAX,
            bytes: u64::MAX,
            sum: u32::MAX,
            failed: usize::MAX,
        };
        assert!(longest.to_string().len() + 2 < Trailer::MOST_BYTES);
    }
}
