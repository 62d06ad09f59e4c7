//! What the panel of the search starts: the step that it is set to, on one record or on all.

use crate::app::state::AppState;
use crate::app::step_text::{engine, limits, step};

impl AppState {
    /// The step that the panel of the search is set to.
    fn panel_step(self) -> String {
        let analysis = self.analysis;
        let value = analysis.limit.get_untracked().to_string();
        match analysis.kind.get_untracked().name() {
            None => step("mate", &[("moves", value)]),
            Some(kind) => step(
                "analyze",
                &[
                    ("engine", engine(analysis.is_stockfish.get_untracked())),
                    ("limits", limits(kind, &value)),
                    ("predicted_move", analysis.predicted_move.get_untracked().to_string()),
                ],
            ),
        }
    }

    /// Searches the selected record and writes what is found.
    pub fn analyze_record(self) {
        let Some((document, id)) = self.selection() else { return };
        self.run_step(document, vec![id], self.panel_step(), "run.analyze-record", true);
    }

    /// Searches all records of the file in front and writes what is found, one step of undo.
    pub fn analyze_file(self) {
        let Some(document) = self.with_active(|open| open.id) else { return };
        self.run_step(document, self.all_ids(), self.panel_step(), "run.analyze-file", false);
    }
}
