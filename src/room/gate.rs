//! Who may begin to think: not all at once where many games are played on few cores.
//!
//! The time for which a program waits for the processor is taken from its clock, which matters to those that
//! answer within a moment. So a program is asked to think only if few others were asked a moment ago and have
//! not answered yet. Until then no clock runs. A program that thinks for longer than a moment is no longer
//! counted, so that games with real thought are not slowed down.

use std::collections::VecDeque;

use crate::referee::ConnId;
use crate::referee::board::Us;
use crate::seat::Out;

/// Microseconds for which a program that was asked to think counts as busy.
const MOMENT_US: Us = 2000;

/// Programs that think, and those that wait for their turn.
#[derive(Debug)]
pub(super) struct Gate {
    /// Most programs that may be asked to think within a moment.
    width: usize,
    begun: VecDeque<(Us, ConnId)>,
    waiting: VecDeque<(ConnId, Vec<Out>)>,
}

impl Default for Gate {
    /// Open.
    fn default() -> Self {
        Self { width: usize::MAX, begun: VecDeque::new(), waiting: VecDeque::new() }
    }
}

impl Gate {
    pub(super) fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Returns whether another program may begin to think at this moment.
    fn is_open(&mut self, now: Us) -> bool {
        while self.begun.front().is_some_and(|&(since, _)| since.saturating_add(MOMENT_US) <= now) {
            self.begun.pop_front();
        }
        self.begun.len() < self.width
    }

    /// Takes the lines that a seat wants to send, and returns those that may be sent now.
    ///
    /// Only lines that make the program think wait. A seat that answers by itself, because the game is over,
    /// sends none. If the seat wants to send more, the waiting lines are sent first; remarks change nothing.
    pub(super) fn pass(&mut self, conn: ConnId, outs: Vec<Out>, now: Us) -> Vec<Out> {
        // This is the case for almost every line of a program.
        if self.width == usize::MAX || outs.iter().all(is_remark) {
            return outs;
        }
        if outs.iter().any(is_answer) {
            self.leave(conn);
        }
        if let Some(at) = self.waiting.iter().position(|(waiting, _)| *waiting == conn) {
            // It gets another directive: the game went on without its thought.
            let (_, mut all) = self.waiting.remove(at).unwrap_or((conn, Vec::new()));
            all.extend(outs);
            return all;
        }
        if outs.iter().rev().find(|&out| *out == Out::Begun || is_answer(out)) != Some(&Out::Begun) {
            return outs;
        }
        if self.waiting.is_empty() && self.is_open(now) {
            self.begun.push_back((now, conn));
            return outs;
        }
        self.waiting.push_back((conn, outs));
        Vec::new()
    }

    /// A program has answered, or is gone.
    fn leave(&mut self, conn: ConnId) {
        if let Some(at) = self.begun.iter().position(|&(_, begun)| begun == conn) {
            self.begun.remove(at);
        }
    }

    /// The next program that may begin to think, and its lines.
    pub(super) fn next(&mut self, now: Us) -> Option<(ConnId, Vec<Out>)> {
        if self.waiting.is_empty() || !self.is_open(now) {
            return None;
        }
        let (conn, outs) = self.waiting.pop_front()?;
        self.begun.push_back((now, conn));
        Some((conn, outs))
    }

    /// Forgets a connection.
    pub(super) fn forget(&mut self, conn: ConnId) {
        self.leave(conn);
        self.waiting.retain(|(waiting, _)| *waiting != conn);
    }

    /// When the next program may begin to think if nobody answers before.
    pub(super) fn wakeup(&self) -> Option<Us> {
        let (since, _) = self.begun.front().filter(|_| !self.waiting.is_empty())?;
        Some(since.saturating_add(MOMENT_US))
    }
}

/// Whether it is for the log alone.
fn is_remark(out: &Out) -> bool {
    matches!(out, Out::Note(_) | Out::NoOption(_))
}

/// Whether it ends a thought.
fn is_answer(out: &Out) -> bool {
    matches!(out, Out::Request(_) | Out::Nonsense(_) | Out::Stalled(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::START;
    use crate::referee::words::{At, Refreq, Request};

    fn go() -> Vec<Out> {
        vec![Out::Say("go".to_owned()), Out::Begun]
    }

    /// A gate for one program: the first one thinks, the second one waits.
    fn closed() -> Gate {
        let mut gate = Gate::new(1);
        assert_eq!(gate.pass(ConnId(1), go(), 0), go());
        assert_eq!(gate.pass(ConnId(2), go(), 0), []);
        gate
    }

    #[test]
    fn few_begin_at_once() {
        let mut gate = Gate::new(2);
        let conn = ConnId;
        assert_eq!(gate.pass(conn(1), go(), 0), go());
        assert_eq!(gate.pass(conn(2), go(), 10), go());
        assert_eq!(gate.pass(conn(3), go(), 20), []);
        assert_eq!(gate.pass(conn(4), go(), 20), []);
        // What begins no thought never waits.
        let other = vec![Out::Say("isready".to_owned())];
        assert_eq!(gate.pass(conn(5), other.clone(), 20), other);
        assert_eq!((gate.next(20), gate.wakeup()), (None, Some(2000)));
        // One answers: the first that waits may begin, and nobody overtakes.
        gate.leave(conn(1));
        assert_eq!(gate.next(30), Some((conn(3), go())));
        assert_eq!(gate.next(30), None);
        assert_eq!(gate.pass(conn(1), go(), 40), []);
        // A moment later, programs that still think are no longer counted.
        assert_eq!(gate.wakeup(), Some(2010));
        assert_eq!(gate.next(2010), Some((conn(4), go())));
        assert_eq!(gate.next(2030), Some((conn(1), go())));
        assert_eq!((gate.next(9000), gate.wakeup()), (None, None));
    }

    #[test]
    fn an_answer_without_a_thought_does_not_wait() {
        let answer = || Out::Request(Request::new(Refreq::Reply, At::new(START)));
        let mated = || vec![Out::Begun, answer()];
        let mut gate = Gate::new(1);
        // Neither where it is closed …
        assert_eq!(gate.pass(ConnId(1), go(), 0), go());
        assert_eq!(gate.pass(ConnId(2), mated(), 5), mated());
        gate.leave(ConnId(1));
        // … nor does it close it.
        assert_eq!(gate.pass(ConnId(2), mated(), 10), mated());
        assert_eq!(gate.pass(ConnId(3), go(), 10), go());
        // A program that replaces another one signs on and thinks at once.
        let signs_on = || [vec![answer()], go()].concat();
        assert_eq!(gate.pass(ConnId(4), signs_on(), 15), []);
        assert_eq!(gate.pass(ConnId(3), vec![answer()], 20), [answer()]);
        assert_eq!(gate.next(20), Some((ConnId(4), signs_on())));
    }

    #[test]
    fn news_of_a_search_does_not_open_it() {
        let mut gate = closed();
        // It ponders, and its seat has nothing to say to that, or something for the log.
        let remarks =
            [Out::Note("a bestmove while it pondered; dropped".to_owned()), Out::NoOption("X".to_owned())];
        for outs in [Vec::new(), remarks.to_vec()] {
            assert_eq!(gate.pass(ConnId(2), outs.clone(), 5), outs);
            assert_eq!(gate.next(5), None);
        }
        gate.leave(ConnId(1));
        assert_eq!(gate.next(10), Some((ConnId(2), go())));
    }

    #[test]
    fn the_game_goes_on_without_a_thought() {
        let mut gate = closed();
        let stop = vec![Out::Say("stop".to_owned())];
        assert_eq!(gate.pass(ConnId(2), stop.clone(), 5), [go(), stop].concat());
        assert_eq!(gate.pass(ConnId(3), go(), 5), []);
        gate.forget(ConnId(3));
        assert_eq!((gate.next(5000), gate.wakeup()), (None, None));
    }
}
