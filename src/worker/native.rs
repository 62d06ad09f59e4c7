//! An engine on the machine that serves the page (`epidote serve`), over a WebSocket.

use std::cell::RefCell;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::program::{Line, Program, Reach, Start};
use crate::js::JsError;
use crate::language::Text;
use crate::protocol::Native;
use crate::verb::EngineName;

thread_local! {
    /// The engine that the page has chosen.
    static CHOSEN: RefCell<Option<Native>> = const { RefCell::new(None) };
}

/// From now on searches go to this engine.
pub(super) fn choose(native: Native) {
    CHOSEN.set(Some(native));
}

/// The engine that the page has chosen. It is started for the first search and kept for further ones.
pub fn engine() -> Program {
    Program::new(Server)
}

struct Server;

impl Reach for Server {
    fn who(&self) -> (String, String) {
        CHOSEN.with_borrow(|chosen| {
            let chosen = chosen.as_ref().map(|native| (native.name.clone(), native.address.clone()));
            // A recipe may ask for it where there is none.
            chosen.unwrap_or_else(|| (EngineName::Native.title().to_owned(), String::new()))
        })
    }

    fn begin(&self, program: &Program, start: Start) {
        match connect(program, start, &self.who().1) {
            Ok(socket) => program.take(start, Box::new(socket)),
            Err(error) => {
                // Not before the program has heard that it is starting.
                let program = program.clone();
                wasm_bindgen_futures::spawn_local(async move { program.broke(start, &error.into()) });
            }
        }
    }
}

/// The connection. The server ends the engine with it.
struct Socket {
    connection: WebSocket,
    /// Kept for as long as it is needed.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

impl Line for Socket {
    fn say(&self, line: &str) {
        // A connection that takes no more messages reports that by its close.
        let _ = self.connection.send_with_str(line);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.connection.set_onmessage(None);
        self.connection.set_onclose(None);
        // One that is closed already stays so.
        let _ = self.connection.close();
    }
}

fn connect(program: &Program, start: Start, address: &str) -> Result<Socket, JsError> {
    if address.is_empty() {
        return Err(JsError("why.no-server".into()));
    }
    let connection = WebSocket::new(address)?;
    let of = program.clone();
    // The first message is the name: the engine has started.
    let mut is_open = false;
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else { return };
        if !std::mem::replace(&mut is_open, true) {
            of.open(start);
            return;
        }
        for line in text.split('\n') {
            of.hear(start, line);
        }
    });
    let of = program.clone();
    let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
        let reason = event.reason();
        let why = if reason.is_empty() { Text::from("why.no-server") } else { Text::Plain(reason) };
        of.broke(start, &why);
    });
    connection.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    connection.set_onclose(Some(on_close.as_ref().unchecked_ref()));
    Ok(Socket { connection, _on_message: on_message, _on_close: on_close })
}
