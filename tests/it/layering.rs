//! The layers, and the rules of the project that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// `(module, modules it may name)`, bottom layer first. Every module of the crate has a row.
const LAYERS: &[(&str, &[&str])] = &[
    ("random", &[]),
    ("text", &[]),
    ("language", &["text"]),
    ("chess", &[]),
    ("archive", &["text", "language"]),
    ("epd", &["text", "chess", "language"]),
    ("pgn", &["text", "chess", "epd", "language"]),
    ("dataset", &["text", "chess", "epd", "language"]),
    ("export", &["text", "chess", "dataset", "epd", "pgn"]),
    ("report", &["text", "chess", "epd", "export", "language"]),
    ("query", &["text", "chess", "epd", "language", "report"]),
    ("time_control", &["text"]),
    ("event", &["random", "text", "chess", "epd", "pgn", "time_control"]),
    ("search", &["chess"]),
    ("mate", &["search"]),
    ("verb", &["text", "chess", "epd", "language", "mate", "report", "search"]),
    ("recipe", &["language", "verb"]),
    ("tablebases", &["chess", "event", "search"]),
    ("uci", &["chess", "language", "mate", "search"]),
    ("document", &["text", "epd", "language"]),
    ("source", &["text", "archive", "document"]),
    ("columns", &["text", "chess", "epd", "export", "source"]),
    ("referee", &["text", "chess", "epd", "time_control"]),
    ("seat", &["text", "chess", "referee", "uci"]),
    ("room", &["chess", "referee", "seat"]),
    ("headless", &["chess", "text"]),
    ("diagram", &["chess", "headless", "text"]),
    ("commands", &[]),
    ("share", &["language"]),
    ("view", &["chess", "text", "epd", "language"]),
    ("protocol", &["chess", "dataset", "epd", "export", "language", "pgn", "report", "text", "verb"]),
    (
        "jobs",
        &[
            "text",
            "archive",
            "chess",
            "dataset",
            "epd",
            "export",
            "language",
            "mate",
            "pgn",
            "protocol",
            "query",
            "random",
            "report",
            "search",
            "tablebases",
            "uci",
            "verb",
        ],
    ),
    (
        "logic",
        &[
            "archive", "chess", "commands", "diagram", "document", "epd", "export", "headless", "language",
            "pgn", "protocol", "recipe", "share", "text", "verb", "view",
        ],
    ),
    (
        "library",
        &[
            "chess", "dataset", "document", "epd", "export", "jobs", "language", "report", "search", "text",
            "verb",
        ],
    ),
    ("pool", &["language", "protocol", "verb"]),
    ("run", &["chess", "document", "language", "pool", "protocol", "recipe", "verb"]),
    (
        "cli",
        &[
            "text",
            "language",
            "chess",
            "archive",
            "dataset",
            "epd",
            "export",
            "pgn",
            "document",
            "query",
            "search",
            "uci",
            "mate",
            "verb",
            "recipe",
            "report",
            "view",
            "protocol",
            "jobs",
            "time_control",
            "event",
            "referee",
            "room",
            "seat",
            "source",
            "columns",
            "library",
            "tablebases",
        ],
    ),
    (
        "laws",
        &[
            "text", "language", "chess", "epd", "export", "pgn", "query", "document", "share", "view",
            "protocol", "recipe", "verb", "cli",
        ],
    ),
    ("js", &["language"]),
    ("worker", &["js", "jobs", "language", "protocol", "search", "tablebases", "uci", "verb"]),
    ("browser", &["js", "language", "protocol", "pool", "document"]),
    (
        "app",
        &[
            "language", "chess", "archive", "commands", "diagram", "text", "epd", "export", "document",
            "headless", "share", "view", "protocol", "logic", "pool", "report", "run", "verb", "recipe",
            "js", "browser",
        ],
    ),
    (
        "ui",
        &[
            "language", "query", "app", "chess", "commands", "diagram", "text", "epd", "document",
            "headless", "share", "view", "logic", "browser", "js", "protocol", "report", "run", "verb",
            "recipe",
        ],
    ),
];

/// Names that only some modules may use.
const GUARDED: &[(&str, &[&str])] = &[
    ("web_sys", &["js", "worker", "browser"]),
    ("leptos", &["app", "ui"]),
    // Its modules are named as those of this crate, which the table of layers sees.
    ("epidote_engine", &["lib"]),
    (
        "serde",
        &[
            "chess", "cli", "dataset", "epd", "event", "export", "language", "logic", "pgn", "protocol",
            "recipe", "report", "text", "verb",
        ],
    ),
    ("serde_json", &["cli", "dataset", "event", "logic", "recipe", "report", "verb"]),
    ("toml", &["cli", "event"]),
    ("arrow_array", &["cli", "columns"]),
    ("arrow_schema", &["cli", "columns"]),
    ("axum", &["cli"]),
    ("clap", &["cli"]),
    ("tokio", &["cli"]),
    ("shakmaty", &["chess", "epd"]),
    ("shakmaty_syzygy", &["tablebases"]),
    ("qrcodegen", &["share"]),
    ("cozy_chess", &["mate", "search"]),
];

/// Most lines of a file.
const MOST_LINES: usize = 400;

/// Files that may be longer, with the reason.
const LONG_FILES: &[&str] = &[];

/// Folders of modules: those of `epidote`, and those of the engine that it names as its own.
const ROOTS: &[&str] = &["src", "engine/src"];

pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// The path below its root.
    pub(crate) inside: PathBuf,
    pub(crate) module: String,
    pub(crate) text: String,
}

pub(crate) fn sources() -> Vec<Source> {
    let mut out = Vec::new();
    for root in ROOTS {
        collect(Path::new(root), Path::new(root), &mut out);
    }
    assert!(out.len() > 50, "{} sources found", out.len());
    out
}

fn collect(root: &Path, folder: &Path, out: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let inside = path.strip_prefix(root).expect("a path in the root").to_owned();
            let first =
                inside.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
            let module = first.trim_end_matches(".rs").to_owned();
            let text = fs::read_to_string(&path).expect("a text");
            out.push(Source { path, inside, module, text });
        }
    }
}

/// The identifiers that follow `before` in a line.
fn named<'a>(line: &'a str, before: &str) -> Vec<&'a str> {
    line.match_indices(before)
        .map(|(at, _)| {
            let rest = &line[at + before.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            &rest[..end]
        })
        .collect()
}

fn code_lines(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source.text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn modules_name_only_lower_layers() {
    let mut wrong = Vec::new();
    for source in sources() {
        if matches!(source.module.as_str(), "lib" | "bin") {
            continue;
        }
        let row = LAYERS.iter().find(|(module, _)| *module == source.module);
        let Some((_, allowed)) = row else {
            wrong.push(format!("{}: `{}` has no row in LAYERS", source.path.display(), source.module));
            continue;
        };
        for (number, line) in code_lines(&source) {
            for other in named(line, "crate::") {
                if other != source.module && !allowed.contains(&other) {
                    let place = format!("{}:{}", source.path.display(), number + 1);
                    wrong.push(format!("{place}: `{}` must not name `{other}`", source.module));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn outside_names_stay_in_their_modules() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (number, line) in code_lines(&source) {
            // A path upwards would bypass the table of layers.
            if line.contains("super::super") {
                wrong.push(format!("{}:{}: write `crate::…`", source.path.display(), number + 1));
            }
            for (name, modules) in GUARDED {
                let named = line.contains(&format!("{name}::")) && !line.contains(&format!("::{name}::"));
                if named && !modules.contains(&source.module.as_str()) {
                    let place = format!("{}:{}", source.path.display(), number + 1);
                    wrong.push(format!("{place}: only {modules:?} may name `{name}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for source in sources() {
        let path = source.path.display();
        if !source.text.starts_with("//! ") {
            wrong.push(format!("{path}: the first line does not say what the file is (`//! …`)"));
        }
        let lines = source.text.lines().count();
        if lines > MOST_LINES && !LONG_FILES.iter().any(|long| source.path.ends_with(long)) {
            wrong.push(format!("{path}: {lines} lines, at most {MOST_LINES}"));
        }
        if source.text.contains("#[ignore") {
            wrong.push(format!("{path}: an ignored test"));
        }
        if source.module == "ui" && source.text.contains(" style=") {
            wrong.push(format!("{path}: a style attribute, which the security policy refuses"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_documented() {
    for source in sources().iter().filter(|s| s.path.starts_with("src/epd/lint/rules")) {
        if source.path.ends_with("mod.rs") {
            continue;
        }
        for heading in ["## What it does", "## Example", "## Use instead"] {
            assert!(source.text.contains(heading), "{}: no `{heading}`", source.path.display());
        }
    }
}
