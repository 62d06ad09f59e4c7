//! Other tabs with this page: locks that only one of them holds, and messages to all of them.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};

use futures_channel::oneshot;

/// A lock that is held until this value is dropped or the page closes.
#[derive(Debug)]
pub struct Held(Option<Function>);

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(release) = &self.0 {
            // This resolves a promise, which cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// How to ask for a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Only if no other tab holds it.
    IfFree,
    /// As soon as no other tab holds it.
    Wait,
}

/// Takes the lock with this name; `None` if another tab holds it. In a browser without locks every tab gets
/// every lock.
pub async fn lock(name: &str, ask: Ask) -> Option<Held> {
    let navigator = web_sys::window()?.navigator();
    let Some(locks) = Reflect::get(&navigator, &"locks".into()).ok().filter(JsValue::is_object) else {
        return Some(Held(None));
    };
    let (sender, answer) = oneshot::channel();
    let granted = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        if lock.is_null() {
            // The receiver may be gone while the page closes.
            let _ = sender.send(None);
            return JsValue::UNDEFINED;
        }
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        let _ = sender.send(release);
        held.into()
    });
    let options = Object::new();
    // A plain object takes any property.
    let _ = Reflect::set(&options, &"ifAvailable".into(), &(ask == Ask::IfFree).into());
    let request: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    request.apply(&locks, &Array::of3(&name.into(), &options, &granted)).ok()?;
    answer.await.ok().flatten().map(|release| Held(Some(release)))
}

/// Messages to and from the other tabs.
#[derive(Debug, Clone)]
pub struct Tabs(Option<BroadcastChannel>);

impl Tabs {
    /// Calls `hear` with the messages of other tabs: the subject, the word and, with some words, another name.
    pub fn new(hear: impl Fn(String, String, Option<String>) + 'static) -> Self {
        let channel = BroadcastChannel::new("epidote").ok();
        if let Some(channel) = &channel {
            let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let words = Array::from(&event.data());
                if let (Some(about), Some(word)) = (words.get(0).as_string(), words.get(1).as_string()) {
                    hear(about, word, words.get(2).as_string());
                }
            });
            channel.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        }
        Self(channel)
    }

    /// Sends a message to the other tabs.
    pub fn say(&self, about: &str, word: &str, name: Option<&str>) {
        if let Some(channel) = &self.0 {
            let message = Array::of3(&about.into(), &word.into(), &name.into());
            // Without other tabs nobody receives it.
            let _ = channel.post_message(&message);
        }
    }
}
