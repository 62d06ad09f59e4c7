//! Syzygy tables of endgames, by which positions are searched and games adjudicated.
//!
//! The files are read as they are needed, never whole: from folders, or as a page hands them over (`handed`). Tables that
//! are missing or damaged know nothing, and the work goes on without them.

mod handed;

use std::error::Error;
use std::fmt;
use std::io;
#[cfg(any(unix, windows))]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use shakmaty_syzygy::{Dtz, Tablebase as Files, Wdl};

use crate::chess::Chess;
use crate::chess::pieces::Pieces;
use crate::event::adjudication::{Tablebase, TablebaseResult};
use crate::search::{Endgames, Outcome};

pub use handed::HandedTable;

/// The ending of tables for wins, draws and losses.
const WINS: &str = "rtbw";

/// Why a folder of tables cannot be used.
#[derive(Debug)]
pub enum TablesError {
    /// It cannot be read.
    Unread(String, io::Error),
    /// It has no table.
    NoTable(String),
    /// Its tables are all damaged; one of them, and why.
    Damaged(String),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(folder, error) => write!(f, "{folder}: {error}"),
            Self::NoTable(folder) => write!(f, "{folder}: no Syzygy table (.rtbw) is there"),
            Self::Damaged(why) => f.write_str(why),
        }
    }
}

impl Error for TablesError {}

/// The tables of some folders, if there are any. Those for wins, draws and losses (`.rtbw`) say who wins; only with those
/// for distances (`.rtbz`) it is known how.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    files: Option<Arc<Files<Chess>>>,
    /// How many files there are.
    count: usize,
    /// Files that are damaged, and why. They are left out.
    left_out: Vec<String>,
}

impl Tables {
    /// Opens all tables of some folders.
    ///
    /// # Errors
    /// The folder that cannot be read, or has no table for wins, draws and losses.
    #[cfg(any(unix, windows))]
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Self, TablesError> {
        let (mut files, mut tables) = (Files::new(), Self::default());
        for folder in folders {
            let folder = folder.as_ref();
            let name = || folder.display().to_string();
            let entries = std::fs::read_dir(folder).map_err(|error| TablesError::Unread(name(), error))?;
            let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>();
            let paths = paths.map_err(|error| TablesError::Unread(name(), error))?;
            if tables.add(&mut files, &paths) == 0 {
                return Err(tables
                    .left_out
                    .pop()
                    .map_or_else(|| TablesError::NoTable(name()), TablesError::Damaged));
            }
        }
        tables.left_out.sort();
        tables.files = (!folders.is_empty()).then(|| Arc::new(files));
        Ok(tables)
    }

    /// The tables among files that were handed over.
    pub fn of(given: Vec<Box<dyn HandedTable>>) -> Self {
        let paths: Vec<PathBuf> = given.iter().map(|file| PathBuf::from(file.name())).collect();
        let mut files = Files::with_filesystem(Arc::new(handed::Desk::new(given)));
        let mut tables = Self::default();
        tables.add(&mut files, &paths);
        tables.files = (tables.count > 0).then(|| Arc::new(files));
        tables
    }

    /// Adds those of these files that are tables, and returns how many of them say who wins.
    fn add(&mut self, files: &mut Files<Chess>, paths: &[PathBuf]) -> usize {
        let before = self.count;
        for path in paths {
            match files.add_file(path) {
                Ok(()) => self.count += usize::from(path.extension().is_some_and(|ending| ending == WINS)),
                // It is no table.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => self.left_out.push(format!("{}: {error}", path.display())),
            }
        }
        self.count - before
    }

    /// How many positions of different pieces they know.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The files that are damaged, each with its error.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The tables for the search; `None` if there are none.
    pub fn endgames(&self) -> Option<Arc<dyn Endgames>> {
        self.files.is_some().then(|| Arc::new(self.clone()) as Arc<dyn Endgames>)
    }
}

impl Tablebase for Tables {
    fn probe(&mut self, position: &Chess) -> Option<TablebaseResult> {
        // If the table of a position is missing or damaged, the game goes on.
        let wdl = self.files.as_ref()?.probe_wdl_after_zeroing(position).ok()?;
        Some(match wdl {
            Wdl::Loss => TablebaseResult::Loss,
            Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
            Wdl::Draw => TablebaseResult::Draw,
            Wdl::CursedWin => TablebaseResult::CursedWin,
            Wdl::Win => TablebaseResult::Win,
        })
    }
}

impl Endgames for Tables {
    fn most_pieces(&self) -> u32 {
        self.files.as_ref().and_then(|files| u32::try_from(files.max_pieces()).ok()).unwrap_or(0)
    }

    fn outcome(&self, pieces: &Pieces) -> Option<Outcome> {
        let wdl = self.files.as_ref()?.probe_wdl_after_zeroing(&pieces.position()?).ok()?;
        Some(match wdl {
            Wdl::Loss => Outcome::Loss,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Outcome::Draw,
            Wdl::Win => Outcome::Win,
        })
    }

    fn distance(&self, pieces: &Pieces) -> Option<i32> {
        let Dtz(plies) = self.files.as_ref()?.probe_dtz(&pieces.position()?).ok()?.ignore_rounding();
        Some(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::{Read as _, Seek as _};

    /// A file of a folder, handed over.
    struct OfFolder(PathBuf);

    impl HandedTable for OfFolder {
        fn name(&self) -> String {
            self.0.file_name().unwrap().to_string_lossy().into_owned()
        }

        fn size(&self) -> u64 {
            fs::metadata(&self.0).unwrap().len()
        }

        fn slice(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
            let mut file = fs::File::open(&self.0)?;
            file.seek(io::SeekFrom::Start(from))?;
            let mut bytes = vec![0; usize::try_from(to - from).unwrap()];
            file.read_exact(&mut bytes).map(|()| bytes)
        }
    }

    /// Kings and up to two pieces of White, everywhere on a coarse grid.
    fn some_positions() -> Vec<Pieces> {
        let places = || (0..64_u32).step_by(7);
        let mut all = Vec::new();
        for king in places() {
            for other in places() {
                for (kind, square) in (0..5_usize).flat_map(|kind| places().map(move |square| (kind, square)))
                {
                    for is_white_to_move in [true, false] {
                        let mut kinds = [0; 6];
                        kinds[kind] = 1 << square;
                        kinds[5] |= 1 << king | 1 << other;
                        let colors = [1 << king | 1 << square, 1 << other];
                        all.push(Pieces { colors, kinds, is_white_to_move, en_passant: None });
                    }
                }
            }
        }
        all
    }

    /// The tables come with the source of python-chess, which the set-up fetches.
    #[test]
    #[expect(clippy::print_stdout, reason = "a test that is not run says so")]
    fn tables_that_are_handed_over_say_what_those_in_a_folder_say() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/target/python-chess/syzygy");
        let Ok(entries) = fs::read_dir(folder) else {
            println!("NOT RUN: there are no Syzygy tables; scripts/setup fetches them");
            assert!(std::env::var_os("EPIDOTE_REQUIRE_ENGINES").is_none(), "tables are required");
            return;
        };
        let handed = |entry: io::Result<fs::DirEntry>| -> Box<dyn HandedTable> {
            Box::new(OfFolder(entry.unwrap().path()))
        };
        let there = Tables::open(&[folder]).unwrap();
        let here = Tables::of(entries.map(handed).collect());
        assert_eq!((here.count(), here.most_pieces()), (there.count(), there.most_pieces()));
        assert!(here.count() > 30 && here.left_out().is_empty());
        let mut known = 0;
        for pieces in some_positions() {
            assert_eq!(here.outcome(&pieces), there.outcome(&pieces), "{pieces:?}");
            assert_eq!(here.distance(&pieces), there.distance(&pieces), "{pieces:?}");
            known += u32::from(here.distance(&pieces).is_some());
        }
        assert!(known > 4_000, "{known}");
    }

    #[test]
    fn what_is_no_table_is_left_out() {
        struct Named(&'static str, u64);

        impl HandedTable for Named {
            fn name(&self) -> String {
                self.0.into()
            }

            fn size(&self) -> u64 {
                self.1
            }

            fn slice(&self, _: u64, _: u64) -> io::Result<Vec<u8>> {
                Err(io::ErrorKind::NotFound.into())
            }
        }

        assert!(Tables::of(Vec::new()).endgames().is_none());
        let tables = Tables::of(vec![
            Box::new(Named("KQvK.rtbw", 80)),
            Box::new(Named("KRvK.rtbw", 81)),
            Box::new(Named("a.epd", 80)),
        ]);
        assert_eq!((tables.count(), tables.left_out().len()), (1, 1));
        // It cannot be read, so nothing is known.
        assert!(some_positions().iter().all(|pieces| tables.outcome(pieces).is_none()));
    }
}
