//! What can be done in the page, as data: menu, palette, keys, help sheet and [docs/keys.md](../docs/keys.md)
//! are made from this one table. What a command does stands in `app::commands`.

/// Something that can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table says what each of them is")]
pub enum Command {
    Open,
    Save,
    SaveAs,
    Undo,
    Redo,
    Palette,
    Find,
    NextRecord,
    RecordBefore,
    NextProblem,
    ProblemBefore,
    FixProblem,
    OpcodeHelp,
    AddRecord,
    RemoveRecord,
    NormalizeRecord,
    RepairRecord,
    AnalyzeRecord,
    AnalyzeFile,
    PauseRun,
    Stop,
    Study,
    Threat,
    Deeper,
    ManyRecords,
    NormalizeFile,
    RepairFile,
    CheckFile,
    ListOptions,
    FlipBoard,
    SetUp,
    StepBack,
    StepForward,
    CopyLink,
    CopyFileLink,
    Theme,
    Dialect,
    Chess960,
    Tenths,
    Keys,
    Share,
    Sheet,
    Looks,
    BoardColors,
    Pieces,
    Tour,
    NextPane,
    PaneBefore,
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
    Row { command, id, name, about, keys, is_of_document: false }
}

impl Row {
    const fn of_document(mut self) -> Self {
        self.is_of_document = true;
        self
    }
}

/// All commands.
pub static COMMANDS: &[Row] = &[
    row(Command::Open, "open", "command.open", "command.open.about", &["Ctrl+O"]),
    row(Command::Save, "save", "command.save", "command.save.about", &["Ctrl+S"]),
    row(Command::SaveAs, "save-as", "command.save-as", "command.save-as.about", &["Ctrl+Shift+S"]),
    row(Command::Undo, "undo", "command.undo", "command.undo.about", &["Ctrl+Z"]).of_document(),
    row(Command::Redo, "redo", "command.redo", "command.redo.about", &["Ctrl+Shift+Z", "Ctrl+Y"])
        .of_document(),
    row(Command::Palette, "palette", "command.palette", "command.palette.about", &["Ctrl+K"]),
    row(Command::Find, "find", "command.find", "command.find.about", &["Ctrl+F", "/"]),
    row(
        Command::NextRecord,
        "next-record",
        "command.next-record",
        "command.next-record.about",
        &["Alt+ArrowDown"],
    ),
    row(
        Command::RecordBefore,
        "record-before",
        "command.record-before",
        "command.record-before.about",
        &["Alt+ArrowUp"],
    ),
    row(Command::NextProblem, "next-problem", "command.next-problem", "command.next-problem.about", &["F8"]),
    row(
        Command::ProblemBefore,
        "problem-before",
        "command.problem-before",
        "command.problem-before.about",
        &["Shift+F8"],
    ),
    row(Command::FixProblem, "fix-problem", "command.fix-problem", "command.fix-problem.about", &["Ctrl+."]),
    row(Command::OpcodeHelp, "opcodes", "command.opcodes", "command.opcodes.about", &["F1"]),
    row(Command::AddRecord, "add-record", "command.add-record", "command.add-record.about", &[]),
    row(Command::RemoveRecord, "remove-record", "command.remove-record", "command.remove-record.about", &[]),
    row(
        Command::NormalizeRecord,
        "normalize-record",
        "command.normalize-record",
        "command.normalize-record.about",
        &["n"],
    ),
    row(Command::RepairRecord, "repair-record", "command.repair-record", "command.repair-record.about", &[]),
    row(
        Command::AnalyzeRecord,
        "analyze-record",
        "command.analyze-record",
        "command.analyze-record.about",
        &["a"],
    ),
    row(Command::AnalyzeFile, "analyze-file", "command.analyze-file", "command.analyze-file.about", &[]),
    row(Command::PauseRun, "pause", "command.pause", "command.pause.about", &["p"]),
    row(Command::Stop, "stop", "command.stop", "command.stop.about", &["s"]),
    row(Command::Study, "study", "command.study", "command.study.about", &["t"]),
    row(Command::Threat, "threat", "command.threat", "command.threat.about", &["x"]),
    row(Command::Deeper, "deeper", "command.deeper", "command.deeper.about", &["y"]),
    row(Command::ManyRecords, "many", "command.many", "command.many.about", &["e"]),
    row(
        Command::NormalizeFile,
        "normalize-file",
        "command.normalize-file",
        "command.normalize-file.about",
        &[],
    ),
    row(Command::RepairFile, "repair-file", "command.repair-file", "command.repair-file.about", &[]),
    row(Command::CheckFile, "check-file", "command.check-file", "command.check-file.about", &[]),
    row(Command::ListOptions, "list", "command.list", "command.list.about", &["l"]),
    row(Command::FlipBoard, "flip", "command.flip", "command.flip.about", &["f"]),
    row(Command::SetUp, "set-up", "command.set-up", "command.set-up.about", &["b"]),
    row(Command::StepBack, "step-back", "command.step-back", "command.step-back.about", &["j"]),
    row(Command::StepForward, "step-forward", "command.step-forward", "command.step-forward.about", &["k"]),
    row(Command::CopyLink, "copy-link", "command.copy-link", "command.copy-link.about", &["c"]),
    row(
        Command::CopyFileLink,
        "copy-file-link",
        "command.copy-file-link",
        "command.copy-file-link.about",
        &[],
    ),
    row(Command::Theme, "theme", "command.theme", "command.theme.about", &[]),
    row(Command::Dialect, "dialect", "command.dialect", "command.dialect.about", &[]),
    row(Command::Chess960, "chess960", "command.chess960", "command.chess960.about", &[]),
    row(Command::Tenths, "tenths", "command.tenths", "command.tenths.about", &[]),
    row(Command::Keys, "keys", "command.keys", "command.keys.about", &["?"]),
    row(Command::Share, "share", "command.share", "command.share.about", &["h"]),
    row(Command::Sheet, "sheet", "command.sheet", "command.sheet.about", &["d"]),
    row(Command::Looks, "looks", "command.looks", "command.looks.about", &[]),
    row(Command::BoardColors, "board-colors", "command.board-colors", "command.board-colors.about", &[]),
    row(Command::Pieces, "pieces", "command.pieces", "command.pieces.about", &[]),
    row(Command::Tour, "tour", "command.tour", "command.tour.about", &[]),
    row(Command::NextPane, "next-pane", "command.next-pane", "command.next-pane.about", &["F6"]),
    row(
        Command::PaneBefore,
        "pane-before",
        "command.pane-before",
        "command.pane-before.about",
        &["Shift+F6"],
    ),
];

/// Keys that are no commands, those of the board and the list: the keys and what they do, as keys of texts.
pub static ELSEWHERE: &[(&str, &str)] = &[
    ("help.list.keys", "help.list"),
    ("help.edit.keys", "help.edit"),
    ("help.complete.keys", "help.complete"),
    ("help.board.keys", "help.board"),
    ("help.lines.keys", "help.lines"),
    ("help.pieces.keys", "help.pieces"),
    ("help.tell.keys", "help.tell"),
    ("help.best.keys", "help.best"),
    ("help.paste.keys", "help.paste"),
];

/// Whether keys are a single character. Those never work while text is typed, and can be switched off.
pub fn is_single(keys: &str) -> bool {
    keys.chars().count() == 1
}

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
    fn no_key_does_two_things() {
        let mut keys: Vec<&str> = COMMANDS.iter().flat_map(|row| row.keys).copied().collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
