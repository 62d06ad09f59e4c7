//! Other tabs with this page: locks that only one of them holds, and words to all of them.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};

use futures_channel::oneshot;

/// A lock that is held until this is dropped, or until the page goes.
#[derive(Debug)]
pub struct Held(Option<Function>);

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(release) = &self.0 {
            // It resolves a promise, which cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// How a lock is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Only if no other tab holds it.
    IfFree,
    /// As soon as no other tab holds it.
    Wait,
}

/// Takes the lock of this name; `None` when another tab holds it. A browser without locks gives
/// every lock to everybody.
pub async fn lock(name: &str, ask: Ask) -> Option<Held> {
    let navigator = web_sys::window()?.navigator();
    let Some(locks) = Reflect::get(&navigator, &"locks".into()).ok().filter(JsValue::is_object) else {
        return Some(Held(None));
    };
    let (tell, told) = oneshot::channel();
    let granted = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        if lock.is_null() {
            // Nobody waits any more when the page goes.
            let _ = tell.send(None);
            return JsValue::UNDEFINED;
        }
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        let _ = tell.send(release);
        held.into()
    });
    let options = Object::new();
    // A plain object takes any property.
    let _ = Reflect::set(&options, &"ifAvailable".into(), &(ask == Ask::IfFree).into());
    let request: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    request.apply(&locks, &Array::of3(&name.into(), &options, &granted)).ok()?;
    told.await.ok().flatten().map(|release| Held(Some(release)))
}

/// Words to and from the other tabs.
#[derive(Debug, Clone)]
pub struct Tabs(Option<BroadcastChannel>);

impl Tabs {
    /// `hear` gets what other tabs say: what it is about, and the word.
    pub fn new(hear: impl Fn(String, String) + 'static) -> Self {
        let channel = BroadcastChannel::new("epidote").ok();
        if let Some(channel) = &channel {
            let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let words = Array::from(&event.data());
                if let (Some(about), Some(word)) = (words.get(0).as_string(), words.get(1).as_string()) {
                    hear(about, word);
                }
            });
            channel.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        }
        Self(channel)
    }

    /// Says something to the other tabs.
    pub fn say(&self, about: &str, word: &str) {
        if let Some(channel) = &self.0 {
            // Without other tabs nobody hears it.
            let _ = channel.post_message(&Array::of2(&about.into(), &word.into()));
        }
    }
}
