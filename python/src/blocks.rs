//! The lines of files, block by block.

use std::io::Read;
use std::path::PathBuf;

use epidote::source::{Block, Blocks, Text, file, open};

use crate::failure::Failure;
use crate::heeding::Heeding;
use crate::told::Told;

/// A text that is being read.
struct Current {
    name: String,
    blocks: Blocks<Box<dyn Read + Send>>,
}

/// Reads files one after another, packed or not, and tells Python how far it is.
pub(crate) struct FileBlocks {
    /// The files and the texts that are left, the next one last.
    files: Vec<PathBuf>,
    texts: Vec<Text>,
    current: Option<Current>,
    told: Told,
    /// Whether Python knows that reading is over.
    is_ended: bool,
}

impl FileBlocks {
    pub(crate) fn new(mut files: Vec<PathBuf>, told: Told) -> Self {
        files.reverse();
        Self { files, texts: Vec::new(), current: None, told, is_ended: false }
    }

    /// The next block; none at the end of the last file.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, Failure> {
        loop {
            if let Some(Current { name, blocks }) = &mut self.current {
                let block = blocks.next_block().map_err(|error| Failure::of_file(name, error))?;
                if block.is_some() {
                    self.told.so_far()?;
                    return Ok(block);
                }
                self.current = None;
            } else if let Some(Text { name, reader, .. }) = self.texts.pop() {
                let mut blocks = Blocks::new(reader);
                blocks.take_mark().map_err(|error| Failure::of_file(&name, error))?;
                self.current = Some(Current { name, blocks });
            } else if let Some(path) = self.files.pop() {
                let name = path.display().to_string();
                let unopened = |reason| Failure::of_opening(&name, reason);
                let raw = Heeding::new(file(&path).map_err(unopened)?);
                for text in open(&name, Some(&path), "epd", raw, &self.told.count).map_err(unopened)?.texts {
                    self.texts.push(text.map_err(|bad| Failure::of_opening(&bad.name, bad.reason))?);
                }
                self.texts.reverse();
            } else {
                self.told.end()?;
                return Ok(None);
            }
        }
    }
}

impl FileBlocks {
    /// Tells Python that reading is over, whatever it says to that.
    pub(crate) fn end(&mut self) {
        if !std::mem::replace(&mut self.is_ended, true) {
            self.told.end_if_possible();
        }
    }
}

impl Drop for FileBlocks {
    /// The bar is closed even if nobody reads to the end.
    fn drop(&mut self) {
        self.end();
    }
}
