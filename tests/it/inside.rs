//! The inside of the page: which modules the features of `app` and the components of `ui` may name. And no large
//! rings, neither there nor in `cli` and `epd`.

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
    ("arrangement", &[]),
    ("parts", &["arrangement"]),
    (
        "findings",
        &["announcements", "documents", "editing", "list", "notices", "parts", "records", "sweep", "workers"],
    ),
    ("tablebases", &["analysis", "notices"]),
    (
        "study",
        &[
            "analysis",
            "announcements",
            "board",
            "documents",
            "editing",
            "jobs",
            "language",
            "notices",
            "tablebases",
        ],
    ),
    ("panel", &["analysis", "study"]),
    ("reading", &["documents", "language"]),
    ("recent", &["notices"]),
    ("autosave", &["documents", "notices", "reading", "recent"]),
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
            "jobs",
            "language",
            "list",
            "notices",
            "reading",
            "recent",
            "tablebases",
        ],
    ),
    ("event", &["bridge", "files", "notices"]),
    ("share", &["board", "documents", "files", "language", "list", "notices"]),
    ("look", &["notices"]),
    ("tour", &["board", "documents", "editing", "files", "parts", "share", "study"]),
    ("runs", &["analysis", "announcements", "documents", "driven_run", "editing", "notices", "sweep"]),
    ("copying", &["analysis", "documents", "files", "language", "notices", "runs", "sweep"]),
    (
        "report",
        &["analysis", "documents", "files", "language", "list", "notices", "records", "runs", "sweep"],
    ),
    ("tools", &["analysis", "copying", "documents", "list", "notices", "reorder", "report", "runs", "sweep"]),
    ("recipe", &["analysis", "documents", "files", "list", "notices", "share", "tools"]),
];

/// The root makes and holds all handles, so it may name everything.
const ROOT: &[&str] = &["mod", "state", "commands", "settings", "several"];

/// `(file or folder of ui, those that it may name)`, the smallest parts first. The page itself, `ui::mod`, may name
/// all of them.
const UI: &[(&str, &[&str])] = &[
    ("icon", &[]),
    ("chart", &[]),
    ("choices", &[]),
    ("completion", &[]),
    ("toasts", &["icon"]),
    ("dialog", &["toasts"]),
    ("event", &["dialog"]),
    ("pane_edge", &[]),
    ("parts", &[]),
    ("record_name", &[]),
    ("registers", &[]),
    ("rule_level", &[]),
    ("dragged", &[]),
    ("run_failures", &[]),
    ("small_board", &[]),
    ("staged_mount", &[]),
    ("button", &["icon"]),
    ("file_problems", &["button", "icon"]),
    ("status_bar", &["file_problems", "icon"]),
    ("operand_field", &["button", "icon"]),
    ("command_palette", &["choices", "dialog", "record_name"]),
    ("fix_menu", &["choices", "dialog"]),
    ("games", &["dialog"]),
    ("tables", &["dialog"]),
    ("help", &["dialog"]),
    ("looks", &["dialog"]),
    ("menu_bar", &["icon"]),
    ("opcode_help", &["button", "dialog"]),
    ("problems", &["icon", "rule_level"]),
    ("record_drag", &[]),
    ("record_row", &["record_name", "small_board"]),
    ("study", &["button", "icon"]),
    ("context_menu", &["menu_bar", "record_row"]),
    ("engine", &["button", "icon", "study"]),
    ("game_offer", &["button"]),
    ("header", &["button", "icon", "menu_bar"]),
    ("autosave", &["button"]),
    ("line_editor", &["button", "completion"]),
    ("line_stepper", &["button"]),
    ("operations", &["button", "opcode_help", "operand_field", "registers"]),
    ("recipe", &["button", "dragged", "icon"]),
    ("record_columns", &["button", "dialog", "dragged"]),
    ("report", &["button", "dialog"]),
    ("tabs", &["button", "icon"]),
    ("tour", &["button"]),
    ("board", &["button", "engine", "icon", "line_stepper", "record_name", "staged_mount", "study"]),
    ("find_box", &["button", "record_columns"]),
    ("record_list", &["button", "record_columns", "record_drag", "record_row"]),
    ("recent", &["button", "dialog"]),
    ("tools", &["autosave", "button", "dialog", "icon", "recipe"]),
    ("embed", &["board", "button", "line_stepper"]),
    ("run_state", &["board", "button", "run_failures"]),
    ("sharing", &["board", "button", "dialog"]),
    ("welcome", &["board", "button", "recent", "small_board"]),
    ("sheet", &["button", "dialog", "sharing"]),
];

/// Most files in a ring, that is, files that name each other.
const MOST_IN_RING: usize = 3;

/// The paths that code names after a word such as `crate::`, which stands for `base`, with braces expanded.
fn paths(code: &str, word: &str, base: &[String]) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for (at, _) in code.match_indices(word).filter(|&(at, _)| is_start(code, at)) {
        tree(&code[at + word.len()..], base.to_vec(), &mut out);
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
                if let Some(alias) = inside.strip_prefix("as ") {
                    inside = alias.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
                }
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
    let path = source.inside.with_extension("");
    let mut parts: Vec<String> =
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") && parts.len() > 1 {
        parts.pop();
    }
    parts
}

/// A file of a module, without its comments, its tests, and the places of `pub(in …)`.
struct Code {
    text: String,
    /// The files below it that it declares.
    children: Vec<String>,
    /// The names that it passes on from the files below it, each with its path.
    passed_on: BTreeMap<String, Vec<String>>,
}

/// Whether the word at this place of the code begins there, and is not a part of a path.
fn is_start(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'))
}

/// The code with each part from `open` to `close` left out.
fn without(code: &str, open: &str, close: &str) -> String {
    let mut parts = code.split(open);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(close).map_or(part, |(_, behind)| behind));
    }
    out
}

impl Code {
    fn read(own: &[String], text: &str) -> Self {
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code = without(code, "(in crate", ")");
        let children = code.match_indices("mod ").filter(|&(at, _)| is_start(&code, at));
        let children = children.filter_map(|(at, word)| code[at + word.len()..].split_once(';'));
        let children: Vec<String> =
            children.filter(|(name, _)| !name.contains(' ')).map(|(name, _)| name.to_owned()).collect();
        let (mut left, mut passed_on) = (String::new(), BTreeMap::new());
        for line in code.split_inclusive(';') {
            let used = line.split_once("use ").filter(|(before, _)| before.contains("pub"));
            let child = used.and_then(|(_, path)| path.split_once("::")).map(|(child, _)| child);
            if let (Some((_, path)), Some(child)) = (used, child)
                && children.iter().any(|known| known == child)
            {
                let mut out = Vec::new();
                tree(path, own.to_vec(), &mut out);
                passed_on.extend(out.into_iter().filter_map(|path| Some((path.last()?.clone(), path))));
            } else {
                left.push_str(line);
            }
        }
        Self { text: left, children, passed_on }
    }
}

/// The files of a module, each with the other files that it names. What a file passes on is looked up where it is
/// defined. A file may name the one above it, of which it is a part, with `super`.
fn graph(of: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let is_test = |path: &Vec<String>| path.iter().any(|part| part == "tests" || part == "testing");
    let files: BTreeMap<Vec<String>, Code> = sources()
        .into_iter()
        .map(|source| (module(&source), source.text))
        .filter(|(path, _)| path[0] == of && !is_test(path))
        .map(|(path, text)| (path.clone(), Code::read(&path, &text)))
        .collect();
    let file_of = |path: &[String]| -> Option<Vec<String>> {
        let mut path = path.to_vec();
        // `app::AppState` is defined in `app::state`. No name is passed on more often than this.
        for _ in 0..9 {
            let length = (1..=path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
            let file = path[..length].to_vec();
            let passed_on = path.get(length).and_then(|name| files[&file].passed_on.get(name));
            match passed_on.filter(|passed_on| passed_on[..] != path[..passed_on.len().min(path.len())]) {
                Some(passed_on) => path = [&passed_on[..], &path[length + 1..]].concat(),
                None => return Some(file),
            }
        }
        None
    };
    let named = |own: &Vec<String>, code: &Code| -> BTreeSet<Vec<String>> {
        let above = &own[..own.len() - 1];
        let is_part = |path: &Vec<String>| path.starts_with(above) && file_of(path).as_deref() == Some(above);
        let mut all = paths(&code.text, "crate::", &[]);
        all.extend(paths(&code.text, "super::", above).into_iter().filter(|path| !is_part(path)));
        for child in &code.children {
            let below = [own.clone(), vec![child.clone()]].concat();
            all.extend(paths(&code.text, &format!("{child}::"), &below));
        }
        let files = all.iter().filter_map(|path| file_of(path));
        files.filter(|file| file.len() > 1 && file != own).collect()
    };
    files.iter().map(|(own, code)| (own.clone(), named(own, code))).collect()
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
        let code = Code::read(&own, text).text;
        let found = [paths(&code, "crate::", &[]), paths(&code, "super::", &own[..2])].concat();
        let found: BTreeSet<String> = found.iter().map(|path| path.join("::")).collect();
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
    check("pub(in crate::app) fn x() {}\n#[cfg(test)]\nmod tests {\n    use crate::app::tour;\n}\n", &[]);
}

#[test]
fn what_is_passed_on_is_known() {
    let text = "mod find;\npub mod order;\npub use find::{Found as Known, Place};\npub(super) use order::sort;\n\
                use order::Key;\nfn f() { find::look(); }\n";
    let code = Code::read(&["list".to_owned()], text);
    assert_eq!(code.children, ["find", "order"]);
    let passed_on: Vec<(&str, String)> =
        code.passed_on.iter().map(|(name, path)| (name.as_str(), path.join("::"))).collect();
    let expected =
        [("Found", "list::find::Found"), ("Place", "list::find::Place"), ("sort", "list::order::sort")];
    assert_eq!(passed_on, expected.map(|(name, path)| (name, path.to_owned())));
    assert_eq!(paths(&code.text, "order::", &[]), [["Key"]]);
    assert_eq!(paths(&code.text, "find::", &[]), [["look"]]);
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
    for of in ["app", "ui", "cli", "epd"] {
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
