//! The lease of an event that two machines know: the referee may send only while its observer keeps to waiting.
//!
//! The referee sends beats, and the observer answers each. An answer lets the referee send for [`Lease::hold`] from
//! the moment at which it sent that beat; an observer that hears nothing takes over [`Lease::wait`] after the last
//! beat that it heard. It heard that beat no earlier than it was sent, and `hold` is shorter than `wait`; so the
//! referee has stopped before the observer begins, whatever was lost or late on the way, as long as the clocks of the
//! two run about equally fast. Times are microseconds on the own clock of each side, and are never compared.

use std::collections::VecDeque;

/// Microseconds.
type Us = u64;

/// How long a referee and its observer rely on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// Microseconds of silence after which the observer takes over.
    wait: Us,
}

impl Lease {
    /// The shortest lease, in milliseconds: beats are late on a busy machine.
    pub const SHORTEST_MS: u64 = 300;

    /// The lease unless another one is asked for, in milliseconds.
    pub const DEFAULT_MS: u64 = 3000;

    /// The longest lease, in milliseconds: a week.
    pub const LONGEST_MS: u64 = 7 * 24 * 3_600 * 1_000;

    /// A lease of this length in milliseconds, at least [`Self::SHORTEST_MS`] and at most [`Self::LONGEST_MS`].
    pub fn of_ms(ms: u64) -> Self {
        Self { wait: ms.clamp(Self::SHORTEST_MS, Self::LONGEST_MS) * 1000 }
    }

    /// Its milliseconds.
    pub const fn ms(self) -> u64 {
        self.wait / 1000
    }

    /// Microseconds of silence after which the observer takes over.
    pub const fn wait(self) -> Us {
        self.wait
    }

    /// Microseconds for which an answered beat lets the referee send.
    pub const fn hold(self) -> Us {
        self.wait / 3 * 2
    }

    /// Microseconds between two beats.
    pub const fn beat(self) -> Us {
        self.wait / 12
    }
}

/// The side of the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    lease: Lease,
    /// When the last beat was sent that was answered.
    answered: Us,
    /// The beats that are not answered yet, and when they were sent.
    sent: VecDeque<(u64, Us)>,
    next: u64,
}

impl Holder {
    /// A lease that begins now; the observer has not been sent a beat yet.
    pub const fn new(lease: Lease, now: Us) -> Self {
        Self { lease, answered: now, sent: VecDeque::new(), next: 0 }
    }

    /// The number of a beat that is sent now.
    pub fn beat(&mut self, now: Us) -> u64 {
        self.next += 1;
        self.sent.push_back((self.next, now));
        self.next
    }

    /// The observer answered a beat. An answer to none that was sent, or to one answered before, changes nothing.
    pub fn answered(&mut self, beat: u64) {
        while let Some(&(number, at)) = self.sent.front()
            && number <= beat
            && beat <= self.next
        {
            self.answered = at;
            self.sent.pop_front();
        }
    }

    /// Whether the referee may send now.
    pub const fn may_send(&self, now: Us) -> bool {
        now.saturating_sub(self.answered) < self.lease.hold()
    }
}

/// The side of the observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiter {
    lease: Lease,
    heard: Us,
}

impl Waiter {
    /// The observer heard the first beat.
    pub const fn new(lease: Lease, now: Us) -> Self {
        Self { lease, heard: now }
    }

    /// It heard another one.
    pub fn heard(&mut self, now: Us) {
        self.heard = self.heard.max(now);
    }

    /// Whether it may take over now.
    pub const fn may_take_over(&self, now: Us) -> bool {
        now.saturating_sub(self.heard) > self.lease.wait()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_referee_stops_before_the_observer_begins() {
        let lease = Lease::of_ms(3000);
        let mut holder = Holder::new(lease, 0);
        let first = holder.beat(10);
        let mut waiter = Waiter::new(lease, 400_000);
        holder.answered(first);
        assert!(holder.may_send(2_000_009) && !holder.may_send(2_000_010));
        assert!(!waiter.may_take_over(3_400_000) && waiter.may_take_over(3_400_001));
        // An answer that comes late counts from when its beat was sent.
        let second = holder.beat(1_000_000);
        waiter.heard(1_500_000);
        holder.answered(second);
        assert!(!holder.may_send(3_000_000));
        assert!(!waiter.may_take_over(4_500_000));
    }

    #[test]
    fn answers_to_what_was_never_sent_change_nothing() {
        let mut holder = Holder::new(Lease::of_ms(3000), 0);
        let first = holder.beat(500_000);
        holder.answered(first + 7);
        assert!(!holder.may_send(2_000_000), "no such beat");
        holder.answered(first);
        assert!(holder.may_send(2_000_000));
        holder.answered(first);
        holder.answered(0);
        assert!(!holder.may_send(2_500_000));
    }

    #[test]
    fn short_leases_are_made_longer() {
        assert_eq!(Lease::of_ms(0).ms(), Lease::SHORTEST_MS);
        let lease = Lease::of_ms(Lease::SHORTEST_MS);
        assert!(lease.beat() * 4 < lease.hold() && lease.hold() < lease.wait());
        assert!(Lease::of_ms(u64::MAX).wait() > 0);
    }

    /// What happens to a beat on its way: microseconds there and back, or lost on one of them.
    fn ways() -> impl Strategy<Value = Vec<(u64, Option<u64>, Option<u64>)>> {
        let way = || proptest::option::weighted(0.8, 0..2_000_000_u64);
        proptest::collection::vec((0..900_000_u64, way(), way()), 0..40)
    }

    proptest! {
        /// Whatever is late or lost, never may both act.
        #[test]
        fn never_two_at_once(ways in ways(), lease_ms in 300..5000_u64) {
            let lease = Lease::of_ms(lease_ms);
            // What happens when: a beat is heard, an answer arrives. The line keeps the order, as TCP does.
            let mut events: Vec<(Us, bool, u64)> = Vec::new();
            let mut sends = Vec::new();
            let (mut now, mut last_there, mut last_back) = (0, 0, 0);
            for (number, &(pause, there, back)) in ways.iter().enumerate() {
                now += pause;
                sends.push(now);
                let Some(there) = there else { break };
                last_there = last_there.max(now + there);
                events.push((last_there, false, number as u64 + 1));
                let Some(back) = back else { continue };
                last_back = last_back.max(last_there + back);
                events.push((last_back, true, number as u64 + 1));
            }
            let mut holder = Holder::new(lease, 0);
            let mut waiter: Option<Waiter> = None;
            let mut moments: Vec<Us> = (0..200).map(|step| step * 100_000).collect();
            moments.extend(events.iter().map(|event| event.0));
            moments.extend(&sends);
            moments.sort_unstable();
            let mut sends = sends.into_iter().peekable();
            events.sort_unstable();
            let mut events = events.into_iter().peekable();
            let (mut has_taken_over, mut last_heard) = (false, 0);
            for moment in moments {
                while let Some(at) = sends.next_if(|&at| at <= moment) {
                    holder.beat(at);
                }
                while let Some((at, is_answer, number)) = events.next_if(|event| event.0 <= moment) {
                    // An observer that took over hears and answers nothing any more.
                    if is_answer {
                        if number <= last_heard {
                            holder.answered(number);
                        }
                    } else if !has_taken_over {
                        waiter.get_or_insert_with(|| Waiter::new(lease, at)).heard(at);
                        last_heard = number;
                    }
                }
                has_taken_over |= waiter.is_some_and(|waiter| waiter.may_take_over(moment));
                prop_assert!(!(has_taken_over && holder.may_send(moment)), "both at {moment}");
            }
        }
    }
}
