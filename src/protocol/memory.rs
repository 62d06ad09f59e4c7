//! The memory that the page and the workers that search together share, where the browser allows it: words of 32 bits,
//! and after them the table of positions.

/// The word with the number of the last search that is over. The page writes it.
pub const OVER: u32 = 0;

/// The word with the positions that helpers have visited, in units. The page sets it to 0 before a search.
pub const NODES: u32 = 1;

/// The positions of a unit.
pub const NODES_UNIT: u64 = 1024;

/// The bytes before the table, which begins with a cache line.
pub const HEAD_BYTES: u32 = 64;

/// The bytes of a bucket of the table.
pub const BUCKET_BYTES: u32 = 64;

/// The bytes of the table.
pub const TABLE_BYTES: u32 = 32 << 20;
