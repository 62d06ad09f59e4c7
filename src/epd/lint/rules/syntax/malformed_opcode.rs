//! `malformed-opcode`: a word in the place of an opcode cannot be one.
//!
//! ## What it does
//! Finds opcodes with other characters, with more than fifteen characters, or that do not start with a letter, and strings without an opcode.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - best-move Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::extension::{Extension, remark_registers, remark_text};
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::read_moves;
use crate::epd::opcode::{Operands, is_opcode, lookup};
use crate::epd::operand::{Integer, read_integer};
use crate::epd::write::{counter_of, make_comment};
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E107",
    name: "malformed-opcode",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let places = Places::of(context);
    for view in &context.operations {
        if out.is_full() {
            return;
        }
        let opcode = context.parse.opcode(view.operation);
        if view.spec.is_some() || is_opcode(opcode) {
            continue;
        }
        if opcode.is_empty() {
            let span =
                context.parse.operands(view.operation).first().map_or(view.operation.opcode, |o| o.span);
            out.push(Diagnostic::new(&RULE, span, "E107.string").with_fixes(name_string(context, span)));
            continue;
        }
        let quoted = context.quote(view.operation.opcode);
        let message = if let Some(extension) = view.extension {
            say("E107.known", args![quoted, word(extension.key())])
        } else if !opcode.first().is_some_and(u8::is_ascii_alphabetic) {
            say("E107.start", [quoted])
        } else if opcode.len() > 15 {
            say("E107.long", [opcode.len().to_string()])
        } else {
            say("E107", [quoted])
        };
        let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, message);
        out.push(diagnostic.clear_if(view.extension.is_some()).with_fixes(rewrite(context, view, &places)));
    }
}

/// Puts an opcode before a string without one, separated from what precedes it.
fn name_string(context: &LintContext<'_>, string: Span) -> Option<Fix> {
    let parse = context.parse;
    let free = parse.fields.len() == 4 && !context.has("c0");
    let touches = parse.text()[..string.start].last().is_some_and(|&byte| !is_blank(byte));
    let opcode = if touches { " c0 " } else { "c0 " };
    free.then(|| Fix::unsafe_("fix.make-comment", TextEdit::insert(string.start, opcode)))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Where operations without an opcode go that have a meaning by convention.
#[derive(Default)]
pub(crate) struct Places {
    /// The number of the operation that becomes `pv`.
    line: Option<usize>,
    /// The numbers of operations that become comments, each with its register.
    registers: Vec<(usize, String)>,
    /// Whether a semicolon is missing. It is put in first: what it sets apart may be before counts of moves,
    /// which then are none.
    has_swallowed: bool,
}

impl Places {
    /// Empty where a semicolon is missing: what the operations would take may follow it.
    pub(crate) fn of(context: &LintContext<'_>) -> Self {
        let parse = context.parse;
        let is_said = |view: &&OperationView<'_>| {
            let opcode = parse.opcode(view.operation);
            view.extension.is_some() && !opcode.is_empty() && !is_opcode(opcode)
        };
        let has_swallowed = context.operations.iter().any(|view| !view.swallowed.is_empty());
        if has_swallowed {
            return Self { has_swallowed, ..Self::default() };
        }
        if !context.operations.iter().any(|view| is_said(&view)) {
            return Self::default();
        }
        // The first of several variations in ASCII order, so that their order in the line does not matter.
        let free = parse.operation("pv").is_none();
        let views = || context.operations.iter().filter(is_said);
        let lines = views().filter(|view| free && is_line(context, view));
        let line = lines.min_by_key(|view| parse.bytes(view.operation.body())).map(|view| view.index);
        let is_remark = |at: usize| {
            let view = context.operations.get(at).filter(is_said);
            let is_count = |view: &OperationView<'_>| matches!(view.extension, Some(Extension::Perft { .. }));
            line != Some(at) && view.is_some_and(|view| !is_count(view))
        };
        Self { line, registers: remark_registers(parse, is_remark), has_swallowed }
    }

    /// Returns whether operation number `at` becomes the variation of the record.
    pub(crate) fn is_line(&self, at: usize) -> bool {
        self.line == Some(at)
    }

    /// The register of operation number `at` as a comment.
    pub(crate) fn register(&self, at: usize) -> Option<&str> {
        self.registers.iter().find(|(of, _)| *of == at).map(|(_, register)| register.as_str())
    }
}

/// Returns whether a variation after a label can be played.
fn is_line(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    let Some(position) = context.position.chess.as_ref() else { return false };
    view.extension == Some(Extension::Variation)
        && read_moves(position, Operands::MoveLine, context.parse, view.operation)
            .iter()
            .all(|read| read.played().is_some())
}

/// An operation that says the same in the text, or by common convention.
fn rewrite(context: &LintContext<'_>, view: &OperationView<'_>, places: &Places) -> Option<Fix> {
    let parse = context.parse;
    let title = |text: &str| say("fix.write", [text.to_owned()]);
    match view.extension {
        Some(Extension::Perft { depth }) => {
            let opcode = format!("D{depth}");
            let free = !context.has(&opcode) && !places.has_swallowed;
            let edit = TextEdit::insert(view.operation.opcode.start, format!("{opcode} "));
            free.then(|| Fix::safe(title(&opcode), edit))
        }
        Some(Extension::Variation) if places.is_line(view.index) => {
            Some(Fix::safe(title("pv"), TextEdit::replace(view.operation.opcode, "pv")))
        }
        Some(Extension::NamedValue) if integer_in(parse.opcode(view.operation)).is_some() => {
            let text = integer_in(parse.opcode(view.operation))?;
            let name = text.split(' ').next()?;
            let is_free = !context.has(name)
                && counter_of(parse, name).is_none()
                && parse.operands(view.operation).is_empty();
            let edit = TextEdit::replace(view.operation.opcode, text.as_str());
            is_free.then(|| Fix::unsafe_(title(&text), edit))
        }
        Some(_) => {
            let register = places.register(view.index)?;
            let text = remark_text(parse, view.operation)?;
            let comment = [register.as_bytes(), b" \"", &text, b"\""].concat();
            let title = say("fix.make-remark", [register.to_owned()]);
            Some(Fix::safe(title, TextEdit::replace(view.operation.body(), comment)))
        }
        // A move behind a set of moves may belong to it.
        None => make_comment(parse, view.operation)
            .filter(|_| !context.has("c0") && context.bound().get(view.index) != Some(&true))
            .map(|edit| Fix::unsafe_("fix.make-comment", edit)),
    }
}

/// An opcode of the text with its integer, joined by a sign: `ce=5` may be meant as `ce 5`.
fn integer_in(opcode: &[u8]) -> Option<String> {
    let (name, value) = std::str::from_utf8(opcode).ok()?.split_once('=')?;
    let Operands::Integer { min, max } = lookup(name.as_bytes())?.operands else { return None };
    let Integer::Value(number) = read_integer(value.as_bytes()) else { return None };
    (min..=max).contains(&number).then(|| format!("{name} {value}"))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;
    use crate::epd::lint::{Surroundings, repair};

    #[test]
    fn finds_words_that_are_no_opcodes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - _bm Kd2;
            --------------------------^^^ E107 malformed-opcode: the opcode `_bm` does not start with a letter
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - best-move Kd2;
            --------------------------^^^^^^^^^ E107 malformed-opcode: the opcode `best-move` has characters other than letters, digits and `_`
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmnop 1;
            --------------------------^^^^^^^^^^^^^^^^ E107 malformed-opcode: an opcode of 16 characters; at most 15 are allowed
            ",
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - "note";
            --------------------------^^^^^^ E107 malformed-opcode: a string where an opcode should be
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmno 1;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - dm=3;", "4k3/8/8/8/8/8/8/4K3 w - - dm 3;");
        assert_eq!(repair(b"4k3/8/8/8/8/8/8/4K3 w - - ce=-5;"), None);
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - \"note\";", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"note\";");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - PV: e1d2 e8d7; id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - pv e1d2 e8d7; id \"x\";",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"x\"; 00:07;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"x\"; c1 \"00:07\";",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - -\"note\";", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"note\";");
    }

    #[test]
    fn numbers_behind_a_missing_semicolon_are_no_counts_yet() {
        // `dm` is an operation of its own, and before it there is no count of moves.
        prove_fixes(b"4k3/8/8/8/8/8/8/4K3 w - - fmvn 1 dm 3; 20; 400;", Surroundings::default());
        prove_fixes(b"4k3/8/8/8/8/8/8/4K3 w - - fmvn 1; 20; 400;", Surroundings::default());
    }

    #[test]
    fn what_is_said_by_convention_is_repaired() {
        for (operations, expect) in [
            ("PV: e1d2 e8d7; 00:07;", "c0 \"00:07\"; pv Kd2 Kd7;"),
            ("PV: e1e5; PV: e1d2; PV: e1f2;", "c0 \"PV: e1e5\"; c1 \"PV: e1f2\"; pv Kd2;"),
            ("20; 400; 8902;", "D1 20; D2 400; D3 8902;"),
            ("v=-385; Duals(4); #17 white  wins", "c0 \"#17 white wins\"; c1 \"Duals(4)\"; c2 \"v=-385\";"),
            ("00:07; bm Kd2 c0 \"x\";", "bm Kd2; c0 \"x\"; c1 \"00:07\";"),
        ] {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
            prove_fixes(line.as_bytes(), Surroundings::default());
            let repaired = crate::epd::lint::repair(line.as_bytes()).expect("a repair");
            let expect = format!("4k3/8/8/8/8/8/8/4K3 w - - {expect}");
            assert_eq!(String::from_utf8_lossy(&repaired), expect);
        }
    }

    #[test]
    fn does_not_make_a_field_of_an_opcode() {
        let found = crate::epd::lint::check(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w \"note\";"));
        let string = found.iter().find(|found| found.rule.code == RULE.code);
        assert!(string.is_some_and(|found| found.fixes.is_empty()));
    }
}
