//! Several programs on one position.
//!
//! A program in the browser has one thread, and its memory is its own. But a page can share some memory among its
//! workers, if its server allows that. Then several programs search a position as the threads of a team do: with a table
//! in that memory. One leads, keeps the limits and reports; the others help until they are stopped. What they count they
//! tell each other there too.

use super::Clock;
use super::table::BUCKET_WORDS;
use super::worker::Count;
use std::fmt;
use std::sync::Arc;

/// Memory that several programs share. A slot may be read while another program writes it; the table notices that.
pub trait Shared: fmt::Debug + Send + Sync {
    /// The number of buckets in it, at least 1.
    fn buckets(&self) -> usize;

    /// The words of a bucket.
    fn read(&self, bucket: usize) -> [u64; BUCKET_WORDS];

    /// Writes the two words of a slot of a bucket, 0 to 3.
    fn write(&self, bucket: usize, slot: usize, words: [u64; 2]);

    /// Whether the search with this number is over, or a later one, so that those who help have to stop.
    fn is_over(&self, number: u32) -> bool;

    /// The positions that all helpers have visited in this search, as far as they have told.
    fn nodes_of_helpers(&self) -> u64;

    /// Adds to what this program, which helps, has visited.
    fn tell_nodes(&self, nodes: u64);
}

/// A search that several programs do together.
#[derive(Debug, Clone, Copy)]
pub struct Together<'a> {
    /// What they share.
    pub memory: &'a Arc<dyn Shared>,
    /// Distinguishes the search from others in the same memory; a later one has a greater number.
    pub number: u32,
    /// What is known is what was stored with this number, which is not 0.
    pub generation: u16,
    /// What this program does.
    pub part: Part,
}

/// The clock of a program that helps: it runs until the search is over.
pub(super) struct UntilOver<'a> {
    pub(super) memory: &'a dyn Shared,
    pub(super) number: u32,
    /// It is asked too, since others may want to know that this program is alive.
    pub(super) clock: &'a dyn Clock,
}

impl Clock for UntilOver<'_> {
    fn now_ms(&self) -> f64 {
        let now = self.clock.now_ms();
        if self.memory.is_over(self.number) { f64::INFINITY } else { now }
    }
}

impl Count for &dyn Shared {
    fn add(&self, nodes: u64) {
        self.tell_nodes(nodes);
    }

    fn all(&self) -> u64 {
        self.nodes_of_helpers()
    }
}

/// What a program does in a search that several do together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It keeps the limits and reports.
    Leads,
    /// It searches until it is stopped.
    Helps,
}
