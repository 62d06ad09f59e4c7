//! The steps of the build after the compiler that read or change wasm.
//!
//! `bind page|worker PROGRAM NAME FOLDER` writes `NAME_bg.wasm` and the JavaScript for it, `NAME.js`.
//! `cut PROGRAM LINKED PROFILE FIRST LATE` divides the page's program into the part that a first visit runs, and
//! the rest, which is loaded later. `LINKED` is the program as it came from the linker, which tells about its
//! data. The profile lists the functions that no first visit has called.
//! `count PROGRAM COUNTED NAMES` writes a program that notes which of its functions are called, and the names
//! of its functions for the profile.

mod bind;
mod count;
mod cut;
mod data;
mod linked;
mod names;
mod shorten;

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use walrus::{Module, ModuleConfig};

fn main() -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn work() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["bind", kind, program, name, folder] => {
            bind::bind(kind.parse()?, Path::new(program), name, Path::new(folder))?;
        }
        ["cut", program, linked, profile, first, late] => {
            let linked = std::fs::read(linked).context(linked.to_owned())?;
            let linked = linked::Linked::read(&linked)?;
            let profile = std::fs::read_to_string(profile).context(profile.to_owned())?;
            let listed: HashSet<&str> = profile.lines().filter(|line| !line.starts_with('#')).collect();
            let parts = cut::cut(&|| read(program), &linked, &listed)?;
            std::fs::write(first, parts.first).context(first.to_owned())?;
            std::fs::write(late, parts.late).context(late.to_owned())?;
            let cut::Parts { stay, go, ways_in, data, .. } = parts;
            println!("{stay} functions first, {go} late with {data} bytes of data, {ways_in} ways in");
        }
        ["count", program, counted, names] => {
            let mut module = read(program)?;
            std::fs::write(names, count::count(&mut module).join("\n")).context(names.to_owned())?;
            module.emit_wasm_file(counted)?;
        }
        _ => bail!(
            "bind page|worker PROGRAM NAME FOLDER, cut PROGRAM LINKED PROFILE FIRST LATE, or count PROGRAM COUNTED NAMES"
        ),
    }
    Ok(())
}

fn read(path: &str) -> Result<Module> {
    // Names are kept, because the output is sorted by them before they are stripped.
    let mut config = ModuleConfig::new();
    config.generate_producers_section(false);
    config.parse_file(path).context(path.to_owned())
}
