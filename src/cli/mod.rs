//! The command line: the same checks and verbs as the page, for scripts and continuous integration.
//!
//! Exit status: 0 if nothing was found at or above `--deny`, 1 if something was found, 2 for wrong usage or a
//! file that cannot be read or written. A bad line never stops a run.

mod args;
mod argus;
mod arrange;
mod carrier;
mod check_engine;
mod crew;
mod engine;
mod explain;
mod export;
mod find;
mod grade;
mod import;
mod in_place;
mod input;
mod interrupts;
mod joined;
mod lint;
mod located;
mod merge_shards;
mod output;
mod progress;
mod report_file;
mod rewrite;
mod rules;
mod serve;
mod settings;
mod shard;
mod shell;
mod show;
mod split;
mod stat;
mod table;
mod uci;
mod units;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser as _;

use args::{Args, Color, Command};
use input::Unreadable;

use crate::epd::lint::{Repair, RuleSet};
use crate::language::{Catalog, Text, args, say};
use crate::tablebases::Tables;
use crate::verb::{self, Moment, Step};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing to report.
    Clean,
    /// Findings at or above the level asked for, or lines that would change.
    Findings,
    /// A file could not be read or written.
    Trouble,
}

impl Status {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Trouble, _) | (_, Self::Trouble) => Self::Trouble,
            (Self::Findings, _) | (_, Self::Findings) => Self::Findings,
            (Self::Clean, Self::Clean) => Self::Clean,
        }
    }
}

/// How the program reports what it does.
struct Session {
    catalog: &'static Catalog,
    /// Whether it does not report what was done.
    is_quiet: bool,
}

impl Session {
    /// Reports what was done.
    fn say(&self, text: &Text) {
        if !self.is_quiet {
            progress::write_above(&self.catalog.render(text));
        }
    }

    /// The line of `--check` about a file.
    fn would_change(&self, name: &str, lines: usize) -> String {
        self.catalog.render(&say("cli.lines-would-change", args![name, lines])) + "\n"
    }
}

/// The status where nobody reads the output to its end: that of programs which the system ends then.
const UNREAD: u8 = 128 + 13;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    end_at_panics();
    let args = Args::parse_from(arguments(std::env::args_os()));
    if let Command::Uci { parameters, net } = &args.command {
        // UCI writes line by line, from two threads.
        return uci::run(*parameters, net.as_deref());
    }
    match &args.command {
        Command::Argus(options) if options.wants_help() => return help("argus"),
        Command::Client(options) if options.wants_help() => return help("client"),
        Command::Argus(options) => return argus::run(&options.words, args.quiet),
        Command::Client(options) => return argus::run_client(&options.words),
        Command::Serve(options) => return serve::run(options),
        Command::ArgusWarden => {
            argus::watch_over();
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let styled = match args.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(&args, styled, &mut out).and_then(|status| out.flush().map(|()| status));
    match result {
        Ok(Status::Clean) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Ok(Status::Trouble) => ExitCode::from(2),
        // The reader of a pipe has gone, which is not worth a message.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(UNREAD),
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(2)
        }
    }
}

/// The arguments, with `-j4` as two words: where a word may begin with a hyphen, such as a query, it would be that.
fn arguments(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all = Vec::new();
    let mut are_options = true;
    for word in words {
        are_options &= word != "--";
        let text = word.to_str().filter(|_| are_options).and_then(|text| text.strip_prefix("-j"));
        match text.filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(number) => all.extend(["-j".into(), number.into()]),
            None => all.push(word),
        }
    }
    all
}

/// Prints the help of a verb whose options are read elsewhere.
fn help(verb: &str) -> ExitCode {
    use clap::CommandFactory as _;
    let mut command = Args::command();
    command.build();
    match command.find_subcommand_mut(verb).map(clap::Command::print_long_help) {
        Some(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::from(2),
    }
}

/// Runs the program with these arguments in place of those of the process, and prints into `out`; for laws.
/// `None` if the arguments are not valid.
///
/// # Errors
/// Why the output cannot be printed.
#[cfg(any(test, feature = "laws"))]
pub(crate) fn run_with(arguments: &[&str], out: &mut Vec<u8>) -> io::Result<Option<Status>> {
    progress::IS_MUTE.store(true, std::sync::atomic::Ordering::Relaxed);
    let named = self::arguments(["epidote"].iter().chain(arguments).map(OsString::from));
    let Ok(args) = Args::try_parse_from(named) else { return Ok(None) };
    run(&args, false, out).map(Some)
}

/// The names of all verbs, in the order of the help.
///
/// ```
/// assert!(epidote::cli::verbs().contains(&"lint".to_owned()));
/// ```
pub fn verbs() -> Vec<String> {
    use clap::CommandFactory as _;
    Args::command()
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set())
        .map(|verb| verb.get_name().to_owned())
        .collect()
}

/// The long names of the options of a verb with the values of those that have a list of them, without the
/// options that every verb has.
///
/// ```
/// let options = epidote::cli::options("dedupe");
/// assert!(options.contains(&("same".to_owned(), ["fields", "game", "label"].map(str::to_owned).to_vec())));
/// ```
pub fn options(verb: &str) -> Vec<(String, Vec<String>)> {
    use clap::CommandFactory as _;
    let command = Args::command();
    let own = command.find_subcommand(verb).map(|verb| verb.get_arguments().collect::<Vec<_>>());
    let values = |option: &clap::Arg| -> Vec<String> {
        let all = option.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
        // A flag has two values that nobody writes.
        all.filter(|name| name != "true" && name != "false").collect()
    };
    let options = own.unwrap_or_default().into_iter();
    let named = options.filter_map(|option| Some((option.get_long()?.to_owned(), values(option))));
    named.collect()
}

/// The present time. Unlike the page, the command line has a clock.
#[expect(clippy::disallowed_methods, reason = "this code never runs in a browser")]
fn now() -> Instant {
    Instant::now()
}

/// Cores of the machine that this program may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// This moment, in universal time.
fn moment() -> Moment {
    u64::try_from(time::OffsetDateTime::now_utc().unix_timestamp()).unwrap_or_default().into()
}

/// Ends the program at a panic of any thread, so that no other thread waits for it; but not at one that is caught.
fn end_at_panics() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !crate::columns::parquet::is_guarded() {
            tell(info);
            std::process::abort();
        }
    }));
}

/// Reports an error.
fn complain(message: &str) {
    progress::write_above(&format!("epidote: {message}"));
}

/// Names the tables of endgames that are damaged, with the option that named their folder.
fn complain_of_damaged(tables: &Tables, option: &str) {
    for file in tables.left_out() {
        complain(&format!("{option}: {file}; it is left out"));
    }
}

/// Reports what cannot be read.
fn tell_unreadable(all: &[Unreadable]) -> Status {
    for unreadable in all {
        complain(&unreadable.to_string());
    }
    if all.is_empty() { Status::Clean } else { Status::Trouble }
}

/// Whether a line is a record, that is, neither blank nor a comment.
fn is_record(line: &[u8]) -> bool {
    crate::epd::parse(line).kind == crate::epd::LineKind::Record
}

fn run(args: &Args, styled: bool, out: &mut dyn Write) -> io::Result<Status> {
    let session = Session { catalog: args.language.catalog(), is_quiet: args.quiet };
    let session = &session;
    match &args.command {
        Command::Lint(options) => lint::run(session, options, styled, out),
        Command::Explain(options) => explain::run(session, options, out),
        Command::Show(options) => show::run(session, options, styled, out),
        Command::Stat(options) => stat::run(session, options, out),
        Command::Find(options) => find::run(options, out),
        Command::Normalize(options) => {
            let verb = rewrite::Normalizing { rights: options.rights.map(Into::into) };
            rewrite::run(session, &options.lines, &verb, out)
        }
        Command::Repair(options) => {
            let chosen = args::all_of(&options.only);
            let only = chosen.clone().map_or(RuleSet::ALL, RuleSet::of);
            let repair = Repair { only, also_unsafe: options.unsafe_fixes, ..Repair::default() };
            let verb = rewrite::Repairing { repair, is_chosen: chosen.is_some() };
            rewrite::run(session, &options.lines, &verb, out)
        }
        Command::Tenths(options) => step(session, options, &Step::Tenths, out),
        Command::Reverse(options) => step(session, options, &Step::Reverse, out),
        Command::Set(options) => {
            let args::SetOptions { opcode, operands, lines } = options;
            step(
                session,
                lines,
                &verb::Set { opcode: opcode.clone(), operands: operands.clone() }.into(),
                out,
            )
        }
        Command::Remove(options) => {
            step(session, &options.lines, &verb::Purge { opcodes: options.opcodes.0.clone() }.into(), out)
        }
        Command::Stamp(options) => {
            let stamp = verb::Stamp { everywhere: !options.present, at: options.at };
            step(session, &options.lines, &stamp.into(), out)
        }
        Command::Rename(options) => {
            let args::RenameOptions { from, to, lines } = options;
            step(session, lines, &verb::Rename { from: from.clone(), to: to.clone() }.into(), out)
        }
        Command::Sort(options) => arrange::sort(session, options, out),
        Command::Shuffle(options) => arrange::shuffle(session, options, out),
        Command::Dedupe(options) => arrange::dedupe(session, options, out),
        Command::Merge(options) => arrange::merge(session, options, out),
        Command::MergeShards(options) => merge_shards::run(session, options, out),
        Command::Split(options) => split::run(session, options),
        Command::Export(options) => export::run(session, options, out),
        Command::Import(options) => import::run(session, options, out),
        Command::Analyze(options) => engine::analyze(session, options, out),
        Command::Mate(options) => engine::mate(session, options, out),
        Command::Target(options) => engine::target(session, options, out),
        Command::Cooks(options) => engine::cooks(session, options, out),
        Command::Count(options) => engine::count(session, options, out),
        Command::Run(options) => engine::recipe(session, options, out),
        Command::Grade(options) => grade::run(session, options, out),
        // These were handled above.
        Command::Uci { .. }
        | Command::Argus(_)
        | Command::Client(_)
        | Command::Serve(_)
        | Command::ArgusWarden => Ok(Status::Clean),
        Command::CheckEngine(options) => check_engine::run(options, out),
        Command::Perft(options) => engine::perft(options, out),
        Command::Bench(options) => engine::bench(options, out),
        Command::Completions { shell } => shell::completions(*shell, out),
        Command::Man { folder } => shell::man(session, folder.as_deref(), out),
    }
}

/// Does a step of a recipe that needs no engine with all lines.
fn step(session: &Session, options: &args::EachLine, step: &Step, out: &mut dyn Write) -> io::Result<Status> {
    if let Err(error) = step.check_work() {
        complain(&format!("{}: {error}", step.name()));
        return Ok(Status::Trouble);
    }
    if options.shard.is_some() && shard::depends_on_its_run(step) {
        return Ok(Status::Trouble);
    }
    rewrite::run(session, options, &rewrite::Plain(step.clone().begun(moment())), out)
}
