//! What can be done in the page, as data: menus, buttons, command search, keys, help sheet and
//! [docs/keys.md](../docs/keys.md) are made from this one table. `app::commands` does it.

mod keys;
mod menu;

pub use keys::{ELSEWHERE, is_single};
pub use menu::Menu;

/// Something that can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table says what each of them is")]
pub enum Command {
    New,
    Open,
    Paste,
    Save,
    SaveAs,
    Share,
    CopyLink,
    CopyFileLink,
    Sheet,
    Dialect,
    Chess960,
    Close,
    Undo,
    Redo,
    Palette,
    Find,
    AddRecord,
    RemoveRecord,
    RecordBefore,
    NextRecord,
    SetUp,
    NormalizeRecord,
    RepairRecord,
    FixProblem,
    NextProblem,
    ProblemBefore,
    Study,
    Threat,
    Deeper,
    WriteFound,
    AnalyzeRecord,
    AnalyzeFile,
    PauseRun,
    Stop,
    CheckFile,
    RepairFile,
    NormalizeFile,
    Tenths,
    ManyRecords,
    FlipBoard,
    StepBack,
    StepForward,
    ListOptions,
    Looks,
    Theme,
    BoardColors,
    Pieces,
    Menus,
    NextPane,
    PaneBefore,
    Tour,
    OpcodeHelp,
    Keys,
}

/// A command with its texts and keys.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The command.
    pub command: Command,
    /// Its name in settings; it stays what it is for ever.
    pub id: &'static str,
    /// Its name, as the key of a text.
    pub name: &'static str,
    /// What it does, as the key of a text.
    pub about: &'static str,
    /// Its keys, unless the user gave it another; `Ctrl` is the command key on a Mac.
    pub keys: &'static [&'static str],
    /// Whether the keys do nothing in fields that are no part of the document, such as the limit of the
    /// search.
    pub is_of_document: bool,
    /// The menu that it is in.
    pub menu: Menu,
    /// Its group in the menu: a line separates commands of different groups.
    pub group: u8,
    /// The name of its icon, a drawing in `index.html`.
    pub icon: &'static str,
}

impl Command {
    /// Its row in the table.
    pub fn row(self) -> &'static Row {
        // The table has the order of the commands, which a test checks.
        COMMANDS.get(self as usize).unwrap_or(&COMMANDS[0])
    }

    /// Whether it opens a dialog.
    pub fn opens_dialog(self) -> bool {
        matches!(
            self,
            Self::Palette
                | Self::FixProblem
                | Self::OpcodeHelp
                | Self::ManyRecords
                | Self::ListOptions
                | Self::Keys
                | Self::Share
                | Self::Sheet
                | Self::Looks
        )
    }

    /// The command with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        COMMANDS.iter().find(|row| row.id == id).map(|row| row.command)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_order_of_the_commands() {
        for (at, row) in COMMANDS.iter().enumerate() {
            assert_eq!(row.command as usize, at, "{}", row.id);
            assert_eq!(Command::by_id(row.id), Some(row.command));
        }
    }

    #[test]
    fn each_menu_has_its_groups_in_order_and_each_command_an_icon() {
        let index = include_str!("../index.html");
        for menu in Menu::ALL {
            let groups: Vec<u8> = menu.rows().map(|row| row.group).collect();
            assert!(groups.is_sorted() && !groups.is_empty(), "{menu:?}: {groups:?}");
        }
        for row in COMMANDS {
            assert!(index.contains(&format!("id=\"i-{}\"", row.icon)), "{}: no icon {}", row.id, row.icon);
        }
    }

    #[test]
    fn no_key_does_two_things() {
        let mut keys: Vec<&str> = COMMANDS.iter().flat_map(|row| row.keys).copied().collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
