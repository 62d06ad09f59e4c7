//! The menu of fixes for the current problem and for the others of the record.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::findings::CheckDesk;
use crate::app::notices::Notices;
use crate::browser::caret;
use crate::logic::fix_menu::{Act, Choice, choices};

/// The field in which the caret selects the current problem.
const TEXT: &str = "record-text";

/// The signals of the menu.
#[derive(Debug, Clone, Copy)]
pub struct FixMenu {
    /// Whether it is open.
    pub is_open: RwSignal<bool>,
    /// Its lines. Those for the current problem come first.
    pub choices: RwSignal<Vec<Choice>>,
    /// The text of the record that they are for.
    of: StoredValue<Arc<[u8]>>,
    documents: &'static Documents,
    findings: &'static CheckDesk,
    editing: &'static Editing,
    notices: Notices,
}

impl FixMenu {
    /// The menu is closed at first.
    pub fn new(
        documents: &'static Documents,
        findings: &'static CheckDesk,
        editing: &'static Editing,
        notices: Notices,
    ) -> Self {
        Self {
            is_open: RwSignal::new(false),
            choices: RwSignal::new(Vec::new()),
            of: StoredValue::new(Arc::from([])),
            documents,
            findings,
            editing,
            notices,
        }
    }
}

impl FixMenu {
    /// Closes the menu and returns the action of the chosen line, unless the record has changed and the
    /// action depends on it.
    pub fn choose(&'static self, at: usize) -> Option<Act> {
        self.is_open.set(false);
        let act = self.choices.with_untracked(|choices| choices.get(at).map(|choice| choice.act.clone()))?;
        let is_same = self.documents.record.with_untracked(|record| {
            self.of.with_value(|of| record.as_ref().is_some_and(|record| record.text == *of))
        });
        (is_same || matches!(act, Act::Rule(_) | Act::Off(_))).then_some(act)
    }

    /// Opens the menu of fixes, or notifies the user that there are none. The current problem is the one at
    /// the caret, or else the one selected with F8.
    pub fn open_fixes(&'static self) {
        let before_caret = caret::text_before_caret_of(TEXT);
        self.findings.when_checked(move || {
            let Some(found) = self.findings.findings_now() else {
                let reason = self.findings.failed.get_untracked();
                self.notices.failed("toast.unchecked", reason.unwrap_or("why.stopped".into()));
                return;
            };
            let caret = before_caret.and_then(|before| {
                self.documents
                    .record
                    .with_untracked(|record| Some(record.as_ref()?.encoding.encode(&before).len()))
            });
            let at_problem = self.editing.problem.get_untracked();
            let choices = choices(&found.list, caret, at_problem);
            if choices.is_empty() {
                self.notices.note("toast.no-fixes");
                return;
            }
            self.of.set_value(found.text);
            self.choices.set(choices);
            self.is_open.set(true);
        });
    }
}
