//! The English texts that the library speaks: those of the core, without those of the page and of the command line.

use std::path::Path;

/// The groups of texts that only the page and the command line show.
const OTHERS: &[&str] = &[
    "aim",
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
    "counts",
    "density",
    "embed",
    "endgame",
    "example",
    "find",
    "fixes",
    "game",
    "games",
    "header",
    "help",
    "hint",
    "level",
    "lines",
    "list",
    "looks",
    "meaning",
    "menu",
    "obstacle",
    "opcode",
    "opcodes",
    "operand",
    "operations",
    "palette",
    "pane",
    "part",
    "piece",
    "play",
    "problems",
    "query",
    "recent",
    "recipe",
    "record",
    "registers",
    "report",
    "role",
    "run",
    "search",
    "setup",
    "severity",
    "sharing",
    "sheet",
    "status",
    "step",
    "study",
    "table",
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
    "words",
];

/// The last parts of keys of explanations that only the page shows.
const EXPLANATIONS: &[&str] = &["help", "kind", "why"];

/// The texts by which others are joined. The other texts of their group describe verbs, which only the page does.
const JOINTS: &[&str] = &["words.enumeration", "words.list", "words.sentences"];

fn main() {
    const TEXTS: &str = "../src/language/en.txt";
    println!("cargo::rerun-if-changed={TEXTS}");
    println!("cargo::rerun-if-changed=build.rs");
    let is_own = |line: &&str| {
        let key = line.split(" = ").next().unwrap_or_default();
        let group = key.split('.').next().unwrap_or_default();
        !line.is_empty()
            && !line.starts_with('#')
            && !key.rsplit('.').next().is_some_and(|last| EXPLANATIONS.contains(&last))
            && (!OTHERS.contains(&group) || JOINTS.contains(&key))
    };
    let texts = std::fs::read_to_string(TEXTS).unwrap_or_else(|error| panic!("{TEXTS}: {error}"));
    let own: Vec<&str> = texts.lines().filter(is_own).collect();
    let folder = std::env::var_os("OUT_DIR").unwrap_or_default();
    let path = Path::new(&folder).join("texts.txt");
    std::fs::write(&path, own.join("\n")).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
