//! An engine on the machine that serves the page (`epidote serve`), over a WebSocket.

use std::cell::RefCell;

use super::program::{Line, Program, Reach, Start};
use crate::js::JsError;
use crate::js::socket::Socket;
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

impl Line for Socket {
    fn say(&self, line: &str) {
        Self::say(self, line);
    }
}

/// Connects. The server ends the engine with the connection.
fn connect(program: &Program, start: Start, address: &str) -> Result<Socket, JsError> {
    if address.is_empty() {
        return Err(JsError("why.no-server".into()));
    }
    // The first message is the name: the engine has started.
    let (of, mut is_open) = (program.clone(), false);
    let hear = move |text: String| {
        if !std::mem::replace(&mut is_open, true) {
            of.open(start);
            return;
        }
        for line in text.split('\n') {
            of.hear(start, line);
        }
    };
    let of = program.clone();
    let closed = move |reason: String| {
        let why = if reason.is_empty() { Text::from("why.no-server") } else { Text::Plain(reason) };
        of.broke(start, &why);
    };
    Socket::open(address, hear, closed)
}
