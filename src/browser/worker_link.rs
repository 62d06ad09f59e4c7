//! The browser's workers, by the numbers of the pool.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo_events::EventListener;
use js_sys::Uint8Array;
use js_sys::WebAssembly::Module;
use wasm_bindgen::JsCast as _;
use web_sys::{ErrorEvent, File, MessageEvent, Worker};

use super::{bridge, tablebases, team};
use crate::js::JsError;
use crate::language::Text;
use crate::pool::{Event, WorkerId};
use crate::protocol::{Native, ToWorker, decode, encode};

/// The program that a worker runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// The search.
    Engine,
    /// Everything that reads and writes records.
    Clerk,
    /// What reads files in other formats.
    Importer,
}

impl Program {
    /// The script that starts a worker, and the one for a program that is already compiled; see
    /// `static/worker.js`.
    fn scripts(self) -> (&'static str, &'static str) {
        match self {
            Self::Engine => ("worker.js?engine", "worker.js?engine&shared"),
            Self::Clerk => ("worker.js?clerk", "worker.js?clerk&shared"),
            Self::Importer => ("worker.js?importer", "worker.js?importer&shared"),
        }
    }
}

struct Link {
    worker: Worker,
    /// Dropped before the worker ends, so that no more of its messages arrive.
    listeners: Vec<EventListener>,
    /// The native engine that it has been sent.
    native: RefCell<Option<Native>>,
    /// Whether it has the file of [`Links`].
    has_file: Cell<bool>,
    /// The number of changes of the tables of endgames that it has been sent.
    tables: Cell<u32>,
    /// Whether it has the memory that workers share.
    has_memory: Cell<bool>,
}

/// The running workers. Dropping a link ends its worker.
pub struct Links {
    program: Program,
    /// The file that the workers are handed.
    file: Option<File>,
    running: BTreeMap<WorkerId, Link>,
    tell: Rc<dyn Fn(Event)>,
}

thread_local! {
    /// The compiled programs, after the first worker of each has sent it.
    static MODULES: RefCell<BTreeMap<&'static str, Module>> = const { RefCell::new(BTreeMap::new()) };
}

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Links").field("workers", &self.running.len()).finish_non_exhaustive()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.listeners.clear();
        self.worker.terminate();
    }
}

impl Link {
    fn post(&self, message: &ToWorker) -> Result<(), JsError> {
        let bytes = encode(message).map_err(|error| JsError(error.to_string().into()))?;
        Ok(self.worker.post_message(&Uint8Array::from(bytes.as_slice()))?)
    }

    /// Sends what a worker that searches does not have yet: the native engine, tables of endgames, shared memory.
    #[inline(never)]
    fn prepare(&self) -> Result<(), JsError> {
        let chosen = bridge::chosen();
        if let Some(native) = chosen.filter(|native| self.native.borrow().as_ref() != Some(native)) {
            self.post(&ToWorker::Choose(native.clone()))?;
            self.native.replace(Some(native));
        }
        if let Some((changes, files)) = tablebases::since(self.tables.get()) {
            self.worker.post_message(&files)?;
            self.tables.set(changes);
        }
        if let Some(memory) = team::memory().filter(|_| !self.has_memory.replace(true)) {
            self.worker.post_message(&memory)?;
        }
        Ok(())
    }
}

impl Links {
    /// Starts without workers. Each worker is handed `file` before its first task. `tell` is called with the
    /// messages of the workers.
    pub fn new(program: Program, file: Option<File>, tell: Rc<dyn Fn(Event)>) -> Self {
        Self { program, file, running: BTreeMap::new(), tell }
    }

    /// Starts a worker with this number.
    ///
    /// # Errors
    /// The browser refuses to start one.
    pub fn start(&mut self, id: WorkerId) -> Result<(), JsError> {
        let (script, shared) = self.program.scripts();
        let worker = match MODULES.with_borrow(|modules| modules.get(script).cloned()) {
            Some(module) => {
                let worker = Worker::new(shared)?;
                worker.post_message(&module)?;
                worker
            }
            None => Worker::new(script)?,
        };
        let tell = Rc::clone(&self.tell);
        let message = EventListener::new(&worker, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            let data = event.data();
            if data.has_type::<Module>() {
                MODULES.with_borrow_mut(|modules| modules.insert(script, data.unchecked_into()));
                return;
            }
            let bytes = Uint8Array::new(&data).to_vec();
            tell(match decode(&bytes) {
                Ok(message) => Event::Message(id, message),
                Err(error) => Event::Crashed(id, error.to_string().into()),
            });
        });
        let tell = Rc::clone(&self.tell);
        let error = EventListener::new(&worker, "error", move |event| {
            let reason =
                event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).filter(|text| !text.is_empty());
            tell(Event::Crashed(id, reason.map_or("why.not-loaded".into(), Text::Plain)));
        });
        let listeners = vec![message, error];
        let link = Link {
            worker,
            listeners,
            native: RefCell::default(),
            has_file: Cell::default(),
            tables: Cell::default(),
            has_memory: Cell::default(),
        };
        self.running.insert(id, link);
        Ok(())
    }

    /// Sends a message to a worker; one that searches is sent the chosen native engine and the tables of endgames
    /// first, and one that imports its file.
    ///
    /// # Errors
    /// The worker is gone, or the message cannot be posted.
    pub fn send(&self, id: WorkerId, message: &ToWorker) -> Result<(), JsError> {
        let link = self.running.get(&id).ok_or_else(|| JsError("why.worker-gone".into()))?;
        if self.program == Program::Engine {
            link.prepare()?;
        }
        if let Some(file) = self.file.as_ref().filter(|_| !link.has_file.replace(true)) {
            link.worker.post_message(file)?;
        }
        link.post(message)
    }

    /// Ends a worker.
    pub fn end(&mut self, id: WorkerId) {
        self.running.remove(&id);
    }
}
