//! Sharing records: links, pictures, sheets of diagrams, and the view for other pages.

pub mod dialog;
pub mod embed;
pub mod link;
pub mod picture;
pub mod sheet;
