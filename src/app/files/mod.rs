//! Files: opened, unpacked, read from games, and saved.

pub mod games;
pub mod giving;
pub mod opening;
pub mod save;
pub mod unpack;
