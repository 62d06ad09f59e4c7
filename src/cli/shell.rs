//! Completions for shells, and manual pages.

use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use crate::cli::args::Args;
use crate::cli::output::replace;
use crate::cli::{Session, Status, complain};
use crate::language::{args, say};

/// The program without the verbs that are for itself alone.
fn shown() -> Command {
    let all = Args::command();
    let verbs = all.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    Command::new("epidote")
        .version(env!("CARGO_PKG_VERSION"))
        .about(all.get_about().cloned().unwrap_or_default())
        .after_help(all.get_after_help().cloned().unwrap_or_default())
        .max_term_width(100)
        .args(all.get_arguments().cloned())
        .subcommands(verbs)
}

/// Prints the completion script for a shell.
pub(super) fn completions(shell: Shell, out: &mut dyn Write) -> io::Result<Status> {
    // The generator cannot handle a closed pipe, so its output is collected and written here.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown(), "epidote", &mut script);
    out.write_all(&script).map(|()| Status::Clean)
}

/// Prints the manual page of the program, or writes all manual pages into a folder.
pub(super) fn man(session: &Session, folder: Option<&Path>, out: &mut dyn Write) -> io::Result<Status> {
    let command = shown();
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return out.write_all(&page).map(|()| Status::Clean);
    };
    let mut pages = vec![("epidote".to_owned(), command.clone())];
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        let name = format!("epidote-{}", verb.get_name());
        pages.push((name.clone(), verb.clone().name(name)));
    }
    let count = pages.len();
    let write = || {
        std::fs::create_dir_all(folder)?;
        for (name, command) in pages {
            replace(&folder.join(format!("{name}.1")), |file| {
                clap_mangen::Man::new(command).render(&mut { file })
            })?;
        }
        io::Result::Ok(())
    };
    match write() {
        Ok(()) => {
            session.say(&say("cli.pages", args![count, folder.display().to_string()]));
            Ok(Status::Clean)
        }
        Err(error) => {
            complain(&format!("{}: {error}", folder.display()));
            Ok(Status::Trouble)
        }
    }
}
