//! Verb pfms on one record: the mate that was proved (§7.3, V-13 to V-16).

use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::epd::verbs::analyze::{AnalyzeError, line_in_san};
use crate::epd::write::set_operation;

/// Whether a mate in at most `moves` is to be looked for: the record has no `dm`, or a longer one (V-13).
/// A `dm` that is no number says nothing.
///
/// ```
/// use epidote::epd::verbs::mate_search::is_wanted;
/// let kings = "4k3/8/8/8/8/8/8/4K2R w - -";
/// assert!(is_wanted(kings.as_bytes(), 3));
/// assert!(is_wanted(format!("{kings} dm 4;").as_bytes(), 3));
/// assert!(!is_wanted(format!("{kings} dm 3;").as_bytes(), 3));
/// ```
pub fn is_wanted(line: &[u8], moves: u32) -> bool {
    parse(line).integer("dm").is_none_or(|known| known > i64::from(moves))
}

/// The line with a mate in `moves` written into it: `dm`, its first move as `pm`, and all its moves as
/// `pv` (V-14). The moves are in coordinates.
///
/// ```
/// use epidote::epd::verbs::mate_search::write_mate;
/// let line = b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 7; id \"back rank\"; pm Kf1;";
/// assert_eq!(
///     String::from_utf8_lossy(&write_mate(line, 1, &["a1a8".to_owned()]).unwrap()),
///     "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\"; pm Ra8#; pv Ra8#;"
/// );
/// ```
///
/// # Errors
/// No legal position, a line that cannot be played from it, or a record that cannot be written to. The
/// record is then to be left as it is.
pub fn write_mate(text: &[u8], moves: u32, line: &[String]) -> Result<Vec<u8>, AnalyzeError> {
    let position = PositionReading::read(&parse(text)).chess.ok_or(AnalyzeError::NoPosition)?;
    let sans = line_in_san(&position, line).ok_or(AnalyzeError::OtherPosition)?;
    let first = sans.first().ok_or(AnalyzeError::OtherPosition)?;
    let mut out = text.to_vec();
    for (opcode, operands) in [("dm", moves.to_string()), ("pm", first.clone()), ("pv", sans.join(" "))] {
        out = set_operation(&parse(&out), opcode, operands.as_bytes())?.apply(&out);
    }
    Ok(out)
}
