//! Files: opens, unpacks and saves them, and reads those in other formats.

pub mod giving;
mod import;
pub mod opening;
pub mod question;
pub mod save;
pub mod unpack;
