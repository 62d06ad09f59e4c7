//! What is said to those who do not see the page: one place for it, that is there before anything is said.

use leptos::prelude::*;

use crate::app::board::Line;
use crate::app::state::AppState;
use crate::epd::verbs::analyze::sans;
use crate::headless::decimal::grouped;
use crate::language::say;

impl AppState {
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

    /// Says the move that was stepped over, whenever another one was. Call once, in the root component.
    pub fn keep_said(self) {
        Effect::new(move |before: Option<(Option<Line>, usize)>| {
            let at = self.board.shown.with(|shown| (shown.line, shown.ply));
            let is_known = before.is_some_and(|before| before != at);
            if is_known && let Some(san) = untrack(|| self.last_move()) {
                self.announce(san);
            }
            at
        });
    }

    /// The move that was stepped over last, in SAN.
    fn last_move(self) -> Option<String> {
        let shown = self.board.shown.get();
        let moves = self.documents.record.with(|record| {
            let record = record.as_ref()?;
            let moves = self.board.moves_of(record, shown.line?);
            Some(sans(record.chess.as_ref()?, moves.get(..shown.ply)?))
        });
        moves?.pop()
    }

    /// Says that a file was opened.
    pub(crate) fn announce_file(self, name: &str, lines: usize) {
        self.announce(self.language.say_now(&say("said.opened", [name.to_owned(), grouped(lines)])));
    }
}
