//! Files: opens, unpacks and saves them, and reads games.

pub mod games;
pub mod giving;
pub mod opening;
pub mod save;
pub mod unpack;
