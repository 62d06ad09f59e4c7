//! The texts of Epidote: the code has keys, and a file for each language has the texts.
//!
//! A [`Text`] names an entry and carries its arguments, independent of language; a [`Catalog`] turns it into
//! words. An argument is a number, another text, or words that are the same in every language, so a catalogue
//! never has to guess its kind.
//!
//! The files have lines `key = text`. In a text, `{0}`, `{1}` … are replaced by the arguments; numbers are
//! written with the separators of the language. `{0|record|records}` chooses among plural forms by a number:
//! one and other in English; one, few and many in Russian ([`plural`]). English is compiled into the command
//! line program and is a file beside the page. Every other language is a file that is read on demand.

mod number;
mod plural;
mod text;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::OnceLock;

pub use text::{Arg, Text, args, enumeration, list, paragraph, say, word};

/// The languages of the page: the name of the file of each, which is also its code, and the language's name
/// for itself. The first one is always loaded.
pub const LANGUAGES: &[(&str, &str)] = &[("en", "English"), ("ru", "Русский")];

/// The code of the language for tests: English in brackets that are used nowhere else.
pub const BRACKETED: &str = "xx";

/// The English texts. The page reads them from a file while the program loads.
#[cfg(any(test, not(target_arch = "wasm32")))]
const ENGLISH: &str = include_str!("en.txt");

static ENGLISH_CATALOG: OnceLock<Catalog> = OnceLock::new();

/// The English texts that a page loads after its first view.
static LATE_ENGLISH: OnceLock<Catalog> = OnceLock::new();

/// The key under which the build names the file of the English texts that come late.
pub const LATE: &str = "language.late";

/// The Russian texts.
#[cfg(any(test, not(target_arch = "wasm32")))]
const RUSSIAN: &str = include_str!("ru.txt");

/// The texts of one language.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    language: Language,
    entries: HashMap<String, String>,
}

/// A language whose rules are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Language {
    #[default]
    English,
    Russian,
}

impl Catalog {
    /// Reads the lines of a language file. Blank lines, lines that start with `#`, and lines that are not
    /// entries are skipped. Numbers and plural forms follow the rules of the language with this code, or of
    /// English if the code is not known.
    pub fn read(code: &str, file: &str) -> Self {
        let entry = |line: &str| {
            let (key, text) = line.split_once(" = ")?;
            (!line.starts_with('#')).then(|| (key.trim().to_owned(), text.trim().to_owned()))
        };
        let language = if code == "ru" { Language::Russian } else { Language::English };
        Self { language, entries: file.lines().filter_map(entry).collect() }
    }

    /// The English texts in brackets, for tests: text outside of brackets does not come from a catalogue.
    pub fn bracketed() -> Self {
        let bracketed = |(key, text): (&String, &String)| (key.clone(), format!("⟦{text}⟧"));
        let late = LATE_ENGLISH.get().into_iter().flat_map(|late| &late.entries);
        let entries = Self::english().entries.iter().chain(late).map(bracketed).collect();
        Self { language: Language::English, entries }
    }

    /// English. A page has no texts until it has loaded them, and a worker never has any.
    pub fn english() -> &'static Self {
        #[cfg(any(test, not(target_arch = "wasm32")))]
        return ENGLISH_CATALOG.get_or_init(|| Self::read("en", ENGLISH));
        #[cfg(not(any(test, not(target_arch = "wasm32"))))]
        return ENGLISH_CATALOG.get_or_init(Self::default);
    }

    /// Sets the English texts. Call once, before any text is rendered.
    pub fn bring_english(file: &str) {
        // If texts were set before, they stay: they come from the same file.
        let _ = ENGLISH_CATALOG.set(Self::read("en", file));
    }

    /// Adds the English texts that come late.
    pub fn bring_late_english(file: &str) {
        // As above.
        let _ = LATE_ENGLISH.set(Self::read("en", file));
    }

    /// Russian. The page does not contain it, and reads the file when the user chooses the language.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn russian() -> &'static Self {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| Self::read("ru", RUSSIAN))
    }

    /// The entry of a key. Without one, the English entry; without that, the key itself, or nothing as long as
    /// English texts are still to come.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        let (english, late) = (Self::english(), LATE_ENGLISH.get());
        let found =
            [Some(self), Some(english), late].into_iter().flatten().find_map(|known| known.entries.get(key));
        let is_to_come = || late.is_none() && english.has(LATE);
        found.map_or_else(|| if is_to_come() { "" } else { key }, String::as_str)
    }

    /// Whether the language has an entry for this key.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// All keys, in no particular order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// A text in this language.
    pub fn render(&self, text: &Text) -> String {
        let mut out = String::new();
        // Writing into a string cannot fail.
        let _ = self.write(text, &mut out);
        out
    }

    /// A number that is given in units of its last decimal, with that many `decimals`, at most 6, by the signs of this
    /// language.
    pub fn decimal(&self, number: i64, decimals: u32) -> String {
        let mut out = String::new();
        // As above.
        let _ = number::write_decimal(self.language, number, decimals, &mut out);
        out
    }

    /// The entries whose keys begin so, as the lines of a file that [`Catalog::read`] takes.
    pub fn part(&self, prefix: &str) -> String {
        let late = LATE_ENGLISH.get().into_iter().flat_map(Self::keys);
        // Until the English texts have come, those of the language are all there is.
        let keys = Self::english().keys().chain(late).chain(self.keys());
        let keys: HashSet<&str> = keys.filter(|key| key.starts_with(prefix)).collect();
        keys.into_iter().fold(String::new(), |mut lines, key| {
            lines.extend([key, " = ", self.get(key), "\n"]);
            lines
        })
    }

    /// The code of the language.
    pub fn code(&self) -> &'static str {
        match self.language {
            Language::English => "en",
            Language::Russian => "ru",
        }
    }

    /// Writes a text in this language.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, text: &Text, out: &mut impl fmt::Write) -> fmt::Result {
        match text {
            Text::Plain(words) => out.write_str(words),
            Text::Entry { key, args } => self.fill(self.get(key), args, out),
        }
    }

    /// An entry without arguments in this language.
    pub fn words(&self, key: &str) -> String {
        let mut out = String::new();
        let _ = self.fill(self.get(key), &[], &mut out);
        out
    }

    /// Writes an entry with its arguments filled in. Braces that are not placeholders stay as they are.
    fn fill(&self, entry: &str, args: &[Arg], out: &mut impl fmt::Write) -> fmt::Result {
        let mut rest = entry;
        while let Some((before, after)) = rest.split_once('{') {
            out.write_str(before)?;
            let placed = after.split_once('}').and_then(|(place, tail)| Some((argument(place, args)?, tail)));
            let Some(((argument, forms), tail)) = placed else {
                out.write_char('{')?;
                rest = after;
                continue;
            };
            rest = tail;
            match (argument, forms) {
                (Arg::Number(count), Some(forms)) => {
                    out.write_str(plural::choose(self.language, *count, forms))?;
                }
                // Forms are for numbers. For anything else the last form is the least wrong.
                (_, Some(forms)) => out.write_str(forms.rsplit('|').next().unwrap_or_default())?,
                (Arg::Number(count), None) => number::write_grouped(self.language, *count, out)?,
                (Arg::Words(words), None) => out.write_str(words)?,
                (Arg::Text(text), None) => self.write(text, out)?,
            }
        }
        out.write_str(rest)
    }
}

/// The argument of a placeholder, which is its number, and plural forms if there are any.
fn argument<'a>(place: &'a str, args: &'a [Arg]) -> Option<(&'a Arg, Option<&'a str>)> {
    let (number, forms) = match place.split_once('|') {
        Some((number, forms)) => (number, Some(forms)),
        None => (place, None),
    };
    Some((args.get(number.parse::<usize>().ok()?)?, forms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, entry: &str, args: &[Arg], expect: &str) {
        let catalog = Catalog::read(code, &format!("a.a = {entry}\nb.b = word"));
        let text = Text::Entry { key: "a.a".into(), args: args.to_vec() };
        assert_eq!(catalog.render(&text), expect);
    }

    #[test]
    fn puts_arguments_in() {
        check("en", "{1} before {0}", &args!["x", word("b.b")], "word before x");
        check("en", "{x} {9}", &args!["x"], "{x} {9}");
        check("en", "{0} and {0}", &args![1_072_532], "1,072,532 and 1,072,532");
        check("ru", "{0}", &args![1_072_532], "1\u{a0}072\u{a0}532");
        check("en", "<{0}>", &args!["{0}{1}|"], "<{0}{1}|>");
        let inner = say("b.b", ["x"]);
        check("en", "{0}", &args![inner], "word");
        check("en", "{0}", &args![Text::from("b.b".to_owned())], "b.b");
    }

    #[test]
    fn chooses_plural_forms() {
        let english = |count: i64| (count, "{0} {0|record|records}");
        for (count, expect) in [(0, "0 records"), (1, "1 record"), (2, "2 records"), (21, "21 records")] {
            let (count, entry) = english(count);
            check("en", entry, &args![count], expect);
        }
        let expect =
            [(1, "1 запись"), (3, "3 записи"), (5, "5 записей"), (11, "11 записей"), (21, "21 запись")];
        for (count, expect) in expect {
            check("ru", "{0} {0|запись|записи|записей}", &args![count], expect);
        }
        check("en", "{0} {0|record|records}", &args!["no"], "no records");
    }

    #[test]
    fn an_entry_that_is_not_there_is_its_key() {
        let catalog = Catalog::read("en", "# c = no");
        assert_eq!(catalog.render(&"missing".into()), "missing");
        assert!(!catalog.has("c"));
    }

    #[test]
    fn every_text_stands_in_brackets() {
        let catalog = Catalog::bracketed();
        assert_eq!(catalog.words("ui.close"), "⟦Close⟧");
        let text = say("toast.failed", args![word("step.edit-record"), "x"]);
        assert_eq!(catalog.render(&text), "⟦⟦Edit record⟧ failed: x.⟧");
        assert_eq!(catalog.render(&Text::Plain("plain".to_owned())), "plain");
    }
}
