//! `epidote check-engine`: whether an engine keeps to its protocol, step by step, with reasons.

mod epd;
mod fault;
mod talk;
mod uci;
mod xboard;

use std::io::{self, Write};

use super::Status;
use super::args::CheckEngineOptions;
use super::carrier::ProgramSpec;
use crate::event::config::{Protocol, split_command};
use fault::Fault;
use talk::Talk;

/// What a step found: a remark if there is one, or why the engine fails.
type Outcome = Result<Option<String>, Fault>;

/// A step of a check. A step after which nothing more can be asked ends the check.
struct Step {
    /// What the engine is to do.
    what: &'static str,
    check: fn(&mut Talk) -> Outcome,
}

/// Runs all steps and prints what each found.
pub(super) fn run(options: &CheckEngineOptions, out: &mut dyn Write) -> io::Result<Status> {
    let words = match split_command(options.command.as_deref().unwrap_or_default()) {
        Ok(words) if !words.is_empty() => words,
        Ok(_) => return Ok(trouble("no program is named")),
        Err(error) => return Ok(trouble(&error.to_string())),
    };
    let spec = ProgramSpec::of(&words[0], words[1..].to_vec());
    let mut talk = match Talk::start(&spec) {
        Ok(talk) => talk,
        Err(error) => return Ok(trouble(&error.to_string())),
    };
    let steps = match Protocol::from(options.proto) {
        Protocol::Xboard => xboard::STEPS,
        Protocol::Epd => epd::STEPS,
        Protocol::Uci | Protocol::Human => uci::STEPS,
    };
    let mut failed = 0;
    for (done, step) in steps.iter().enumerate() {
        match (step.check)(&mut talk) {
            Ok(None) => writeln!(out, "ok      {}", step.what)?,
            Ok(Some(remark)) => writeln!(out, "ok      {}: {remark}", step.what)?,
            Err(why) => {
                failed += 1;
                writeln!(out, "FAILED  {}: {why}", step.what)?;
                if done == 0 && matches!(why, Fault::Late { .. }) {
                    // It speaks another protocol, or none.
                    writeln!(out, "The other {} steps were not tried.", steps.len() - 1)?;
                    return Ok(Status::Findings);
                }
            }
        }
        out.flush()?;
        if let Some(how) = talk.ended().filter(|_| done + 1 < steps.len()) {
            writeln!(out, "The program is gone ({how}); {} steps were not tried.", steps.len() - done - 1)?;
            return Ok(Status::Findings);
        }
    }
    writeln!(out, "{} of {} steps passed", steps.len() - failed, steps.len())?;
    Ok(if failed == 0 { Status::Clean } else { Status::Findings })
}

fn trouble(why: &str) -> Status {
    super::complain(why);
    Status::Trouble
}
