//! Stockfish, in a nested worker that is loaded when it is first needed.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ErrorEvent, MessageEvent, ReadableStreamDefaultReader, Response, Worker};

use super::program::{Line, Program, Reach, Start};
use super::scope;
use crate::jobs::Heard;
use crate::js::JsError;
use crate::protocol::Progress;

/// Its script, which loads the program of the same name from the same folder.
const SCRIPT: &str = "engines/stockfish-19-lite-single.js";
const PROGRAM: &str = "engines/stockfish-19-lite-single.wasm";

/// Size of the program in bytes, to show how much of it is loaded. The length that a server gives may be that
/// of a compressed file.
const PROGRAM_BYTES: u32 = 1_787_571;

/// The engine. It is started for the first search and kept for further ones.
pub fn engine() -> Program {
    Program::new(Stockfish)
}

struct Stockfish;

impl Reach for Stockfish {
    fn who(&self) -> (String, String) {
        ("Stockfish".to_owned(), SCRIPT.to_owned())
    }

    fn begin(&self, program: &Program, start: Start) {
        let program = program.clone();
        spawn_local(async move {
            let loaded = load(&program, start).await;
            if !program.is_wanted(start) {
                return;
            }
            match loaded.and_then(|()| run(&program, start)) {
                Ok(running) => {
                    program.take(start, Box::new(running));
                    program.open(start);
                }
                Err(error) => program.broke(start, &error.into()),
            }
        });
    }
}

/// The nested worker.
struct Running {
    worker: Worker,
    /// Kept for as long as it is needed.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Line for Running {
    fn say(&self, line: &str) {
        // A worker that takes no more messages reports that by an error.
        let _ = self.worker.post_message(&JsValue::from_str(line));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Loads the program, so that the browser has it when the script asks for it, and reports the progress.
async fn load(program: &Program, start: Start) -> Result<(), JsError> {
    let Some(scope) = scope() else { return Err(JsError("there is no worker".to_owned().into())) };
    // The reason is another one in each browser.
    let reached = JsFuture::from(scope.fetch_with_str(PROGRAM)).await;
    let response: Response = reached.map_err(|_| JsError("why.not-reached".into()))?.unchecked_into();
    if !response.ok() {
        return Err(JsError("why.no-stockfish".into()));
    }
    let Some(body) = response.body() else { return Ok(()) };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let (mut bytes, mut reported) = (0, None);
    loop {
        let part = JsFuture::from(reader.read()).await?;
        if Reflect::get(&part, &"done".into())?.is_truthy() || !program.is_wanted(start) {
            return Ok(());
        }
        bytes += Reflect::get(&part, &"value".into())?.unchecked_into::<Uint8Array>().length();
        let percent = u8::try_from(u64::from(bytes) * 100 / u64::from(PROGRAM_BYTES)).unwrap_or(100);
        if reported != Some(percent) {
            reported = Some(percent);
            program.tell(Heard::Progress(Progress::Loading(percent.min(100))));
        }
    }
}

/// Starts the worker.
fn run(program: &Program, start: Start) -> Result<Running, JsError> {
    let worker = Worker::new(SCRIPT)?;
    let of = program.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(line) = event.data().as_string() {
            of.hear(start, &line);
        }
    });
    let of = program.clone();
    let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
        event.prevent_default();
        of.broke(start, &event.message().into());
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Ok(Running { worker, _on_message: on_message, _on_error: on_error })
}
