//! Bytes that become lines.

/// The longest line; the rest is cut off.
const MOST_LINE: usize = 1024 * 1024;

/// Bytes that become lines.
#[derive(Debug, Default)]
pub(in crate::cli) struct Lines {
    begun: Vec<u8>,
    /// The rest of a line that is too long.
    is_cut: bool,
}

impl Lines {
    /// Takes in bytes, and adds the lines that they end.
    pub(in crate::cli) fn feed(&mut self, mut bytes: &[u8], out: &mut Vec<Vec<u8>>) {
        while let Some(at) = memchr::memchr(b'\n', bytes) {
            self.add(&bytes[..at]);
            out.push(std::mem::take(&mut self.begun));
            self.is_cut = false;
            bytes = &bytes[at + 1..];
        }
        self.add(bytes);
    }

    fn add(&mut self, bytes: &[u8]) {
        let room = MOST_LINE.saturating_sub(self.begun.len());
        self.is_cut |= bytes.len() > room;
        self.begun.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// The last line, if the connection closed before its end.
    pub(in crate::cli) fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.begun.is_empty()).then(|| std::mem::take(&mut self.begun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_any_pieces() {
        let mut lines = Lines::default();
        let mut out = Vec::new();
        for piece in ["uci", "ok\nready", "ok\n\nbest"] {
            lines.feed(piece.as_bytes(), &mut out);
        }
        assert_eq!(out, [&b"uciok"[..], b"readyok", b""]);
        assert_eq!(lines.rest().as_deref(), Some(&b"best"[..]));
    }

    #[test]
    fn lines_without_end_are_cut() {
        let mut lines = Lines::default();
        let mut out = Vec::new();
        for _ in 0..5 {
            lines.feed(&vec![b'x'; MOST_LINE / 2], &mut out);
        }
        lines.feed(b"\nnext\n", &mut out);
        assert_eq!(out.iter().map(Vec::len).collect::<Vec<_>>(), [MOST_LINE, 4]);
    }
}
