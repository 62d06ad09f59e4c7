//! The English texts that the library speaks: those of the core, without those of the page and of the command line.

use std::path::Path;

/// The groups of texts that only the page and the command line show.
const OTHERS: &[&str] = &[
    "announce",
    "ask",
    "autosave",
    "bar",
    "board",
    "chart",
    "check",
    "cli",
    "column",
    "command",
    "completion",
    "density",
    "embed",
    "example",
    "find",
    "fixes",
    "games",
    "header",
    "help",
    "level",
    "lines",
    "list",
    "looks",
    "menu",
    "opcodes",
    "operations",
    "palette",
    "pane",
    "play",
    "problems",
    "query",
    "recent",
    "recipe",
    "record",
    "registers",
    "report",
    "run",
    "setup",
    "sharing",
    "sheet",
    "status",
    "step",
    "study",
    "tabs",
    "thumb",
    "toast",
    "toasts",
    "tool",
    "tools",
    "tour",
    "turn",
    "ui",
    "version",
    "watched",
    "welcome",
];

fn main() {
    const TEXTS: &str = "../src/language/en.txt";
    println!("cargo::rerun-if-changed={TEXTS}");
    println!("cargo::rerun-if-changed=build.rs");
    let is_own = |line: &&str| {
        let key = line.split(" = ").next().unwrap_or_default();
        let group = key.split('.').next().unwrap_or_default();
        !line.is_empty()
            && !line.starts_with('#')
            && key.rsplit('.').next() != Some("why")
            && !OTHERS.contains(&group)
    };
    let texts = std::fs::read_to_string(TEXTS).unwrap_or_else(|error| panic!("{TEXTS}: {error}"));
    let own: Vec<&str> = texts.lines().filter(is_own).collect();
    let folder = std::env::var_os("OUT_DIR").unwrap_or_default();
    let path = Path::new(&folder).join("texts.txt");
    std::fs::write(&path, own.join("\n")).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
