//! The panel of the search: the step that it starts, on one record or on all. Its settings are remembered.

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::study::Study;
use crate::browser::page;
use crate::logic::search_settings::SearchSettings;
use crate::verb::{EngineName, Step};

/// The name of the setting.
pub(super) const SETTING: &str = "search";

/// The settings of last time. Defaults replace those that cannot be read.
pub(super) fn remembered() -> SearchSettings {
    SearchSettings::read(&page::setting(SETTING).unwrap_or_default())
}

/// The panel of the search.
#[derive(Debug, Clone, Copy)]
pub struct Panel {
    analysis: &'static AnalysisState,
    study: &'static Study,
}

impl Panel {
    /// Sets this search, and thinking along.
    pub fn new(analysis: &'static AnalysisState, study: &'static Study) -> Self {
        Self { analysis, study }
    }

    /// Remembers the settings of the panel whenever they change. Call once, in the root component.
    pub fn keep_search_settings(self) {
        Effect::new(move |before: Option<SearchSettings>| {
            let settings = self.settings();
            if before.is_some_and(|before| before != settings) {
                page::keep_setting(SETTING, &settings.written());
            }
            settings
        });
    }

    fn settings(self) -> SearchSettings {
        let analysis = self.analysis;
        SearchSettings {
            engine: analysis.engine.get(),
            kind: analysis.kind.get(),
            limit: analysis.limit.get(),
            predicted_move: analysis.predicted_move.get(),
            lines: self.study.lines.get(),
            threads: self.study.threads.get(),
        }
    }

    /// Sets the panel to the remembered settings.
    pub(super) fn recall_panel(self) {
        let (settings, analysis) = (remembered(), self.analysis);
        let has_native = !analysis.native.with_untracked(String::is_empty);
        let is_there = settings.engine != EngineName::Native || has_native;
        analysis.engine.set(if is_there { settings.engine } else { EngineName::default() });
        analysis.kind.set(settings.kind);
        analysis.limit.set(settings.limit);
        analysis.predicted_move.set(settings.predicted_move);
        self.study.lines.set(settings.lines);
        self.study.threads.set(settings.threads);
    }

    /// The step that the panel starts.
    pub fn step(self) -> Step {
        untrack(|| self.settings()).step()
    }
}
