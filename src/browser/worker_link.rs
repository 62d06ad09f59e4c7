//! The browser's workers behind the numbers of the pool.

use std::collections::HashMap;
use std::rc::Rc;

use gloo_events::EventListener;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast as _;
use web_sys::{ErrorEvent, MessageEvent, Worker};

use crate::js::JsError;
use crate::pool::{Event, WorkerId};
use crate::protocol::{ToWorker, decode, encode};

/// The program that a worker runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// The search.
    Engine,
    /// All that reads and writes records.
    Clerk,
}

impl Program {
    /// The script that Trunk writes beside the program.
    fn script(self) -> &'static str {
        match self {
            Self::Engine => "engine_loader.js",
            Self::Clerk => "clerk_loader.js",
        }
    }
}

struct Link {
    worker: Worker,
    /// Dropped before the worker ends, so that nothing is heard of it any more.
    listeners: Vec<EventListener>,
}

/// The running workers. Dropping a link ends its worker.
pub struct Links {
    program: Program,
    running: HashMap<WorkerId, Link>,
    tell: Rc<dyn Fn(Event)>,
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

impl Links {
    /// No worker yet; `tell` hears what the workers say.
    pub fn new(program: Program, tell: Rc<dyn Fn(Event)>) -> Self {
        Self { program, running: HashMap::new(), tell }
    }

    /// Starts a worker under this number.
    ///
    /// # Errors
    /// The browser refuses to start one.
    pub fn start(&mut self, id: WorkerId) -> Result<(), JsError> {
        let worker = Worker::new(self.program.script())?;
        let tell = Rc::clone(&self.tell);
        let message = EventListener::new(&worker, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            let bytes = Uint8Array::new(&event.data()).to_vec();
            tell(match decode(&bytes) {
                Ok(message) => Event::Message(id, message),
                Err(error) => Event::Crashed(id, error.to_string()),
            });
        });
        let tell = Rc::clone(&self.tell);
        let error = EventListener::new(&worker, "error", move |event| {
            let reason =
                event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).filter(|text| !text.is_empty());
            tell(Event::Crashed(id, reason.unwrap_or_else(|| "it could not be loaded".to_owned())));
        });
        self.running.insert(id, Link { worker, listeners: vec![message, error] });
        Ok(())
    }

    /// Sends a message to a worker.
    ///
    /// # Errors
    /// The worker is gone, or the message cannot be posted.
    pub fn send(&self, id: WorkerId, message: &ToWorker) -> Result<(), JsError> {
        let link = self.running.get(&id).ok_or_else(|| JsError("the worker is gone".to_owned()))?;
        let bytes = encode(message).map_err(|error| JsError(error.to_string()))?;
        Ok(link.worker.post_message(&Uint8Array::from(bytes.as_slice()))?)
    }

    /// Ends a worker.
    pub fn end(&mut self, id: WorkerId) {
        self.running.remove(&id);
    }
}
