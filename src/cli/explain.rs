//! `explain`: the meaning of a finding or an opcode, from the documentation of the rules and the handbook.

use std::io::{self, Write};

use crate::cli::args::ExplainOptions;
use crate::cli::{Session, Status, complain};
use crate::epd::lint::{RULES, Rule};
use crate::epd::opcode::{OPCODES, OpcodeSpec, lookup};

const DIAGNOSTICS: &str = include_str!("../../docs/diagnostics.md");

const HANDBOOK: &str = include_str!("../../docs/epd.md");

pub(super) fn run(session: &Session, options: &ExplainOptions, out: &mut dyn Write) -> io::Result<Status> {
    let Some(word) = &options.word else {
        return list(session, out).map(|()| Status::Clean);
    };
    let rule = RULES.iter().find(|rule| rule.code.eq_ignore_ascii_case(word) || rule.name == word);
    match (rule, lookup(word.as_bytes())) {
        (Some(rule), _) => explain_rule(rule, out)?,
        (None, Some(spec)) => explain_opcode(session, spec, out)?,
        (None, None) => {
            complain(&format!("`{word}` is neither a finding nor an opcode; `epidote explain` lists all"));
            return Ok(Status::Trouble);
        }
    }
    Ok(Status::Clean)
}

/// The section about a rule in the list of findings, and the passages about it in the handbook.
fn explain_rule(rule: &Rule, out: &mut dyn Write) -> io::Result<()> {
    let heading = format!("### {}\n", rule.code);
    let section = DIAGNOSTICS.split_once(&heading).map_or("", |(_, rest)| rest);
    let end = ["\n### ", "\n## "].iter().filter_map(|next| section.find(next)).min().unwrap_or(section.len());
    writeln!(out, "{}\n\n{}", rule.code, section[..end].trim())?;
    mentions(&format!("[{}](", rule.code), out)
}

/// The row of an opcode, and the passages about it in the handbook.
fn explain_opcode(session: &Session, spec: &OpcodeSpec, out: &mut dyn Write) -> io::Result<()> {
    let say = |text| session.catalog.render(&text);
    writeln!(out, "{}: {} ({})\n", spec.name, say(spec.title()), spec.paragraph)?;
    writeln!(out, "{}", say(spec.help()))?;
    writeln!(out, "Takes: {}", say(spec.operands.in_words()))?;
    mentions(&format!("`{}`", spec.name), out)
}

/// The paragraphs of the handbook that mention something, without its tables.
fn mentions(name: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut heading = "";
    let mut last = "";
    for part in HANDBOOK.split("\n\n") {
        let part = part.trim();
        if let Some(title) = part.strip_prefix("##") {
            heading = title.trim_start_matches('#').trim();
        } else if !heading.is_empty() && part.contains(name) && !part.starts_with(['|', '`', '<']) {
            if heading != last {
                writeln!(out, "\n{heading}:")?;
                last = heading;
            }
            writeln!(out, "\n{}", without_links(part))?;
        }
    }
    Ok(())
}

/// Markdown without the targets of its links.
fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (label, start) = before.rsplit_once('[').map_or(("", before), |(head, label)| (label, head));
        out.push_str(start);
        out.push_str(label);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

fn list(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    for rule in RULES {
        writeln!(out, "{}  {:<28} {}", rule.code, rule.name, rule.severity.name())?;
    }
    writeln!(out)?;
    for spec in OPCODES {
        writeln!(out, "{:<12} {}", spec.name, session.catalog.render(&spec.title()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_and_every_opcode_is_explained() {
        let session = Session { catalog: crate::language::Catalog::english(), is_quiet: true };
        for rule in RULES {
            let mut out = Vec::new();
            explain_rule(rule, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("Example:") && text.contains("Instead:") && text.contains('§'), "{text}");
        }
        for spec in OPCODES {
            let mut out = Vec::new();
            explain_opcode(&session, spec, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("Takes: ") && text.contains(spec.paragraph), "{text}");
        }
    }

    #[test]
    fn links_are_their_words() {
        assert_eq!(without_links("a [E104](x.md#e104), b [c](d)"), "a E104, b c");
        assert_eq!(without_links("[[x]"), "[[x]");
    }
}
