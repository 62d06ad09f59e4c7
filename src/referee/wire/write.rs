//! Words as records.

use std::fmt::Write as _;

use crate::referee::words::{At, Directive, DrawWord, Judgement, Request, Tags};

/// The longest string of EPD, in bytes (§5.2.1).
const MOST_STRING: usize = 255;

/// The longest line that all readers take, in bytes (§4).
const MOST_LINE: usize = 4095;

/// The directive as a record, without a line end.
pub fn write_directive(directive: &Directive) -> String {
    let mut out = Operations::default();
    out.common(&directive.at, directive.draw);
    if let Some(clocks) = &directive.cc {
        let [white, black] = [clocks.used_ms.white, clocks.used_ms.black].map(clock);
        out.push("cc", format!("{white} {black}"));
    }
    out.push("refcom", directive.refcom.word().to_owned());
    match directive.moves.as_slice() {
        [] => {}
        [only] => out.push("sm", only.clone()),
        all => out.push("sv", all.join(" ")),
    }
    if !directive.ptp.is_empty() {
        out.push("ptp", pairs(&directive.ptp));
    }
    out.remark("c0", directive.remark.as_deref());
    out.line(&directive.at)
}

/// The request as a record, without a line end.
pub fn write_request(request: &Request) -> String {
    let mut out = Operations::default();
    out.common(&request.at, request.draw);
    out.push("refreq", request.refreq.word().to_owned());
    if request.resigns {
        out.push("resign", String::new());
    }
    if let Some(sm) = &request.sm {
        out.push("sm", sm.clone());
    }
    let Judgement { score, depth, nodes, line } = &request.judgement;
    if let Some(score) = score {
        out.push("ce", score.to_ce().to_string());
    }
    if let Some(depth) = depth {
        out.push("acd", depth.to_string());
    }
    if let Some(nodes) = nodes {
        out.push("acn", nodes.to_string());
    }
    if !line.is_empty() {
        out.push("pv", line.join(" "));
    }
    let opcode = if request.refreq == crate::referee::words::Refreq::SignOn { "id" } else { "c0" };
    out.remark(opcode, request.remark.as_deref());
    out.line(&request.at)
}

/// Operations of a record, each with its operands.
#[derive(Default)]
struct Operations(Vec<(&'static str, String)>);

impl Operations {
    fn push(&mut self, opcode: &'static str, operands: String) {
        self.0.push((opcode, operands));
    }

    fn common(&mut self, at: &At, draw: Option<DrawWord>) {
        if let Some(fmvn) = at.fmvn {
            self.push("fmvn", fmvn.to_string());
        }
        if let Some(hmvc) = at.hmvc {
            self.push("hmvc", hmvc.to_string());
        }
        if let Some(draw) = draw {
            self.push(draw.opcode(), String::new());
        }
    }

    fn remark(&mut self, opcode: &'static str, remark: Option<&str>) {
        if let Some(remark) = remark {
            self.push(opcode, string(remark));
        }
    }

    /// The record, operations in ASCII order (§5.1). If the line would be too long to be read everywhere,
    /// what only explains is left out.
    fn line(mut self, at: &At) -> String {
        self.0.sort_by_key(|&(opcode, _)| opcode);
        for dispensable in ["", "pv", "c0", "ptp"] {
            self.0.retain(|&(opcode, _)| opcode != dispensable);
            let line = self.joined(at);
            if line.len() <= MOST_LINE {
                return line;
            }
        }
        self.joined(at)
    }

    fn joined(&self, at: &At) -> String {
        let mut line = at.fields.clone();
        for (opcode, operands) in &self.0 {
            let space = if operands.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(line, " {opcode}{space}{operands};");
        }
        line
    }
}

/// Milliseconds as a clock of EPD, `DDD:HH:MM:SS`; fractions of a second are dropped (§5.2.7, §6.6).
fn clock(ms: u64) -> String {
    let seconds = (ms / 1000).min(999 * 86_400 + 86_399);
    let (days, seconds) = (seconds / 86_400, seconds % 86_400);
    format!("{days:03}:{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Tag pairs, sorted by name, so that the same tags are the same record.
fn pairs(tags: &Tags) -> String {
    let mut tags: Vec<_> = tags.iter().map(|(name, value)| format!("{name} {}", string(value))).collect();
    tags.sort();
    tags.join(" ")
}

/// A text as a string of EPD: what cannot be in one is replaced, and it is cut to the allowed length.
fn string(text: &str) -> String {
    let mut out = "\"".to_owned();
    for character in text.chars() {
        let character = match character {
            '"' => '\'',
            other if other.is_control() => ' ',
            other => other,
        };
        if out.len() - 1 + character.len_utf8() > MOST_STRING {
            break;
        }
        out.push(character);
    }
    out.push('"');
    out
}
