//! Verb pfts on one record: writes what a search found for a record with `bm` or `am` (§7.5, V-18 to V-20).
//!
//! `pm` is the result of the search, and `pv` its line; `acn` and `acs` tell the effort. `acd` and `ce` are
//! rewritten where they stand: they would belong to another line. `bm` and `am` are never touched.

use crate::epd::parse;
use crate::epd::verbs::analyze::{Analysis, AnalyzeError, line_of, with_predicted_move};
use crate::epd::write::set_operation;

/// The record with the result written into it.
///
/// ```
/// use epidote::chess::score::Score;
/// use epidote::epd::verbs::{analyze::Analysis, target::write_result};
/// let line = vec!["e1d2".to_owned(), "e8d7".to_owned()];
/// let found = Analysis { score: Score::Centipawns(3), line, depth: 9, nodes: 500, time_ms: 1200 };
/// let record = b"4k3/8/8/8/8/8/8/4K3 w - - am Ke2; ce 12; id \"kings\";";
/// assert_eq!(
///     String::from_utf8_lossy(&write_result(record, &found).unwrap()),
///     "4k3/8/8/8/8/8/8/4K3 w - - acn 500; acs 1; am Ke2; ce 3; id \"kings\"; pm Kd2; pv Kd2 Kd7;"
/// );
/// ```
///
/// # Errors
/// As [`crate::epd::verbs::analyze::analyze`].
pub fn write_result(text: &[u8], analysis: &Analysis) -> Result<Vec<u8>, AnalyzeError> {
    let sans = line_of(text, analysis)?;
    let mut out = text.to_vec();
    for (opcode, always) in [("acd", false), ("acn", true), ("acs", true), ("ce", false), ("pv", true)] {
        let parsed = parse(&out);
        if always || parsed.operation(opcode).is_some() {
            let operands = analysis.operands(opcode, &sans);
            out = set_operation(&parsed, opcode, operands.as_bytes())?.apply(&out);
        }
    }
    with_predicted_move(out, &sans, true)
}
