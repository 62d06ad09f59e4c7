//! A client that speaks EPD itself (§8): nothing to translate, only records to write and to read.

use super::{Out, Seat};
use crate::referee::board::Us;
use crate::referee::wire::{read_request, write_directive};
use crate::referee::words::{Directive, Refcom};

/// The seat of an EPD client.
#[derive(Debug, Clone, Copy, Default)]
pub struct EpdSeat;

impl Seat for EpdSeat {
    /// The client speaks first (§8.2.4).
    fn open(&mut self, _: Us, _: &mut Vec<Out>) {}

    fn tell(&mut self, directive: &Directive, _: Us, out: &mut Vec<Out>) {
        out.push(Out::Say(write_directive(directive)));
        match directive.refcom {
            Refcom::Respond => out.push(Out::Begun),
            Refcom::Disconnect => out.push(Out::Bye),
            _ => {}
        }
    }

    fn hear(&mut self, line: &[u8], _: Us, out: &mut Vec<Out>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        out.push(match read_request(line) {
            Ok(request) => Out::Request(request),
            Err(why) => Out::Nonsense(why.to_string()),
        });
    }

    fn tick(&mut self, _: Us, _: &mut Vec<Out>) {}

    fn wakeup(&self) -> Option<Us> {
        None
    }
}
