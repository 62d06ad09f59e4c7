//! The inside of the page: which modules the features of `app` and the components of `ui` may name, and no
//! rings.

use std::collections::{BTreeMap, BTreeSet};

use crate::layering::{Source, sources};

/// `(file or folder of app, those that it may name)`: a feature may name the handles that it holds, bottom
/// first.
const APP: &[(&str, &[&str])] = &[
    ("notices", &[]),
    ("jobs", &["notices"]),
    ("workers", &["jobs", "notices"]),
    ("language", &["notices"]),
    ("documents", &["notices"]),
    ("announcements", &["documents", "language"]),
    ("editing", &["documents", "notices", "workers"]),
    ("board", &["announcements", "documents", "editing", "notices"]),
    ("records", &["board", "documents", "editing"]),
    ("driven_run", &["jobs"]),
    ("analysis", &["driven_run", "jobs", "notices"]),
    ("bridge", &["analysis", "notices"]),
    ("sweep", &["analysis", "documents"]),
    ("duplicates", &["sweep"]),
    ("reorder", &["sweep"]),
    ("chart", &["documents", "notices", "sweep"]),
    ("registers", &["documents", "notices", "sweep"]),
    ("list", &["documents", "editing", "notices", "records", "reorder", "sweep"]),
    (
        "findings",
        &["announcements", "documents", "editing", "list", "notices", "records", "sweep", "workers"],
    ),
    ("study", &["analysis", "announcements", "board", "documents", "editing", "jobs", "language", "notices"]),
    ("panel", &["analysis", "study"]),
    ("arrangement", &[]),
    ("parts", &["arrangement"]),
    ("reading", &["documents", "language"]),
    ("autosave", &["documents", "notices", "reading"]),
    ("tab_sync", &["analysis", "autosave", "documents", "notices"]),
    (
        "files",
        &[
            "analysis",
            "announcements",
            "autosave",
            "board",
            "documents",
            "findings",
            "language",
            "list",
            "notices",
            "reading",
            "workers",
        ],
    ),
    ("share", &["board", "documents", "files", "language", "list", "notices"]),
    ("look", &["notices"]),
    ("tour", &["board", "documents", "editing", "files", "share", "study"]),
    (
        "runs",
        &["analysis", "announcements", "documents", "driven_run", "editing", "language", "notices", "sweep"],
    ),
    ("copying", &["analysis", "documents", "files", "language", "notices", "runs", "sweep"]),
    ("report", &["analysis", "documents", "files", "list", "notices", "records", "runs", "sweep"]),
    ("tools", &["analysis", "copying", "documents", "list", "notices", "reorder", "report", "runs", "sweep"]),
    ("recipe", &["analysis", "documents", "files", "list", "notices", "share", "tools"]),
];

/// The root makes and holds all handles, so it may name everything.
const ROOT: &[&str] = &["mod", "state", "commands", "settings"];

/// `(file or folder of ui, those that it may name)`, the smallest parts first. The page itself, `ui::mod`, may name
/// all of them.
const UI: &[(&str, &[&str])] = &[
    ("chart", &[]),
    ("choices", &[]),
    ("completion", &[]),
    ("dialog", &[]),
    ("file_problems", &[]),
    ("icon", &[]),
    ("operand_field", &[]),
    ("pane_edge", &[]),
    ("parts", &[]),
    ("record_name", &[]),
    ("registers", &[]),
    ("rule_level", &[]),
    ("run_failures", &[]),
    ("staged_mount", &[]),
    ("status_bar", &[]),
    ("toasts", &[]),
    ("button", &["icon"]),
    ("command_palette", &["choices", "dialog"]),
    ("fix_menu", &["choices", "dialog"]),
    ("games", &["dialog"]),
    ("help", &["dialog"]),
    ("looks", &["dialog"]),
    ("menu_bar", &["icon"]),
    ("opcode_help", &["dialog"]),
    ("problems", &["icon", "rule_level"]),
    ("record_row", &["record_name"]),
    ("study", &["icon"]),
    ("context_menu", &["menu_bar"]),
    ("engine", &["button", "icon", "study"]),
    ("game_offer", &["button"]),
    ("header", &["button", "icon", "menu_bar"]),
    ("keeping", &["button"]),
    ("line_editor", &["button", "completion"]),
    ("line_stepper", &["button", "icon"]),
    ("operations", &["icon", "opcode_help", "operand_field", "registers"]),
    ("recipe", &["button"]),
    ("record_columns", &["button", "dialog"]),
    ("report", &["button", "dialog"]),
    ("tabs", &["button", "icon"]),
    ("tour", &["button"]),
    ("board", &["button", "engine", "line_stepper", "record_name", "staged_mount", "study"]),
    ("find_box", &["button", "record_columns"]),
    ("record_list", &["button", "record_columns", "record_row"]),
    ("tools", &["button", "dialog", "icon", "keeping", "recipe"]),
    ("embed", &["board", "button", "line_stepper"]),
    ("run_state", &["board", "button", "run_failures"]),
    ("sharing", &["board", "button", "dialog"]),
    ("welcome", &["board", "button"]),
    ("sheet", &["button", "dialog", "sharing"]),
];

/// Most files in a ring, that is, files that name each other.
const MOST_IN_RING: usize = 3;

/// The paths that code names after `crate` or `super`, with braces expanded.
fn paths(text: &str, own: &[String]) -> Vec<Vec<String>> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut out = Vec::new();
    for (word, base) in [("crate::", &own[..0]), ("super::", &own[..own.len().saturating_sub(1)])] {
        for (at, _) in code.match_indices(word) {
            let is_start = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            if is_start {
                tree(&code[at + word.len()..], base.to_vec(), &mut out);
            }
        }
    }
    out
}

/// Reads a path, or a tree of paths in braces; returns the rest of the code.
fn tree<'a>(code: &'a str, mut path: Vec<String>, out: &mut Vec<Vec<String>>) -> &'a str {
    let mut rest = code;
    loop {
        if let Some(mut inside) = rest.strip_prefix('{') {
            loop {
                inside = tree(inside.trim_start(), path.clone(), out).trim_start();
                match inside.strip_prefix(',') {
                    Some(more) => inside = more.trim_start(),
                    None => return inside.strip_prefix('}').unwrap_or(inside),
                }
                if let Some(behind) = inside.strip_prefix('}') {
                    return behind;
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end > 0 && &rest[..end] != "self" {
            path.push(rest[..end].to_owned());
        }
        match rest[end..].strip_prefix("::") {
            Some(more) if end > 0 => rest = more,
            _ => {
                out.push(path);
                return &rest[end..];
            }
        }
    }
}

/// The module path of a file, such as `["app", "list", "find"]`.
fn module(source: &Source) -> Vec<String> {
    let path = source.path.strip_prefix("src").expect("a path in src").with_extension("");
    let mut parts: Vec<String> =
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") && parts.len() > 1 {
        parts.pop();
    }
    parts
}

/// The files of a module, each with the other files that it names.
fn graph(of: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let files: BTreeMap<Vec<String>, String> = sources()
        .into_iter()
        .map(|source| (module(&source), source.text))
        .filter(|(path, _)| path[0] == of)
        .collect();
    let named = |own: &Vec<String>, text: &str| {
        let mut out = BTreeSet::new();
        for mut path in paths(text, own) {
            // `app::AppState` is defined in `app::state`.
            if path == ["app", "AppState"] {
                path = vec!["app".to_owned(), "state".to_owned()];
            }
            while !path.is_empty() && !files.contains_key(&path) {
                path.pop();
            }
            if path.len() > 1 && path != *own {
                out.insert(path);
            }
        }
        out
    };
    files.iter().map(|(own, text)| (own.clone(), named(own, text))).collect()
}

/// The files that can be reached from this one.
fn reached(
    graph: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
    from: &Vec<String>,
) -> BTreeSet<Vec<String>> {
    let mut out = BTreeSet::new();
    let mut left: Vec<&Vec<String>> = graph[from].iter().collect();
    while let Some(next) = left.pop() {
        if out.insert(next.clone()) {
            left.extend(&graph[next]);
        }
    }
    out
}

#[test]
fn paths_are_read() {
    let check = |text: &str, expected: &[&str]| {
        let own = ["app".to_owned(), "list".to_owned(), "find".to_owned()];
        let found: BTreeSet<String> = paths(text, &own).iter().map(|path| path.join("::")).collect();
        assert_eq!(found, expected.iter().map(|&path| path.to_owned()).collect(), "{text}");
    };
    check("use crate::app::list::find::Found;", &["app::list::find::Found"]);
    check(
        "use crate::app::{state::{AppState, Opening}, tour};",
        &["app::state::AppState", "app::state::Opening", "app::tour"],
    );
    check(
        "use crate::browser::files::{self, Given};\nuse super::*;",
        &["app::list", "browser::files", "browser::files::Given"],
    );
    check(
        "    super::columns::words_of(&x) + crate::app::chart::MOST",
        &["app::chart::MOST", "app::list::columns::words_of"],
    );
    check("// crate::app::tour\nlet mycrate::x = 1;", &[]);
}

/// Checks that the files of a module name only what their rows allow, and that every file has a row, but for those
/// of the root, which may name everything.
fn check_rows(of: &str, rows: &[(&str, &[&str])], root: &[&str]) {
    let mut wrong = Vec::new();
    for (own, named) in graph(of) {
        let unit = own.get(1).map_or("mod", String::as_str);
        let allowed = rows.iter().find(|(known, _)| *known == unit).map(|(_, allowed)| *allowed);
        if allowed.is_none() && !root.contains(&unit) {
            wrong.push(format!("`{of}::{unit}` has no row"));
        }
        for other in named {
            if other[1] != unit && allowed.is_some_and(|allowed| !allowed.contains(&other[1].as_str())) {
                wrong.push(format!("{} must not name `{}`", own.join("::"), other.join("::")));
            }
        }
    }
    let units: BTreeSet<String> = graph(of).keys().filter_map(|own| own.get(1).cloned()).collect();
    for (at, (unit, allowed)) in rows.iter().enumerate() {
        if !units.contains(*unit) {
            wrong.push(format!("`{of}::{unit}` is no more"));
        }
        for other in *allowed {
            if !rows[..at].iter().any(|(lower, _)| lower == other) {
                wrong.push(format!("`{of}::{unit}` names `{other}`, which is not below it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn features_name_only_the_handles_they_hold() {
    check_rows("app", APP, ROOT);
}

#[test]
fn parts_of_the_page_are_made_of_smaller_ones() {
    check_rows("ui", UI, &["mod"]);
}

#[test]
fn no_ring_has_more_than_three_files() {
    for of in ["app", "ui"] {
        let graph = graph(of);
        for own in graph.keys() {
            let ring: Vec<String> = reached(&graph, own)
                .iter()
                .filter(|other| reached(&graph, other).contains(own))
                .map(|file| file.join("::"))
                .collect();
            assert!(ring.len() <= MOST_IN_RING, "a ring: {}", ring.join(", "));
        }
    }
}
