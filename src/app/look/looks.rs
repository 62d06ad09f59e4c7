//! The appearance of the page: its theme, the board with its coordinates, the pieces, how they move and whether they
//! are heard, and letters or figurines in moves. Each is chosen from a table and kept as a setting. The style sheets
//! follow attributes of the root element, and so does `static/looks.js`, which loads the pieces and sets before the
//! first paint what is seen in it.

use leptos::prelude::*;

use crate::app::notices::Notices;
use crate::browser::page;
use crate::headless::figurines::figurines;
use crate::language::Text;

/// An option in a table.
#[derive(Debug)]
pub struct Choice {
    /// The word in the setting and in the attribute. It must never change.
    pub id: &'static str,
    /// The key of its name.
    pub name: &'static str,
}

/// A table of options.
#[derive(Debug)]
pub struct Table {
    /// The name of the setting.
    pub setting: &'static str,
    /// The attribute of the root element. It is absent for the first option.
    attribute: &'static str,
    /// The key of its name.
    pub name: &'static str,
    /// The options, in the order in which a command cycles through them.
    pub choices: &'static [Choice],
}

impl Table {
    /// The index of the option in the setting.
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
    choices: &[
        choice("green", "looks.board.green"),
        choice("wood", "looks.board.wood"),
        choice("blue", "looks.board.blue"),
        choice("grey", "looks.board.grey"),
        choice("violet", "looks.board.violet"),
    ],
};

static PIECES: Table = Table {
    setting: "pieces",
    attribute: "data-pieces",
    name: "looks.pieces",
    choices: &[
        choice("standard", "looks.pieces.standard"),
        choice("book", "looks.pieces.book"),
        choice("club", "looks.pieces.club"),
        choice("letters", "looks.pieces.letters"),
    ],
};

static MOVES: Table = Table {
    setting: "moves",
    attribute: "data-moves",
    name: "looks.moves",
    choices: &[choice("letters", "looks.moves.letters"), choice("figurines", "looks.moves.figurines")],
};

static COORDINATES: Table = Table {
    setting: "coordinates",
    attribute: "data-coordinates",
    name: "looks.coordinates",
    choices: &[
        choice("inside", "looks.coordinates.inside"),
        choice("outside", "looks.coordinates.outside"),
        choice("none", "looks.coordinates.none"),
    ],
};

static MOTION: Table = Table {
    setting: "motion",
    attribute: "data-motion",
    name: "looks.motion",
    choices: &[choice("system", "looks.motion.system"), choice("none", "looks.motion.none")],
};

static SOUND: Table = Table {
    setting: "sound",
    attribute: "data-sound",
    name: "looks.sound",
    choices: &[choice("none", "looks.sound.none"), choice("moves", "looks.sound.moves")],
};

/// The tables, in the order of the dialog.
static TABLES: [&Table; LOOKS] = [&THEME, &BOARD, &COORDINATES, &PIECES, &MOTION, &SOUND, &MOVES];

/// The number of tables.
const LOOKS: usize = 7;

/// The names of the settings of all tables.
pub(crate) fn settings() -> [&'static str; LOOKS] {
    TABLES.map(|table| table.setting)
}

/// Whether a setting may have this value: always, if it is of no table.
pub(crate) fn may_be(setting: &str, value: &str) -> bool {
    let of_setting = TABLES.iter().find(|table| table.setting == setting);
    of_setting.is_none_or(|table| table.choices.iter().any(|choice| choice.id == value))
}

/// A table and the chosen option.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The choices, and the setting that keeps the chosen one.
    pub table: &'static Table,
    /// The index of the chosen option.
    chosen: RwSignal<usize>,
}

impl Look {
    /// The option that was chosen last time.
    fn remembered(table: &'static Table) -> Self {
        Self { table, chosen: RwSignal::new(table.remembered()) }
    }

    /// Chooses the option in the setting.
    pub(crate) fn recall(self) {
        self.chosen.set(self.table.remembered());
    }

    /// The chosen option. A view that asks follows it.
    pub fn chosen(self) -> &'static Choice {
        self.table.choices.get(self.chosen.get()).unwrap_or(&self.table.choices[0])
    }

    /// Chooses an option by its word, and remembers it.
    pub fn choose(self, id: &str) {
        let at = self.table.choices.iter().position(|choice| choice.id == id).unwrap_or_default();
        page::keep_setting(self.table.setting, self.table.choices[at].id);
        self.chosen.set(at);
    }

    /// Chooses the next option, and the first one after the last.
    fn choose_next(self) {
        let at = (self.chosen.get_untracked() + 1) % self.table.choices.len();
        self.choose(self.table.choices[at].id);
    }

    /// Sets the attribute of the root element.
    pub fn show(self) {
        let chosen = self.chosen();
        let is_first = chosen.id == self.table.choices[0].id;
        page::set_root_attribute(self.table.attribute, (!is_first).then_some(chosen.id));
    }
}

/// The appearance of the page.
#[derive(Debug, Clone, Copy)]
pub struct LooksState {
    /// The theme: light, dark, high contrast, or that of the system.
    pub theme: Look,
    /// The colours of the squares.
    pub board: Look,
    /// The drawings of the pieces.
    pub pieces: Look,
    /// Whether moves are heard.
    pub sound: Look,
    /// The notation of moves.
    pub moves: Look,
    /// All of them, in the order of the dialog.
    all: [Look; LOOKS],
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The result of reading a file of settings.
    pub message: RwSignal<Option<Text>>,
    notices: Notices,
}

impl LooksState {
    /// The options that were chosen last time.
    pub fn remembered(notices: Notices) -> Self {
        let all = TABLES.map(Look::remembered);
        let [theme, board, _, pieces, _, sound, moves] = all;
        Self {
            theme,
            board,
            pieces,
            sound,
            moves,
            all,
            is_open: RwSignal::new(false),
            message: RwSignal::new(None),
            notices,
        }
    }

    /// Makes a view follow all options.
    pub fn follow(self) {
        for look in self.all() {
            look.chosen();
        }
    }

    /// All tables with their chosen options.
    pub fn all(self) -> [Look; LOOKS] {
        self.all
    }

    /// Whether moves on the board are heard.
    pub fn is_heard(self) -> bool {
        self.sound.chosen().id != SOUND.choices[0].id
    }

    /// Moves as the page shows them, with letters or figurines. A view that asks follows the option.
    pub fn moves_shown(self, text: &str) -> String {
        if self.has_figurines() { figurines(text) } else { text.to_owned() }
    }

    /// Moves for screen readers if the page shows figurines, because figurines have long names; `None` if the
    /// page shows letters.
    pub fn spoken_moves(self, text: &str) -> Option<String> {
        self.has_figurines().then(|| text.to_owned())
    }

    fn has_figurines(self) -> bool {
        self.moves.chosen().id != MOVES.choices[0].id
    }
}

impl LooksState {
    /// Opens the dialog without its last message.
    pub fn open_looks(self) {
        self.message.set(None);
        self.is_open.set(true);
    }

    /// Changes to the next theme.
    pub fn change_theme(self) {
        self.theme.choose_next();
    }

    /// Changes to the next colours of the board.
    pub fn change_board(self) {
        self.board.choose_next();
    }

    /// Changes to the next pieces.
    pub fn change_pieces(self) {
        self.pieces.choose_next();
    }

    /// Returns to the built-in pieces, because the others could not be loaded.
    pub fn miss_pieces(self) {
        self.pieces.choose(PIECES.choices[0].id);
        self.notices.problem("toast.pieces-failed");
    }
}
