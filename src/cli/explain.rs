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

/// The paragraphs of the handbook and the rows of its tables that mention something.
fn mentions(name: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut heading = "";
    let mut last = "";
    for part in HANDBOOK.split("\n\n") {
        let part = part.trim();
        if let Some(title) = part.strip_prefix("##") {
            heading = title.trim_start_matches('#').trim();
            continue;
        }
        let is_text = !part.starts_with("```") && !part.starts_with("<!--");
        if heading.is_empty() || !is_text || !part.contains(name) {
            continue;
        }
        let shown =
            if part.starts_with('|') { rows(part, name) } else { format!("\n{}\n", without_links(part)) };
        if heading != last && !shown.is_empty() {
            writeln!(out, "\n{heading}:")?;
            last = heading;
        }
        out.write_all(shown.as_bytes())?;
    }
    Ok(())
}

/// The rows of a table that mention something, each cell with the head of its column. A row that begins with the
/// name is left out: it describes the thing itself, which is explained already.
fn rows(table: &str, name: &str) -> String {
    let mut out = String::new();
    let label = without_links(name);
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| without_links(cell.trim())).collect()
    };
    let mut lines = table.lines();
    let heads = cells(lines.next().unwrap_or_default());
    for row in lines.filter(|row| row.contains(name)) {
        let cells = cells(row);
        if cells.first() == Some(&label) {
            continue;
        }
        out.push('\n');
        for (head, cell) in heads.iter().zip(cells) {
            if !head.is_empty() && !cell.is_empty() && cell != label {
                out.extend(["  ", head, ": ", &cell, "\n"]);
            }
        }
    }
    out
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

    /// Checks that the explanation of a rule or an opcode contains this passage of the handbook.
    #[track_caller]
    fn check(word: &str, passage: &str) {
        let session = Session { catalog: crate::language::Catalog::english(), is_quiet: true };
        let mut out = Vec::new();
        let status = run(&session, &ExplainOptions { word: Some(word.to_owned()) }, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(status == Status::Clean && text.contains(passage), "{passage:?} is not in\n{text}");
    }

    #[test]
    fn passages_of_the_handbook_are_shown() {
        check("E207", "it only offers to remove one if king or rook are not on their home squares ");
        check("W410", "The operands of `am` and `bm` are a set, in ASCII order (W410).");
        check("bm", "no move is both in `bm` and in `am`");
        // Rows of tables, with the heads of their columns.
        check("E310", "  in the file: `bm #4`\n  understood as: `dm 4`\n");
        check("illegal-move", "E301");
        check("fmvn", "the counters of FEN, `hmvc` and `fmvn`");
    }

    #[test]
    fn links_are_their_words() {
        assert_eq!(without_links("a [E104](x.md#e104), b [c](d)"), "a E104, b c");
        assert_eq!(without_links("[[x]"), "[[x]");
    }
}
