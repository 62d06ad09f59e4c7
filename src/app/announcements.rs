//! Announcements for screen readers: one place for them, that is there before anything is said.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::app::language::Language;
use crate::headless::decimal::grouped;
use crate::language::say;

/// What is said to those who do not see the page.
#[derive(Debug, Clone, Copy)]
pub struct Announcements {
    /// What was said last.
    pub said: RwSignal<String>,
    documents: &'static Documents,
    language: Language,
}

impl Announcements {
    /// Nothing is said yet.
    pub fn new(documents: &'static Documents, language: Language) -> Self {
        Self { said: RwSignal::default(), documents, language }
    }

    /// Says something to a screen reader; the same again is heard again.
    pub fn announce(self, text: String) {
        self.said.update(|said| {
            let again = *said == text;
            *said = text;
            if again {
                said.push(' ');
            }
        });
    }

    /// Says which record is selected: the keys for it work wherever the focus is.
    pub(crate) fn announce_record(self) {
        let place =
            self.documents.with_active(|open| Some((open.position()?, open.document.len()))).flatten();
        let Some((at, count)) = place else { return };
        let name = untrack(|| self.documents.record.with(|record| record.as_ref()?.string_of("id")))
            .unwrap_or_default();
        let words = say("said.record", [grouped(at + 1), grouped(count), name]);
        self.announce(self.language.say_now(&words));
    }

    /// Says what the selected record has of these opcodes now; of those it does not have, that there is none if it
    /// has none of them.
    pub(crate) fn announce_operations(self, opcodes: &[&str]) {
        let words: Vec<String> = untrack(|| {
            self.documents.record.with(|record| {
                let Some(record) = record.as_ref() else { return Vec::new() };
                let told = |opcode: &&str| {
                    let operands = record.operands_of(opcode);
                    (!operands.is_empty()).then(|| format!("{opcode} {operands}"))
                };
                opcodes.iter().filter_map(told).collect()
            })
        });
        self.announce(if words.is_empty() {
            self.language.say_now(&say("said.none", [opcodes.join(" ")]))
        } else {
            words.join("; ")
        });
    }

    /// Says that a file was opened.
    pub(crate) fn announce_file(self, name: &str, lines: usize) {
        self.announce(self.language.say_now(&say("said.opened", [name.to_owned(), grouped(lines)])));
    }
}
