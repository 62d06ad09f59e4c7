//! Short names for the calls between a program and its JavaScript.
//!
//! The names of wasm-bindgen end in hashes, which cannot be compressed and take ten kilobytes of a first
//! visit.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, bail, ensure};
use walrus::{ExportItem, Module};

/// Old names, with the short names that replace them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names(HashMap<String, String>);

/// Shortens names in the program: those of all functions that it calls, and those of its closures that the
/// browser calls. Other exports keep their names, since the page's own scripts call them.
pub fn shorten(module: &mut Module) -> Names {
    let mut names = Names::default();
    for import in module.imports.iter_mut() {
        if import.name.starts_with("__w") {
            import.name = names.short(&import.name);
        }
    }
    for export in module.exports.iter_mut() {
        let is_function = matches!(export.item, ExportItem::Function(_));
        if is_function && export.name.starts_with("wasm_bindgen_") {
            export.name = names.short(&export.name);
        }
    }
    names
}

impl Names {
    /// The short name for a name: a character that no Rust name has, and a number.
    fn short(&mut self, name: &str) -> String {
        let next = format!("${}", self.0.len());
        self.0.entry(name.to_owned()).or_insert(next).clone()
    }

    /// The JavaScript with the short names.
    ///
    /// # Errors
    /// A name is missing from the JavaScript, or a short name is already in use.
    pub fn write_into(&self, script: &str) -> Result<String> {
        let mut met = HashSet::new();
        let mut out = String::with_capacity(script.len());
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut rest = script;
        while let Some(start) = rest.find(is_part) {
            let (before, from) = rest.split_at(start);
            let (word, after) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
            out.push_str(before);
            match self.0.get_key_value(word) {
                Some((name, short)) => {
                    met.insert(name);
                    out.push_str(short);
                }
                None => {
                    let is_ours = word.strip_prefix('$').is_some_and(|n| n.parse::<usize>().is_ok());
                    ensure!(!is_ours, "the JavaScript has the name {word} already");
                    out.push_str(word);
                }
            }
            rest = after;
        }
        out.push_str(rest);
        match self.0.keys().find(|name| !met.contains(name)) {
            Some(name) => bail!("the JavaScript has no {name}"),
            None => Ok(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Names {
        let mut names = Names::default();
        for name in of {
            names.short(name);
        }
        names
    }

    #[test]
    fn whole_names_become_short_wherever_they_are() {
        let names = names(&["__wbg_a_01", "__wbg_a_012"]);
        let script = "const a = { __wbg_a_012: 1, x__wbg_a_01: 2, __wbg_a_01() {} };";
        assert_eq!(names.write_into(script).unwrap(), "const a = { $1: 1, x__wbg_a_01: 2, $0() {} };");
        assert_eq!(names.write_into("__wbg_a_01,__wbg_a_012").unwrap(), "$0,$1");
    }

    #[test]
    fn a_name_twice_is_one() {
        assert_eq!(names(&["a", "a"]), names(&["a"]));
    }

    #[test]
    fn names_that_do_not_fit_are_told() {
        assert!(names(&["a", "b"]).write_into("a").unwrap_err().to_string().contains("no b"));
        assert!(names(&["a"]).write_into("a $7").unwrap_err().to_string().contains("$7"));
        assert_eq!(names(&[]).write_into("$x ${y}").unwrap(), "$x ${y}");
    }
}
