//! What Epidote says: keys in the code, the texts in one file for each language.
//!
//! A [`Text`] names an entry and carries what is put into it, in no language; a [`Catalog`] turns
//! it into words. The files are lines `key = text` with `{0}`, `{1}` … for what is put in. An
//! argument that starts with `@` is itself the key of an entry. English is part of the command
//! line program and a file beside the page; any other language is a file that is read when it is
//! asked for.
//!
//! Where a text travels or is kept, between workers and page, in undo steps and journals, it is written:
//! its key, and its arguments behind tabs. What is written may also be plain words, which are shown as
//! they are: journals of earlier versions hold such.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The languages of the page: the name of the file of each, which is its code too, and its own name for
/// itself. The first one is there from the start.
pub const LANGUAGES: &[(&str, &str)] = &[("en", "English"), ("ru", "Русский")];

/// The code of the language that tests choose: English in brackets that nothing else has.
pub const BRACKETED: &str = "xx";

/// Something to say, in no language.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Text {
    /// The entry.
    pub key: Cow<'static, str>,
    /// What is put in for `{0}`, `{1}` …
    pub args: Vec<String>,
}

/// Something to say with arguments.
pub fn say<const N: usize>(key: &'static str, args: [String; N]) -> Text {
    Text { key: key.into(), args: args.into() }
}

/// The argument that stands for an entry of its own.
pub fn word(key: &'static str) -> String {
    format!("@{key}")
}

/// A written text as an argument of another one. What looks like no key stays as it is.
pub fn inside(written: &str) -> String {
    let key = written.split('\t').next().unwrap_or_default();
    let is_key = key.contains('.') && key.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_".contains(&b));
    if is_key { format!("@{}", shifted(written, 1)) } else { written.to_owned() }
}

/// What is written, in English.
pub fn english(written: &str) -> String {
    Catalog::english().tell(written)
}

/// What separates arguments: those of a text, of a text in it, and so on.
const SEPARATORS: [char; 9] =
    ['\t', '\u{1f}', '\u{1e}', '\u{1d}', '\u{1c}', '\u{1b}', '\u{1a}', '\u{19}', '\u{18}'];

/// A written text with other separators.
fn shifted(written: &str, by: isize) -> String {
    let shifted = |c: char| {
        let level = SEPARATORS.iter().position(|separator| *separator == c);
        let level = level.and_then(|level| level.checked_add_signed(by));
        level.and_then(|level| SEPARATORS.get(level)).copied().unwrap_or(c)
    };
    written.chars().map(shifted).collect()
}

impl From<&'static str> for Text {
    fn from(key: &'static str) -> Self {
        Self { key: key.into(), args: Vec::new() }
    }
}

impl From<String> for Text {
    fn from(key: String) -> Self {
        Self { key: key.into(), args: Vec::new() }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.written()
    }
}

impl Text {
    /// The key, and the arguments behind tabs.
    pub fn written(&self) -> String {
        let mut out = self.key.to_string();
        for argument in &self.args {
            out.push('\t');
            out.push_str(&argument.replace('\t', " "));
        }
        out
    }

    /// The text in English.
    pub fn english(&self) -> String {
        Catalog::english().render(self)
    }
}

/// The English texts. The page brings its own: a file beside it is read while the program loads.
#[cfg(any(test, not(target_arch = "wasm32")))]
const ENGLISH: &str = include_str!("en.txt");

static ENGLISH_CATALOG: OnceLock<Catalog> = OnceLock::new();

/// The Russian texts.
#[cfg(any(test, not(target_arch = "wasm32")))]
const RUSSIAN: &str = include_str!("ru.txt");

/// The texts of one language.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    entries: HashMap<String, String>,
}

impl Catalog {
    /// Reads the lines of a language file. Blank lines and lines that start with `#` are skipped,
    /// as is a line that is no entry.
    pub fn read(file: &str) -> Self {
        let entry = |line: &str| {
            let (key, text) = line.split_once(" = ")?;
            (!line.starts_with('#')).then(|| (key.trim().to_owned(), text.trim().to_owned()))
        };
        Self { entries: file.lines().filter_map(entry).collect() }
    }

    /// The English texts in brackets, for tests: what stands outside of brackets is said by no catalog.
    pub fn bracketed() -> Self {
        let bracketed = |(key, text): (&String, &String)| (key.clone(), format!("⟦{text}⟧"));
        Self { entries: Self::english().entries.iter().map(bracketed).collect() }
    }

    /// English. A page has no texts before it brought them, a worker none at all.
    pub fn english() -> &'static Self {
        #[cfg(any(test, not(target_arch = "wasm32")))]
        return ENGLISH_CATALOG.get_or_init(|| Self::read(ENGLISH));
        #[cfg(not(any(test, not(target_arch = "wasm32"))))]
        return ENGLISH_CATALOG.get_or_init(Self::default);
    }

    /// Brings the English texts. Call once, before anything is said.
    pub fn bring_english(file: &str) {
        // The first texts stay: they are the same file.
        let _ = ENGLISH_CATALOG.set(Self::read(file));
    }

    /// Russian. The page does not hold it; it reads the file when the user asks for it.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn russian() -> &'static Self {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| Self::read(RUSSIAN))
    }

    /// The entry of a key; the English one, then the key itself, where there is none.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        let own = self.entries.get(key);
        own.or_else(|| Self::english().entries.get(key)).map_or(key, String::as_str)
    }

    /// Whether the language has an entry for this key.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// All keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// What is written, in this language; plain words as they are.
    pub fn tell(&self, written: &str) -> String {
        self.told(written).unwrap_or_else(|| written.to_owned())
    }

    fn told(&self, written: &str) -> Option<String> {
        let mut parts = written.split('\t').map(str::to_owned);
        let key = parts.next().filter(|key| self.has(key) || Self::english().has(key))?;
        Some(self.render(&Text { key: key.into(), args: parts.collect() }))
    }

    /// A text in this language.
    pub fn render(&self, text: &Text) -> String {
        let mut rest = self.get(&text.key);
        let mut out = String::with_capacity(rest.len() + 16);
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let argument = after.split_once('}').and_then(|(number, tail)| {
                let argument = text.args.get(number.parse::<usize>().ok()?)?;
                Some((argument, tail))
            });
            if let Some((argument, tail)) = argument {
                let inner = argument.strip_prefix('@').and_then(|inner| self.told(&shifted(inner, -1)));
                out.push_str(inner.as_deref().unwrap_or(argument));
                rest = tail;
            } else {
                out.push('{');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_arguments_in() {
        let catalog = Catalog::read("a = {1} before {0}\nb = word\n# c = no\n\nd = {x} {9}");
        let text = |key: &'static str, args: &[&str]| Text {
            key: key.into(),
            args: args.iter().map(|&a| a.to_owned()).collect(),
        };
        assert_eq!(catalog.render(&text("a", &["x", "@b"])), "word before x");
        assert_eq!(catalog.render(&text("d", &["x"])), "{x} {9}");
        assert_eq!(catalog.render(&text("missing", &[])), "missing");
        assert!(!catalog.has("c"));
    }

    #[test]
    fn every_text_stands_in_brackets() {
        let catalog = Catalog::bracketed();
        assert_eq!(catalog.tell("ui.close"), "⟦Close⟧");
        let text = say("toast.failed", [word("step.edit-record"), "x".to_owned()]);
        assert_eq!(catalog.render(&text), "⟦⟦Edit record⟧ failed: x.⟧");
        assert_eq!(catalog.tell("plain"), "plain");
    }

    #[test]
    fn what_is_written_is_told() {
        let catalog = Catalog::read("a.a = A {0} and {1}\nb.b = B {0}\nc.c = C");
        assert_eq!(catalog.tell("c.c"), "C");
        assert_eq!(catalog.tell("plain words\twith a tab"), "plain words\twith a tab");
        let inner: String = say("b.b", [inside("c.c")]).into();
        let text: String = say("a.a", [inside(&inner), "@home\t2.epd".to_owned()]).into();
        assert_eq!(catalog.tell(&text), "A B C and @home 2.epd");
        let outer: String = say("b.b", [inside(&text)]).into();
        assert_eq!(catalog.tell(&outer), "B A B C and @home 2.epd");
        assert_eq!(inside("it is gone."), "it is gone.");
    }

    #[test]
    fn an_argument_is_not_read_as_a_template() {
        let catalog = Catalog::read("a = <{0}>");
        assert_eq!(catalog.render(&say("a", ["{0}{1}".to_owned()])), "<{0}{1}>");
    }
}
