//! Findings as annotations of GitHub workflows.

use std::io::Write as _;

use crate::cli::lint::checked::Checked;
use crate::epd::lint::Severity;
use crate::language::Catalog;

/// Escapes characters that would end a command. Properties have two more of these than messages.
fn escape(text: &str, property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}

pub(super) fn print(checked: &Checked<'_>, catalog: &Catalog, out: &mut Vec<u8>) {
    for found in checked.diagnostics {
        let level = match checked.severity(found) {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        // Writing into memory cannot fail.
        let _ = writeln!(
            out,
            "::{level} file={},line={},col={},endColumn={},title={}::{} ({})",
            escape(checked.file, true),
            checked.number,
            found.span.start + 1,
            found.span.end.max(found.span.start + 1),
            escape(&format!("{} {}", found.rule.code, found.rule.name), true),
            escape(&catalog.render(&found.message), false),
            found.paragraph
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_ends_a_command() {
        assert_eq!(escape("a%b\nc:d,e", true), "a%25b%0Ac%3Ad%2Ce");
        assert_eq!(escape("a: b", false), "a: b");
    }
}
