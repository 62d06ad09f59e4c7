//! Notices: short messages to the user. A success disappears by itself. A failure stays until it is closed or replaced,
//! but makes room after a while: it covers what is under it.

use leptos::prelude::*;

use crate::browser::page::later;
use crate::browser::panes;
use crate::language::{Arg, Text, args, say};
use crate::logic::notices::{Notice, Tone, add, unfold};

/// The messages on the page.
const TOASTS: &str = ".toasts";

/// Milliseconds that a success is shown.
const NOTE_MS: u32 = 6_000;

/// Milliseconds after which a failure makes room: long enough to read two of them.
const PROBLEM_MS: u32 = 15_000;

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
        self.list.update(|list| add(list, Notice { serial, tone, text, is_folded: false }));
        match tone {
            Tone::Note => later(NOTE_MS, move || self.close(serial)),
            Tone::Problem => later(PROBLEM_MS, move || self.fold(serial)),
        }
    }

    fn fold(self, serial: u32) {
        // Not under the hand of the user.
        if panes::has_focus(TOASTS) {
            later(PROBLEM_MS, move || self.fold(serial));
            return;
        }
        self.list.try_update(|list| {
            for notice in list.iter_mut().filter(|notice| notice.serial == serial) {
                notice.is_folded = true;
            }
        });
    }

    /// Shows the newest messages that have made room. They stay until they are closed or others need the room.
    pub fn unfold(self) {
        self.list.update(|list| unfold(list));
    }

    /// The number of messages that have made room. A view that asks follows the answer.
    pub fn folded(self) -> usize {
        self.list.with(|list| list.iter().filter(|notice| notice.is_folded).count())
    }

    /// Reports a success. The message disappears by itself.
    pub fn note(self, text: impl Into<Text>) {
        self.push(Tone::Note, text.into());
    }

    /// Reports a failure. The message stays for a while, and can be brought back until it is closed.
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
