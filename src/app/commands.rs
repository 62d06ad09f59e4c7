//! What the commands of the table do, and when they can be done.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::app::study::Going;
use crate::browser::{page, panes};
use crate::commands::Command;

impl AppState {
    /// Does what a command says, if it can be done.
    pub fn run_command(self, command: Command) {
        if !untrack(|| self.can(command)) {
            return;
        }
        match command {
            Command::Open => page::focus_and_click("open-button"),
            Command::Save => self.save(),
            Command::SaveAs => self.save_as(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Palette => self.palette.set(true),
            Command::Find => page::focus("find"),
            Command::NextRecord => self.go_by(1),
            Command::RecordBefore => self.go_by(-1),
            Command::NextProblem => self.next_problem(false),
            Command::ProblemBefore => self.next_problem(true),
            Command::FixProblem => self.open_fixes(),
            Command::OpcodeHelp => self.opcode_help.set(true),
            Command::AddRecord => self.add_record(),
            Command::RemoveRecord => self.remove_record(),
            Command::NormalizeRecord => self.normalize_record(),
            Command::RepairRecord => self.repair_record(),
            Command::AnalyzeRecord => self.analyze_record(),
            Command::AnalyzeFile => self.analyze_file(),
            Command::PauseRun => self.pause_or_resume(),
            Command::Stop => self.analysis.stop(),
            Command::Study => self.study.is_on.update(|is_on| *is_on = !*is_on),
            Command::Threat => self.toggle_threat(),
            Command::Deeper => self.search_deeper(),
            Command::ManyRecords => self.open_tools(),
            Command::NormalizeFile => self.normalize_file(),
            Command::RepairFile => self.repair_file(),
            Command::CheckFile => self.check_file(),
            Command::ListOptions => self.list_options.set(true),
            Command::FlipBoard => self.flip_board(),
            Command::SetUp => self.toggle_setup(),
            Command::StepBack => self.step_line(-1),
            Command::StepForward => self.step_line(1),
            Command::CopyLink => self.copy_record_link(),
            Command::CopyFileLink => self.copy_file_link(),
            Command::Theme => self.change_theme(),
            Command::Dialect => self.documents.change_dialect(),
            Command::Tenths => self.convert_tenths(),
            Command::Keys => self.help.update(|open| *open = !*open),
            Command::Share => self.open_sharing(),
            Command::Sheet => self.open_sheet(),
            Command::Looks => self.open_looks(),
            Command::BoardColors => self.change_board(),
            Command::Pieces => self.change_pieces(),
            Command::Tour => self.begin_tour(),
            Command::NextPane => panes::focus_next(false),
            Command::PaneBefore => panes::focus_next(true),
        }
    }

    /// As [`Self::select_by`], and says where that leads.
    fn go_by(self, by: isize) {
        self.select_by(by);
        // The list says itself which row is active.
        if !page::has_focus("records") {
            self.announcements.announce_record();
        }
    }

    /// Whether a command can be done now; a view that asks follows it.
    pub fn can(self, command: Command) -> bool {
        let has_file = || self.documents.workspace.with(|workspace| workspace.active().is_some());
        match command {
            Command::Open
            | Command::Palette
            | Command::OpcodeHelp
            | Command::Theme
            | Command::Dialect
            | Command::Keys
            | Command::Looks
            | Command::BoardColors
            | Command::Pieces
            | Command::Tour
            | Command::NextPane
            | Command::PaneBefore => true,
            Command::Undo => self.documents.workspace.with(|workspace| {
                workspace.active().is_some_and(|open| open.document.undo_label().is_some())
            }),
            Command::Redo => self.documents.workspace.with(|workspace| {
                workspace.active().is_some_and(|open| open.document.redo_label().is_some())
            }),
            Command::AnalyzeRecord | Command::AnalyzeFile => {
                has_file() && self.analysis.run.with(Option::is_none)
            }
            Command::Deeper => self.study.going.get() == Going::Waits,
            Command::PauseRun | Command::Stop => self.analysis.run.with(Option::is_some),
            _ => has_file(),
        }
    }
}
