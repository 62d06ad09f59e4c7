//! The style sheets keep to the scale of `docs/design.md`: sizes of type, radii, colours and shadows are tokens,
//! and spaces go by 4 pixels.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::layering::sources;

/// The sizes of type.
const SIZES: [(&str, &str); 5] = [
    ("--type-small", "0.72rem"),
    ("--type-text", "0.8125rem"),
    ("--type-lead", "1rem"),
    ("--type-title", "1.25rem"),
    ("--type-display", "1.625rem"),
];

/// The radii, and that of what is round.
const RADII: [(&str, &str); 4] =
    [("--radius-small", "4px"), ("--radius", "6px"), ("--radius-large", "12px"), ("--radius-round", "999px")];

/// The file that defines the tokens.
const TOKENS: &str = "tokens.css";

/// How colours that are computed begin.
const FUNCTIONS: &[&str] =
    &["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "color("];

/// Colours that have a name. `transparent` and `currentcolor` are no colours of their own.
const NAMED: &str = "\
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred \
    darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink \
    deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold \
    goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush \
    lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey \
    lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow \
    lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen \
    mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin \
    navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise \
    palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue \
    saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow \
    springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";

/// Colours of the system, for where it sets all of them.
const OF_SYSTEM: &[&str] = &["canvas", "canvastext", "highlight", "highlighttext"];

/// Sizes that are none of type: in the units of a drawing, or the root on very large screens.
const OTHERS: &[(&str, &str)] = &[
    ("board.css", "font: 600 20px var(--sans)"),
    ("marks.css", "font: 600 22px var(--sans)"),
    ("report.css", "font-size: 11px"),
    ("screens.css", "font-size: 18px"),
    ("screens.css", "font-size: 16px"),
    ("screens.css", "font-size: 22px"),
    ("screens.css", "font-size: 19px"),
];

/// What has a filled button: the bar, the first page, where there is nothing to save, and dialogs, which cover both.
/// `button.rs` draws them.
const FILLED: [&str; 8] = [
    "ui/button.rs",
    "ui/games.rs",
    "ui/header.rs",
    "ui/sharing.rs",
    "ui/sheet.rs",
    "ui/tables.rs",
    "ui/tools.rs",
    "ui/welcome.rs",
];

/// The classes of buttons: the weights beside the bordered one, which has none, with that of the thumb, and a size.
const BUTTONS: [&str; 4] = ["icon", "primary", "small", "thumb"];

/// The style sheets.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("style")
}

/// How the names of properties begin or end that are spaces.
const SPACES: &[&str] = &["gap", "padding", "margin"];

/// The declarations of a style sheet, each with whether it counts only where the system sets all colours.
fn declarations(style: &str) -> Vec<(bool, String)> {
    let mut style = style.to_owned();
    while let Some((begin, end)) =
        style.find("/*").and_then(|at| Some((at, at + style[at..].find("*/")? + 2)))
    {
        style.replace_range(begin..end, "");
    }
    let mut found = Vec::new();
    // Whether each of the blocks around a place is for the colours of the system.
    let mut blocks = Vec::new();
    let mut begin = 0;
    for (at, sign) in style.match_indices([';', '{', '}']) {
        let text = style[begin..at].trim();
        begin = at + 1;
        if sign == "{" {
            blocks.push(text == "@media (forced-colors: active)");
            continue;
        }
        found.push((blocks.contains(&true), text.to_owned()));
        if sign == "}" {
            blocks.pop();
        }
    }
    found
}

/// Whether a word is one of these tokens.
fn is_one_of(tokens: &[(&str, &str)], word: &str) -> bool {
    let name = word.strip_prefix("var(").and_then(|rest| rest.strip_suffix(')'));
    name.is_some_and(|name| tokens.iter().any(|(token, _)| *token == name))
}

/// Whether a value names a colour that is no token.
fn has_color(value: &str, is_of_system: bool) -> bool {
    let value = value.to_ascii_lowercase();
    let is_color = |word: &str| {
        word.starts_with('#')
            || NAMED.split(' ').any(|name| name == word)
            || (!is_of_system && OF_SYSTEM.contains(&word))
    };
    let ends = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '#');
    FUNCTIONS.iter().any(|begin| value.contains(begin)) || value.split(ends).any(is_color)
}

/// What breaks the scale: the file and the declaration.
fn strays(file: &str, style: &str) -> Vec<String> {
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
    let is_stray = |(is_of_system, declaration): &(bool, String)| {
        let Some((property, value)) = declaration.split_once(": ") else { return false };
        if file != TOKENS && has_color(value, *is_of_system) {
            return true;
        }
        match property {
            "font-size" | "font" => {
                value != "inherit" && !value.split([' ', '/']).any(|word| is_one_of(&SIZES, word))
            }
            _ if SPACES.iter().any(|space| property.ends_with(space) || property.starts_with(space)) => {
                !value.split(' ').all(is_space)
            }
            _ if property.starts_with("border-") && property.ends_with("-radius") => {
                !value.split(' ').all(|word| word == "0" || is_one_of(&RADII, word))
            }
            "box-shadow" => !(value.starts_with("var(--") || value.starts_with("inset") || value == "none"),
            _ => false,
        }
    };
    let strays = declarations(style).into_iter().filter(is_stray).map(|(_, declaration)| declaration);
    let strays = strays.filter(|declaration| !OTHERS.contains(&(file, declaration.as_str())));
    strays.map(|declaration| format!("{file}: {declaration}")).collect()
}

#[test]
fn sizes_radii_colors_and_shadows_are_tokens_and_spaces_go_by_four() {
    let check = |style, expected: &[&str]| assert_eq!(strays("a.css", style), expected, "{style}");
    check(".a{font-size: var(--type-small);font: inherit}", &[]);
    check(".a {\n  font-size: 13px;\n}", &["a.css: font-size: 13px"]);
    check(".a { font: var(--type-text)/1.4 var(--sans); }", &[]);
    check(".a { font: var(--type-own) var(--mono); }", &["a.css: font: var(--type-own) var(--mono)"]);
    check(".a { border-radius: var(--radius) var(--radius-small) 0 0; }", &[]);
    check(".a { border-radius: 2px; }", &["a.css: border-radius: 2px"]);
    check(".a { border-top-left-radius: 50%; }", &["a.css: border-top-left-radius: 50%"]);
    check(".a { box-shadow: 0 1px red; }", &["a.css: box-shadow: 0 1px red"]);
    check(".a { color: #fff; fill: White; }", &["a.css: color: #fff", "a.css: fill: White"]);
    check(".a::backdrop { background: rgb(0 0 0 / 45%); }", &["a.css: background: rgb(0 0 0 / 45%)"]);
    check(".a { background: color-mix(in srgb, var(--red) 9%, transparent); stroke: currentcolor; }", &[]);
    check("@media (forced-colors: active) { .a { color: CanvasText; } } .b { white-space: pre; }", &[]);
    check("@media print { .a { color: CanvasText; } }", &["a.css: color: CanvasText"]);
    check(".a { gap: 0.25rem 1rem; margin: -1px auto 0; padding: 6px var(--space); row-gap: 8px; }", &[]);
    check(".a { gap: 0.3rem 1rem; }", &["a.css: gap: 0.3rem 1rem"]);
    check(
        ".a { /* why */ padding-left: 7px; margin: 0 0.3em; }",
        &["a.css: padding-left: 7px", "a.css: margin: 0 0.3em"],
    );

    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the styles") {
        let path = entry.expect("a file").path();
        let style = std::fs::read_to_string(&path).expect("a text");
        found.extend(strays(path.file_name().and_then(|name| name.to_str()).expect("a name"), &style));
    }
    assert_eq!(found, [""; 0], "beside the scale");
}

#[test]
fn the_tokens_are_those_of_the_design() {
    let style = std::fs::read_to_string(folder().join(TOKENS)).expect("the tokens");
    let all = declarations(&style);
    let tokens = |of: &str| {
        let tokens = all.iter().filter_map(|(_, declaration)| declaration.split_once(": "));
        tokens.filter(|(name, _)| name.starts_with(of)).collect::<Vec<_>>()
    };
    assert_eq!(tokens("--type-"), SIZES, "sizes of type");
    assert_eq!(tokens("--radius"), RADII, "radii");

    let design = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/design.md");
    let design = std::fs::read_to_string(design).expect("the design");
    for (name, size) in SIZES {
        assert!(design.contains(&size.replace("rem", " rem")), "{name}: {size}");
    }
}

#[test]
fn one_button_in_view_is_filled() {
    let fills = |text: &str| text.contains("button--primary") || text.contains("Weight::Primary");
    let filled = sources().into_iter().filter(|source| fills(&source.text));
    let mut found: Vec<PathBuf> = filled.map(|source| source.inside).collect();
    found.sort();
    assert_eq!(found, FILLED.map(PathBuf::from));
}

#[test]
fn buttons_have_three_weights() {
    let style = std::fs::read_to_string(folder().join("controls.css")).expect("a text");
    let mut all: Vec<String> = sources().into_iter().map(|source| source.text).collect();
    all.push(style);
    let is_end = |c: char| !c.is_ascii_lowercase();
    let names = all.iter().flat_map(|text| text.split("button--").skip(1));
    let found: BTreeSet<&str> = names.filter_map(|rest| rest.split(is_end).next()).collect();
    assert_eq!(found, BTreeSet::from(BUTTONS));
}
