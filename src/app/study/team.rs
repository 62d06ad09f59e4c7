//! The workers that help the one that thinks along.

use leptos::prelude::*;

use crate::app::jobs::Jobs;
use crate::app::notices::Notices;
use crate::browser::team;
use crate::browser::worker_link::Program;
use crate::protocol::Task;
use crate::verb::{EngineTask, InTeam};

/// A search for those who help.
#[derive(Debug)]
pub(super) struct Helpers {
    task: EngineTask,
    count: usize,
}

/// The workers that help. They are started when they are first wanted, and stay while the engine thinks along.
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

    /// Makes a search one of this many workers: for the one that leads, and for those who help, if there are any. Only our
    /// own engine has help.
    pub(super) fn call(self, search: EngineTask, workers: u32) -> (EngineTask, Option<Helpers>) {
        if workers > 1 && team::begin() { self.share(search, workers) } else { (search, None) }
    }

    #[inline(never)]
    fn share(self, search: EngineTask, workers: u32) -> (EngineTask, Option<Helpers>) {
        let EngineTask::Search { continues, .. } = &search else { return (search, None) };
        let last = self.last.get_value();
        // A page that has searched 65,535 positions may find something from the first of them, which is no harm.
        let generation = if *continues { last.generation.max(1) } else { last.generation % u16::MAX + 1 };
        let leads = InTeam { number: last.number + 1, generation, helps: false };
        self.last.set_value(leads);
        let task = search.clone().in_team(InTeam { helps: true, ..leads });
        (search.in_team(leads), Some(Helpers { task, count: workers as usize - 1 }))
    }

    /// Sends those who help to their search.
    pub(super) fn send(self, Helpers { task, count }: Helpers) {
        let helpers = self.helpers_of(count);
        for _ in 0..count {
            // The one that leads has all that they find. One that fails is missed, and no more.
            drop(helpers.submit(Task::Engine(task.clone()), |_| ()));
        }
    }

    /// Lets the workers go that help.
    #[inline(never)]
    pub(super) fn release(self) {
        if self.helpers.with_value(Option::is_some) {
            self.helpers.set_value(None);
        }
    }

    /// Workers for this many helpers; if there were more or fewer, they are replaced.
    fn helpers_of(self, count: usize) -> Jobs {
        let known = self.helpers.get_value().filter(|helpers| helpers.width() == count);
        known.unwrap_or_else(|| {
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
