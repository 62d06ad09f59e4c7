//! Tasks that check lines, with results in the types of the protocol.

use crate::epd::conventions::Conventions;
use crate::epd::lint::{
    self, Applicability, Diagnostic, Levels, RULES, Rule, Severity, Surroundings, check_with,
};
use crate::epd::parse;
use crate::protocol::{Finding, Lines, Repeats, RuleLines, RuleName};

/// The findings of a line.
pub(super) fn findings(conventions: &Conventions, line: &[u8]) -> Vec<Finding> {
    let found = check_with(&parse(line), conventions.around());
    found.into_iter().filter_map(|found| finding(found, &conventions.levels)).collect()
}

/// The gravest finding of each line.
pub(super) fn verdicts(conventions: &Conventions, lines: &Lines) -> Vec<Option<Severity>> {
    let worst = |line| conventions.levels.worst(&check_with(&parse(line), conventions.around()));
    lines.iter().map(worst).collect()
}

/// The surroundings of lines, which must be asked for in ascending order of their places.
pub(super) fn arounds(conventions: &Conventions, repeats: &Repeats) -> impl FnMut(u32) -> Surroundings {
    let around = conventions.around();
    let mut positions = repeats.positions.iter().peekable();
    let mut labels = repeats.labels.iter().peekable();
    move |at| Surroundings {
        // Rules do not ask which earlier line it is.
        earlier_position: positions.next_if_eq(&&at).map(|_| 0),
        earlier_id: labels.next_if_eq(&&at).map(|_| 0),
        ..around
    }
}

/// For each rule with findings, the lines in which it found something; in the order of the rules.
pub(super) fn check(conventions: &Conventions, lines: &Lines, repeats: &Repeats) -> Vec<RuleLines> {
    let mut arounds = arounds(conventions, repeats);
    let mut of_rules: Vec<[Vec<u32>; 2]> = vec![Default::default(); RULES.len()];
    let note = |places: &mut Vec<u32>, at| {
        if places.last() != Some(&at) {
            places.push(at);
        }
    };
    for (at, line) in (0..).zip(lines.iter()) {
        let parsed = parse(line);
        for found in check_with(&parsed, arounds(at)) {
            let Some(rule) = lint::place(found.rule) else { continue };
            let [lines, fixable] = &mut of_rules[rule];
            note(lines, at);
            // Prose in a file is not repaired.
            if parsed.has_ranks() && found.fixes.iter().any(|fix| fix.applicability == Applicability::Safe) {
                note(fixable, at);
            }
        }
    }
    let found = RULES.iter().zip(of_rules).filter(|(_, [lines, _])| !lines.is_empty());
    let named = |rule, [lines, fixable]: [Vec<u32>; 2]| {
        Some(RuleLines { rule: rule_name(rule, &conventions.levels)?, lines, fixable })
    };
    found.filter_map(|(rule, found)| named(rule, found)).collect()
}

/// The finding, unless its rule is off.
fn finding(found: Diagnostic, levels: &Levels) -> Option<Finding> {
    Some(Finding {
        rule: rule_name(found.rule, levels)?,
        span: found.span,
        message: found.message,
        paragraph: found.paragraph.to_owned(),
        fixes: found.fixes,
    })
}

fn rule_name(rule: &Rule, levels: &Levels) -> Option<RuleName> {
    let severity = levels.severity(rule)?;
    Some(RuleName { code: rule.code.to_owned(), name: rule.name.to_owned(), severity })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;
    use crate::epd::lint::{Level, RuleCode};
    use crate::jobs::testing::lines;
    use crate::text::edit::TextEdit;
    use crate::text::span::Span;

    #[test]
    fn gives_the_lines_of_each_rule() {
        let repeats = Repeats { positions: vec![2], labels: vec![3] };
        let counts = check(&Dialect::Edwards.into(), &lines(), &repeats);
        let of_rule = |code: &str| counts.iter().find(|found| found.rule.code == code);
        let of = |code: &str| of_rule(code).map(|found| &found.lines[..]);
        let fixable = |code: &str| of_rule(code).map(|found| &found.fixable[..]);
        assert_eq!(of("E402"), Some(&[2][..]));
        assert_eq!(of("W102"), Some(&[2, 3][..]));
        assert_eq!((of("I216"), of("I439")), (Some(&[2][..]), Some(&[3][..])));
        let place = |code: &str| RULES.iter().position(|rule| rule.code == code);
        assert!(counts.windows(2).all(|pair| place(&pair[0].rule.code) < place(&pair[1].rule.code)));
        assert_eq!(of("E211"), None);
        // A blank can be put right; which of two records is wanted, only the user knows.
        assert_eq!((fixable("W102"), fixable("I216")), (Some(&[2, 3][..]), Some(&[][..])));
    }

    #[test]
    fn tells_the_gravest_finding_of_each_line() {
        use Severity::{Error, Info, Warning};
        assert_eq!(
            verdicts(&Dialect::Edwards.into(), &lines()),
            [None, Some(Info), Some(Error), Some(Warning)]
        );
    }

    #[test]
    fn sends_findings_with_their_fixes() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm e1d2;";
        let found = findings(&Dialect::Edwards.into(), line);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.rule.code.as_str(), one.span), ("E303", Span::new(29, 33)));
        assert!(one.message.english().contains("`e1d2`"));
        assert_eq!(one.fixes[0].edit, TextEdit::replace(Span::new(29, 33), "Kd2"));
        assert_eq!(one.fixes[0].applicability, Applicability::Safe);
    }

    #[test]
    fn checks_by_the_dialect() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;";
        let worst =
            |dialect: Dialect| verdicts(&Conventions::from(dialect), &[line].into_iter().collect())[0];
        assert_eq!(worst(Dialect::Edwards), Some(Severity::Error));
        assert_ne!(worst(Dialect::Kvetka), Some(Severity::Error));
    }

    #[test]
    fn follows_the_levels_of_the_file() {
        let mut conventions = Conventions::default();
        let all: Lines = [&b"4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id x;"[..]].into_iter().collect();
        let line = all.iter().next().unwrap();
        let seen = |conventions: &Conventions| {
            let found =
                findings(conventions, line).into_iter().map(|found| (found.rule.code, found.rule.severity));
            let counted = check(conventions, &all, &Repeats::default()).into_iter();
            let counted: Vec<_> = counted.map(|found| (found.rule.code, found.rule.severity)).collect();
            assert_eq!(found.collect::<Vec<_>>(), counted);
            let worst = counted.iter().map(|&(_, severity)| severity).max();
            assert_eq!(verdicts(conventions, &all), [worst]);
            counted
        };
        let code = |text: &str| RuleCode::new(text).expect("a code");
        let finding = |code: &str, severity| (code.to_owned(), severity);
        assert_eq!(seen(&conventions), [finding("E303", Severity::Error), finding("E406", Severity::Error)]);
        conventions.levels.set(code("E303"), Some(Level::Info));
        assert_eq!(seen(&conventions), [finding("E303", Severity::Info), finding("E406", Severity::Error)]);
        conventions.levels.set(code("E406"), Some(Level::Off));
        assert_eq!(seen(&conventions), [finding("E303", Severity::Info)]);
    }
}
