//! A connection to the server of the page, over a WebSocket.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::JsError;

/// A connection. It ends when this is dropped.
#[derive(Debug)]
pub struct Socket {
    connection: WebSocket,
    /// Kept for as long as it is needed.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    /// Connects. `hear` is given each message, and `closed` the reason of the other side, or an empty text, when the
    /// connection ends or cannot be made.
    ///
    /// # Errors
    /// The browser refuses the address.
    pub fn open(
        address: &str,
        mut hear: impl FnMut(String) + 'static,
        mut closed: impl FnMut(String) + 'static,
    ) -> Result<Self, JsError> {
        let connection = WebSocket::new(address)?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                hear(text);
            }
        });
        let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| closed(event.reason()));
        connection.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        connection.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Self { connection, _on_message: on_message, _on_close: on_close })
    }

    /// Sends a message. A connection that takes no more reports that by its end.
    pub fn say(&self, text: &str) {
        let _ = self.connection.send_with_str(text);
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
