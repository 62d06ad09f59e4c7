//! The workers that help the one that thinks along.

use leptos::prelude::*;

use crate::app::jobs::Jobs;
use crate::app::notices::Notices;
use crate::browser::team;
use crate::browser::worker_link::Program;
use crate::protocol::Task;
use crate::verb::{EngineName, EngineTask, InTeam};

/// The workers that help. They are started when they are first wanted, and stay for the next search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Team {
    helpers: StoredValue<Option<Jobs>, LocalStorage>,
    /// The numbers of the last search.
    last: StoredValue<InTeam>,
    notices: Notices,
}

impl Team {
    pub(super) fn new(notices: Notices) -> Self {
        let none = InTeam { number: 0, generation: 0, helps: false };
        Self { helpers: StoredValue::new_local(None), last: StoredValue::new(none), notices }
    }

    /// Makes a search one of this many workers, and calls those who help. The search is returned for the one that leads.
    /// Only our own engine has help.
    pub(super) fn call(self, search: EngineTask, workers: u32) -> EngineTask {
        match &search {
            EngineTask::Search { engine: EngineName::Epidote, continues, .. } if workers > 1 => {
                let continues = *continues;
                self.share(search, continues, workers)
            }
            _ => search,
        }
    }

    #[inline(never)]
    fn share(self, mut search: EngineTask, continues: bool, workers: u32) -> EngineTask {
        let last = self.last.get_value();
        // A page that has searched 65,535 positions may find something from the first of them, which is no harm.
        let generation = if continues { last.generation.max(1) } else { last.generation % u16::MAX + 1 };
        let leads = InTeam { number: last.number + 1, generation, helps: false };
        self.last.set_value(leads);
        team::begin();
        let helpers = self.helpers_of(workers as usize - 1);
        for _ in 1..workers {
            let mut task = search.clone();
            if let EngineTask::Search { team, .. } = &mut task {
                *team = Some(InTeam { helps: true, ..leads });
            }
            // The one that leads has all that they find. One that fails is missed, and no more.
            drop(helpers.submit(Task::Engine(task), |_| ()));
        }
        if let EngineTask::Search { team, .. } = &mut search {
            *team = Some(leads);
        }
        search
    }

    /// Workers for this many helpers; if there were more or fewer, they are replaced.
    fn helpers_of(self, count: usize) -> Jobs {
        let known = self.helpers.get_value().filter(|helpers| helpers.width() == count);
        known.unwrap_or_else(|| {
            if let Some(others) = self.helpers.get_value() {
                others.release();
            }
            let helpers = Jobs::new(Program::Engine, count, self.notices);
            self.helpers.set_value(Some(helpers.clone()));
            helpers
        })
    }

    /// Ends the search of those who help.
    pub(super) fn dismiss(self) {
        team::end(self.last.get_value().number);
    }
}
