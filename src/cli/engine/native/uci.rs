//! An engine that speaks UCI.

use std::collections::VecDeque;

use super::{Done, Engine, FoundLine, Hear, Heard, Hunt, Program, Wanted, args, say, stopped, tell_end};
use crate::language::Text;
use crate::protocol::Progress;
use crate::search::Clock;
use crate::uci::client::{Action, Client, Event, Search};

/// The dialogue with an engine, and its program.
#[derive(Debug)]
pub(super) struct Uci {
    name: String,
    client: Client,
    program: Program,
}

impl Uci {
    pub(super) fn new(wanted: &Wanted, program: Program) -> Self {
        let client = Client::with_options(&wanted.name, wanted.options.clone());
        Self { name: wanted.name.clone(), client, program }
    }

    /// The program has ended by itself.
    fn broke(&mut self, how: String, clock: &dyn Clock) -> Vec<Action> {
        let how = Text::from(how);
        let actions = self.client.handle(Event::Broke(&how), clock.now_ms());
        // The end of the last one is told with the record.
        if actions.contains(&Action::Start) {
            self.program.tell_asked_again(say("engine.crashed", args![self.name.as_str(), how]));
        }
        actions
    }

    /// Does what the dialogue wants done; returns whether the search has ended.
    fn act(&mut self, first: Vec<Action>, clock: &dyn Clock, hear: &mut Hear) -> bool {
        let mut actions = VecDeque::from(first);
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Start => {
                    if let Err(error) = self.program.start() {
                        actions.extend(
                            self.client.handle(Event::Broke(&error.to_string().into()), clock.now_ms()),
                        );
                    }
                }
                Action::Say(line) => self.program.say(&line),
                Action::End => self.program.end(),
                Action::Found(report) => {
                    if hear(Heard::Progress(Progress::Found(FoundLine::from(&report)))).is_break() {
                        actions.extend(self.client.handle(Event::Enough, clock.now_ms()));
                    }
                }
                Action::Done(report) => {
                    tell_end(hear, Ok(FoundLine::from(&report)));
                    return true;
                }
                Action::Failed(reason) => {
                    tell_end(hear, Err(reason));
                    return true;
                }
            }
        }
        false
    }
}

impl Engine for Uci {
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, mut hear: Hear) {
        let Hunt { position, limits, lines, continues, team: _ } = hunt;
        let (fields, halfmove_clock) = (position.fields, position.halfmove_clock);
        let search = Search { fields, halfmove_clock, limits: limits.into(), lines, continues };
        let mut actions = self.client.handle(Event::Ask(search), clock.now_ms());
        while !self.act(actions, clock, &mut hear) {
            if stopped(clock) {
                self.program.end();
                return tell_end(&mut hear, Err("cli.not-done".into()));
            }
            actions = match self.program.next() {
                Some(Done::Line(line)) => self.client.handle(Event::Line(&line), clock.now_ms()),
                Some(Done::Ended(how)) => self.broke(how, clock),
                None => Vec::new(),
            };
            actions.extend(self.client.handle(Event::Tick, clock.now_ms()));
        }
    }
}
