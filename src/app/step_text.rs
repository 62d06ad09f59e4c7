//! Steps as they stand in recipes. The page writes them and looks into none: what they mean, and whether
//! they can be done, the workers know.

use std::fmt::Write as _;

/// Puts records into normal form.
pub(super) const NORMALIZE: &str = "\"normalize\"";

/// Multiplies scores by ten.
pub(super) const TENTHS: &str = "\"tenths\"";

/// Reverses colours.
pub(super) const REVERSE: &str = "\"reverse\"";

/// A verb with its settings, each a name and a value in JSON. A setting without a value is left out.
pub(super) fn step(verb: &str, settings: &[(&str, String)]) -> String {
    let mut out = format!("{{\"{verb}\":{{");
    let mut comma = "";
    for (name, value) in settings.iter().filter(|(_, value)| !value.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{comma}\"{name}\":{value}");
        comma = ",";
    }
    out + "}}"
}

/// A text in JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The limits of a search.
pub(super) fn limits(kind: &str, value: &str) -> String {
    format!("{{\"{kind}\":{value}}}")
}

/// Whether Stockfish searches in a step, which the page or a clerk wrote.
pub(super) fn is_of_stockfish(step: &str) -> bool {
    step.contains("\"engine\":\"stockfish\"")
}

/// Who searches.
pub(super) fn engine(is_stockfish: bool) -> String {
    (if is_stockfish { "\"stockfish\"" } else { "\"epidote\"" }).to_owned()
}
