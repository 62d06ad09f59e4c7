//! Tables that are not in folders: files that are handed over one by one, as those that the user drops on the page.
//!
//! A file of a page is read by the slice, and each slice takes long. So slices are large, and the last ones are kept.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// The bytes of a slice.
const SLICE: u64 = 1 << 14;
/// How many slices are kept in each of the two generations: 16 MiB in all.
const KEPT: usize = 512;

/// A file with a table.
pub trait HandedTable: Send + Sync {
    /// Its name, which says what pieces it is about.
    fn name(&self) -> String;

    /// Its size in bytes.
    fn size(&self) -> u64;

    /// Some of its bytes.
    ///
    /// # Errors
    /// The file is gone, or was changed.
    fn slice(&self, from: u64, to: u64) -> io::Result<Vec<u8>>;
}

impl fmt::Debug for dyn HandedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandedTable").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// A slice by the place of its file and its own.
type Place = (usize, u64);

/// The slices read last: those of the present generation, and those of the one before. When the present one is full, it
/// becomes the one before.
#[derive(Debug, Default)]
struct Memory {
    present: HashMap<Place, Arc<[u8]>>,
    before: HashMap<Place, Arc<[u8]>>,
}

impl Memory {
    fn get(&mut self, place: Place) -> Option<Arc<[u8]>> {
        if let Some(slice) = self.present.get(&place) {
            return Some(Arc::clone(slice));
        }
        let slice = self.before.remove(&place)?;
        self.keep(place, &slice);
        Some(slice)
    }

    fn keep(&mut self, place: Place, slice: &Arc<[u8]>) {
        if self.present.len() >= KEPT {
            self.before = std::mem::take(&mut self.present);
        }
        self.present.insert(place, Arc::clone(slice));
    }
}

/// What lies there to be read.
#[derive(Debug)]
struct Shelf {
    files: Vec<Box<dyn HandedTable>>,
    memory: Mutex<Memory>,
}

impl Shelf {
    /// The slice that begins there, shorter at the end of the file.
    fn slice(&self, file: usize, from: u64) -> io::Result<Arc<[u8]>> {
        // What a thread that failed has left in it is whole slices.
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slice) = memory.get((file, from)) {
            return Ok(slice);
        }
        let table = &self.files[file];
        let slice: Arc<[u8]> = table.slice(from, table.size().min(from + SLICE))?.into();
        memory.keep((file, from), &slice);
        Ok(slice)
    }
}

/// Files that were handed over, as a file system without folders.
pub(super) struct Desk(Arc<Shelf>);

impl Desk {
    pub(super) fn new(files: Vec<Box<dyn HandedTable>>) -> Self {
        Self(Arc::new(Shelf { files, memory: Mutex::default() }))
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        self.0
            .files
            .iter()
            .position(|file| path == Path::new(&file.name()))
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Filesystem for Desk {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.find(path).map(|file| self.0.files[file].size())
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.0.files.iter().map(|file| file.name().into()).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let file = self.find(path)?;
        Ok(Box::new(Opened { shelf: Arc::clone(&self.0), file }))
    }
}

struct Opened {
    shelf: Arc<Shelf>,
    file: usize,
}

impl RandomAccessFile for Opened {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        if offset >= self.shelf.files[self.file].size() {
            return Ok(0);
        }
        let inside = offset % SLICE;
        let slice = self.shelf.slice(self.file, offset - inside)?;
        let rest = usize::try_from(inside).ok().and_then(|inside| slice.get(inside..)).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A file whose bytes are told by their places, and how often it was asked.
    struct Counted(u64, Arc<AtomicUsize>);

    impl HandedTable for Counted {
        fn name(&self) -> String {
            "KQvK.rtbw".into()
        }

        fn size(&self) -> u64 {
            self.0
        }

        fn slice(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            if to > self.0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            Ok((from..to).map(byte_at).collect())
        }
    }

    fn byte_at(place: u64) -> u8 {
        (place.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]
    }

    fn opened(size: u64) -> (Box<dyn RandomAccessFile>, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let desk = Desk::new(vec![Box::new(Counted(size, Arc::clone(&asked)))]);
        (desk.open(Path::new("KQvK.rtbw")).unwrap(), asked)
    }

    #[test]
    fn reads_what_is_there_across_slices_and_to_the_end() {
        let size = 3 * SLICE + 16;
        let (file, asked) = opened(size);
        for (offset, length) in [(0, 1), (SLICE - 1, 2), (SLICE - 5, SLICE + 10), (size - 16, 16), (0, size)]
        {
            let mut buffer = vec![0; usize::try_from(length).unwrap()];
            file.read_exact_at(&mut buffer, offset, ReadHint::Data).unwrap();
            let expected: Vec<u8> = (offset..offset + length).map(byte_at).collect();
            assert!(buffer == expected, "{length} bytes at {offset}");
        }
        // Each slice was read once.
        assert_eq!(asked.load(Ordering::Relaxed), 4);
        for offset in [size, size + 1, u64::MAX] {
            assert_eq!(file.read_at(&mut [0; 4], offset, ReadHint::Data).unwrap(), 0);
        }
        assert!(file.read_exact_at(&mut [0; 4], size - 3, ReadHint::Data).is_err());
    }

    #[test]
    fn what_is_used_stays_while_the_rest_goes() {
        let (file, asked) = opened(SLICE * (4 * KEPT as u64) + 1);
        for number in 1..3 * KEPT as u64 {
            file.read_u8_at(number * SLICE, ReadHint::Data).unwrap();
            file.read_u8_at(7, ReadHint::Header).unwrap();
        }
        // The first slice was read once, and so was each of the others.
        assert_eq!(asked.load(Ordering::Relaxed), 3 * KEPT);
        file.read_u8_at(SLICE, ReadHint::Data).unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 3 * KEPT + 1);
    }

    #[test]
    fn a_file_that_is_not_there_is_not_found() {
        let desk = Desk::new(Vec::new());
        assert!(desk.open(Path::new("KQvK.rtbw")).is_err());
        assert!(desk.regular_file_size(Path::new("KQvK.rtbw")).is_err());
    }
}
