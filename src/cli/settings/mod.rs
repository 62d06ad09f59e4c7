//! How files are read and checked, by the arguments and by the nearest `epidote.toml` above each file.

mod error;
mod file;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use error::ConfigError;
pub(super) use error::SettingsError;
use file::{Config, Written};

use crate::cli::args::{DialectName, Reading};
use crate::cli::located::Located as _;
use crate::epd::conventions::Conventions;
use crate::epd::game::Game;
use crate::epd::lint::{
    Diagnostic, Level, RULES, Repair, Rule, RuleCode, RuleSet, Severity, Surroundings, Variant,
};
use crate::source;

/// The name of the file of settings.
const FILE_NAME: &str = "epidote.toml";

/// How the lines of a file are read and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Profile {
    /// How its records are read, and how bad the findings of each rule are.
    pub(super) conventions: Conventions,
    /// The rules that are enabled, whose fixes are applied.
    pub(super) rules: RuleSet,
}

impl Default for Profile {
    fn default() -> Self {
        Self { conventions: Conventions::default(), rules: RuleSet::ALL }
    }
}

impl Profile {
    /// The severity of findings of this rule; `None` if the rule is disabled.
    pub(super) fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.conventions.levels.severity(rule)
    }

    /// How the records of the file are read, if its comments name this variant of chess.
    pub(super) fn with_variant(&self, variant: Option<Variant>) -> Cow<'_, Conventions> {
        match variant {
            None => Cow::Borrowed(&self.conventions),
            variant => Cow::Owned(self.conventions.clone().with_variant(variant)),
        }
    }

    /// A repair by what holds for the file, whose comments name this variant of chess or none.
    pub(super) fn repair(&self, repair: Repair, variant: Option<Variant>) -> Repair {
        let Conventions { dialect, game, .. } = self.conventions;
        Repair { dialect, game, variant, only: self.rules, ..repair }
    }

    /// What is known of a line of the file, of which this is known from the lines before.
    pub(super) fn known(&self, seen: Surroundings) -> Surroundings {
        let Conventions { dialect, game, .. } = self.conventions;
        Surroundings { dialect, game, ..seen }
    }

    /// What is known of a line of the file, if its comments name this variant of chess.
    pub(super) fn around(&self, variant: Option<Variant>) -> Surroundings {
        Surroundings { variant, ..self.conventions.around() }
    }

    /// Whether the rule is enabled.
    pub(super) fn asks(&self, rule: &Rule) -> bool {
        self.severity(rule).is_some()
    }

    /// Removes the findings of disabled rules.
    pub(super) fn retain(&self, found: &mut Vec<Diagnostic>) {
        self.conventions.levels.retain(found);
    }

    /// Enables only these rules.
    fn select(&mut self, rules: &[&'static Rule], usual: &Self) {
        for rule in RULES {
            if !rules.iter().any(|selected| selected.code == rule.code) {
                self.set(rule, Level::Off);
            } else if !self.asks(rule) {
                // A rule that was disabled gets the severity it had before that, or else its default.
                self.set(rule, usual.severity(rule).unwrap_or(rule.severity).into());
            }
        }
    }

    fn ignore(&mut self, rules: &[&'static Rule]) {
        for rule in rules {
            self.set(rule, Level::Off);
        }
    }

    fn set(&mut self, rule: &Rule, level: Level) {
        if let Some(code) = RuleCode::new(rule.code) {
            self.conventions.levels.set(code, Some(level));
        }
    }
}

/// The arguments about rules and dialect.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) dialect: Option<DialectName>,
    pub(super) chess960: bool,
    pub(super) select: Option<Vec<&'static Rule>>,
    pub(super) ignore: Vec<&'static Rule>,
}

/// Finds the settings of each file.
#[derive(Debug, Clone, Default)]
pub(super) struct Profiles {
    asked: Asked,
    /// The settings file to use for all files, if one was named.
    config: Option<PathBuf>,
    is_isolated: bool,
    /// The settings of folders that were searched.
    known: HashMap<PathBuf, Option<Arc<Config>>>,
    /// The last profile, which is usually the next one too.
    last: Option<Arc<Profile>>,
}

impl Profiles {
    /// Those of verbs for which it does not matter how a file is read.
    pub(super) fn isolated() -> Self {
        Self { is_isolated: true, ..Self::default() }
    }

    /// With these arguments.
    pub(super) fn new(reading: &Reading) -> Self {
        Self::with(reading, None, Vec::new())
    }

    /// With these arguments, and with rules that are enabled or disabled.
    pub(super) fn with(
        reading: &Reading,
        select: Option<Vec<&'static Rule>>,
        ignore: Vec<&'static Rule>,
    ) -> Self {
        Self {
            asked: Asked { dialect: reading.dialect, chess960: reading.chess960, select, ignore },
            config: reading.config.clone(),
            is_isolated: reading.isolated,
            ..Self::default()
        }
    }

    /// The settings of a file, or of standard input, which is treated as if it were in the working folder.
    ///
    /// # Errors
    /// What is wrong with the settings file.
    pub(super) fn of(&mut self, path: Option<&Path>) -> Result<Arc<Profile>, SettingsError> {
        let absolute = std::path::absolute(path.unwrap_or(Path::new("-"))).map_err(SettingsError::Folder)?;
        let config = match (&self.config, self.is_isolated, absolute.parent()) {
            (Some(named), _, _) => {
                let named = named.clone();
                Some(self.read(&named)?)
            }
            (None, false, Some(folder)) => self.nearest(folder)?,
            _ => None,
        };
        let mut profile = Profile::default();
        if let Some(config) = config {
            config.apply(&absolute, &mut profile);
        }
        let usual = profile.clone();
        if let Some(rules) = &self.asked.select {
            profile.select(rules, &usual);
        }
        profile.ignore(&self.asked.ignore);
        if let Some(dialect) = self.asked.dialect {
            profile.conventions.dialect = dialect.into();
        }
        if self.asked.chess960 {
            profile.conventions.game = Game::Chess960;
        }
        profile.rules = profile.conventions.levels.rules();
        let last = self.last.take().filter(|last| **last == profile).unwrap_or_else(|| Arc::new(profile));
        self.last = Some(Arc::clone(&last));
        Ok(last)
    }

    fn nearest(&mut self, folder: &Path) -> Result<Option<Arc<Config>>, SettingsError> {
        if let Some(known) = self.known.get(folder) {
            return Ok(known.clone());
        }
        let path = folder.join(FILE_NAME);
        let found = match (path.is_file(), folder.parent()) {
            (true, _) => Some(self.read(&path)?),
            (false, Some(above)) => self.nearest(above)?,
            (false, None) => None,
        };
        self.known.insert(folder.to_owned(), found.clone());
        Ok(found)
    }

    fn read(&mut self, path: &Path) -> Result<Arc<Config>, SettingsError> {
        if let Some(Some(known)) = self.known.get(path) {
            return Ok(Arc::clone(known));
        }
        let read = || -> Result<Config, ConfigError> {
            let text = source::text(path)?;
            let written: Written = toml::from_str(&text)?;
            let absolute = std::path::absolute(path).map_err(ConfigError::Folder)?;
            Config::new(written, absolute.parent().unwrap_or(Path::new("/")))
        };
        let config = Arc::new(read().at(path.display())?);
        self.known.insert(path.to_owned(), Some(Arc::clone(&config)));
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::rules::rules_of;
    use crate::epd::dialect::Dialect;

    fn profile(toml: &str, path: &str) -> Result<Profile, ConfigError> {
        let written = toml::from_str(toml)?;
        let mut profile = Profile::default();
        Config::new(written, Path::new("/suites"))?.apply(Path::new(path), &mut profile);
        Ok(profile)
    }

    /// Checks the severity of a rule in the profile of a file.
    #[track_caller]
    fn check(toml: &str, path: &str, code: &str, expect: Option<Severity>) {
        let rule = rules_of(code).unwrap()[0];
        assert_eq!(profile(toml, path).unwrap().severity(rule), expect, "{toml} {path} {code}");
    }

    #[test]
    fn severities_are_set_per_rule_and_per_file() {
        let toml = "ignore = [\"W102\"]\n[severity]\nE1 = \"info\"\nE104 = \"warning\"\nunknown-opcode = \"error\"\n\
            [[files]]\nmatch = [\"old/**/*.epd\", \"tal?.epd\"]\ndialect = \"kvetka\"\nselect = [\"E\"]\n\
            severity = { E104 = \"off\" }\n";
        check(toml, "/suites/a.epd", "E101", Some(Severity::Info));
        check(toml, "/suites/a.epd", "E104", Some(Severity::Warning));
        check(toml, "/suites/a.epd", "unknown-opcode", Some(Severity::Error));
        check(toml, "/suites/a.epd", "W102", None);
        check(toml, "/suites/a.epd", "E305", Some(Severity::Error));
        for path in ["/suites/old/1/a.epd", "/suites/x/tal1.epd"] {
            check(toml, path, "E104", None);
            check(toml, path, "W204", None);
            check(toml, path, "E305", Some(Severity::Error));
            assert_eq!(profile(toml, path).unwrap().conventions.dialect, Dialect::Kvetka);
        }
        assert_eq!(profile(toml, "/suites/tal10.epd").unwrap().conventions.dialect, Dialect::Edwards);
    }

    #[test]
    fn what_is_wrong_with_settings_is_said() {
        let wrong = |toml: &str| profile(toml, "/suites/a.epd").unwrap_err().to_string();
        assert!(wrong("ignore = [\"X1\"]").contains("there is no rule `X1`"));
        assert!(wrong("dialekt = \"kvetka\"").contains("unknown field `dialekt`"));
        assert!(wrong("[severity]\nE101 = \"bad\"").contains("unknown variant `bad`"));
        assert!(wrong("[[files]]\nmatch = [\"a[\"]").contains("is not a file pattern"));
    }
}
