//! The language files: every text that is used exists in both languages, and no others do.

use std::collections::BTreeSet;
use std::fs;

use crate::layering::{Source, sources};
use epidote::commands::COMMANDS;
use epidote::epd::lint::RULES;
use epidote::epd::opcode::OPCODES;
use epidote::language::{Catalog, Text};
use epidote::logic::tools::tools;

/// The numbers of the placeholders of a text.
fn placeholders(text: &str) -> BTreeSet<&str> {
    let numbers = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    numbers.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

/// The code without its tests.
fn code(source: &Source) -> &str {
    if source.path.ends_with("tests.rs") {
        return "";
    }
    source.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default()
}

/// The string literals of the code that look like keys.
fn literals(source: &Source) -> impl Iterator<Item = &str> {
    let lines = code(source).lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|text| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    })
}

fn is_rule_code(text: &str) -> bool {
    text.len() == 4 && text.starts_with(['E', 'W', 'I']) && text[1..].bytes().all(|b| b.is_ascii_digit())
}

/// The part of a key before the first dot: the code of a rule, or a group.
fn group(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

fn key(text: &Text) -> String {
    text.key().unwrap_or_default().to_owned()
}

/// All keys the program can ask for.
fn used() -> BTreeSet<String> {
    let groups: BTreeSet<&str> = Catalog::english().keys().map(group).collect();
    let mut used = BTreeSet::new();
    for source in sources() {
        for key in literals(&source) {
            // A part of a key ends with a dot.
            let in_group = key.contains('.') && !key.ends_with('.') && groups.contains(group(key));
            if in_group || is_rule_code(group(key)) {
                used.insert(key.to_owned());
            }
        }
        // An argument of `say` is a key even if its group has no entry at all.
        for rest in code(&source).split("say(\"").skip(1) {
            used.extend(rest.split('"').next().map(str::to_owned));
        }
    }
    for rule in RULES {
        used.extend([rule.code.to_owned(), key(&rule.why()), key(&rule.kind())]);
    }
    // What the button of a tool says. The open files are merged whole, however many lines are listed.
    used.extend(tools().filter(|tool| tool.name() != "tool.join").map(|tool| key(&tool.deed(1))));
    for row in COMMANDS {
        used.extend([row.name.to_owned(), row.about.to_owned()]);
    }
    for spec in OPCODES {
        used.extend([key(&spec.title()), key(&spec.help())]);
    }
    used
}

#[test]
fn every_text_used_is_there_and_no_other() {
    let used = used();
    assert!(used.len() > 150, "{} keys found", used.len());
    let english: BTreeSet<String> = Catalog::english().keys().map(str::to_owned).collect();
    assert_eq!(used.difference(&english).collect::<Vec<_>>(), [""; 0], "not in en.txt");
    assert_eq!(english.difference(&used).collect::<Vec<_>>(), [""; 0], "never used");
}

/// The build leaves texts with this beginning out of the page (`scripts/page/texts.mjs`).
#[test]
fn only_the_command_line_says_its_texts() {
    let mut met = 0;
    for source in sources() {
        let is_page = !source.path.starts_with("src/cli");
        for key in literals(&source).filter(|key| key.starts_with("cli.")) {
            met += 1;
            assert!(!is_page, "{}: {key}", source.path.display());
        }
    }
    assert!(met > 5, "{met} found");
}

#[test]
fn both_languages_say_the_same_things() {
    let (english, russian) = (Catalog::english(), Catalog::russian());
    for key in english.keys() {
        assert!(russian.has(key), "ru.txt has no {key}");
        assert_eq!(placeholders(english.get(key)), placeholders(russian.get(key)), "{key}");
    }
    for key in russian.keys() {
        assert!(english.has(key), "en.txt has no {key}");
    }
}

#[test]
fn every_line_of_a_language_file_is_an_entry() {
    for name in ["en", "ru"] {
        let text = fs::read_to_string(format!("src/language/{name}.txt")).expect("a language file");
        let mut keys = BTreeSet::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{name}: no entry: {line}"));
            assert!(keys.insert(key), "{name}: {key} is there twice");
            assert!(!text.trim().is_empty() && text.trim() == text, "{name}: {key}");
            assert_eq!(text.matches('`').count() % 2, 0, "{name}: {key}");
        }
    }
}

#[test]
fn a_rule_says_what_belongs_to_it_and_has_a_reason() {
    for source in sources().iter().filter(|s| s.path.starts_with("src/epd/lint/rules")) {
        let path = source.path.display();
        let Some(own) = literals(source).find(|text| is_rule_code(text)) else { continue };
        for key in literals(source).filter(|key| is_rule_code(group(key))) {
            assert_eq!(group(key), own, "{path}");
        }
        assert!(Catalog::english().has(&format!("{own}.why")), "{path}: en.txt gives no reason");
    }
}

/// Users change keys, so texts have them as arguments.
#[test]
fn no_text_names_the_key_of_a_command() {
    let keys: BTreeSet<&str> = COMMANDS.iter().flat_map(|row| row.keys).copied().collect();
    for (catalog, language) in [(Catalog::english(), "en"), (Catalog::russian(), "ru")] {
        for key in catalog.keys() {
            for word in catalog.get(key).split(' ') {
                let inside = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                // A letter alone may be a word.
                let name = word.trim_end_matches([',', ':', '.']);
                let is_key = inside.is_some_and(|inside| keys.contains(inside))
                    || (name.len() > 1 && name.is_ascii() && keys.contains(name));
                assert!(!is_key, "{language}: {key}: {word}");
            }
        }
    }
}

/// English has a form for one and one for the rest; Russian has three (1, 2 to 4, 5 and more).
#[test]
fn plurals_have_the_forms_of_their_language() {
    for (catalog, forms, language) in [(Catalog::english(), 2, "en"), (Catalog::russian(), 3, "ru")] {
        let mut met = 0;
        for key in catalog.keys() {
            let choices = catalog.get(key).split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            for (choice, _) in choices.filter(|(choice, _)| choice.contains('|')) {
                met += 1;
                let mut parts = choice.split('|');
                let number = parts.next().unwrap_or_default();
                assert!(number.bytes().all(|byte| byte.is_ascii_digit()), "{language}: {key}: {choice}");
                assert_eq!(parts.count(), forms, "{language}: {key}: {choice}");
            }
        }
        assert!(met > 100, "{language}: {met} found");
    }
}
