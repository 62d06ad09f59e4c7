//! The file of settings, `epidote.toml`: as it is written, and checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern};
use serde::Deserialize;

use super::Profile;
use super::error::ConfigError;
use crate::cli::rules::rules_of;
use crate::epd::dialect::Dialect;
use crate::epd::game::Game;
use crate::epd::lint::{Level, Rule};

/// The settings file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    dialect: Option<Named>,
    game: Option<Game>,
    select: Option<Vec<String>>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    severity: BTreeMap<String, Level>,
    #[serde(default)]
    files: Vec<WrittenFiles>,
}

/// Settings for some files only.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFiles {
    #[serde(rename = "match")]
    patterns: Vec<String>,
    dialect: Option<Named>,
    game: Option<Game>,
    select: Option<Vec<String>>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    severity: BTreeMap<String, Level>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Named {
    Edwards,
    Kvetka,
}

/// Settings whose rules and patterns have been checked.
#[derive(Debug)]
pub(super) struct Config {
    folder: PathBuf,
    all: Part,
    files: Vec<(Vec<Pattern>, Part)>,
}

#[derive(Debug)]
struct Part {
    dialect: Option<Named>,
    game: Option<Game>,
    select: Option<Vec<&'static Rule>>,
    ignore: Vec<&'static Rule>,
    severity: Vec<(Vec<&'static Rule>, Level)>,
}

impl Config {
    pub(super) fn new(written: Written, folder: &Path) -> Result<Self, ConfigError> {
        let Written { dialect, game, select, ignore, severity, files } = written;
        let all = Part::new((dialect, game), select, &ignore, severity)?;
        let part = |files: WrittenFiles| {
            let WrittenFiles { patterns, dialect, game, select, ignore, severity } = files;
            let pattern = |text: &String| {
                Pattern::new(text).map_err(|error| ConfigError::Pattern { text: text.clone(), error })
            };
            let patterns: Result<Vec<Pattern>, ConfigError> = patterns.iter().map(pattern).collect();
            Ok((patterns?, Part::new((dialect, game), select, &ignore, severity)?))
        };
        let files: Result<Vec<_>, ConfigError> = files.into_iter().map(part).collect();
        Ok(Self { folder: folder.to_owned(), all, files: files? })
    }

    pub(super) fn apply(&self, path: &Path, profile: &mut Profile) {
        self.all.apply(profile);
        for (patterns, part) in &self.files {
            if patterns.iter().any(|pattern| self.fits(pattern, path)) {
                part.apply(profile);
            }
        }
    }

    /// A pattern without a slash matches names, any other pattern matches paths below the folder of the
    /// settings.
    fn fits(&self, pattern: &Pattern, path: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        if pattern.as_str().contains('/') {
            let below = path.strip_prefix(&self.folder).unwrap_or(path);
            return pattern.matches_path_with(below, options);
        }
        path.file_name().is_some_and(|name| pattern.matches_with(&name.to_string_lossy(), options))
    }
}

impl Part {
    fn new(
        (dialect, game): (Option<Named>, Option<Game>),
        select: Option<Vec<String>>,
        ignore: &[String],
        severity: BTreeMap<String, Level>,
    ) -> Result<Self, ConfigError> {
        let all = |words: &[String]| -> Result<Vec<&'static Rule>, ConfigError> {
            let rules: Result<Vec<_>, _> = words.iter().map(|word| rules_of(word)).collect();
            Ok(rules?.concat())
        };
        // The longest word comes last, since `E104` is more specific than `E1`.
        let mut words: Vec<(String, Level)> = severity.into_iter().collect();
        words.sort_by_key(|(word, _)| word.len());
        let severity: Result<Vec<_>, ConfigError> =
            words.into_iter().map(|(word, level)| Ok((rules_of(&word)?, level))).collect();
        Ok(Self {
            dialect,
            game,
            select: select.map(|words| all(&words)).transpose()?,
            ignore: all(ignore)?,
            severity: severity?,
        })
    }

    fn apply(&self, profile: &mut Profile) {
        match self.dialect {
            Some(Named::Edwards) => profile.conventions.dialect = Dialect::Edwards,
            Some(Named::Kvetka) => profile.conventions.dialect = Dialect::Kvetka,
            None => {}
        }
        profile.conventions.game = self.game.unwrap_or(profile.conventions.game);
        let usual = profile.clone();
        if let Some(rules) = &self.select {
            profile.select(rules, &usual);
        }
        for (rules, level) in &self.severity {
            for rule in rules {
                profile.set(rule, *level);
            }
        }
        profile.ignore(&self.ignore);
    }
}
