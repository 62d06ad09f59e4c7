//! A run with an engine in progress: its subject and its state machine.

use std::cell::{Cell, RefCell};

use crate::app::jobs::Job;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::report::Solution;
use crate::run::Run;
use crate::verb::{Claims, Step};

/// The subject of a run, and its state machine.
pub(super) struct RunDriver {
    pub(super) document: DocumentId,
    /// How many lines had been added to the file before.
    pub(super) added: u32,
    /// The serial number that merges its changes.
    pub(super) serial: u64,
    /// That of the last run over the file, whose results this one may find once more.
    pub(super) earlier: Option<u64>,
    pub(super) step: Step,
    /// The label of its step of undo.
    pub(super) label: Text,
    /// When the run began.
    pub(super) date: String,
    pub(super) machine: RefCell<Run>,
    /// The record, if the run is about only one.
    pub(super) one: Option<RecordId>,
    pub(super) has_changed: Cell<bool>,
    pub(super) has_ended: Cell<bool>,
    pub(super) solutions: RefCell<Vec<(RecordId, Solution)>>,
    pub(super) times: RefCell<Vec<(RecordId, u64)>>,
    pub(super) claims: RefCell<Vec<(RecordId, Claims)>>,
    pub(super) jobs: RefCell<Vec<Option<Job>>>,
}

impl RunDriver {
    pub(super) fn is_paused(&self) -> bool {
        self.machine.borrow().is_paused()
    }
}
