//! How the page looks: theme, colours of the board, pieces, letters or figures in moves. Each is chosen from a table
//! and kept as a setting. The style sheets follow an attribute of the root element, and so does `static/looks.js`,
//! which brings the pieces and sets the attributes of theme, board and pieces before the first paint.

use leptos::prelude::*;

use crate::app::notices::Notices;
use crate::browser::page;
use crate::headless::figurines::figurines;
use crate::language::Text;

/// Something that can be chosen.
#[derive(Debug)]
pub struct Choice {
    /// The word in the setting and in the attribute; it stays what it is for ever.
    pub id: &'static str,
    /// Its name, as the key of a text.
    pub name: &'static str,
}

/// What is chosen from.
#[derive(Debug)]
pub struct Table {
    /// The name of the setting.
    pub setting: &'static str,
    /// The attribute of the root element, which the first choice leaves out.
    attribute: &'static str,
    /// Its name, as the key of a text.
    pub name: &'static str,
    /// The choices, in the order of a round.
    pub choices: &'static [Choice],
}

impl Table {
    /// The number of the choice that the setting keeps.
    fn remembered(&self) -> usize {
        let known = page::setting(self.setting);
        self.choices.iter().position(|choice| Some(choice.id) == known.as_deref()).unwrap_or_default()
    }
}

const fn choice(id: &'static str, name: &'static str) -> Choice {
    Choice { id, name }
}

static THEME: Table = Table {
    setting: "theme",
    attribute: "data-theme",
    name: "looks.theme",
    choices: &[
        choice("system", "looks.theme.system"),
        choice("light", "looks.theme.light"),
        choice("dark", "looks.theme.dark"),
        choice("contrast", "looks.theme.contrast"),
    ],
};

static BOARD: Table = Table {
    setting: "board",
    attribute: "data-board",
    name: "looks.board",
    choices: &[choice("green", "looks.board.green"), choice("wood", "looks.board.wood")],
};

static PIECES: Table = Table {
    setting: "pieces",
    attribute: "data-pieces",
    name: "looks.pieces",
    choices: &[choice("standard", "looks.pieces.standard"), choice("book", "looks.pieces.book")],
};

static MOVES: Table = Table {
    setting: "moves",
    attribute: "data-moves",
    name: "looks.moves",
    choices: &[choice("letters", "looks.moves.letters"), choice("figurines", "looks.moves.figurines")],
};

/// The names of the settings that keep what is chosen.
pub(crate) fn settings() -> [&'static str; 4] {
    [&THEME, &BOARD, &PIECES, &MOVES].map(|table| table.setting)
}

/// A table and what is chosen from it.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The table.
    pub table: &'static Table,
    /// The number of the choice in the table.
    chosen: RwSignal<usize>,
}

impl Look {
    /// As it was chosen last time.
    fn remembered(table: &'static Table) -> Self {
        Self { table, chosen: RwSignal::new(table.remembered()) }
    }

    /// Chooses what the setting says.
    pub(crate) fn recall(self) {
        self.chosen.set(self.table.remembered());
    }

    /// The choice; a view that asks follows it.
    pub fn chosen(self) -> &'static Choice {
        self.table.choices.get(self.chosen.get()).unwrap_or(&self.table.choices[0])
    }

    /// Chooses, by the word of the choice, and remembers it.
    pub fn choose(self, id: &str) {
        let at = self.table.choices.iter().position(|choice| choice.id == id).unwrap_or_default();
        page::keep_setting(self.table.setting, self.table.choices[at].id);
        self.chosen.set(at);
    }

    /// Chooses the next one of the round.
    fn choose_next(self) {
        let at = (self.chosen.get_untracked() + 1) % self.table.choices.len();
        self.choose(self.table.choices[at].id);
    }

    /// Puts the choice on the root element.
    pub fn show(self) {
        let chosen = self.chosen();
        let is_first = chosen.id == self.table.choices[0].id;
        page::set_root_attribute(self.table.attribute, (!is_first).then_some(chosen.id));
    }
}

/// How the page looks.
#[derive(Debug, Clone, Copy)]
pub struct LooksState {
    /// Light, dark, strong contrast, or as the system has it.
    pub theme: Look,
    /// The colours of the squares.
    pub board: Look,
    /// The drawings of the pieces.
    pub pieces: Look,
    /// How moves are written.
    pub moves: Look,
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// What came of a file of settings.
    pub said: RwSignal<Option<Text>>,
    notices: Notices,
}

impl LooksState {
    /// As it was chosen last time.
    pub fn remembered(notices: Notices) -> Self {
        Self {
            theme: Look::remembered(&THEME),
            board: Look::remembered(&BOARD),
            pieces: Look::remembered(&PIECES),
            moves: Look::remembered(&MOVES),
            is_open: RwSignal::new(false),
            said: RwSignal::new(None),
            notices,
        }
    }

    /// Follows all that is chosen.
    pub fn follow(self) {
        for look in self.all() {
            look.chosen();
        }
    }

    /// All that can be chosen.
    pub fn all(self) -> [Look; 4] {
        [self.theme, self.board, self.pieces, self.moves]
    }

    /// Moves as they are shown, by letters or by figures; a view that asks follows it.
    pub fn moves_shown(self, text: &str) -> String {
        if self.has_figurines() { figurines(text) } else { text.to_owned() }
    }

    /// Moves as they are told to those who do not see them, where that is not what is shown: figures have long
    /// names.
    pub fn moves_told(self, text: &str) -> Option<String> {
        self.has_figurines().then(|| text.to_owned())
    }

    fn has_figurines(self) -> bool {
        self.moves.chosen().id != MOVES.choices[0].id
    }
}

impl LooksState {
    /// Opens the dialog; what was said in it last time is over.
    pub fn open_looks(self) {
        self.said.set(None);
        self.is_open.set(true);
    }

    /// The next theme of the round.
    pub fn change_theme(self) {
        self.theme.choose_next();
    }

    /// The next colours of the board.
    pub fn change_board(self) {
        self.board.choose_next();
    }

    /// The next pieces.
    pub fn change_pieces(self) {
        self.pieces.choose_next();
    }

    /// Goes back to the pieces that are in the page: the others could not be brought.
    pub fn miss_pieces(self) {
        self.pieces.choose(PIECES.choices[0].id);
        self.notices.problem("toast.pieces-failed");
    }
}
