//! Notices: short messages to the user. Each stays until it is closed, is replaced or expires.

use leptos::prelude::*;

use crate::browser::page::later;
use crate::language::{Arg, Text, args, say};
use crate::logic::notices::{Notice, Tone, add};

/// The messages on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Notices {
    list: RwSignal<Vec<Notice>>,
    dialogs: RwSignal<Vec<&'static str>>,
    serial: StoredValue<u32>,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            list: RwSignal::new(Vec::new()),
            dialogs: RwSignal::new(Vec::new()),
            serial: StoredValue::new(0),
        }
    }
}

impl Notices {
    fn push(self, tone: Tone, text: Text) {
        self.serial.update_value(|serial| *serial += 1);
        let serial = self.serial.get_value();
        self.list.update(|list| add(list, Notice { serial, tone, text }));
        if tone == Tone::Note {
            later(6_000, move || self.close(serial));
        }
    }

    /// Reports a success. The message disappears by itself.
    pub fn note(self, text: impl Into<Text>) {
        self.push(Tone::Note, text.into());
    }

    /// Reports a failure. The message stays until it is closed.
    pub fn problem(self, text: impl Into<Text>) {
        self.push(Tone::Problem, text.into());
    }

    /// Reports a failure and its reason, which is the argument of the entry with this key.
    pub fn failed(self, key: &'static str, reason: impl Into<Text>) {
        self.problem(say(key, [reason.into()]));
    }

    /// As [`Self::failed`], with the name of the subject.
    pub fn failed_of(self, key: &'static str, name: impl Into<Arg>, reason: impl Into<Text>) {
        self.problem(say(key, args![name.into(), reason.into()]));
    }

    /// Removes a message.
    pub fn close(self, serial: u32) {
        self.list.try_update(|list| list.retain(|notice| notice.serial != serial));
    }

    /// The titles of the dialogs that are open, the last one on top.
    pub fn dialogs(self) -> RwSignal<Vec<&'static str>> {
        self.dialogs
    }

    /// The messages.
    pub fn list(self) -> RwSignal<Vec<Notice>> {
        self.list
    }
}
