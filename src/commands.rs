//! What can be done in the page, as data: menus, buttons, command search, keys, help sheet and
//! [docs/keys.md](../docs/keys.md) are made from this one table. `app::commands` does it.

mod keys;
mod menu;
mod table;

pub use keys::{ELSEWHERE, is_single};
pub use menu::Menu;
pub use table::COMMANDS;

/// Something that can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table says what each of them is")]
pub enum Command {
    New,
    Open,
    Recent,
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
    PickRecord,
    PickAll,
    CopyRecords,
    MoveUp,
    MoveDown,
    RecordBefore,
    NextRecord,
    SetUp,
    NormalizeRecord,
    RepairRecord,
    RemoveOperation,
    FixProblem,
    NextProblem,
    ProblemBefore,
    Study,
    Threat,
    Deeper,
    WriteFound,
    PlayBest,
    AnalyzeRecord,
    AnalyzeFile,
    PauseRun,
    Stop,
    CheckFile,
    RepairFile,
    NormalizeFile,
    Tenths,
    ManyRecords,
    WatchEvent,
    FlipBoard,
    StepBack,
    StepForward,
    StepStart,
    StepEnd,
    ListOptions,
    Density,
    ListPane,
    RecordPane,
    SwapPanes,
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
    /// The command that the row describes.
    pub command: Command,
    /// Its name in settings; it stays what it is for ever.
    pub id: &'static str,
    /// Its name, as the key of a text.
    pub name: &'static str,
    /// What it does, as the key of a text.
    pub about: &'static str,
    /// Its keys, unless the user gave it another; `Ctrl` is the command key on a Mac.
    pub keys: &'static [&'static str],
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

    /// Whether its keys do nothing in fields that are no part of the document, such as the limit of the search.
    pub fn is_of_document(self) -> bool {
        matches!(self, Self::Undo | Self::Redo)
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
                | Self::Recent
                | Self::WatchEvent
                | Self::Looks
        )
    }

    /// The command with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        COMMANDS.iter().find(|row| row.id == id).map(|row| row.command)
    }
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
    fn each_menu_has_its_groups_in_order() {
        for menu in Menu::ALL {
            let groups: Vec<u8> = menu.rows().map(|row| row.group).collect();
            assert!(groups.is_sorted() && !groups.is_empty(), "{menu:?}: {groups:?}");
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
