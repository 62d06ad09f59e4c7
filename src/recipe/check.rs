//! Whether a step can be done at all: asked before anything is written.

use crate::epd::lint::RULES;
use crate::epd::opcode;
use crate::epd::write::check_operands;
use crate::language::say;
use crate::recipe::{Limits, Step};

/// Plies that no search reaches.
const MOST_DEPTH: u32 = 127;

/// Moves of the longest mate that is looked for.
pub(super) const MOST_MOVES: u32 = 120;

/// Lines of a search; those after the first have the registers `c1` to `c9`.
const MOST_LINES: u32 = 10;

/// Plies of a count that ends.
const MOST_PERFT: u32 = 12;

impl Step {
    /// Whether the step can be done.
    ///
    /// # Errors
    /// What is wrong with its settings, as it is written for a catalog.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Set { opcode, operands } => {
                is_name(opcode)?;
                check_operands(operands.as_bytes()).map_err(|error| error.text().into())
            }
            Self::Repair { only: Some(code), .. } if RULES.iter().all(|rule| rule.code != *code) => {
                Err(say("why.no-rule", [code.clone()]).into())
            }
            Self::Purge { opcodes } if opcodes.is_empty() => Err("why.no-opcode".to_owned()),
            Self::Normalize | Self::Repair { .. } | Self::Tenths | Self::Reverse | Self::Purge { .. } => {
                Ok(())
            }
            Self::Rename { from, to } => is_name(from).and_then(|()| is_name(to)),
            Self::Grade { register } => is_register(register),
            Self::Analyze(analyze) => {
                within("lines", analyze.lines, MOST_LINES)?;
                check_limits(&analyze.limits)
            }
            Self::Mate(mate) => {
                within("moves", mate.moves, MOST_MOVES)?;
                above_zero("nodes", mate.nodes)?;
                above_zero("time_ms", mate.time_ms)
            }
            Self::Target(target) => {
                if target.limits.depth.is_some() && target.limits.nodes.or(target.limits.time_ms).is_none() {
                    return Err("why.target-limits".to_owned());
                }
                check_limits(&target.limits)
            }
            Self::Cooks(cooks) => {
                within("moves", cooks.moves, MOST_MOVES)?;
                above_zero("nodes", cooks.nodes)?;
                is_register(&cooks.register)
            }
            Self::Perft(perft) => within("depth", perft.depth, MOST_PERFT),
        }
    }
}

fn is_name(opcode: &str) -> Result<(), String> {
    let is_name = opcode::is_opcode(opcode.as_bytes());
    if is_name { Ok(()) } else { Err(say("why.bad-opcode", [opcode.to_owned()]).into()) }
}

fn is_register(opcode: &str) -> Result<(), String> {
    if opcode::is_register(opcode.as_bytes()) {
        Ok(())
    } else {
        Err(say("why.no-register", [opcode.to_owned()]).into())
    }
}

fn within(name: &str, value: u32, most: u32) -> Result<(), String> {
    if (1..=most).contains(&value) {
        Ok(())
    } else {
        Err(say("why.within", [name.to_owned(), most.to_string()]).into())
    }
}

fn above_zero(name: &str, value: Option<u64>) -> Result<(), String> {
    if value == Some(0) { Err(say("why.above-zero", [name.to_owned()]).into()) } else { Ok(()) }
}

fn check_limits(limits: &Limits) -> Result<(), String> {
    if *limits == Limits::default() {
        return Err("why.no-limit".to_owned());
    }
    above_zero("nodes", limits.nodes)?;
    above_zero("time_ms", limits.time_ms)?;
    above_zero("soft_ms", limits.soft_ms)?;
    limits.depth.map_or(Ok(()), |depth| within("depth", depth, MOST_DEPTH))
}

#[cfg(test)]
mod tests {
    use crate::language::english;
    use crate::recipe::Recipe;

    #[track_caller]
    fn check(steps: &str, expect: &str) {
        let text = format!("{{\"format\":\"epidote-recipe\",\"version\":1,\"steps\":[{steps}]}}");
        let got =
            Recipe::from_json(text.as_bytes()).map_or_else(|error| english(&error), |_| "fine".to_owned());
        assert!(got.starts_with(expect), "{steps}: {got}");
    }

    #[test]
    fn steps_that_cannot_be_done_are_refused() {
        check("\"normalize\",{\"repair\":{}},\"tenths\",\"reverse\"", "fine");
        check("{\"analyze\":{\"limits\":{\"nodes\":5}}}", "fine");
        check("{\"analyze\":{\"limits\":{}}}", "step 1: a limit is missing");
        check("\"tenths\",{\"analyze\":{\"limits\":{\"nodes\":0}}}", "step 2: nodes must be at least 1");
        check("{\"analyze\":{\"limits\":{\"depth\":128}}}", "step 1: depth is a number from 1 to 127");
        check(
            "{\"analyze\":{\"limits\":{\"nodes\":5},\"lines\":11}}",
            "step 1: lines is a number from 1 to 10",
        );
        check("{\"analyze\":{\"limits\":{\"node\":5}}}", "this is no recipe: unknown field `node`");
        check("{\"mate\":{\"moves\":0}}", "step 1: moves is a number from 1 to 120");
        check("{\"mate\":{\"moves\":4,\"nodes\":0}}", "step 1: nodes");
        check(
            "{\"target\":{\"limits\":{\"depth\":5}}}",
            "step 1: a target search is limited by nodes or by time",
        );
        check("{\"target\":{\"limits\":{\"time_ms\":5},\"stop\":{\"fritz\":{\"plies\":2}}}}", "fine");
        check("{\"purge\":{\"opcodes\":[]}}", "step 1: an opcode is missing");
        check("{\"set\":{\"opcode\":\"2x\",\"operands\":\"1\"}}", "step 1: “2x” is no opcode");
        check("{\"set\":{\"opcode\":\"id\",\"operands\":\"a; b\"}}", "step 1: ");
        check("{\"repair\":{\"only\":\"E104\"}}", "fine");
        check("{\"repair\":{\"only\":\"X1\"}}", "step 1: there is no rule X1");
        check("{\"grade\":{\"register\":\"d5\"}}", "step 1: “d5” is no comment register");
        check("{\"perft\":{\"depth\":99}}", "step 1: depth is a number from 1 to 12");
        check("\"dance\"", "this is no recipe: unknown variant `dance`");
    }

    #[test]
    fn what_is_no_recipe_is_refused() {
        let read = |text: &str| english(&Recipe::from_json(text.as_bytes()).unwrap_err());
        assert!(read("{\"format\":\"x\",\"version\":1,\"steps\":[]}").contains("its format is “x”"));
        assert!(read("{\"format\":\"epidote-recipe\",\"version\":2,\"steps\":[]}").contains("version 2"));
        assert!(read("no").contains("this is no recipe"));
    }
}
