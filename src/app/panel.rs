//! What the panel of the search starts: the step that it is set to, on one record or on all. What it is set to
//! is remembered.

use leptos::prelude::*;

use crate::app::analysis::LimitKind;
use crate::app::state::AppState;
use crate::app::study::MOST_LINES;
use crate::browser::page;
use crate::verb::{Analyze, EngineName, Limits, Mate, Step};

/// The setting that keeps what the panel is set to.
pub(super) const SETTING: &str = "search";

/// What the panel is set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) is_stockfish: bool,
    pub(super) kind: LimitKind,
    pub(super) limit: u64,
    pub(super) predicted_move: bool,
    /// Lines when one thinks along.
    pub(super) lines: u32,
}

impl Settings {
    /// What it was set to last time; what cannot be read is as usual.
    pub(super) fn remembered() -> Self {
        let setting = page::setting(SETTING).unwrap_or_default();
        let mut words = setting.split(' ');
        let mut next = || words.next().unwrap_or_default();
        let is_stockfish = next() == "stockfish";
        let label = next();
        let kind = LimitKind::ALL.into_iter().find(|kind| kind.label() == label).unwrap_or(LimitKind::Nodes);
        let limit = next().parse().ok().filter(|&limit| limit > 0).unwrap_or(kind.usual());
        let predicted_move = next() == "pm";
        Self {
            is_stockfish,
            kind,
            limit,
            predicted_move,
            lines: next().parse().unwrap_or(1).clamp(1, MOST_LINES),
        }
    }

    fn written(self) -> String {
        let engine = if self.is_stockfish { "stockfish" } else { "epidote" };
        let pm = if self.predicted_move { "pm" } else { "-" };
        format!("{engine} {} {} {pm} {}", self.kind.label(), self.limit, self.lines)
    }
}

impl AppState {
    /// Remembers what the panel is set to whenever it changes. Call once, in the root component.
    pub fn keep_search_settings(self) {
        Effect::new(move |before: Option<Settings>| {
            let analysis = self.analysis;
            let settings = Settings {
                is_stockfish: analysis.is_stockfish.get(),
                kind: analysis.kind.get(),
                limit: analysis.limit.get(),
                predicted_move: analysis.predicted_move.get(),
                lines: self.study.lines.get(),
            };
            if before.is_some_and(|before| before != settings) {
                page::keep_setting(SETTING, &settings.written());
            }
            settings
        });
    }

    /// Sets the panel to what the settings say.
    pub(super) fn recall_panel(self) {
        let (settings, analysis) = (Settings::remembered(), self.analysis);
        analysis.is_stockfish.set(settings.is_stockfish);
        analysis.kind.set(settings.kind);
        analysis.limit.set(settings.limit);
        analysis.predicted_move.set(settings.predicted_move);
        self.study.lines.set(settings.lines);
    }

    /// The step that the panel of the search is set to.
    fn panel_step(self) -> Step {
        let analysis = self.analysis;
        let value = analysis.limit.get_untracked();
        let count = u32::try_from(value).unwrap_or(u32::MAX);
        let none = Limits::default();
        let limits = match analysis.kind.get_untracked() {
            LimitKind::Nodes => Limits { nodes: Some(value), ..none },
            LimitKind::Depth => Limits { depth: Some(count), ..none },
            LimitKind::Time => Limits { time_ms: Some(value), ..none },
            LimitKind::Mate => {
                return Mate { moves: count, nodes: None, time_ms: None, single_pass: false }.into();
            }
        };
        let is_stockfish = analysis.is_stockfish.get_untracked();
        let engine = if is_stockfish { EngineName::Stockfish } else { EngineName::Epidote };
        let predicted_move = analysis.predicted_move.get_untracked();
        Analyze { engine, limits, predicted_move, lines: 1, as_records: false }.into()
    }

    /// Searches the selected record and writes what is found.
    pub fn analyze_record(self) {
        let Some((document, id)) = self.documents.selection() else { return };
        self.run_step(document, vec![id], self.panel_step(), "run.analyze-record".into(), true);
    }

    /// Searches all records of the file in front and writes what is found, one step of undo.
    pub fn analyze_file(self) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        self.run_step(
            document,
            self.documents.all_ids(),
            self.panel_step(),
            "run.analyze-file".into(),
            false,
        );
    }
}
