//! The table of all commands, in the order of the menus.

use crate::commands::{Command, Menu, Row};

/// A row: the command, its name in settings, its keys, its menu and its group there, its icon. What it is called and
/// what it does are the texts `command.NAME` and `command.NAME.about`.
macro_rules! row {
    ($command:ident, $id:literal, [$($key:literal),*], $menu:ident, $group:literal, $icon:literal) => {
        Row {
            command: Command::$command,
            id: $id,
            name: concat!("command.", $id),
            about: concat!("command.", $id, ".about"),
            keys: &[$($key),*],
            menu: Menu::$menu,
            group: $group,
            icon: $icon,
        }
    };
}

/// All commands.
pub static COMMANDS: &[Row] = &[
    row!(New, "new", ["Alt+N"], File, 1, "file-plus"),
    row!(Open, "open", ["Ctrl+O"], File, 1, "folder-open"),
    row!(Paste, "paste", [], File, 1, "clipboard"),
    row!(Save, "save", ["Ctrl+S"], File, 2, "save"),
    row!(SaveAs, "save-as", ["Ctrl+Shift+S"], File, 2, "save"),
    row!(Share, "share", ["h"], File, 3, "share"),
    row!(CopyLink, "copy-link", ["c"], File, 3, "link"),
    row!(CopyFileLink, "copy-file-link", [], File, 3, "link"),
    row!(Sheet, "sheet", ["d"], File, 3, "print"),
    row!(Dialect, "dialect", [], File, 4, "text"),
    row!(Chess960, "chess960", [], File, 4, "shuffle"),
    row!(Close, "close", ["Alt+W"], File, 5, "x"),
    row!(Undo, "undo", ["Ctrl+Z"], Edit, 1, "undo"),
    row!(Redo, "redo", ["Ctrl+Shift+Z", "Ctrl+Y"], Edit, 1, "redo"),
    row!(Palette, "palette", ["Ctrl+K"], Edit, 2, "search"),
    row!(Find, "find", ["Ctrl+F", "/"], Edit, 2, "filter"),
    row!(AddRecord, "add-record", ["Alt+Insert"], Record, 1, "plus"),
    row!(RemoveRecord, "remove-record", [], Record, 1, "trash"),
    row!(RecordBefore, "record-before", ["Alt+ArrowUp"], Record, 2, "chevron-left"),
    row!(NextRecord, "next-record", ["Alt+ArrowDown"], Record, 2, "chevron-right"),
    row!(SetUp, "set-up", ["b"], Record, 3, "pencil"),
    row!(NormalizeRecord, "normalize-record", ["n"], Record, 3, "lines"),
    row!(RepairRecord, "repair-record", [], Record, 3, "wrench"),
    row!(FixProblem, "fix-problem", ["Ctrl+."], Record, 4, "bulb"),
    row!(NextProblem, "next-problem", ["F8"], Record, 4, "warning"),
    row!(ProblemBefore, "problem-before", ["Shift+F8"], Record, 4, "warning"),
    row!(Study, "study", ["t"], Analyse, 1, "engine"),
    row!(Threat, "threat", ["x"], Analyse, 1, "threat"),
    row!(Deeper, "deeper", ["y"], Analyse, 1, "deeper"),
    row!(WriteFound, "write-found", ["w"], Analyse, 1, "into"),
    row!(AnalyzeRecord, "analyze-record", ["a"], Analyse, 2, "play"),
    row!(AnalyzeFile, "analyze-file", [], Analyse, 2, "play-all"),
    row!(PauseRun, "pause", ["p"], Analyse, 3, "pause"),
    row!(Stop, "stop", ["s"], Analyse, 3, "stop"),
    row!(CheckFile, "check-file", [], Tools, 1, "check"),
    row!(RepairFile, "repair-file", [], Tools, 1, "wrench"),
    row!(NormalizeFile, "normalize-file", [], Tools, 1, "lines"),
    row!(Tenths, "tenths", [], Tools, 1, "hash"),
    row!(ManyRecords, "many", ["e"], Tools, 2, "grid"),
    row!(WatchEvent, "event", [], Tools, 3, "list"),
    row!(FlipBoard, "flip", ["f"], View, 1, "flip"),
    row!(StepBack, "step-back", ["j"], View, 1, "chevron-left"),
    row!(StepForward, "step-forward", ["k"], View, 1, "chevron-right"),
    row!(ListOptions, "list", ["l"], View, 2, "list"),
    row!(ListPane, "list-pane", ["Ctrl+B"], View, 2, "panel-left"),
    row!(RecordPane, "record-pane", [], View, 2, "panel-right"),
    row!(SwapPanes, "swap-panes", [], View, 2, "panes"),
    row!(Looks, "looks", [], View, 3, "settings"),
    row!(Theme, "theme", [], View, 3, "moon"),
    row!(BoardColors, "board-colors", [], View, 3, "palette"),
    row!(Pieces, "pieces", [], View, 3, "piece"),
    row!(Menus, "menus", ["F10"], View, 4, "menu"),
    row!(NextPane, "next-pane", ["F6"], View, 4, "panes"),
    row!(PaneBefore, "pane-before", ["Shift+F6"], View, 4, "panes"),
    row!(Tour, "tour", [], Help, 1, "play"),
    row!(OpcodeHelp, "opcodes", ["F1"], Help, 1, "book"),
    row!(Keys, "keys", ["?"], Help, 1, "keyboard"),
];
