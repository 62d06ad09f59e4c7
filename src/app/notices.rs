//! Notices: short messages to the user, each until it is closed or replaced.

use leptos::prelude::*;

use crate::language::{Arg, Text, args, say};
use crate::logic::notices::{Notice, Tone, add};

/// The messages on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Notices {
    list: RwSignal<Vec<Notice>>,
    serial: StoredValue<u32>,
}

impl Default for Notices {
    fn default() -> Self {
        Self { list: RwSignal::new(Vec::new()), serial: StoredValue::new(0) }
    }
}

impl Notices {
    fn push(self, tone: Tone, text: Text) {
        self.serial.update_value(|serial| *serial += 1);
        let serial = self.serial.get_value();
        self.list.update(|list| add(list, Notice { serial, tone, text }));
        if tone == Tone::Note {
            gloo_timers::callback::Timeout::new(6_000, move || self.close(serial)).forget();
        }
    }

    /// Tells that something was done; goes by itself.
    pub fn note(self, text: impl Into<Text>) {
        self.push(Tone::Note, text.into());
    }

    /// Tells that something could not be done; stays until it is closed.
    pub fn problem(self, text: impl Into<Text>) {
        self.push(Tone::Problem, text.into());
    }

    /// Tells that something could not be done, and why: an entry of the language files about a reason.
    pub fn failed(self, key: &'static str, reason: impl Into<Text>) {
        self.problem(say(key, [reason.into()]));
    }

    /// As [`Self::failed`], with the name of what it is about.
    pub fn failed_of(self, key: &'static str, name: impl Into<Arg>, reason: impl Into<Text>) {
        self.problem(say(key, args![name.into(), reason.into()]));
    }

    /// Takes a message away.
    pub fn close(self, serial: u32) {
        self.list.try_update(|list| list.retain(|notice| notice.serial != serial));
    }

    /// The messages.
    pub fn list(self) -> RwSignal<Vec<Notice>> {
        self.list
    }
}
