//! The geometry and the state of the board and of the list, without a page.

pub mod bar;
pub mod board;
pub mod chart;
pub mod decimal;
pub mod figurines;
pub mod pieces;
pub mod shapes;
pub mod window;
