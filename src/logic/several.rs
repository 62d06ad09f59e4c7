//! Commands for the selected record, which work on all picked records if it is one of them.

use crate::commands::Command;
use crate::language::{Text, args, say};

/// The name of a command for several records, as the key of a text; `None` if it is about one.
pub fn of_several(command: Command) -> Option<&'static str> {
    Some(match command {
        Command::RemoveRecord => "command.remove-record.many",
        Command::NormalizeRecord => "command.normalize-record.many",
        Command::RepairRecord => "command.repair-record.many",
        Command::RemoveOperation => "command.remove-operation.many",
        Command::AnalyzeRecord => "command.analyze-record.many",
        Command::CopyLink => "command.copy-link.many",
        Command::CopyRecords => "command.copy-records.many",
        _ => return None,
    })
}

/// The name of a command that would work on this many records.
pub fn name_of(command: Command, count: usize) -> Text {
    match of_several(command) {
        Some(name) if count > 1 => say(name, args![count]),
        _ => command.row().name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;

    #[track_caller]
    fn check(command: Command, count: usize, expect: &str) {
        assert_eq!(name_of(command, count).english(), expect, "{command:?} {count}");
    }

    #[test]
    fn the_name_says_how_many_records_are_meant() {
        check(Command::RemoveRecord, 1, "Remove record");
        check(Command::RemoveRecord, 2, "Remove 2 records");
        check(Command::RemoveOperation, 3, "Remove the operation from 3 records");
        check(Command::CopyLink, 21, "Copy a link to 21 records");
    }

    #[test]
    fn a_command_for_one_record_keeps_its_name() {
        for row in COMMANDS {
            assert_eq!(name_of(row.command, 0), row.name.into());
            if of_several(row.command).is_none() {
                assert_eq!(name_of(row.command, 9), row.name.into());
            }
        }
    }
}
