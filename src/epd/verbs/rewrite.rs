//! The verbs that rewrite lines one by one.

use crate::epd::lint::Repair;
use crate::epd::normalize::normalize;
use crate::epd::parse;
use crate::epd::verbs::bulk;
use crate::epd::verbs::reverse::reverse;
use crate::epd::verbs::tenths::to_centipawns;

/// What is done to each line of a file.
#[derive(Debug, Clone)]
pub enum Rewrite {
    /// The normal form (pfdn, §7.1).
    Normalize,
    /// Safe fixes, as set.
    Repair(Repair),
    /// `ce` from tenths of a pawn to centipawns.
    TenthsToCentipawns,
    /// An operation set to operands.
    Set {
        /// The opcode.
        opcode: String,
        /// The operands, with `{n}` for the number of the line.
        operands: String,
    },
    /// All operations removed whose opcodes fit a pattern (pfop, §7.4).
    Remove(Vec<String>),
    /// An operation given another opcode.
    Rename {
        /// The opcode it has.
        from: String,
        /// The one it is given.
        to: String,
    },
    /// Colours reversed.
    Reverse,
}

impl Rewrite {
    /// The line after the verb; `None` when it stays as it is. `number` counts the lines, 1 first.
    pub fn line(&self, line: &[u8], number: u32) -> Option<Vec<u8>> {
        match self {
            Self::Normalize => normalize(&parse(line)),
            Self::Repair(repair) => repair.line(line),
            Self::TenthsToCentipawns => to_centipawns(&parse(line)).map(|edit| edit.apply(line)),
            Self::Set { opcode, operands } => bulk::set(line, opcode, operands, number),
            Self::Remove(patterns) => bulk::remove(line, patterns),
            Self::Rename { from, to } => bulk::rename(line, from, to),
            Self::Reverse => reverse(line),
        }
        .filter(|text| text != line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_only_lines_that_change() {
        let verbs = [Rewrite::Normalize, Rewrite::Repair(Repair::default()), Rewrite::TenthsToCentipawns];
        let all = |line: &str| verbs.clone().map(|verb| verb.line(line.as_bytes(), 1).is_some());
        assert_eq!(all("4k3/8/8/8/8/8/8/4K3 w - - ce 0;"), [false; 3]);
        assert_eq!(all("4k3/8/8/8/8/8/8/4K3 w - -  ce 1;"), [true; 3]);
        assert_eq!(all("# a comment;  ce 1;"), [false; 3]);
    }
}
