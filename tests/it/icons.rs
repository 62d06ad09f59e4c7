//! The icons in the page are those that the code names: one that is missing would be an empty square, and one too
//! many is sent to every user.

use std::collections::BTreeSet;
use std::path::Path;

use epidote::commands::COMMANDS;

fn sources(folder: &Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// What stands between each `before` and the next quotation mark.
fn quoted<'t>(text: &'t str, before: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0))
}

#[test]
fn the_page_has_the_icons_that_it_uses() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [first, late] =
        ["index.html", "static/icons.svg"].map(|file| std::fs::read_to_string(root.join(file)).unwrap());
    let page = first + &late;
    let drawn: BTreeSet<&str> = quoted(&page, "id=\"i-").collect();
    let mut code = String::new();
    sources(&root.join("src/ui"), &mut code);
    sources(&root.join("src/commands"), &mut code);
    let unused: Vec<&&str> = drawn.iter().filter(|name| !code.contains(&format!("\"{name}\""))).collect();
    assert!(unused.is_empty(), "drawn and used nowhere: {unused:?}");
    let in_code = ["icon(\"", "icon: \""].into_iter().flat_map(|before| quoted(&code, before));
    let in_code = in_code.filter(|name| !name.is_empty());
    let named: BTreeSet<&str> = in_code.chain(COMMANDS.iter().map(|row| row.icon)).collect();
    assert!(named.len() > 20, "few icons are named in the code: {named:?}");
    let missing: Vec<&&str> = named.difference(&drawn).collect();
    assert!(missing.is_empty(), "neither in index.html nor in static/icons.svg: {missing:?}");
}
