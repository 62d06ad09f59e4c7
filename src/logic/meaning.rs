//! What the number in a field of the form means, and scores and times that are typed as people write them.

use crate::chess::score::Score;
use crate::headless::decimal::clock;
use crate::language::{Text, args, say};

/// Seconds from which on they are shown as minutes.
const MINUTE: i64 = 60;

/// What the operand of this opcode means; `None` if the number says it itself.
pub fn meaning(opcode: &str, operand: &str) -> Option<Text> {
    let number: i64 = operand.parse().ok()?;
    let key = match opcode {
        "ce" => {
            let score = Score::from_ce(i32::try_from(number).ok()?)?;
            return Some(Text::Plain(with_minus(&score.to_string())));
        }
        "acd" | "hmvc" => "meaning.plies",
        "acn" => "meaning.nodes",
        "dm" => "meaning.mate",
        #[expect(clippy::cast_precision_loss, reason = "seconds of a search are far below 2^53")]
        "acs" if number >= MINUTE => return Some(Text::Plain(clock(number as f64))),
        "acs" => "meaning.seconds",
        _ => return None,
    };
    Some(say(key, args![number]))
}

/// A score as the page shows it: the sign first, also of a mate, and the one for minus as wide as the one for plus.
///
/// ```
/// use epidote::logic::meaning::with_minus;
/// assert_eq!(["-0.28", "#-2", "+1.00"].map(with_minus), ["−0.28", "−#2", "+1.00"]);
/// ```
pub fn with_minus(score: &str) -> String {
    match score.strip_prefix("#-") {
        Some(moves) => format!("\u{2212}#{moves}"),
        None => score.replace('-', "\u{2212}"),
    }
}

/// The operand of `ce` for a score that is typed in pawns (`1.5`, `−0,25`) or as a mate (`#3`, `#-2`); `None` for
/// anything else, such as the number itself.
pub fn typed_score(typed: &str) -> Option<i32> {
    let typed = typed.trim().replace('\u{2212}', "-");
    let (sign, size) = match typed.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, typed.strip_prefix('+').unwrap_or(&typed)),
    };
    if let Some(mate) = size.strip_prefix('#') {
        let (other, moves) = mate.strip_prefix('-').map_or((1, mate), |rest| (-1, rest));
        let moves: i32 = digits(moves).filter(|&moves| moves > 0)?;
        return written(Score::of_moves_to_mate(sign * other * moves));
    }
    let (whole, part) = size.split_once(['.', ','])?;
    let hundredths = match part.len() {
        0 => 0,
        1 => digits(part)? * 10,
        2 => digits(part)?,
        _ => return None,
    };
    let whole = if whole.is_empty() { 0 } else { digits(whole)? };
    written(Score::Centipawns(sign * whole.saturating_mul(100).saturating_add(hundredths)))
}

/// The operand of `acs` for a time that is typed with colons (`1:30`, `1:01:01`); `None` for anything else, such as the
/// number of seconds itself.
pub fn typed_time(typed: &str) -> Option<i64> {
    let parts: Vec<&str> = typed.trim().split(':').collect();
    let (first, rest) = parts.split_first().filter(|(_, rest)| matches!(rest.len(), 1 | 2))?;
    rest.iter().try_fold(i64::from(digits(first).filter(|_| !first.is_empty())?), |sum, part| {
        let part = digits(part).filter(|&number| part.len() == 2 && number < 60)?;
        Some(60 * sum + i64::from(part))
    })
}

/// The operand for a score; `None` for one that `ce` cannot hold.
fn written(score: Score) -> Option<i32> {
    let ce = score.to_ce();
    (Score::from_ce(ce) == Some(score)).then_some(ce)
}

fn digits(text: &str) -> Option<i32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_say_what_they_mean() {
        let check = |opcode, operand, expected: &str| {
            let words = meaning(opcode, operand).map(|text| text.english()).unwrap_or_default();
            assert_eq!(words, expected, "{opcode} {operand}");
        };
        check("ce", "-28", "\u{2212}0.28");
        check("ce", "32764", "#2");
        check("ce", "-32763", "\u{2212}#2");
        check("ce", "-32768", "");
        check("ce", "99999999999", "");
        check("ce", "soon", "");
        check("acd", "1", "1 ply");
        check("acd", "12", "12 plies");
        check("hmvc", "0", "0 plies");
        check("acn", "1234567", "1,234,567 nodes");
        check("acs", "59", "59 s");
        check("acs", "3661", "1:01:01");
        check("dm", "3", "mate in 3");
        check("fmvn", "3", "");
        check("id", "3", "");
    }

    #[test]
    fn times_are_typed_as_people_write_them() {
        let check = |typed, expected| assert_eq!(typed_time(typed), expected, "{typed}");
        check("1:30", Some(90));
        check(" 0:05 ", Some(5));
        check("90:00", Some(5400));
        check("1:01:01", Some(3661));
        // What is shown for a number of seconds is taken back as that number.
        let shown = clock(359_999.0);
        check(&shown, Some(359_999));
        for typed in
            ["90", "", ":", "1:", ":30", "1:3", "1:60", "1:99:00", "1:2:3:4", "-1:30", "1:-3", "a:bc", "1:+3"]
        {
            check(typed, None);
        }
        check("99999999999:00", None);
    }

    #[test]
    fn scores_are_typed_as_people_write_them() {
        let check = |typed, expected| assert_eq!(typed_score(typed), expected, "{typed}");
        check("1.5", Some(150));
        check("+1.50", Some(150));
        check("-0.28", Some(-28));
        check("\u{2212}0,28", Some(-28));
        check("-0.", Some(0));
        check(".5", Some(50));
        check("320.00", Some(32_000));
        check("#3", Some(32_762));
        check("#-2", Some(-32_763));
        check("-#2", Some(-32_763));
        // Numbers are what they are, and half a mate is none.
        for typed in ["150", "-28", "", "#", "#0", "#-", "1.234", "1.5.2", "a.b", "--1.5", "#1.5"] {
            check(typed, None);
        }
        // More than `ce` can hold.
        for typed in ["320.01", "-400.00", "327.66", "99999999999.0", "#40000", "-#384", "#99999999999"] {
            check(typed, None);
        }
    }
}
