//! The knock of a piece that is put down.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

thread_local! {
    /// The sounds of the page; none until the first is heard.
    static SOUNDS: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Seconds until a knock has died away.
const LENGTH: f64 = 0.09;

/// A knock; a deeper one for a capture. Without sound in the browser nothing is heard.
pub fn knock(is_capture: bool) {
    // There is nothing to be done about a browser that is mute.
    let _ = SOUNDS.with_borrow_mut(|sounds| {
        let sounds = match sounds {
            Some(sounds) => sounds,
            none => none.insert(AudioContext::new()?),
        };
        play(sounds, if is_capture { 150.0 } else { 240.0 })
    });
}

fn play(sounds: &AudioContext, pitch: f32) -> Result<(), JsValue> {
    let (tone, volume) = (sounds.create_oscillator()?, sounds.create_gain()?);
    let now = sounds.current_time();
    tone.set_type(OscillatorType::Triangle);
    tone.frequency().set_value(pitch);
    volume.gain().set_value_at_time(0.25, now)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, now + LENGTH)?;
    tone.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&sounds.destination())?;
    tone.start()?;
    tone.stop_with_when(now + LENGTH)
}
