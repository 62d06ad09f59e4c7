//! What gzip packed: members one after another, and zeros behind them, with which tapes and some programs fill a block.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The bytes of all members.
pub(super) struct Gzip<R> {
    /// The member that is being read; `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    /// Begins with the first member.
    pub(super) fn new(packed: R) -> Self {
        Self { member: Some(GzDecoder::new(packed)) }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let is_last = skip_zeros(member.get_mut())?;
            self.member =
                self.member.take().filter(|_| !is_last).map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Skips zeros; returns whether nothing else follows.
fn skip_zeros(packed: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = packed.fill_buf()?;
        if bytes.is_empty() {
            return Ok(true);
        }
        let (zeros, all) = (bytes.iter().take_while(|&&byte| byte == 0).count(), bytes.len());
        packed.consume(zeros);
        if zeros < all {
            return Ok(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Write as _};

    fn packed(text: &str) -> Vec<u8> {
        let mut packing = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packing.write_all(text.as_bytes()).unwrap();
        packing.finish().unwrap()
    }

    #[track_caller]
    fn check(bytes: &[u8], expect: Result<&str, io::ErrorKind>) {
        // Buffers of any size, also one that ends among the zeros.
        for size in [1, 7, 4096] {
            let mut text = String::new();
            let read = Gzip::new(BufReader::with_capacity(size, bytes)).read_to_string(&mut text);
            assert_eq!(read.map(|_| text.as_str()).map_err(|error| error.kind()), expect);
        }
    }

    #[test]
    fn members_follow_each_other_and_zeros_end_them() {
        let (one, two) = (packed("one"), packed("two"));
        check(&one, Ok("one"));
        check(&[&one[..], &two].concat(), Ok("onetwo"));
        check(&[&one[..], &[0; 600]].concat(), Ok("one"));
        check(&[&one[..], &[0; 3], &two, &[0]].concat(), Ok("onetwo"));
        check(&packed(""), Ok(""));
        check(&[&one[..], b"other bytes"].concat(), Err(io::ErrorKind::InvalidInput));
        check(&one[..one.len() - 1], Err(io::ErrorKind::UnexpectedEof));
        check(&[&one[..], &two[..5]].concat(), Err(io::ErrorKind::UnexpectedEof));
    }
}
