//! Keys: how a key is written, which command it triggers, and how the user changes that.

use crate::commands::{COMMANDS, Command, Row, is_single};

/// A key that was pressed, as reported by the browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pressed<'a> {
    /// The character, or the name of the key.
    pub key: &'a str,
    /// Whether Ctrl, or the command key of a Mac, is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Shift is held.
    pub shift: bool,
}

impl Pressed<'_> {
    /// The key with its modifiers as written in the table of commands; `None` for a modifier alone.
    pub fn written(self) -> Option<String> {
        let Self { key, ctrl, alt, shift } = self;
        if matches!(key, "Control" | "Shift" | "Alt" | "Meta" | "AltGraph" | "Dead" | "Unidentified") {
            return None;
        }
        let mut out = String::new();
        if ctrl {
            out.push_str("Ctrl+");
        }
        if alt {
            out.push_str("Alt+");
        }
        let letter = key.chars().count() == 1;
        // A sign that needs Shift on some keyboards is written without it.
        let sign = letter && key.chars().all(|c| c.is_ascii() && !c.is_ascii_alphanumeric());
        if shift && !sign {
            out.push_str("Shift+");
        }
        out.push_str(&if letter && (ctrl || alt) { key.to_ascii_uppercase() } else { key.to_owned() });
        Some(out)
    }
}

/// The character of a key in the table of commands, which has Latin letters: where the layout gives another letter,
/// or a sign with Alt as on a Mac, the letter that a Latin layout has in its place. `code` names the place. What is typed
/// with `AltGr` is a character of the layout itself.
pub fn latin(key: &str, code: &str, shift: bool, alt_gr: bool) -> String {
    let is_other = !alt_gr && (key == "Dead" || (key.chars().count() == 1 && !key.is_ascii()));
    match code.strip_prefix("Key").filter(|_| is_other) {
        Some(letter) if shift => letter.to_owned(),
        Some(letter) => letter.to_ascii_lowercase(),
        None => key.to_owned(),
    }
}

/// The keys that the user changed: commands, each with its only key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed(Vec<(Command, String)>);

impl Changed {
    /// Reads the output of [`Changed::written`]; lines that name no command are left out.
    pub fn read(setting: &str) -> Self {
        let line = |line: &str| {
            let (id, keys) = line.split_once('=')?;
            Some((Command::by_id(id)?, in_capitals(keys)))
        };
        Self(setting.lines().filter_map(line).take(COMMANDS.len()).collect())
    }

    /// The stored form: a line for each command.
    pub fn written(&self) -> String {
        let lines: Vec<_> =
            self.0.iter().map(|(command, keys)| format!("{}={keys}", command.row().id)).collect();
        lines.join("\n")
    }

    /// Whether the user changed the key of a command.
    pub fn has(&self, command: Command) -> bool {
        self.0.iter().any(|(known, _)| *known == command)
    }

    /// The keys of a command. Without `has_letters`, single characters are not keys.
    pub fn keys_of(&self, row: &Row, has_letters: bool) -> Vec<String> {
        let own = self.0.iter().find(|(command, _)| *command == row.command);
        let mut keys = match own {
            Some((_, keys)) => vec![keys.clone()],
            None => row.keys.iter().map(|&keys| keys.to_owned()).collect(),
        };
        keys.retain(|keys| has_letters || !is_single(keys));
        keys
    }

    /// The command that a key triggers.
    pub fn command_of(&self, written: &str, has_letters: bool) -> Option<&'static Row> {
        COMMANDS.iter().find(|row| self.keys_of(row, has_letters).iter().any(|keys| keys == written))
    }

    /// Gives a command back the keys of the table.
    pub fn reset(&mut self, command: Command) {
        self.0.retain(|(known, _)| *known != command);
    }

    /// Makes this the only key of a command.
    ///
    /// # Errors
    /// The other command that has the key, and keeps it.
    pub fn take(&mut self, command: Command, written: String, has_letters: bool) -> Result<(), Command> {
        let other = self.command_of(&written, has_letters).map(|row| row.command);
        if let Some(other) = other.filter(|&other| other != command) {
            return Err(other);
        }
        self.reset(command);
        self.0.push((command, written));
        Ok(())
    }
}

/// Keys with a modifier, whose letter used to be stored as it was typed.
fn in_capitals(keys: &str) -> String {
    match keys.rsplit_once('+') {
        Some((modifiers, letter)) if is_single(letter) => {
            format!("{modifiers}+{}", letter.to_ascii_uppercase())
        }
        _ => keys.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_are_written_as_in_the_table() {
        let check = |modifiers: &str, key: &str, expected: Option<&str>| {
            let has = |modifier: char| modifiers.contains(modifier);
            let pressed = Pressed { key, ctrl: has('c'), alt: has('a'), shift: has('s') };
            assert_eq!(pressed.written().as_deref(), expected, "{modifiers} {key}");
        };
        check("", "n", Some("n"));
        check("s", "N", Some("Shift+N"));
        check("c", "z", Some("Ctrl+Z"));
        check("cs", "Z", Some("Ctrl+Shift+Z"));
        check("a", "n", Some("Alt+N"));
        check("a", "ArrowUp", Some("Alt+ArrowUp"));
        check("cas", "F8", Some("Ctrl+Alt+Shift+F8"));
        // `?` needs Shift on most keyboards, but not on all.
        check("s", "?", Some("?"));
        check("c", ".", Some("Ctrl+."));
        check("s", "ß", Some("Shift+ß"));
        for modifier in ["Control", "Shift", "Alt", "Meta", "AltGraph", "Dead", "Unidentified"] {
            check("cas", modifier, None);
        }
    }

    #[test]
    fn letters_of_other_layouts_are_found_by_their_place() {
        for (key, code, shift, expected) in [
            ("т", "KeyN", false, "n"),
            ("Т", "KeyN", true, "N"),
            ("Dead", "KeyN", false, "n"),
            ("∑", "KeyW", false, "w"),
            ("n", "KeyL", false, "n"),
            ("ß", "Minus", true, "ß"),
            ("Dead", "Equal", false, "Dead"),
            ("ArrowUp", "ArrowUp", false, "ArrowUp"),
        ] {
            assert_eq!(latin(key, code, shift, false), expected, "{key} {code}");
        }
        // A Polish letter.
        assert_eq!(latin("ń", "KeyN", false, true), "ń");
    }

    #[test]
    fn a_key_asks_for_its_command() {
        let usual = Changed::default();
        let of = |written| usual.command_of(written, true).map(|row| row.command);
        assert_eq!(
            (of("Ctrl+Z"), of("Alt+N"), of("F8"), of("F19")),
            (Some(Command::Undo), Some(Command::New), Some(Command::NextProblem), None)
        );
    }

    #[test]
    fn single_characters_can_be_switched_off() {
        let usual = Changed::default();
        let singles = COMMANDS.iter().filter(|row| row.keys.iter().any(|keys| is_single(keys)));
        for row in singles {
            assert!(usual.keys_of(row, false).iter().all(|keys| !is_single(keys)), "{}", row.id);
        }
        let with_one = COMMANDS.iter().flat_map(|row| row.keys).find(|keys| is_single(keys));
        let key = with_one.expect("some command has a single key");
        assert!(usual.command_of(key, true).is_some() && usual.command_of(key, false).is_none());
    }

    #[test]
    fn a_key_of_another_command_is_not_given_away() {
        let mut changed = Changed::default();
        assert_eq!(changed.take(Command::Find, "Ctrl+Z".to_owned(), true), Err(Command::Undo));
        assert_eq!(changed, Changed::default());
        assert_eq!(changed.take(Command::Find, "F19".to_owned(), true), Ok(()));
        assert_eq!(changed.keys_of(Command::Find.row(), true), ["F19"]);
        // A command can take its own key again, and a key that another command gave up.
        assert_eq!(changed.take(Command::Find, "F19".to_owned(), true), Ok(()));
        let before = Command::Find.row().keys[0];
        assert_eq!(changed.take(Command::Undo, before.to_owned(), true), Ok(()));
        assert_eq!(changed.command_of("Ctrl+Z", true).map(|row| row.command), None);
        changed.reset(Command::Undo);
        assert_eq!(changed.command_of("Ctrl+Z", true).map(|row| row.command), Some(Command::Undo));
    }

    #[test]
    fn lines_that_name_no_command_are_left_out() {
        let changed = Changed::read("undo=F19\nno-such=F2\nnothing\n\nredo=");
        assert_eq!(changed.written(), "undo=F19\nredo=");
    }

    proptest! {
        /// Whatever keys are taken, in whatever order: the stored form can be read back, and no key triggers
        /// two commands.
        #[test]
        fn no_key_asks_for_two_commands(taken in proptest::collection::vec((0..COMMANDS.len(), 1..8_u8), 0..12)) {
            let mut changed = Changed::default();
            for (command, key) in taken {
                // Refused keys change nothing.
                let _ = changed.take(COMMANDS[command].command, format!("F{key}"), true);
                prop_assert_eq!(&Changed::read(&changed.written()), &changed);
            }
            for key in 1..8 {
                let written = format!("F{key}");
                let having = COMMANDS.iter().filter(|row| changed.keys_of(row, true).contains(&written));
                prop_assert!(having.count() <= 1, "{}", written);
            }
        }
    }
}
