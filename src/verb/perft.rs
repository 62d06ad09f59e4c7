//! The verb `perft`: counts positions ply by ply and compares them with the counts that the record claims.

use serde::{Deserialize, Serialize};

use crate::epd::Parse;
use crate::epd::extension::Extension;
use crate::language::{Text, args, list, say};
use crate::verb::outcome::WriteFailure;
use crate::verb::setting::within;
use crate::verb::{
    Aim, Ask, Choice, Draft, Ended, EngineTask, Field, Found, Record, SettingError, Values, Verb, Written,
};

/// Most plies that can be counted in reasonable time.
const MOST_PLIES: u32 = 12;

/// Counts positions to a depth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// Plies.
    pub depth: u32,
    /// Whether `D1`, `D2` and so on are written into records that lack them.
    #[serde(default)]
    pub write: bool,
}

impl Verb for Perft {
    const NAME: &'static str = "perft";
    const TITLE: &'static str = "tool.perft";
    const HELP: &'static str = "tool.perft.help";
    const SETTINGS: &'static str = "`depth`; `write`: add counts where there are none";
    const AIM: Aim = Aim::Analyse;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        Field::text("depth", "tool.field.depth", "4"),
        Field::choice(
            "counts",
            "tool.field.counts",
            &[Choice::new("compared", "tool.option.compared"), Choice::new("written", "tool.option.written")],
        ),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { depth: values.number("depth")?, write: values.is("counts", "written") })
    }

    fn check(&self) -> Result<(), SettingError> {
        within("depth", self.depth, MOST_PLIES)
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![say("words.perft", args![self.depth])];
        if self.write {
            words.push("words.perft-write".into());
        }
        words
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        if claims(&record.parsed).is_empty() && !self.write {
            return Ask::Nothing(Ended::Unchanged("why.no-counts".into()));
        }
        Ask::Engine(EngineTask::Perft { fields: record.fields(), depth: self.depth })
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let Found::Perft(counts) = found else { return Written::unexpected() };
        let claims = claims(&record.parsed);
        if claims.is_empty() && self.write {
            let mut draft = Draft::new(&record.parsed);
            for (count, depth) in counts.iter().zip(1..) {
                draft.set(&format!("D{depth}"), count.to_string());
            }
            return Written::of(draft.apply().map_err(WriteFailure::from));
        }
        let compared = compared(&claims, &counts);
        let of_depths = compared.iter().map(|of| (of.depth, of.claimed == of.counted)).collect();
        let ended = match differences(&compared) {
            Some(faults) => Ended::Failed(faults),
            None if compared.is_empty() => Ended::Unchanged("why.deeper-counts".into()),
            None => Ended::Unchanged("why.right-counts".into()),
        };
        Written { claims: of_depths, ..ended.into() }
    }
}

/// The counts that a record claims (`D1 20`, `perft2 400`), as plies and positions.
fn claims(parsed: &Parse<'_>) -> Vec<(u32, u64)> {
    let claim = |at: usize| {
        let Some(Extension::Perft { depth }) = Extension::read(parsed, at) else { return None };
        let operation = parsed.operations.get(at)?;
        // The number follows the opcode. In suites that consist of numbers alone it is the only word.
        let word = parsed.operands(operation).last().map(|operand| operand.value(parsed.text()));
        let number = word.unwrap_or(parsed.opcode(operation));
        Some((depth, std::str::from_utf8(number).ok()?.parse().ok()?))
    };
    (0..parsed.operations.len()).filter_map(claim).collect()
}

/// A claim and the right count.
#[derive(Debug, Clone, Copy)]
struct Compared {
    /// Plies.
    depth: u32,
    /// The positions that the record claims.
    claimed: u64,
    /// The positions counted.
    counted: u64,
}

/// The claims beside `counts`, the numbers of positions after one ply, two plies and so on. Deeper claims are
/// skipped.
fn compared(claims: &[(u32, u64)], counts: &[u64]) -> Vec<Compared> {
    let compare = |&(depth, claimed): &(u32, u64)| {
        let counted = *counts.get(depth.checked_sub(1)? as usize)?;
        Some(Compared { depth, claimed, counted })
    };
    claims.iter().filter_map(compare).collect()
}

/// What is wrong with the claims; `None` if they are all right.
fn differences(compared: &[Compared]) -> Option<Text> {
    let wrong = compared.iter().filter(|of| of.claimed != of.counted);
    let faults = wrong.map(|of| say("why.counts", args![of.depth, of.counted, of.claimed]));
    list(faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Step;
    use crate::verb::testing::{ROOK, asks, writes};

    #[test]
    fn counts_are_compared_and_written() {
        let (check, fill) = (Perft { depth: 2, write: false }, Perft { depth: 2, write: true });
        let (check, fill) = (Step::Perft(check), Step::Perft(fill));
        asks(&check, ROOK, "no counts");
        asks(&fill, ROOK, "perft 2");
        asks(&check, &format!("{ROOK} D1 5;"), "perft 2");
        let counts = || Found::Perft(vec![5, 25]);
        writes(&check, ROOK, "D1 5; D2 25; D3 1;", counts(), "counts are right");
        writes(&check, ROOK, "D5 1;", counts(), "counts of greater depths only");
        writes(&fill, ROOK, "D5 1;", counts(), "counts of greater depths only");
        writes(&check, ROOK, "D1 5; D2 24;", counts(), "failed: depth 2: 25 positions, not 24");
        writes(&fill, ROOK, "", counts(), "D1 5; D2 25;");
        writes(&fill, ROOK, "D1 5;", counts(), "counts are right");
    }
}
