//! What is sent, and when: never before the journal has the reason for it.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use mio::Waker;

use super::Director;
use crate::cli::carrier::Carrier;
use crate::referee::ConnId;
use crate::room::Happened;

/// Something for a connection.
enum Parcel {
    /// A line to send to this connection, without its end.
    Line(ConnId, String),
    /// It is closed; its program is killed if it has not exited after this many milliseconds.
    End(ConnId, u64),
}

/// Parcels that wait until the reason for them is on the disk.
struct Held {
    synced: Receiver<()>,
    is_synced: bool,
    /// Bytes of the journal that an observer must have.
    length: u64,
    parcels: Vec<Parcel>,
}

impl Held {
    /// Whether the disk has not answered yet. A thread that is gone cannot.
    fn is_on_the_way(&mut self) -> bool {
        if self.is_synced {
            return false;
        }
        self.is_synced = !matches!(self.synced.try_recv(), Err(TryRecvError::Empty));
        !self.is_synced
    }
}

/// All that is to be sent.
pub(super) struct Sending {
    parcels: Vec<Parcel>,
    held: VecDeque<Held>,
    /// Whether a move was played since parcels were last sent.
    has_moved: bool,
    /// Nothing is sent any more: another referee may have taken over.
    has_ended: bool,
    /// Wakes the director when the disk has answered.
    waker: Arc<Waker>,
}

impl Sending {
    pub(super) fn new(carrier: &Carrier) -> io::Result<Self> {
        let waker = Arc::new(carrier.waker()?);
        Ok(Self { parcels: Vec::new(), held: VecDeque::new(), has_moved: false, has_ended: false, waker })
    }

    /// What ends a wait from another thread.
    pub(super) fn waker(&self) -> Arc<Waker> {
        Arc::clone(&self.waker)
    }

    /// Whether somebody waits for a line.
    pub(super) fn is_due(&self) -> bool {
        !self.parcels.is_empty()
    }

    pub(super) fn line(&mut self, conn: ConnId, line: String) {
        self.parcels.push(Parcel::Line(conn, line));
    }

    /// Closes a connection once everything is sent.
    pub(super) fn end(&mut self, conn: ConnId, after_ms: u64) {
        self.parcels.push(Parcel::End(conn, after_ms));
    }

    /// Sends nothing any more: what waits is forgotten.
    pub(super) fn end_all(&mut self) {
        self.has_ended = true;
        self.held.clear();
        self.parcels.retain(|parcel| matches!(parcel, Parcel::End(..)));
    }

    /// Whether nothing is sent any more.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Makes what follows from a move wait for the disk, if that was asked for.
    pub(super) fn moved(&mut self) {
        self.has_moved = true;
    }
}

impl Director {
    /// Writes the journal, then sends what is to be sent. Nothing overtakes what waits for the disk.
    pub(super) fn send(&mut self) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.flush()?;
        }
        if !self.may_send() {
            return Ok(());
        }
        let Sending { parcels, held, has_moved, waker, .. } = &mut self.sending;
        let parcels = std::mem::take(parcels);
        if let Some(journal) = &mut self.journal
            && self.extras.syncs_moves
            && !parcels.is_empty()
            && std::mem::take(has_moved)
        {
            let (synced, length) = (journal.sync_and_tell(waker), journal.length());
            held.push_back(Held { synced, is_synced: false, length, parcels });
            return Ok(());
        }
        match held.back_mut() {
            Some(last) => last.parcels.extend(parcels),
            None => parcels.into_iter().for_each(|parcel| deliver(&mut self.carrier, parcel)),
        }
        let is_done = |held: &mut Held| {
            !held.is_on_the_way() && self.primary.as_ref().is_none_or(|primary| primary.has(held.length))
        };
        while let Some(done) = held.pop_front_if(is_done) {
            done.parcels.into_iter().for_each(|parcel| deliver(&mut self.carrier, parcel));
        }
        self.carrier.flush();
        Ok(())
    }

    /// Takes leave of all players (§8 step 15).
    pub(super) fn leave(&mut self) -> io::Result<()> {
        let now = self.carrier.now();
        self.happens(Happened::Disconnect, now);
        let sent = self.send();
        let may_send = self.may_send();
        for held in std::mem::take(&mut self.sending.held).into_iter().filter(|_| may_send) {
            // This is the answer, or the end of a thread that cannot give one.
            let _ = held.synced.recv();
            held.parcels.into_iter().for_each(|parcel| deliver(&mut self.carrier, parcel));
        }
        for parcel in std::mem::take(&mut self.sending.parcels) {
            if may_send || matches!(parcel, Parcel::End(..)) {
                deliver(&mut self.carrier, parcel);
            }
        }
        // Programs have a moment to end by themselves.
        let until = self.carrier.now() + 1_000_000;
        while self.carrier.is_ending() && self.carrier.now() < until {
            self.carrier.wait(Some(until))?;
        }
        self.carrier.close();
        if let Some(journal) = &mut self.journal {
            journal.flush()?;
            journal.sync();
        }
        sent
    }
}

fn deliver(carrier: &mut Carrier, parcel: Parcel) {
    match parcel {
        Parcel::Line(conn, line) => carrier.send(conn, &line),
        Parcel::End(conn, after_ms) => carrier.end(conn, after_ms),
    }
}
