//! The contents of the registers of comments and names at the selected record. They depend on this record and
//! all records before it.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::sweep::{Batch, Sweep, Sweeps};
use crate::document::RecordId;
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::epd::dialect::Dialect;
use crate::language::Text;
use crate::logic::registers::{Known, RegisterChange, Search};
use crate::protocol::{Lines, Outcome, Task};
use crate::text::encoding::Encoding;

/// Milliseconds without a change before the registers are worked out.
const PAUSE_MS: u32 = 200;

/// A register that is not empty: its opcode, the index of the line that set it, and the text.
pub type Register = (String, usize, String);

/// A file, the dialect it is read in, and its revision.
type Source = (DocumentId, Dialect, u64);

/// The signals of the registers.
#[derive(Debug, Clone, Copy)]
pub struct RegistersState {
    /// Whether the registers are visible.
    pub is_open: RwSignal<bool>,
    /// Their contents, in the order of their opcodes; `None` while they are being worked out.
    pub held: RwSignal<Option<Vec<Register>>>,
    sweep: StoredValue<Sweep, LocalStorage>,
    serial: StoredValue<u64>,
    /// What was worked out, and for which file, dialect and revision.
    known: StoredValue<(Option<Source>, Known)>,
    documents: &'static Documents,
    sweeps: &'static Sweeps,
    notices: Notices,
}

impl RegistersState {
    /// The registers are hidden at first.
    pub fn new(documents: &'static Documents, sweeps: &'static Sweeps, notices: Notices) -> Self {
        Self {
            is_open: RwSignal::new(false),
            held: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
            serial: StoredValue::new(0),
            known: StoredValue::new((None, Known::default())),
            documents,
            sweeps,
            notices,
        }
    }
}

impl RegistersState {
    /// Works the registers out again when the record or the file changes while they are visible. Call once,
    /// in the root component.
    pub fn keep_registers(&'static self) {
        let at = Memo::new(move |_| {
            let is_open = self.is_open.get();
            let dialect = self.documents.conventions.with(|conventions| conventions.dialect);
            self.documents.workspace.with(|workspace| {
                let open = workspace.active().filter(|open| is_open && !open.is_reading)?;
                Some((open.id, open.document.revision(), open.position()?, dialect))
            })
        });
        Effect::new(move || {
            let at = at.get();
            let state = self;
            let serial = state.serial.get_value() + 1;
            state.serial.set_value(serial);
            state.sweep.with_value(Sweep::stop);
            let Some((_, _, position, _)) = at else { return };
            spawn_local(async move {
                gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
                if state.serial.get_value() == serial {
                    self.work_out_registers(position, serial).await;
                }
            });
        });
    }

    /// What is known of the file as it is now.
    fn known_of(&'static self, (document, dialect, revision): Source) -> Known {
        let unchanged = |since| {
            let unchanged = |open: &OpenDocument| open.document.unchanged_since(since);
            self.documents.with_active(unchanged).unwrap_or(0)
        };
        self.known
            .try_update_value(|(of, known)| {
                match of.replace((document, dialect, revision)) {
                    Some((id, by, since)) if (id, by) == (document, dialect) => {
                        known.keep_up_to(unchanged(since));
                    }
                    _ => *known = Known::default(),
                }
                known.clone()
            })
            .unwrap_or_default()
    }

    async fn work_out_registers(&'static self, position: usize, serial: u64) {
        let state = self;
        let known =
            self.documents.with_active(|open| (open.id, open.document.revision(), open.document.code_page));
        let Some((document, revision, code_page)) = known else { return };
        let sweep = Sweep::default();
        state.sweep.set_value(sweep.clone());
        let ids = self.documents.all_ids();
        let dialect = self.documents.conventions.with_untracked(|conventions| conventions.dialect);
        let source = (document, dialect, revision);
        let mut search = Search::begin(&self.known_of(source), position + 1);
        if search.next().is_some() {
            state.held.set(None);
        }
        while let Some(range) = search.next() {
            let Some(ids) = ids.get(range.clone()) else { return };
            let changes = self.changes_in(&sweep, source, range.start, ids.to_vec()).await;
            if sweep.is_stopped() || state.serial.get_value() != serial {
                return;
            }
            search.take(changes);
        }
        let changes = self.known.try_update_value(|(of, known)| {
            let mut other = Known::default();
            search.end(if *of == Some(source) { known } else { &mut other })
        });
        let decoded = |text: &[u8]| Encoding::detect(text, code_page).decode(text).into_owned();
        let shown = |change: RegisterChange| Some((change.opcode, change.line, decoded(&change.text?)));
        state.held.set(Some(changes.into_iter().flatten().filter_map(shown).collect()));
    }

    /// The last changes of registers in these lines, the first of which is at a place in the file.
    async fn changes_in(
        &'static self,
        sweep: &Sweep,
        (document, dialect, _): Source,
        first: usize,
        ids: Vec<RecordId>,
    ) -> Vec<RegisterChange> {
        let changes: Rc<RefCell<Vec<RegisterChange>>> = Rc::default();
        let (gathered, end) = (Rc::clone(&changes), sweep.clone());
        let make = move |at: usize, lines: Lines| Task::Registers {
            dialect,
            first: u32::try_from(first + at).unwrap_or(u32::MAX),
            lines,
        };
        let take = move |_: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Registers(later)) => {
                let mut changes = gathered.borrow_mut();
                changes.retain(|known| later.iter().all(|(opcode, ..)| *opcode != known.opcode));
                let later = later.into_iter();
                changes.extend(later.map(|(opcode, line, text)| RegisterChange {
                    opcode,
                    line: line as usize,
                    text,
                }));
            }
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                self.is_open.set(false);
                self.notices.failed("toast.registers-failed", &reason);
            }
        };
        sweep.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
        changes.take()
    }
}
