//! `no-such-day`: `ts` holds a day that no month has.
//!
//! ## What it does
//! Finds dates such as 30 February.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ts 1995.02.30 07:00:00;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ts 1995.02.28 07:00:00;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W420",
    name: "no-such-day",
    severity: Severity::Warning,
    paragraph: "§5.2.5",
    looks_at: &[Trait::Timestamp],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(view) = context.find("ts") else { return };
    if !view.faults.is_empty() {
        return;
    }
    let Some(operand) = view.operands.first() else { return };
    let number = |part: &[u8]| part.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let [year, month, day] =
        operand.value(context.parse.text()).split(|&b| b == b'.').map(number).collect::<Vec<_>>()[..]
    else {
        return;
    };
    if day > days(year, month) {
        out.push(Diagnostic::new(&RULE, operand.span, say("W420", [context.quote(operand.span)])));
    }
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_days_that_do_not_exist() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ts 1995.02.30 07:00:00;
            -----------------------------^^^^^^^^^^ W420 no-such-day: `1995.02.30` does not exist in the calendar
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ts 1996.02.29 07:00:00;");
    }
}
