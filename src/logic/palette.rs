//! What the search for commands offers, and what it remembers.

use crate::commands::{COMMANDS, Command};
use crate::epd::opcode::OPCODES;
use crate::logic::tools::tools;

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
    /// A record, by its place among the first ones that were found.
    Record(usize),
    /// All records with the typed words.
    Records,
}

/// The groups of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What was chosen last, while nothing is typed.
    Recent,
    /// The commands of a menu, while nothing is typed; holds the key of its name.
    Menu(&'static str),
    /// All commands.
    Commands,
    /// The tools.
    Tools,
    /// The opcodes.
    Opcodes,
    /// The records.
    Records,
}

/// The tools that are no commands too: what does one thing is there once.
pub fn without_commands() -> Vec<usize> {
    let is_command =
        |tool: &str| COMMANDS.iter().any(|row| row.name.split_once('.') == Some(("command", tool)));
    let names = tools().map(|tool| tool.name().split_once('.').map_or("", |(_, name)| name));
    (0..).zip(names).filter(|(_, name)| !is_command(name)).map(|(at, _)| at).collect()
}

/// All entries by groups, those that were chosen last before them. `tools` are the tools that are no commands too.
pub fn grouped(recent: &[Entry], tools: &[usize]) -> Vec<(Group, Entry)> {
    let recent = recent.iter().map(|&entry| (Group::Recent, entry));
    let commands = COMMANDS.iter().filter(|row| row.command != Command::Palette);
    let commands = commands.map(|row| (Group::Menu(row.menu.name()), Entry::Command(row.command)));
    recent.chain(commands).chain(tools.iter().map(|&at| (Group::Tools, Entry::Tool(at)))).collect()
}

/// The entries of a group: those with all words in their names, and those with some of them only in their descriptions.
#[derive(Debug)]
struct Fitting {
    group: Group,
    named: Vec<Entry>,
    described: Vec<Entry>,
}

impl Fitting {
    fn new(group: Group) -> Self {
        Self { group, named: Vec::new(), described: Vec::new() }
    }
}

/// The entries with all typed words, by groups: first the groups with a name that has the words, then those in which only
/// descriptions have them, and the records last. An opcode that is typed in full is the first of all. What was chosen last
/// is the first of its group. `records` is the number of records that were found, if there is a file to find some in,
/// and `texts` gives names and descriptions in small letters.
pub fn found(
    typed: &str,
    recent: &[Entry],
    tools: &[usize],
    records: Option<usize>,
    texts: impl Fn(Entry) -> (String, String),
) -> Vec<(Group, Entry)> {
    let mut groups = [Group::Opcodes, Group::Commands, Group::Tools].map(Fitting::new);
    let is_whole = |entry: Entry| matches!(entry, Entry::Opcode(name) if name == typed.trim());
    let all = grouped(recent, tools).into_iter().map(|(_, entry)| entry);
    for entry in OPCODES.iter().map(|spec| Entry::Opcode(spec.name)).chain(all) {
        let fitting = &mut groups[match entry {
            Entry::Opcode(_) => 0,
            Entry::Tool(_) => 2,
            _ => 1,
        }];
        let (name, about) = texts(entry);
        let has_words = |text: &str| typed.split_whitespace().all(|word| text.contains(word));
        if fitting.named.contains(&entry) || fitting.described.contains(&entry) {
            // It was chosen lately, and is there.
        } else if is_whole(entry) {
            fitting.named.insert(0, entry);
        } else if has_words(&name) {
            fitting.named.push(entry);
        } else if has_words(&format!("{name} {about}")) {
            fitting.described.push(entry);
        }
    }
    let is_opcode = groups[0].named.first().is_some_and(|&first| is_whole(first));
    if !is_opcode {
        groups.rotate_left(1);
    }
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for Fitting { group, mut named, mut described } in groups {
        let to = if named.is_empty() { &mut last } else { &mut first };
        named.append(&mut described);
        to.extend(named.into_iter().map(|entry| (group, entry)));
    }
    first.append(&mut last);
    if let Some(records) = records {
        // First what does not wait for an answer, so that Enter does the same before and after it.
        first.push((Group::Records, Entry::Records));
        first.extend((0..records).map(|at| (Group::Records, Entry::Record(at))));
    }
    first
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
        Entry::Opcode(_) | Entry::Record(_) | Entry::Records => return setting.to_owned(),
    };
    let others = setting.split_whitespace().filter(|&other| other != word);
    let words: Vec<&str> = std::iter::once(word.as_str()).chain(others).take(MOST_RECENT).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, records: Option<usize>, expect: &[(Group, Entry)]) {
        let texts = |entry| match entry {
            Entry::Command(command) => (command.row().id.to_owned(), "does something".to_owned()),
            Entry::Tool(at) => (format!("tool {at}"), "on many records".to_owned()),
            Entry::Opcode(name) => (name.to_owned(), "an operand".to_owned()),
            Entry::Record(_) | Entry::Records => unreachable!("they have been found"),
        };
        let recent = [Entry::Tool(1), Entry::Command(Command::NextProblem)];
        let found = found(typed, &recent, &[0, 1], records, texts);
        assert_eq!(found.get(..expect.len()), Some(expect), "{typed}: {found:?}");
    }

    #[test]
    fn what_is_named_so_comes_before_what_is_described_so_and_records_last() {
        let command = |command| (Group::Commands, Entry::Command(command));
        let (records, one) = ((Group::Records, Entry::Records), (Group::Records, Entry::Record(0)));
        check("undo", Some(0), &[command(Command::Undo), records]);
        check("undo", None, &[command(Command::Undo)]);
        check("qqq", Some(1), &[records, one]);
        let tools = [(Group::Tools, Entry::Tool(1)), (Group::Tools, Entry::Tool(0))];
        check("many", Some(1), &[command(Command::ManyRecords), tools[0], tools[1], records, one]);
        check("operand", Some(0), &[(Group::Opcodes, Entry::Opcode(OPCODES[0].name))]);
    }

    #[test]
    fn only_what_commands_cannot_do_is_a_tool() {
        let left = without_commands();
        let gone: Vec<&str> =
            (0..).zip(tools()).filter(|(at, _)| !left.contains(at)).map(|(_, tool)| tool.name()).collect();
        assert_eq!(gone, ["tool.tenths"]);
    }

    #[test]
    fn an_opcode_comes_before_all_and_what_was_chosen_last_before_its_group() {
        check("ce", None, &[(Group::Opcodes, Entry::Opcode("ce"))]);
        let tools = [(Group::Tools, Entry::Tool(1)), (Group::Tools, Entry::Tool(0))];
        check("tool many", None, &tools);
        check("problem", None, &[(Group::Commands, Entry::Command(Command::NextProblem))]);
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
        let all = grouped(&now, &[0, 1]);
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
