//! Copies records into new files.

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::documents::Documents;
use crate::app::files::giving::pick_place;
use crate::app::files::opening::Files;
use crate::app::language::Language;
use crate::app::notices::Notices;
use crate::app::runs::Runs;
use crate::app::sweep::{Sweep, Sweeps};
use crate::browser::files::{self, Place};
use crate::browser::{download, page};
use crate::document::workspace::DocumentId;
use crate::document::{RecordId, SavePart, Source};
use crate::epd::LineKind;
use crate::epd::parts::{Parts, Place as Belongs};
use crate::export::{Format, LeftOut};
use crate::language::{Text, args, say};
use crate::logic::tools::Copy;
use crate::protocol::{Counts, Lines, Outcome, Part, Task};
use crate::text::encoding::Encoding;

/// Most files that a file is split into, because each becomes a tab.
const MOST_FILES: usize = 50;

/// Most bytes of a line, and most lines, of a sample.
const MOST_OF_LINE: usize = 400;
const MOST_SAMPLED: usize = 100;

/// Lines copied before the page gets time to paint.
const STEP: usize = 4_000;

/// Copies records into new files.
#[derive(Debug, Clone, Copy)]
pub struct Copying {
    pub(super) documents: &'static Documents,
    pub(super) files: &'static Files,
    pub(super) runs: &'static Runs,
    pub(super) analysis: &'static AnalysisState,
    pub(super) sweeps: &'static Sweeps,
    pub(super) language: Language,
    pub(super) notices: Notices,
}

impl Copying {
    /// The number of lines that would be copied.
    pub(super) fn lines_of(&'static self, what: &Copy, ids: &[RecordId]) -> usize {
        match what {
            Copy::Extract | Copy::Split { .. } | Copy::Export { .. } => ids.len(),
            Copy::Merge => self
                .documents
                .workspace
                .with_untracked(|w| w.open_documents().iter().map(|open| open.document.len()).sum()),
        }
    }

    /// How the first file would begin: with this many of the lines. `None` if it was stopped.
    pub(super) async fn sample(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        what: &Copy,
        most: usize,
    ) -> Result<Option<String>, Text> {
        let merged = matches!(what, Copy::Merge).then(|| self.first_of_all(most)).flatten();
        let (document, first) =
            merged.unwrap_or_else(|| (document, ids.iter().copied().take(most).collect()));
        let lines = self.documents.texts(document, &first).await?;
        let known = self.documents.workspace.with_untracked(|workspace| {
            let document = &workspace.get(document)?.document;
            Some((document.conventions(), document.code_page, document.numbers_of(&first)))
        });
        let (conventions, code_page, numbers) = known.ok_or("why.closed")?;
        let mut all = Vec::new();
        if let Copy::Export { format } = *what {
            let mut columns = Vec::new();
            if format == Format::Csv {
                let Some(counts) = self.count(sweep, document, ids).await? else { return Ok(None) };
                columns = counts.columns();
            }
            for part in [Part::Head, Part::Lines { numbers, lines }] {
                let end = b"\n".to_vec();
                let (columns, conventions) = (columns.clone(), conventions.clone());
                let task = Task::Export { format, columns, conventions, end, part };
                if let Outcome::Export { text, .. } = self.analysis.jobs().ask(task).await? {
                    all.extend(text);
                }
            }
        } else {
            for line in lines.iter() {
                all.extend_from_slice(line);
                all.push(b'\n');
            }
        }
        // Lines may be of several encodings.
        let shown = |line: &[u8]| {
            let encoding = Encoding::detect(line, code_page);
            encoding.decode(&line[..line.len().min(MOST_OF_LINE)]).into_owned()
        };
        let shown: Vec<String> = all.split(|&byte| byte == b'\n').take(MOST_SAMPLED).map(shown).collect();
        Ok(Some(shown.join("\n").trim_end().to_owned()))
    }

    /// The first lines of the first open file that has any.
    fn first_of_all(&'static self, most: usize) -> Option<(DocumentId, Vec<RecordId>)> {
        self.documents.workspace.with_untracked(|workspace| {
            let open = workspace.open_documents().iter().find(|open| !open.document.is_empty())?;
            Some((open.id, (0..most).filter_map(|at| open.document.id_at(at)).collect()))
        })
    }

    pub(super) async fn copy(&'static self, document: DocumentId, ids: Vec<RecordId>, what: Copy) {
        let count = self.lines_of(&what, &ids);
        if !self.runs.begin_reading(document, "run.copying".into(), count) {
            return;
        }
        let done = match what {
            Copy::Extract => self.copy_out(&[(document, ids)], "extract").await,
            Copy::Split { size } => self.split(document, &ids, size).await,
            Copy::Export { format } => self.export(document, ids, format).await,
            Copy::Merge => {
                let all: Vec<(DocumentId, Vec<RecordId>)> =
                    self.documents.workspace.with_untracked(|workspace| {
                        let open = workspace.open_documents().iter();
                        open.map(|open| (open.id, open.document.all_ids())).collect()
                    });
                self.copy_out(&all, "merged").await
            }
        };
        let stopped = self.analysis.is_stopping();
        self.analysis.run.set(None);
        if stopped {
            self.notices.note("toast.stopped");
        } else if let Err(reason) = done {
            self.notices.failed("toast.not-copied", &reason);
        }
    }

    async fn split(&'static self, document: DocumentId, ids: &[RecordId], size: u64) -> Result<(), Text> {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let parts = self.parts(document, ids, size).await?;
        if parts.len() > MOST_FILES {
            return Err(say("why.many-files", [parts.len(), MOST_FILES].map(|number| number.to_string())));
        }
        // Only the first one can be empty: if there are no lines.
        for (part, at) in parts.into_iter().filter(|part| !part.is_empty()).zip(1..) {
            if self.analysis.is_stopping() {
                break;
            }
            self.copy_out(&[(document, part)], &format!("part{at}")).await?;
        }
        Ok(())
    }

    /// The lines of each part of `size` records.
    async fn parts(
        &'static self,
        document: DocumentId,
        ids: &[RecordId],
        size: usize,
    ) -> Result<Vec<Vec<RecordId>>, Text> {
        let mut divides = Parts::of(size);
        let (mut parts, mut waiting) = (vec![Vec::new()], Vec::new());
        let mut at = 0;
        while at < ids.len() && !self.analysis.is_stopping() {
            let end = self.documents.batch_end(document, ids, at, STEP);
            let texts = self.documents.texts(document, &ids[at..end]).await?;
            for (line, &id) in texts.iter().zip(&ids[at..end]) {
                match divides.place(LineKind::of(line)) {
                    Belongs::Here => {}
                    Belongs::Waits => {
                        waiting.push(id);
                        continue;
                    }
                    Belongs::Next => parts.push(std::mem::take(&mut waiting)),
                }
                if let Some(part) = parts.last_mut() {
                    part.push(id);
                }
            }
            at = end;
            page::breathe().await;
        }
        if let Some(part) = parts.last_mut() {
            part.extend(waiting);
        }
        Ok(parts)
    }

    /// Copies lines of files into a new file, with the line ending of the first file.
    async fn copy_out(&'static self, parts: &[(DocumentId, Vec<RecordId>)], word: &str) -> Result<(), Text> {
        let acts = self.files.acts();
        let first = parts.first().and_then(|&(document, _)| {
            self.documents.workspace.with_untracked(|workspace| {
                let document = &workspace.get(document)?.document;
                Some((document.name.clone(), document.index().line_end(), document.code_page))
            })
        });
        let (name, line_end, code_page) = first.ok_or("why.closed")?;
        let mut bytes = Vec::new();
        for (document, ids) in parts {
            let mut at = 0;
            while at < ids.len() {
                if self.analysis.is_stopping() {
                    return Ok(());
                }
                let end = self.documents.batch_end(*document, ids, at, STEP);
                for line in self.documents.texts(*document, &ids[at..end]).await?.iter() {
                    bytes.extend_from_slice(line);
                    bytes.extend_from_slice(line_end.bytes());
                }
                self.analysis.count(end - at, 0);
                at = end;
                page::breathe().await;
            }
        }
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "epd"));
        let made = self.files.open_unsaved_since(&format!("{stem}-{word}.{ending}"), bytes, acts);
        if let Some(made) = made {
            self.documents.update_document(made, |document| document.code_page = code_page);
        }
        Ok(())
    }

    /// Counts what the records contain; `None` if it was stopped.
    pub(super) async fn count(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
    ) -> Result<Option<Counts>, Text> {
        let make = Box::new(|_, lines| Task::Count { lines });
        let answers = self.sweeps.collect(sweep, document, ids, make).await?;
        Ok(answers.map(|answers| {
            let mut all = Counts::default();
            for answer in answers {
                if let Outcome::Count(counts) = answer {
                    all.add(&counts);
                }
            }
            all
        }))
    }

    /// Writes records in another format to a place that the user chooses.
    async fn export(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        format: Format,
    ) -> Result<(), Text> {
        let Some(name) = self
            .documents
            .workspace
            .with_untracked(|w| w.get(document).map(|open| open.document.name.clone()))
        else {
            return Ok(());
        };
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let ending = format.ending();
        // This comes first, because the browser shows the dialog only within a moment of the key press or
        // click.
        let place = pick_place(self.language, &format!("{stem}.{ending}")).await.map_err(Text::from)?;
        if matches!(place, Place::Nowhere) {
            return Ok(());
        }
        self.write_export(document, ids, format, place, &format!("{stem}.{ending}")).await
    }

    async fn write_export(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        format: Format,
        place: Place,
        name: &str,
    ) -> Result<(), Text> {
        let sweep = Sweep::of_run();
        let mut columns = Vec::new();
        if format == Format::Csv {
            let Some(counts) = self.count(&sweep, document, ids.clone()).await? else { return Ok(()) };
            columns = counts.columns();
        }
        let numbers = self.documents.workspace.with_untracked(|w| {
            w.get(document).map(|open| open.document.numbers_of(&ids)).unwrap_or_default()
        });
        let Some((conventions, end)) = self.documents.workspace.with_untracked(|w| {
            let document = &w.get(document)?.document;
            Some((document.conventions(), document.index().line_end().bytes().to_vec()))
        }) else {
            return Ok(());
        };
        let task = move |part| {
            let (columns, conventions) = (columns.clone(), conventions.clone());
            Task::Export { format, columns, conventions, end: end.clone(), part }
        };
        let ends = task.clone();
        let make = Box::new(move |from: usize, lines: Lines| {
            let numbers = numbers.get(from..from + lines.len()).unwrap_or_default().to_vec();
            task(Part::Lines { numbers, lines })
        });
        let Some(answers) = self.sweeps.collect(&sweep, document, ids, make).await? else { return Ok(()) };
        let (Outcome::Export { text: head, .. }, Outcome::Export { text: foot, .. }) = (
            self.analysis.jobs().ask(ends(Part::Head)).await?,
            self.analysis.jobs().ask(ends(Part::Foot)).await?,
        ) else {
            return Ok(());
        };
        let (mut all, mut without) = (vec![SavePart::Bytes(head)], LeftOut::default());
        for answer in answers {
            if let Outcome::Export { text, left_out } = answer {
                all.push(SavePart::Bytes(text));
                without.add(left_out);
            }
        }
        all.push(SavePart::Bytes(foot));
        let source = Source::resident(Vec::new());
        let write = async {
            let blob = files::blob_of(&all, &source, None)?;
            match place {
                Place::Handle(handle) => files::write(&handle, &blob).await,
                Place::Download | Place::Nowhere => download::offer(name, &blob),
            }
        };
        write.await.map_err(Text::from)?;
        self.notices.note(if without.count > 0 {
            // A table has a place for every record.
            let of = if format == Format::Csv { "export.operations-left-out" } else { "export.left-out" };
            let left_out = say(of, [without.count, without.first_line]);
            say("toast.exported-without", args![name.to_owned(), left_out])
        } else {
            say("toast.exported", [name.to_owned()])
        });
        Ok(())
    }
}
