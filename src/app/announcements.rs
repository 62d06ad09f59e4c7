//! Announcements for screen readers. There is one element for them, which exists before the first
//! announcement.

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::app::language::Language;
use crate::language::{Text, args, enumeration, list, say};

/// Announcements for screen readers.
#[derive(Debug, Clone, Copy)]
pub struct Announcements {
    /// The latest announcement, and whether it repeats the one before.
    latest: RwSignal<(Text, bool)>,
    documents: &'static Documents,
    language: Language,
}

impl Announcements {
    /// Starts without an announcement.
    pub fn new(documents: &'static Documents, language: Language) -> Self {
        Self { latest: RwSignal::new((Text::Plain(String::new()), false)), documents, language }
    }

    /// Announces a text. A text that is repeated is read aloud again.
    pub fn announce(self, text: impl Into<Text>) {
        let text = text.into();
        self.latest.update(|(latest, repeats)| {
            *repeats = *latest == text && !*repeats;
            *latest = text;
        });
    }

    /// The words of the latest announcement. A view that calls this follows the announcements, and the language as long as
    /// its texts are still to come. Another language does not repeat what was said.
    pub fn words(self) -> String {
        self.latest.with(|(latest, repeats)| {
            let mut words = untrack(|| self.language.say(latest));
            if words.is_empty() {
                words = self.language.say(latest);
            }
            // Only what has changed is read aloud.
            words.push_str(if *repeats { " " } else { "" });
            words
        })
    }

    /// Announces the selected record, because its keys work wherever the focus is.
    pub(crate) fn announce_record(self) {
        let place =
            self.documents.with_active(|open| Some((open.position()?, open.document.len()))).flatten();
        let Some((at, count)) = place else { return };
        let name = untrack(|| self.documents.record.with(|record| record.as_ref()?.string_of("id")))
            .unwrap_or_default();
        self.announce(say("announce.record", args![at + 1, count, name]));
    }

    /// Announces the operands that the selected record has for these opcodes. If it has none of them, that is
    /// announced instead.
    pub(crate) fn announce_operations(self, opcodes: &[&str]) {
        let operations = untrack(|| {
            self.documents.record.with(|record| {
                let record = record.as_ref()?;
                let operation = |opcode: &&str| {
                    let operands = record.operands_of(opcode);
                    (!operands.is_empty()).then(|| say("announce.operation", args![*opcode, operands]))
                };
                list(opcodes.iter().filter_map(operation))
            })
        });
        let text = operations.unwrap_or_else(|| {
            let names = enumeration(opcodes.iter().map(|opcode| Text::Plain((*opcode).to_owned())));
            say("announce.none", args![names.unwrap_or_else(|| String::new().into())])
        });
        self.announce(text);
    }

    /// Announces that a file was opened.
    pub(crate) fn announce_file(self, name: &str, lines: usize) {
        self.announce(say("announce.opened", args![name, lines]));
    }
}
