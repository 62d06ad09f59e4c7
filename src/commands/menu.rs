//! The menus of the page.

use crate::commands::{COMMANDS, Row};

/// A menu of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Menu {
    File,
    Edit,
    Record,
    Analyse,
    Tools,
    View,
    Help,
}

impl Menu {
    /// All menus, in their order in the bar.
    pub const ALL: [Self; 7] =
        [Self::File, Self::Edit, Self::Record, Self::Analyse, Self::Tools, Self::View, Self::Help];

    /// The key of its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "menu.file",
            Self::Edit => "menu.edit",
            Self::Record => "menu.record",
            Self::Analyse => "menu.analyse",
            Self::Tools => "menu.tools",
            Self::View => "menu.view",
            Self::Help => "menu.help",
        }
    }

    /// Its commands.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> {
        COMMANDS.iter().filter(move |row| row.menu == self)
    }
}
