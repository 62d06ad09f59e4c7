//! `capital-opcode`: an opcode of the text is written with capitals.
//!
//! ## What it does
//! Finds `BM`, `Id` and the like, where the small form is not used in the record.
//! ## Why it matters
//! Opcodes of the text are written in small letters; capitals mark private ones.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::lookup;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W426",
    name: "capital-opcode",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if view.spec.is_some() {
            continue;
        }
        let opcode = context.parse.opcode(view.operation);
        let Some(spec) = lookup(&opcode.to_ascii_lowercase()) else { continue };
        if context.parse.operation(spec.name).is_none() && !out.is_full() {
            let span = view.operation.opcode;
            let fix =
                Fix::unsafe_(say("fix.write", [spec.name.to_owned()]), TextEdit::replace(span, spec.name));
            let args = [context.opcode(view), spec.name.to_owned()];
            out.push(Diagnostic::new(&RULE, span, say("W426", args)).with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_capitals() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;\n--------------------------^^ W426 capital-opcode: {0}"
                .replace("{0}", "`BM` may be meant as `bm`")
                .as_str(),
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2; bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
