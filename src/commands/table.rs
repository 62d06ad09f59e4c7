//! The table of all commands, in the order of the menus.

use crate::commands::{Command, Menu, Row};

const fn row(
    command: Command,
    id: &'static str,
    name: &'static str,
    about: &'static str,
    keys: &'static [&'static str],
) -> Row {
    Row { command, id, name, about, keys, is_of_document: false, menu: Menu::Help, group: 0, icon: "" }
}

impl Row {
    const fn of_document(mut self) -> Self {
        self.is_of_document = true;
        self
    }

    const fn at(mut self, menu: Menu, group: u8, icon: &'static str) -> Self {
        self.menu = menu;
        self.group = group;
        self.icon = icon;
        self
    }
}

/// All commands.
pub static COMMANDS: &[Row] = &[
    row(Command::New, "new", "command.new", "command.new.about", &["Alt+N"]).at(Menu::File, 1, "file-plus"),
    row(Command::Open, "open", "command.open", "command.open.about", &["Ctrl+O"]).at(
        Menu::File,
        1,
        "folder-open",
    ),
    row(Command::Paste, "paste", "command.paste", "command.paste.about", &[]).at(Menu::File, 1, "clipboard"),
    row(Command::Save, "save", "command.save", "command.save.about", &["Ctrl+S"]).at(Menu::File, 2, "save"),
    row(Command::SaveAs, "save-as", "command.save-as", "command.save-as.about", &["Ctrl+Shift+S"]).at(
        Menu::File,
        2,
        "save",
    ),
    row(Command::Share, "share", "command.share", "command.share.about", &["h"]).at(Menu::File, 3, "share"),
    row(Command::CopyLink, "copy-link", "command.copy-link", "command.copy-link.about", &["c"]).at(
        Menu::File,
        3,
        "link",
    ),
    row(
        Command::CopyFileLink,
        "copy-file-link",
        "command.copy-file-link",
        "command.copy-file-link.about",
        &[],
    )
    .at(Menu::File, 3, "link"),
    row(Command::Sheet, "sheet", "command.sheet", "command.sheet.about", &["d"]).at(Menu::File, 3, "print"),
    row(Command::Dialect, "dialect", "command.dialect", "command.dialect.about", &[]).at(
        Menu::File,
        4,
        "text",
    ),
    row(Command::Chess960, "chess960", "command.chess960", "command.chess960.about", &[]).at(
        Menu::File,
        4,
        "shuffle",
    ),
    row(Command::Close, "close", "command.close", "command.close.about", &["Alt+W"]).at(Menu::File, 5, "x"),
    row(Command::Undo, "undo", "command.undo", "command.undo.about", &["Ctrl+Z"])
        .at(Menu::Edit, 1, "undo")
        .of_document(),
    row(Command::Redo, "redo", "command.redo", "command.redo.about", &["Ctrl+Shift+Z", "Ctrl+Y"])
        .at(Menu::Edit, 1, "redo")
        .of_document(),
    row(Command::Palette, "palette", "command.palette", "command.palette.about", &["Ctrl+K"]).at(
        Menu::Edit,
        2,
        "search",
    ),
    row(Command::Find, "find", "command.find", "command.find.about", &["Ctrl+F", "/"]).at(
        Menu::Edit,
        2,
        "filter",
    ),
    row(Command::AddRecord, "add-record", "command.add-record", "command.add-record.about", &["Alt+Insert"])
        .at(Menu::Record, 1, "plus"),
    row(Command::RemoveRecord, "remove-record", "command.remove-record", "command.remove-record.about", &[])
        .at(Menu::Record, 1, "trash"),
    row(
        Command::RecordBefore,
        "record-before",
        "command.record-before",
        "command.record-before.about",
        &["Alt+ArrowUp"],
    )
    .at(Menu::Record, 2, "chevron-left"),
    row(
        Command::NextRecord,
        "next-record",
        "command.next-record",
        "command.next-record.about",
        &["Alt+ArrowDown"],
    )
    .at(Menu::Record, 2, "chevron-right"),
    row(Command::SetUp, "set-up", "command.set-up", "command.set-up.about", &["b"]).at(
        Menu::Record,
        3,
        "pencil",
    ),
    row(
        Command::NormalizeRecord,
        "normalize-record",
        "command.normalize-record",
        "command.normalize-record.about",
        &["n"],
    )
    .at(Menu::Record, 3, "lines"),
    row(Command::RepairRecord, "repair-record", "command.repair-record", "command.repair-record.about", &[])
        .at(Menu::Record, 3, "wrench"),
    row(Command::FixProblem, "fix-problem", "command.fix-problem", "command.fix-problem.about", &["Ctrl+."])
        .at(Menu::Record, 4, "bulb"),
    row(Command::NextProblem, "next-problem", "command.next-problem", "command.next-problem.about", &["F8"])
        .at(Menu::Record, 4, "warning"),
    row(
        Command::ProblemBefore,
        "problem-before",
        "command.problem-before",
        "command.problem-before.about",
        &["Shift+F8"],
    )
    .at(Menu::Record, 4, "warning"),
    row(Command::Study, "study", "command.study", "command.study.about", &["t"]).at(
        Menu::Analyse,
        1,
        "engine",
    ),
    row(Command::Threat, "threat", "command.threat", "command.threat.about", &["x"]).at(
        Menu::Analyse,
        1,
        "threat",
    ),
    row(Command::Deeper, "deeper", "command.deeper", "command.deeper.about", &["y"]).at(
        Menu::Analyse,
        1,
        "deeper",
    ),
    row(Command::WriteFound, "write-found", "command.write-found", "command.write-found.about", &["w"]).at(
        Menu::Analyse,
        1,
        "into",
    ),
    row(
        Command::AnalyzeRecord,
        "analyze-record",
        "command.analyze-record",
        "command.analyze-record.about",
        &["a"],
    )
    .at(Menu::Analyse, 2, "play"),
    row(Command::AnalyzeFile, "analyze-file", "command.analyze-file", "command.analyze-file.about", &[]).at(
        Menu::Analyse,
        2,
        "play-all",
    ),
    row(Command::PauseRun, "pause", "command.pause", "command.pause.about", &["p"]).at(
        Menu::Analyse,
        3,
        "pause",
    ),
    row(Command::Stop, "stop", "command.stop", "command.stop.about", &["s"]).at(Menu::Analyse, 3, "stop"),
    row(Command::CheckFile, "check-file", "command.check-file", "command.check-file.about", &[]).at(
        Menu::Tools,
        1,
        "check",
    ),
    row(Command::RepairFile, "repair-file", "command.repair-file", "command.repair-file.about", &[]).at(
        Menu::Tools,
        1,
        "wrench",
    ),
    row(
        Command::NormalizeFile,
        "normalize-file",
        "command.normalize-file",
        "command.normalize-file.about",
        &[],
    )
    .at(Menu::Tools, 1, "lines"),
    row(Command::Tenths, "tenths", "command.tenths", "command.tenths.about", &[]).at(Menu::Tools, 1, "hash"),
    row(Command::ManyRecords, "many", "command.many", "command.many.about", &["e"]).at(
        Menu::Tools,
        2,
        "grid",
    ),
    row(Command::FlipBoard, "flip", "command.flip", "command.flip.about", &["f"]).at(Menu::View, 1, "flip"),
    row(Command::StepBack, "step-back", "command.step-back", "command.step-back.about", &["j"]).at(
        Menu::View,
        1,
        "chevron-left",
    ),
    row(Command::StepForward, "step-forward", "command.step-forward", "command.step-forward.about", &["k"])
        .at(Menu::View, 1, "chevron-right"),
    row(Command::ListOptions, "list", "command.list", "command.list.about", &["l"]).at(Menu::View, 2, "list"),
    row(Command::ListPane, "list-pane", "command.list-pane", "command.list-pane.about", &["Ctrl+B"]).at(
        Menu::View,
        2,
        "panel-left",
    ),
    row(Command::RecordPane, "record-pane", "command.record-pane", "command.record-pane.about", &[]).at(
        Menu::View,
        2,
        "panel-right",
    ),
    row(Command::SwapPanes, "swap-panes", "command.swap-panes", "command.swap-panes.about", &[]).at(
        Menu::View,
        2,
        "panes",
    ),
    row(Command::Looks, "looks", "command.looks", "command.looks.about", &[]).at(Menu::View, 3, "settings"),
    row(Command::Theme, "theme", "command.theme", "command.theme.about", &[]).at(Menu::View, 3, "moon"),
    row(Command::BoardColors, "board-colors", "command.board-colors", "command.board-colors.about", &[]).at(
        Menu::View,
        3,
        "palette",
    ),
    row(Command::Pieces, "pieces", "command.pieces", "command.pieces.about", &[]).at(Menu::View, 3, "piece"),
    row(Command::Menus, "menus", "command.menus", "command.menus.about", &["F10"]).at(Menu::View, 4, "menu"),
    row(Command::NextPane, "next-pane", "command.next-pane", "command.next-pane.about", &["F6"]).at(
        Menu::View,
        4,
        "panes",
    ),
    row(
        Command::PaneBefore,
        "pane-before",
        "command.pane-before",
        "command.pane-before.about",
        &["Shift+F6"],
    )
    .at(Menu::View, 4, "panes"),
    row(Command::Tour, "tour", "command.tour", "command.tour.about", &[]).at(Menu::Help, 1, "play"),
    row(Command::OpcodeHelp, "opcodes", "command.opcodes", "command.opcodes.about", &["F1"]).at(
        Menu::Help,
        1,
        "book",
    ),
    row(Command::Keys, "keys", "command.keys", "command.keys.about", &["?"]).at(Menu::Help, 1, "keyboard"),
];
