//! The worker's side of the protocol: inbox, work, outbox.

mod handed;
pub mod native;
mod program;
mod shared;
pub mod stockfish;
#[cfg(feature = "tablebases")]
mod tablebases;

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{SharedArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

use crate::jobs::{News, Work};
use crate::protocol::{BUILD, FromWorker, ToWorker, VERSION, decode, encode};
use crate::search::Clock;
use crate::uci::Host;
use crate::worker::handed::Handed;

/// Milliseconds after which a worker that is at work says at least that it is alive.
const SILENCE_MS: f64 = 2_000.0;

thread_local! {
    /// When something was last posted to the page, or a task began.
    static LAST_POST_MS: Cell<f64> = const { Cell::new(0.0) };
}

/// The clock of the worker.
struct PerformanceClock(Option<web_sys::Performance>);

impl PerformanceClock {
    fn new() -> Self {
        Self(scope().and_then(|scope| scope.performance()))
    }
}

impl Clock for PerformanceClock {
    fn now_ms(&self) -> f64 {
        self.0.as_ref().map_or(0.0, web_sys::Performance::now)
    }
}

/// The clock that work is given. All long work asks it now and then, so it also tells the page, which would
/// replace a silent worker, that this one is alive.
struct WorkClock(PerformanceClock);

impl Clock for WorkClock {
    fn now_ms(&self) -> f64 {
        let now = self.0.now_ms();
        if now - LAST_POST_MS.get() >= SILENCE_MS {
            post(&FromWorker::Alive);
        }
        now
    }
}

/// Tells the page that this worker is alive, if it has not heard of it for long.
#[cfg(feature = "tablebases")]
fn still_alive() {
    WorkClock(PerformanceClock::new()).now_ms();
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

fn post(message: &FromWorker) {
    if let (Some(scope), Ok(bytes)) = (scope(), encode(message)) {
        // If a message cannot be posted, nobody is left to receive it.
        let _ = scope.post_message(&Uint8Array::from(bytes.as_slice()));
        LAST_POST_MS.set(PerformanceClock::new().now_ms());
    }
}

impl Host for PerformanceClock {
    fn say(&self, line: &str) {
        if let Some(scope) = scope() {
            // As above.
            let _ = scope.post_message(&JsValue::from_str(line));
        }
    }

    /// A worker receives a message only after it has answered, so it cannot wait for one.
    fn wait_for_stop(&self) {}
}

fn answer(work: &mut impl Work, data: &JsValue) {
    if let Some(line) = data.as_string() {
        work.hear(&line, &PerformanceClock::new());
        return;
    }
    if let Some(file) = data.dyn_ref::<Blob>() {
        return work.take(Box::new(Handed::new(file.clone())));
    }
    if let Some(memory) = data.dyn_ref::<SharedArrayBuffer>() {
        return work.take_memory(shared::of(memory));
    }
    #[cfg(feature = "tablebases")]
    if let Some(files) = data.dyn_ref::<js_sys::Array>() {
        return work.take_tables(tablebases::of(files));
    }
    let bytes = Uint8Array::new(data).to_vec();
    let (job, task) = match decode(&bytes) {
        Ok(ToWorker::Run { job, task }) => (job, task),
        Ok(ToWorker::Stop) => return work.stop(),
        Ok(ToWorker::Choose(native)) => return native::choose(native),
        Err(_) => return post(&FromWorker::Crashed { reason: "why.bad-message".into() }),
    };
    let tell = move |news| {
        post(&match news {
            News::Progress(progress) => FromWorker::Progress { job, progress },
            News::End(Ok(outcome)) => FromWorker::Done { job, outcome },
            News::End(Err(reason)) => FromWorker::Failed { job, reason },
        });
    };
    let clock = PerformanceClock::new();
    LAST_POST_MS.set(clock.now_ms());
    work.begin(task, Rc::new(WorkClock(clock)), Box::new(tell));
}

/// Makes `work` do tasks until the page ends the worker.
pub fn serve(mut work: impl Work + 'static) {
    crate::js::on_panic(|message| post(&FromWorker::Crashed { reason: message.to_owned().into() }));
    let Some(scope) = scope() else { return };
    let inbox = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        answer(&mut work, &event.data());
    });
    scope.set_onmessage(Some(inbox.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    inbox.forget();
    post(&FromWorker::Ready { protocol: VERSION, build: BUILD.to_owned() });
}
