//! What each command of the table does, and when it is available.

use leptos::prelude::*;

use crate::app::analysis::WholeRun;
use crate::app::parts::Part;
use crate::app::state::AppState;
use crate::app::study::Going;
use crate::browser::{focus, page, panes};
use crate::commands::Command;
use crate::document::Document;
use crate::document::workspace::DocumentId;
use crate::epd::lint::Level;
use crate::language::say;
use crate::logic::fix_menu::Act;
use crate::logic::panes::Edge;
use crate::logic::pasted::{Pasted, pasted};
use crate::logic::picking::Way;
use crate::logic::stepping::PlayMode;
use crate::view::RecordView;

impl AppState {
    /// Runs a command, if it is available.
    pub fn run_command(self, command: Command) {
        match untrack(|| self.obstacle(command)) {
            None => {}
            // Keys cannot show why they do nothing, and of these reasons users may not think.
            Some(
                why @ ("obstacle.run"
                | "obstacle.run-on-top"
                | "obstacle.nothing-found"
                | "study.no-position"),
            ) => {
                return self.notices.note(why);
            }
            Some(_) => return,
        }
        match command {
            Command::Undo => {
                self.records.undo();
                self.list.follow_order();
            }
            Command::Redo => {
                self.records.redo();
                self.list.follow_order();
            }
            Command::Palette => self.palette.set(true),
            Command::NextRecord => self.go_by(1),
            Command::RecordBefore => self.go_by(-1),
            _ => self.run_other(command),
        }
    }

    /// Runs a command that a first visit seldom needs: its code can come late.
    #[inline(never)]
    fn run_other(self, command: Command) {
        if self.do_for_several(command) {
            return;
        }
        match command {
            Command::New => self.files.new_file(),
            Command::Open => self.files.open_dialog(|| page::click("open-input")),
            Command::Recent => self.files.recent.is_open.set(true),
            Command::Paste => self.files.paste(),
            Command::Close => {
                if let Some(id) = self.documents.with_active(|open| open.id) {
                    self.files.close(id);
                }
            }
            Command::Menus => focus::move_to("menu-0"),
            Command::Save => self.save.save(),
            Command::SaveAs => self.save.save_as(),
            Command::Find => self.parts.focus(Part::List, "find"),
            Command::NextProblem => self.problems.next_problem(false),
            Command::ProblemBefore => self.problems.next_problem(true),
            Command::FixProblem => self.fixes.open_fixes(),
            Command::OpcodeHelp => self.opcode_help.set(true),
            Command::AddRecord if !untrack(|| self.documents.has_file()) => self.files.new_file(),
            Command::AddRecord => self.add_record(),
            Command::RemoveRecord => {
                self.records.remove_records(&self.list.meant_ids(), "step.remove-record");
            }
            Command::RemoveOperation => self.editing.remove_operation_at_hand(),
            Command::PickRecord => self.list.pick_selected(),
            Command::PickAll => self.list.pick_all(),
            Command::CopyRecords => self.copy_records(),
            Command::MoveUp => self.list.move_by_row(false),
            Command::MoveDown => self.list.move_by_row(true),
            Command::NormalizeRecord => self.editing.normalize_record(),
            Command::RepairRecord => self.editing.repair_record(),
            Command::AnalyzeRecord => self.analyze_record(),
            Command::AnalyzeFile => self.analyze_file(),
            Command::PauseRun => self.runs.pause_or_resume(),
            Command::Stop => self.analysis.stop(),
            Command::Study => {
                self.study.is_on.update(|is_on| *is_on = !*is_on);
                if self.study.is_on.get_untracked() {
                    self.parts.show(Part::Engine);
                }
            }
            Command::Threat => {
                self.study.toggle_threat();
                if self.study.is_threat.get_untracked() {
                    self.parts.show(Part::Engine);
                }
            }
            Command::Deeper => self.study.search_deeper(),
            Command::WriteFound => self.study.write_found(),
            Command::ManyRecords => self.tools.open_tools(),
            Command::NormalizeFile => self.runs.normalize_file(),
            Command::RepairFile => self.runs.repair_file(),
            Command::CheckFile => self.check.check_file(),
            Command::ListOptions => self.list.options.set(true),
            Command::Density => self.list.set_density(untrack(|| self.list.density()).next()),
            Command::FlipBoard => self.board.flip_board(),
            Command::SetUp => {
                if !untrack(|| self.documents.has_file()) {
                    self.files.new_file();
                }
                self.board.toggle_setup();
            }
            Command::StepBack => self.board.step_line(-1),
            Command::StepForward => self.board.step_line(1),
            Command::StepStart => self.board.go_to_start(),
            Command::StepEnd => self.board.step_line(isize::MAX),
            Command::PlayBest => self.study.go_into_study(0, 0),
            Command::CopyLink => self.copy_link(),
            Command::CopyFileLink => self.links.copy_file_link(),
            Command::Theme => self.looks.change_theme(),
            Command::Chess960 => self.documents.change_game(),
            Command::Dialect => self.documents.change_dialect(),
            Command::Tenths => self.runs.convert_tenths(),
            Command::Keys => self.help.update(|open| *open = !*open),
            Command::Share => self.sharing.open_sharing(self.list.meant_ids()),
            Command::Sheet => self.sheet.open_sheet(),
            Command::WatchEvent => self.watching.watch_event(),
            Command::ListPane => self.panes.toggle(Edge::List),
            Command::RecordPane => self.panes.toggle(Edge::Record),
            Command::SwapPanes => self.panes.change(|panes| panes.is_board_last = !panes.is_board_last),
            Command::Looks => self.looks.open_looks(),
            Command::BoardColors => self.looks.change_board(),
            Command::Pieces => self.looks.change_pieces(),
            Command::Tour => self.tour.begin_tour(),
            Command::NextPane => panes::focus_next(false),
            Command::PaneBefore => panes::focus_next(true),
            // These were run above.
            Command::Undo
            | Command::Redo
            | Command::Palette
            | Command::NextRecord
            | Command::RecordBefore => {}
        }
    }

    /// Begins a file with a move that was made on the board of the first page. Further moves extend its `pv`.
    pub fn begin_with(self, m: crate::chess::Move) {
        self.board.begun.set(None);
        self.files.new_file();
        // The record is read first.
        request_animation_frame(move || {
            self.board.set_play_mode(PlayMode::PredictedLine);
            self.board.play_on_board(m);
        });
    }

    /// A large file was read again, so that its lines have new ids: lists and findings are asked for again.
    pub fn forget_lines_of(self, document: DocumentId) {
        let is_other = |last: &WholeRun| last.document != document;
        self.analysis.last.update_value(|last| last.retain(is_other));
        self.check.outdate_check();
        if self.documents.with_active(|open| open.id) == Some(document) {
            self.tools.clear_preview();
            self.list.find(&self.list.query.get_untracked());
        } else {
            self.list.clear_find();
        }
    }

    /// Searches the selected record and writes the result.
    pub fn analyze_record(self) {
        let Some((document, id)) = self.documents.selection() else { return };
        self.runs.run_step(document, vec![id], self.panel.step().into(), "run.analyze-record".into(), true);
    }

    /// Searches all records of the active file and writes the results, in one step of undo.
    pub fn analyze_file(self) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        self.runs.run_step(
            document,
            self.documents.all_ids(),
            self.panel.step().into(),
            "run.analyze-file".into(),
            false,
        );
    }

    /// Explains an opcode: the one that the pointer, the focus or the caret is at.
    pub fn explain(self, opcode: &str) {
        // What follows is drawn anew, and the caret says so at every key.
        if self.opcode.with_untracked(|now| now != opcode) {
            self.opcode.set(opcode.to_owned());
        }
    }

    /// Opens the records or the recipe in the address.
    pub fn open_address(self) {
        // The token is none of what follows, and goes first.
        self.bridge.arrive();
        let fragment = page::fragment();
        // Its steps are shown at once where there is a file to do them on.
        if !self.recipe.open_recipe_link(&fragment, || self.tools.open_tools()) {
            self.links.open_fragment(fragment);
        }
    }

    /// Runs the command of a key.
    pub fn press(self, event: &leptos::ev::KeyboardEvent) {
        if let Some(command) = self.keys.asks(event) {
            self.run_command(command);
        }
    }

    /// Runs the command of a key if it is one of these, in a place where only these have a meaning.
    pub fn press_one_of(self, event: &leptos::ev::KeyboardEvent, commands: &[Command]) {
        if let Some(command) = self.keys.asks_one_of(event, commands) {
            self.run_command(command);
        }
    }

    /// Runs a line of the menu of fixes.
    pub fn choose_fix(self, at: usize) {
        match self.fixes.choose(at) {
            Some(Act::Fix(fix)) => self.editing.apply_fix(&fix),
            Some(Act::Record) => self.editing.repair_record(),
            Some(Act::Rule(code)) => self.runs.repair_rule(code),
            Some(Act::Off(code)) => {
                self.documents.set_level(&code, Some(Level::Off));
                self.notices.note(say("toast.rule-off", [code]));
            }
            None => {}
        }
    }

    /// Takes the typed text of the selected line; returns whether it is the text of the line now. Whole records that were
    /// pasted into it become lines of their own, which are listed whatever the query asks, and games are opened.
    pub fn edit_line(self, typed: &str) -> bool {
        let before = self.documents.record.with_untracked(|record| record.as_ref().map(RecordView::shown));
        let Some(pasted) = pasted(&before.unwrap_or_default(), typed) else {
            self.editing.edit_line(typed);
            return true;
        };
        self.put_in(pasted);
        false
    }

    /// Takes what was pasted with the text of a record.
    #[inline(never)]
    fn put_in(self, pasted: Pasted) {
        match pasted {
            Pasted::Lines { lines, old } => self.list_what_comes(|| self.editing.put_lines(&lines, old)),
            Pasted::Games(text) => self.files.open_pasted(text),
        }
    }

    /// Lists the records that an edit adds, whatever the query asks.
    fn list_what_comes(self, edit: impl FnOnce()) {
        let added = || self.documents.with_active(|open| (open.id, open.document.lines_added()));
        let before = added();
        edit();
        // Most edits add nothing.
        if let Some((document, count)) = before.filter(|_| before != added()) {
            self.list.list_added(document, count);
        }
    }

    /// Adds a record.
    fn add_record(self) {
        let is_first = !untrack(|| self.documents.has_record());
        self.list_what_comes(|| self.records.add_record());
        if is_first {
            // The button for it goes with it, so that the text gets the focus.
            page::later(0, || focus::move_to("record-text"));
        }
    }

    /// Selects the record `by` rows away in the list, and announces it.
    fn go_by(self, by: isize) {
        self.list.go_by(by, Way::Past);
        // The list announces the active row itself.
        if !focus::is_at("records") {
            self.announcements.announce_record();
        }
    }

    /// Whether a command is available now. A view that asks follows the answer.
    pub fn can(self, command: Command) -> bool {
        self.obstacle(command).is_none()
    }

    /// Why a command is not available now, as the key of a text. A view that asks follows the answer.
    pub fn obstacle(self, command: Command) -> Option<&'static str> {
        let of_file = |holds: fn(&Document) -> bool| {
            self.documents
                .workspace
                .with(|workspace| workspace.active().is_some_and(|open| holds(&open.document)))
        };
        let has_run = || self.analysis.run.with(Option::is_some);
        let unless = |is_met: bool, why: &'static str| (!is_met).then_some(why);
        match command {
            Command::New
            | Command::AddRecord
            | Command::SetUp
            | Command::FlipBoard
            | Command::Open
            | Command::Paste
            | Command::Palette
            | Command::OpcodeHelp
            | Command::Theme
            | Command::Keys
            | Command::Looks
            | Command::BoardColors
            | Command::Pieces
            | Command::Tour
            | Command::Menus
            | Command::NextPane
            | Command::PaneBefore => None,
            Command::Undo if of_file(Document::is_run_on_top) => Some("obstacle.run-on-top"),
            Command::Undo => unless(of_file(|file| file.undo_label().is_some()), "obstacle.nothing-done"),
            Command::Redo => unless(of_file(|file| file.redo_label().is_some()), "obstacle.nothing-undone"),
            Command::Recent => {
                unless(self.files.recent.all.with(|all| !all.is_empty()), "obstacle.no-recent")
            }
            Command::WatchEvent => unless(self.bridge.has_server(), "obstacle.no-server"),
            Command::PauseRun | Command::Stop => unless(has_run(), "obstacle.no-run"),
            _ if !self.documents.has_file() => Some("obstacle.no-file"),
            Command::RemoveRecord
            | Command::PickRecord
            | Command::PickAll
            | Command::CopyRecords
            | Command::MoveUp
            | Command::MoveDown
            | Command::NormalizeRecord
            | Command::RepairRecord
            | Command::FixProblem
            | Command::CopyLink
            | Command::Share
            | Command::AnalyzeRecord
            | Command::AnalyzeFile
                if !self.documents.has_record() =>
            {
                Some("obstacle.no-record")
            }
            Command::StepBack | Command::StepForward | Command::StepStart | Command::StepEnd => {
                unless(self.board.has_line(), "obstacle.no-line")
            }
            Command::AnalyzeRecord if !self.has_position() => Some("study.no-position"),
            Command::AnalyzeRecord | Command::AnalyzeFile => unless(!has_run(), "obstacle.run"),
            Command::ListPane | Command::RecordPane | Command::SwapPanes => {
                unless(panes::are_shown(), "obstacle.narrow")
            }
            Command::RemoveOperation => {
                unless(self.editing.operation_at_hand().is_some(), "obstacle.no-operation")
            }
            Command::WriteFound => unless(self.study.can_write(), "obstacle.nothing-found"),
            Command::PlayBest => unless(self.study.has_move(), "obstacle.nothing-found"),
            Command::Deeper => unless(self.study.going.get() == Going::Waits, "obstacle.searching"),
            _ => None,
        }
    }

    /// Whether the selected record can be searched, or one of several.
    fn has_position(self) -> bool {
        self.list.picks_len.get() > 0
            || self
                .documents
                .record
                .with(|record| record.as_ref().is_none_or(|record| record.chess.is_some()))
    }

    /// For a command that switches something: whether it is on. A view that asks follows the answer.
    pub fn is_on(self, command: Command) -> Option<bool> {
        Some(match command {
            Command::SetUp => self.board.setup.is_on.get(),
            Command::Study => self.study.is_on.get(),
            Command::Threat => self.study.is_threat.get(),
            Command::ListPane => !self.panes.arrangement().hides_list,
            Command::RecordPane => !self.panes.arrangement().hides_record,
            Command::SwapPanes => self.panes.arrangement().is_board_last,
            Command::PickRecord => self.list.picks_selected(),
            _ => return None,
        })
    }
}
