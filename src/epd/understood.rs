//! Numbers that programs write in other ways than the text has, as they are understood where a record is only read: by
//! queries, sorting and grading. What is written right is read first.

use crate::epd::Parse;
use crate::epd::mate::{announced, announced_as_score, ce};
use crate::epd::operand::{Integer, read_integer};

/// The fewest centipawns that are written with a point; below, the number may be in pawns.
const CENTIPAWNS: i64 = 100;

/// The value of an integer opcode, also written with zeros behind a point (`acs 60.00`), as the moves of a mate
/// (`ce +M4`), or for `dm` as a mate in the place of the best move (`bm #4`).
///
/// ```
/// use epidote::epd::{parse, understood::integer};
/// let of = |operation: &str, opcode| integer(&parse(format!("4k3/8/8/8/8/8/8/4K3 w - - {operation};").as_bytes()), opcode);
/// assert_eq!(of("acs 60.00", "acs"), Some(60));
/// assert_eq!(of("ce +M4", "ce"), Some(32_760));
/// assert_eq!(of("bm #4", "dm"), Some(4));
/// assert_eq!(of("ce 1.00", "ce"), None); // pawns, it seems
/// assert_eq!(of("ce 0.00", "ce"), Some(0)); // the same in both
/// ```
pub fn integer(parse: &Parse<'_>, opcode: &str) -> Option<i64> {
    if let Some(number) = parse.integer(opcode) {
        return Some(number);
    }
    let Some(value) = parse.value(opcode) else {
        let mate = parse.value("bm").filter(|_| opcode == "dm")?;
        let is_all = parse.operation("bm").is_some_and(|best| parse.operands(best).len() == 1);
        return announced(mate).filter(|&moves| moves > 0 && is_all);
    };
    let is_score = opcode == "ce";
    let mate = || announced_as_score(value).map(ce).filter(|_| is_score);
    without_fraction(value)
        .filter(|whole| !is_score || *whole == 0 || whole.abs() >= CENTIPAWNS)
        .or_else(mate)
}

/// An integer with a point and zeros.
fn without_fraction(value: &[u8]) -> Option<i64> {
    let point = value.iter().position(|&byte| byte == b'.')?;
    let zeros = &value[point + 1..];
    let is_zero = !zeros.is_empty() && zeros.iter().all(|&byte| byte == b'0');
    match read_integer(&value[..point]) {
        Integer::Value(whole) if is_zero => Some(whole),
        _ => None,
    }
}
