//! The contents of the registers of comments and names at the selected record. They depend on this record and
//! all records before it.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::sweep::{Batch, Sweep, Sweeps};
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Task};
use crate::text::encoding::Encoding;

/// Milliseconds without a change before the registers are worked out.
const PAUSE_MS: u32 = 200;

/// A register that is not empty: its opcode, the index of the line that set it, and the text.
pub type Register = (String, usize, String);

/// The signals of the registers.
#[derive(Debug, Clone, Copy)]
pub struct RegistersState {
    /// Whether the registers are visible.
    pub is_open: RwSignal<bool>,
    /// Their contents, in the order of their opcodes; `None` while they are being worked out.
    pub held: RwSignal<Option<Vec<Register>>>,
    sweep: StoredValue<Sweep, LocalStorage>,
    serial: StoredValue<u64>,
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
            documents,
            sweeps,
            notices,
        }
    }
}

/// The last change of a register: its opcode, the line, and the text unless it was cleared.
type Said = (String, u32, Option<Vec<u8>>);

impl RegistersState {
    /// Works the registers out again when the record or the file changes while they are visible. Call once,
    /// in the root component.
    pub fn keep_registers(&'static self) {
        let at = Memo::new(move |_| {
            let is_open = self.is_open.get();
            let dialect = self.documents.dialect.get();
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

    async fn work_out_registers(&'static self, position: usize, serial: u64) {
        let state = self;
        let known = self.documents.with_active(|open| (open.id, open.document.code_page));
        let Some((document, code_page)) = known else { return };
        let sweep = Sweep::default();
        state.sweep.set_value(sweep.clone());
        let mut ids = self.documents.all_ids();
        ids.truncate(position + 1);
        let dialect = self.documents.dialect.get_untracked();
        let said: Rc<RefCell<Vec<Said>>> = Rc::default();
        let (gathered, end) = (Rc::clone(&said), sweep.clone());
        let make = move |first: usize, lines: Lines| Task::Registers {
            dialect,
            first: u32::try_from(first).unwrap_or(u32::MAX),
            lines,
        };
        let take = move |_: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Registers(later)) => {
                let mut said = gathered.borrow_mut();
                said.retain(|(opcode, ..)| later.iter().all(|(other, ..)| other != opcode));
                said.extend(later);
            }
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                state.is_open.set(false);
                self.notices.failed("toast.registers-failed", &reason);
            }
        };
        state.held.set(None);
        sweep.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
        if sweep.is_stopped() || state.serial.get_value() != serial {
            return;
        }
        let decoded = |text: &[u8]| Encoding::detect(text, code_page).decode(text).into_owned();
        let shown = |(opcode, line, text): Said| Some((opcode, line as usize, decoded(&text?)));
        let mut held: Vec<Register> = said.take().into_iter().filter_map(shown).collect();
        held.sort();
        state.held.set(Some(held));
    }
}
