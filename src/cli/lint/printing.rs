//! What `lint` writes, in the order of the lines: findings, fixed files, and the sums at the end.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::json;

use super::{Part, json, sarif};

use crate::cli::args::{Format, LintOptions};
use crate::cli::crew::{Sink, Taken};
use crate::cli::in_place::InPlace;
use crate::cli::input::Origin;
use crate::cli::progress::write_above;
use crate::cli::{Session, Status};
use crate::epd::lint::{RULES, Rule};
use crate::language::{Catalog, say};
use crate::text::encoding::BYTE_ORDER_MARK;

/// What happens to fixed lines.
enum Fixing {
    /// Nothing is fixed.
    No,
    /// They are printed, since the input is not a file.
    Printed,
    InPlace(Box<InPlace>),
}

/// Writes findings, and files that were fixed.
pub(super) struct Printing<'a> {
    options: &'a LintOptions,
    catalog: &'static Catalog,
    out: &'a mut dyn Write,
    pub(super) total: Part,
    by_rule: Vec<usize>,
    fixing: Fixing,
    has_results: bool,
    /// Fixed lines are printed, so findings go to standard error.
    prints_lines: bool,
    /// Nobody reads the findings any more.
    pub(super) is_unheard: bool,
}

impl<'a> Printing<'a> {
    pub(super) fn new(
        options: &'a LintOptions,
        catalog: &'static Catalog,
        out: &'a mut dyn Write,
        prints_lines: bool,
    ) -> Self {
        Self {
            options,
            catalog,
            out,
            total: Part::default(),
            by_rule: vec![0; RULES.len()],
            fixing: Fixing::No,
            has_results: false,
            prints_lines,
            is_unheard: false,
        }
    }

    pub(super) fn head(&mut self) -> io::Result<()> {
        match self.options.format {
            Format::Sarif if !self.options.statistics => self.put(sarif::head(self.catalog).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Writes about findings to where they are read.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.prints_lines {
            write_above(String::from_utf8_lossy(bytes).trim_end());
            return Ok(());
        }
        if self.is_unheard {
            return Ok(());
        }
        let written = self.out.write_all(bytes);
        self.unless_unheard(written)
    }

    /// Files are fixed to the last, also if nobody reads the findings any more.
    fn unless_unheard(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self.options.fix && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_unheard = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Shows what is written so far.
    fn flush(&mut self) -> io::Result<()> {
        if self.is_unheard {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_unheard(flushed)
    }

    /// Prints findings.
    fn print(&mut self, printed: &[u8]) -> io::Result<()> {
        if printed.is_empty() {
            return Ok(());
        }
        let printed = match self.options.format {
            // Each result begins with a comma, but the first one of all must not.
            Format::Sarif if !std::mem::replace(&mut self.has_results, true) => &printed[1..],
            _ => printed,
        };
        self.put(printed)
    }

    pub(super) fn foot(&mut self, session: &Session) -> io::Result<()> {
        if self.options.statistics {
            self.statistics()?;
        } else if self.options.format == Format::Sarif {
            self.put(sarif::foot().as_bytes())?;
        }
        self.flush()?;
        let [infos, warnings, errors] = self.total.severities;
        let [safe, others] = self.total.fixable;
        let found = say("cli.found", [self.total.records, errors, warnings, infos]);
        session.say(&found);
        if self.options.fix {
            session.say(&say("cli.fixed", [self.total.changed]));
        }
        if safe + others > 0 && !self.options.fix {
            session.say(&say("cli.fixable", [safe, others]));
        }
        Ok(())
    }

    /// The number of findings of each rule, the most frequent first.
    fn statistics(&mut self) -> io::Result<()> {
        let mut counts: Vec<(usize, &'static Rule)> =
            self.by_rule.iter().copied().zip(RULES.iter().copied()).filter(|(count, _)| *count > 0).collect();
        counts.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
        if self.options.format == Format::Json {
            let row = |&(count, rule): &(usize, &Rule)| json!({ "code": rule.code, "rule": rule.name, "count": count });
            let rows: Vec<_> = counts.iter().map(row).collect();
            let text = json!({ "version": json::VERSION, "statistics": rows });
            return self.put(format!("{text}\n").as_bytes());
        }
        let width = counts.iter().map(|(count, _)| count.to_string().len()).max().unwrap_or(0);
        for (count, rule) in counts {
            self.put(format!("{count:>width$}  {}  {}\n", rule.code, rule.name).as_bytes())?;
        }
        Ok(())
    }
}

impl Sink<Part> for Printing<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        if !self.options.fix {
            return Ok(Taken::Yes);
        }
        match InPlace::begin(origin, has_mark) {
            Ok(Some(file)) => self.fixing = Fixing::InPlace(Box::new(file)),
            Ok(None) => {
                self.fixing = Fixing::Printed;
                if has_mark {
                    self.out.write_all(BYTE_ORDER_MARK)?;
                }
            }
            Err(status) => return Ok(Taken::No(status)),
        }
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Part) -> io::Result<()> {
        self.print(&part.printed)?;
        match &mut self.fixing {
            Fixing::No => {}
            Fixing::Printed => self.out.write_all(&part.fixed)?,
            Fixing::InPlace(file) => file.take(&part.fixed, part.changed),
        }
        let total = &mut self.total;
        total.records += part.records;
        total.changed += part.changed;
        total.is_denied |= part.is_denied;
        for (total, count) in total.severities.iter_mut().zip(part.severities) {
            *total += count;
        }
        for (total, count) in total.fixable.iter_mut().zip(part.fixable) {
            *total += count;
        }
        for (at, count) in part.rules {
            self.by_rule[at] += count;
        }
        Ok(())
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        // Findings are printed as soon as a file is done.
        self.flush()?;
        Ok(match std::mem::replace(&mut self.fixing, Fixing::No) {
            Fixing::InPlace(file) => {
                let changed = file.changed();
                let status = file.end(is_whole);
                if status == Status::Trouble {
                    // It is as it was.
                    self.total.changed -= changed;
                }
                status
            }
            Fixing::No | Fixing::Printed => Status::Clean,
        })
    }
}
