//! Commands for the selected record, which work on all picked records if it is one of them.

use crate::app::state::AppState;
use crate::commands::Command;
use crate::epd::opcode::is_opcode;
use crate::language::{Text, args, say};
use crate::logic::several::{name_of, of_several};

impl AppState {
    /// The name of a command, with the number of records if there are several. A view that asks follows the answer.
    pub fn name_of(self, command: Command) -> Text {
        // Only such a name depends on how many records are picked.
        let count = if of_several(command).is_some() { self.list.meant_len() } else { 1 };
        name_of(command, count)
    }

    /// Copies a link to the selected record to the clipboard.
    pub(super) fn copy_link(self) {
        if let Some(document) = self.documents.with_active(|open| open.id) {
            self.links.copy_link_of(document, self.list.meant_ids());
        }
    }

    /// Copies the text of the selected record to the clipboard.
    pub(super) fn copy_records(self) {
        if let Some(document) = self.documents.with_active(|open| open.id) {
            self.links.copy_text_of(document, self.list.meant_ids());
        }
    }

    /// Does a command for the picked records; returns whether there are several.
    pub(super) fn do_for_several(self, command: Command) -> bool {
        let Some(name) = of_several(command) else { return false };
        let ids = self.list.meant_ids();
        let (Some(document), 2..) = (self.documents.with_active(|open| open.id), ids.len()) else {
            return false;
        };
        let label = say(name, args![ids.len()]);
        match command {
            Command::RemoveRecord => self.records.remove_records(&ids, label),
            Command::NormalizeRecord => self.runs.normalize_records(document, ids, label),
            Command::RepairRecord => self.runs.repair_records(document, ids, label),
            Command::RemoveOperation => {
                // The step takes patterns, so anything but an opcode is removed by its position instead.
                let opcode = self.editing.opcode_at_hand().filter(|opcode| is_opcode(opcode.as_bytes()));
                let Some(opcode) = opcode else { return false };
                self.runs.remove_from_records(document, ids, opcode, label);
            }
            Command::CopyLink => self.links.copy_link_of(document, ids),
            Command::CopyRecords => self.links.copy_text_of(document, ids),
            _ => {
                self.runs.run_step(document, ids, self.panel.step().into(), label, false);
            }
        }
        true
    }
}
