//! How bad the findings of each rule are in a file, where its reader wants it otherwise than the rule does.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::epd::lint::{Diagnostic, RULES, Rule, RuleSet, Severity};

/// What becomes of the findings of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// They are not reported, and their fixes are not applied.
    Off,
    /// They are worth knowing.
    Info,
    /// They are warnings.
    Warning,
    /// They are errors.
    Error,
}

impl Level {
    /// All levels, the gravest first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Off];

    /// The severity of findings; `None` if they are not reported.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }

    /// The word in settings.
    pub fn name(self) -> &'static str {
        self.severity().map_or("off", Severity::name)
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}

/// The code of a rule, such as `E303`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RuleCode([u8; 4]);

impl RuleCode {
    /// The code in a text; `None` if it does not have the form of one.
    pub fn new(text: &str) -> Option<Self> {
        let code: [u8; 4] = text.as_bytes().try_into().ok()?;
        let is_code = matches!(code[0], b'E' | b'W' | b'I') && code[1..].iter().all(u8::is_ascii_digit);
        is_code.then_some(Self(code))
    }
}

impl fmt::Display for RuleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

impl TryFrom<String> for RuleCode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text).ok_or("not the code of a rule")
    }
}

impl From<RuleCode> for String {
    fn from(code: RuleCode) -> Self {
        code.to_string()
    }
}

/// The levels of the rules in a file. A rule without one keeps its own severity.
///
/// ```
/// use epidote::epd::lint::{Level, Levels, RULES, RuleCode, Severity};
/// let rule = RULES.iter().find(|rule| rule.code == "E303").expect("a rule");
/// let mut levels = Levels::default();
/// assert_eq!(levels.severity(rule), Some(Severity::Error));
/// levels.set(RuleCode::new("E303").expect("a code"), Some(Level::Off));
/// assert_eq!(levels.severity(rule), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Levels(Vec<(RuleCode, Level)>);

impl Levels {
    /// The level of the rule with this code; `None` if it keeps its own severity.
    pub fn at(&self, code: RuleCode) -> Option<Level> {
        let place = self.0.binary_search_by_key(&code, |&(known, _)| known).ok()?;
        Some(self.0[place].1)
    }

    /// Gives the rule with this code a level; `None` gives its own severity back.
    pub fn set(&mut self, code: RuleCode, level: Option<Level>) {
        match (self.0.binary_search_by_key(&code, |&(known, _)| known), level) {
            (Ok(place), Some(level)) => self.0[place].1 = level,
            (Ok(place), None) => drop(self.0.remove(place)),
            (Err(place), Some(level)) => self.0.insert(place, (code, level)),
            (Err(_), None) => {}
        }
    }

    /// Returns whether every rule keeps its own severity.
    pub fn is_usual(&self) -> bool {
        self.0.is_empty()
    }

    /// The rules with a level of the file, in the order of their codes.
    pub fn changed(&self) -> &[(RuleCode, Level)] {
        &self.0
    }

    /// The severity of the findings of a rule; `None` if they are not reported.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        let level =
            if self.is_usual() { None } else { RuleCode::new(rule.code).and_then(|code| self.at(code)) };
        level.map_or(Some(rule.severity), Level::severity)
    }

    /// The rules that are not off.
    pub fn rules(&self) -> RuleSet {
        RuleSet::of(RULES.iter().filter(|rule| self.severity(rule).is_some()).copied())
    }

    /// Removes the findings of rules that are off.
    pub fn retain(&self, found: &mut Vec<Diagnostic>) {
        found.retain(|found| self.severity(found.rule).is_some());
    }

    /// The severity of the worst finding that is reported.
    pub fn worst(&self, found: &[Diagnostic]) -> Option<Severity> {
        found.iter().filter_map(|found| self.severity(found.rule)).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::check;
    use crate::epd::parse;

    fn code(text: &str) -> RuleCode {
        RuleCode::new(text).expect("a code")
    }

    #[test]
    fn levels_of_a_file() {
        let mut levels = Levels::default();
        for (name, level) in
            [("E406", Level::Info), ("E303", Level::Off), ("E406", Level::Error), ("W102", Level::Off)]
        {
            levels.set(code(name), Some(level));
        }
        levels.set(code("W102"), None);
        levels.set(code("W103"), None);
        assert_eq!(levels.changed(), [(code("E303"), Level::Off), (code("E406"), Level::Error)]);
        assert_eq!((levels.at(code("E303")), levels.at(code("W102"))), (Some(Level::Off), None));
        let mut found = check(&parse(b"4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id BK.01; xy 1;"));
        assert_eq!(levels.worst(&found), Some(Severity::Error));
        levels.set(code("E406"), Some(Level::Info));
        assert_eq!(levels.worst(&found), Some(Severity::Info));
        levels.retain(&mut found);
        assert!(found.iter().all(|found| found.rule.code != "E303"), "{found:?}");
        assert!(found.iter().any(|found| found.rule.code == "E406"), "{found:?}");
        for rule in RULES {
            assert_eq!(levels.rules().has(rule), rule.code != "E303", "{}", rule.code);
        }
    }

    #[test]
    fn levels_have_words() {
        let words: Vec<_> = Level::ALL.into_iter().map(Level::name).collect();
        assert_eq!(words, ["error", "warning", "info", "off"]);
        for severity in [Severity::Info, Severity::Warning, Severity::Error] {
            assert_eq!(Level::from(severity).severity(), Some(severity));
        }
    }

    #[test]
    fn codes_have_a_form() {
        for rule in RULES {
            assert_eq!(code(rule.code).to_string(), rule.code);
        }
        for none in ["", "E30", "E3033", "X303", "E+30", "303", "\u{416}30", "e303"] {
            assert_eq!(RuleCode::new(none), None, "{none}");
        }
    }
}
