//! A referee that another one observes.

use std::sync::Arc;

use mio::Waker;

use super::Director;
use super::trouble::Trouble;
use crate::cli::argus::replica::{Primary, Standing};
use crate::referee::board::Us;

impl Director {
    /// What ends a wait from another thread.
    pub(in crate::cli::argus) fn waker(&self) -> Arc<Waker> {
        self.sending.waker()
    }

    /// Whether another referee may have taken over: nothing is sent any more, and the journal ends without a word.
    pub(in crate::cli::argus) const fn is_deposed(&self) -> bool {
        self.sending.has_ended()
    }

    /// Whether anything may be sent now. The journal is written.
    pub(super) fn may_send(&mut self) -> bool {
        let Some(primary) = &self.primary else { return true };
        if let Some(journal) = &self.journal {
            primary.written(journal.length());
        }
        if self.sending.has_ended() {
            return false;
        }
        match primary.standing() {
            Standing::Free => true,
            Standing::Waits => false,
            Standing::Deposed(peer) => {
                self.sending.end_all();
                let journal = self.config.journal.clone().unwrap_or_default();
                self.trouble.get_or_insert(Trouble::Deposed { peer, journal });
                false
            }
        }
    }

    /// Notes which observers come and go.
    pub(super) fn note_observers(&mut self, now: Us) {
        let news = self.primary.as_ref().map(Primary::news).unwrap_or_default();
        for text in news {
            self.note(now, &text);
            if !self.extras.is_quiet {
                crate::cli::argus::screen::print(&text);
            }
        }
    }

    /// The event ends here in good order: an observer hears all of it, and does not take over.
    pub(in crate::cli::argus) fn end_for_observer(&mut self) {
        let (Some(primary), Some(journal)) = (&self.primary, &mut self.journal) else { return };
        // A disk that is full has been reported.
        let _ = journal.flush();
        primary.written(journal.length());
        primary.end();
    }
}
