//! Findings as annotations of GitHub workflows.

use std::io::{self, Write};

use crate::cli::lint::{Checked, Printer};
use crate::epd::lint::Severity;
use crate::language::Catalog;

pub(super) struct Github {
    pub(super) catalog: &'static Catalog,
}

/// Escapes what ends a command; properties have two more such characters than messages.
fn escape(text: &str, property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}

impl Printer for Github {
    fn line(&mut self, checked: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        for found in checked.diagnostics {
            let level = match found.rule.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            writeln!(
                out,
                "::{level} file={},line={},col={},endColumn={},title={}::{} ({})",
                escape(checked.file, true),
                checked.number,
                found.span.start + 1,
                found.span.end.max(found.span.start + 1),
                escape(&format!("{} {}", found.rule.code, found.rule.name), true),
                escape(&self.catalog.render(&found.message), false),
                found.paragraph
            )?;
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
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
