//! The style sheets keep to the scale of `docs/design.md`: sizes of type and shadows are tokens, and spaces go by 4
//! pixels.

use std::path::Path;

/// Sizes that are none of type: in the units of a drawing, or the root on very large screens.
const OTHERS: &[(&str, &str)] = &[
    ("board.css", "font: 600 20px var(--sans)"),
    ("board.css", "font: 600 22px var(--sans)"),
    ("report.css", "font-size: 11px"),
    ("screens.css", "font-size: 18px"),
    ("screens.css", "font-size: 16px"),
    ("screens.css", "font-size: 22px"),
    ("screens.css", "font-size: 19px"),
];

/// How the names of properties begin or end that are spaces.
const SPACES: &[&str] = &["gap", "padding", "margin"];

/// What breaks the scale: the file and the declaration.
fn strays(file: &str, style: &str) -> Vec<String> {
    let mut style = style.to_owned();
    while let Some((begin, end)) =
        style.find("/*").and_then(|at| Some((at, at + style[at..].find("*/")? + 2)))
    {
        style.replace_range(begin..end, "");
    }
    let declarations = style.split([';', '{', '}']).map(str::trim);
    // Quarters of a rem are 4 pixels at the usual size of type. 2 pixels are between what belongs together, 6 and 10
    // inside of controls, and a single one is the width of a line.
    let is_space = |word: &str| {
        let number = |unit| word.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok());
        let is_whole = |number: f64| number.fract() == 0.0;
        match (number("px"), number("rem").or_else(|| number("em"))) {
            (Some(pixels), _) => is_whole(pixels / 4.0) || [1.0, 2.0, 6.0, 10.0].contains(&pixels.abs()),
            (_, Some(rem)) => is_whole(4.0 * rem),
            // Words, tokens, and what is computed.
            _ => true,
        }
    };
    let is_stray = |declaration: &&str| {
        let Some((property, value)) = declaration.split_once(": ") else { return false };
        let is_token = value.contains("var(--type-") || value == "inherit";
        match property {
            "font-size" | "font" => !is_token,
            _ if SPACES.iter().any(|space| property.ends_with(space) || property.starts_with(space)) => {
                !value.split(' ').all(is_space)
            }
            "box-shadow" => !(value.starts_with("var(--") || value.starts_with("inset") || value == "none"),
            _ => false,
        }
    };
    let known = |declaration: &&str| OTHERS.contains(&(file, *declaration));
    let strays = declarations.filter(is_stray).filter(|declaration| !known(declaration));
    strays.map(|declaration| format!("{file}: {declaration}")).collect()
}

#[test]
fn sizes_of_type_and_shadows_are_tokens_and_spaces_go_by_four() {
    let check = |style, expected: &[&str]| assert_eq!(strays("a.css", style), expected, "{style}");
    check(".a{font-size: var(--type-small);font: inherit}", &[]);
    check(".a {\n  font-size: 13px;\n}", &["a.css: font-size: 13px"]);
    check(".a { box-shadow: 0 1px red; }", &["a.css: box-shadow: 0 1px red"]);
    check(".a { gap: 0.25rem 1rem; margin: -1px auto 0; padding: 6px var(--space); row-gap: 8px; }", &[]);
    check(".a { gap: 0.3rem 1rem; }", &["a.css: gap: 0.3rem 1rem"]);
    check(
        ".a { /* why */ padding-left: 7px; margin: 0 0.3em; }",
        &["a.css: padding-left: 7px", "a.css: margin: 0 0.3em"],
    );

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("style");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the styles") {
        let path = entry.expect("a file").path();
        let style = std::fs::read_to_string(&path).expect("a text");
        found.extend(strays(path.file_name().and_then(|name| name.to_str()).expect("a name"), &style));
    }
    assert_eq!(found, [""; 0], "beside the scale");
}
