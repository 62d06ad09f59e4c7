//! The file as it is to be saved: ranges of the source, and new bytes between them.

use super::Document;

/// A piece of a saved file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavePart {
    /// These bytes of the source, unchanged.
    Source(std::ops::Range<u64>),
    /// New bytes.
    Bytes(Vec<u8>),
}

impl Document {
    /// The file as it is to be saved. Neighboring ranges of the source are one part.
    pub fn save_parts(&self) -> Vec<SavePart> {
        let mut parts = Parts::default();
        parts.source(0..self.index.body_start());
        let end = self.index.line_end();
        let mut open = false;
        for id in self.order.iter() {
            // A line that was last in the source may have no line end; it needs one before another.
            if open {
                parts.bytes(end.bytes());
                open = false;
            }
            let range = id.source_line().and_then(|line| self.index.range(line));
            match (self.edits.get(&id), range) {
                (None, Some(range)) => {
                    open = range.end == self.index.len() && !self.index.ends_with_line_end();
                    parts.source(range);
                }
                (Some(text), Some(range)) => {
                    let line = id.source_line().unwrap_or_default();
                    parts.bytes(text);
                    // The usual line end is written out, so that a run of edited lines is one part.
                    if self.index.has_usual_end(line) {
                        parts.bytes(end.bytes());
                    } else {
                        match self.index.content_end(line) {
                            Some(content) if content < range.end => parts.source(content..range.end),
                            Some(_) | None => open = true,
                        }
                    }
                }
                (Some(text), None) => {
                    parts.bytes(text);
                    parts.bytes(end.bytes());
                }
                (None, None) => {}
            }
        }
        parts.done
    }

    /// The saved file, if all of the source is in memory.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        for part in self.save_parts() {
            match part {
                SavePart::Source(range) => out.extend_from_slice(&self.source.read(range)?),
                SavePart::Bytes(bytes) => out.extend_from_slice(&bytes),
            }
        }
        Some(out)
    }
}

#[derive(Default)]
struct Parts {
    done: Vec<SavePart>,
}

impl Parts {
    fn source(&mut self, range: std::ops::Range<u64>) {
        if range.is_empty() {
            return;
        }
        match self.done.last_mut() {
            Some(SavePart::Source(last)) if last.end == range.start => last.end = range.end,
            _ => self.done.push(SavePart::Source(range)),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        match self.done.last_mut() {
            Some(SavePart::Bytes(last)) => last.extend_from_slice(bytes),
            _ => self.done.push(SavePart::Bytes(bytes.to_vec())),
        }
    }
}
