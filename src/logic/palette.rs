//! What the search for commands offers, and what it remembers.

use crate::commands::{COMMANDS, Command};
use crate::epd::opcode::OPCODES;

/// The number of entries that were chosen last and come first.
const MOST_RECENT: usize = 5;

/// What can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A command.
    Command(Command),
    /// A tool of the dialog of tools, by its index.
    Tool(usize),
    /// An opcode, by its name: what it means.
    Opcode(&'static str),
    /// The records with the typed words.
    Records,
}

/// The groups of entries while nothing is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What was chosen last.
    Recent,
    /// The commands of a menu; holds the key of its name.
    Menu(&'static str),
    /// The tools.
    Tools,
}

/// All entries by groups, those that were chosen last before them. `tools` is the number of tools.
pub fn grouped(recent: &[Entry], tools: usize) -> Vec<(Group, Entry)> {
    let recent = recent.iter().map(|&entry| (Group::Recent, entry));
    let commands = COMMANDS.iter().filter(|row| row.command != Command::Palette);
    let commands = commands.map(|row| (Group::Menu(row.menu.name()), Entry::Command(row.command)));
    recent.chain(commands).chain((0..tools).map(|at| (Group::Tools, Entry::Tool(at)))).collect()
}

/// The entries with all typed words: first those with the words in their names, then those with some of them only in
/// their descriptions, and last the search for records. `texts` gives names and descriptions in small letters.
pub fn found(
    typed: &str,
    tools: usize,
    has_file: bool,
    texts: impl Fn(Entry) -> (String, String),
) -> Vec<Entry> {
    let words = || typed.split_whitespace();
    let (mut named, mut described) = (Vec::new(), Vec::new());
    let entries = grouped(&[], tools).into_iter().map(|(_, entry)| entry);
    for entry in entries.chain(OPCODES.iter().map(|spec| Entry::Opcode(spec.name))) {
        let (name, about) = texts(entry);
        let is_in = |text: &str| words().all(|word| text.contains(word));
        if matches!(entry, Entry::Opcode(name) if name == typed.trim()) {
            named.insert(0, entry);
        } else if is_in(&name) {
            named.push(entry);
        } else if is_in(&format!("{name} {about}")) {
            described.push(entry);
        }
    }
    named.append(&mut described);
    if has_file {
        named.push(Entry::Records);
    }
    named
}

/// The entries of a setting. `tool` finds a tool by its name.
pub fn recent(setting: &str, tool: impl Fn(&str) -> Option<usize>) -> Vec<Entry> {
    let entry = |word: &str| match word.strip_prefix("tool:") {
        Some(name) => tool(name).map(Entry::Tool),
        None => Command::by_id(word).map(Entry::Command),
    };
    setting.split_whitespace().filter_map(entry).take(MOST_RECENT).collect()
}

/// The setting after an entry was chosen; `tool` gives the name of a tool. Opcodes and records are not remembered.
pub fn with_chosen(setting: &str, entry: Entry, tool: impl Fn(usize) -> &'static str) -> String {
    let word = match entry {
        Entry::Command(command) => command.row().id.to_owned(),
        Entry::Tool(at) => format!("tool:{}", tool(at)),
        Entry::Opcode(_) | Entry::Records => return setting.to_owned(),
    };
    let others = setting.split_whitespace().filter(|&other| other != word);
    let words: Vec<&str> = std::iter::once(word.as_str()).chain(others).take(MOST_RECENT).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, has_file: bool, expect: &[Entry]) {
        let texts = |entry| match entry {
            Entry::Command(command) => (command.row().id.to_owned(), "does something".to_owned()),
            Entry::Tool(at) => (format!("tool {at}"), "on many records".to_owned()),
            Entry::Opcode(name) => (name.to_owned(), "an operand".to_owned()),
            Entry::Records => unreachable!("it is always there"),
        };
        let found = found(typed, 2, has_file, texts);
        assert_eq!(found.get(..expect.len()), Some(expect), "{typed}: {found:?}");
    }

    #[test]
    fn names_come_before_descriptions_and_an_opcode_before_all() {
        check("undo", true, &[Entry::Command(Command::Undo), Entry::Records]);
        check("undo", false, &[Entry::Command(Command::Undo)]);
        check("tool many", false, &[Entry::Tool(0), Entry::Tool(1)]);
        check("ce", false, &[Entry::Opcode("ce")]);
        check("qqq", true, &[Entry::Records]);
    }

    #[test]
    fn what_was_chosen_last_comes_first() {
        let tool = |at: usize| ["sort", "report"][at];
        let place = |name: &str| ["sort", "report"].iter().position(|&tool| tool == name);
        let mut setting = String::new();
        let chosen = [
            Entry::Command(Command::Undo),
            Entry::Tool(1),
            Entry::Opcode("bm"),
            Entry::Command(Command::Undo),
        ];
        for entry in chosen {
            setting = with_chosen(&setting, entry, tool);
        }
        let now = recent(&setting, place);
        assert_eq!(now, [Entry::Command(Command::Undo), Entry::Tool(1)]);
        let all = grouped(&now, 2);
        assert_eq!(all[0], (Group::Recent, Entry::Command(Command::Undo)));
        assert_eq!(all.last(), Some(&(Group::Tools, Entry::Tool(1))));
        assert_eq!(all.len(), 2 + COMMANDS.len() - 1 + 2);
        assert_eq!(recent("gone tool:gone undo", place), [Entry::Command(Command::Undo)]);
        for row in COMMANDS {
            setting = with_chosen(&setting, Entry::Command(row.command), tool);
        }
        assert_eq!(recent(&setting, place).len(), MOST_RECENT);
    }
}
