//! Real files, read from `../shared/epd` (or `EPIDOTE_CORPUS`) when present; never copied here.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use epidote::document::{Document, Line};
use epidote::epd::game::Game;
use epidote::epd::lint::{
    Diagnostic, Levels, LintContext, Repair, Seen, Severity, Surroundings, check_with, doubt, worst,
};
use epidote::epd::normalize::normalize;
use epidote::epd::parse;

/// The path of a file of the corpus; if it is missing, `None` and a message.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let folder =
        std::env::var_os("EPIDOTE_CORPUS").map_or_else(|| PathBuf::from("../shared/epd"), PathBuf::from);
    let path = folder.join(name);
    if !path.exists() {
        println!("NOT RUN: {} is absent; set EPIDOTE_CORPUS to a folder of EPD files", path.display());
        return None;
    }
    Some(path)
}

fn corpus() -> Option<Vec<(String, Vec<u8>)>> {
    let folder =
        std::env::var_os("EPIDOTE_CORPUS").map_or_else(|| PathBuf::from("../shared/epd"), PathBuf::from);
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("NOT RUN: {} is absent; set EPIDOTE_CORPUS to a folder of EPD files", folder.display());
        return None;
    };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_string_lossy().into_owned();
            path.extension().is_some_and(|e| e == "epd").then(|| (name, fs::read(&path).expect("a file")))
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no EPD file in {}", folder.display());
    Some(files)
}

#[test]
fn open_then_save_is_byte_identical() {
    let Some(files) = corpus() else { return };
    for (name, bytes) in &files {
        let document = Document::from_bytes(name, bytes.clone());
        assert!(document.to_bytes().as_ref() == Some(bytes), "{name} is not saved as it was opened");
        let lines: usize = (0..document.len())
            .filter_map(|at| document.id_at(at))
            .map(|id| usize::from(matches!(document.line(id), Line::Ready(_))))
            .sum();
        assert_eq!(lines, document.len(), "{name}");
    }
    println!("open then save: {} files byte-identical", files.len());
}

/// A file of more lines is bulk: its records are alike, and would hide what becomes of all others.
const BULK: usize = 5_000;

/// The results for the lines of a file.
#[derive(Default)]
struct Counts {
    /// Whether the file is not bulk.
    is_small: bool,
    /// Lines with a position of the game of the file.
    positions: usize,
    /// Those without an error as they are, and those without one after safe fixes.
    clean: [usize; 2],
    /// Those that are understood, if necessary after safe fixes.
    understood: usize,
    /// The others, by the rule that gives the reason.
    rest: BTreeMap<&'static str, usize>,
}

/// Reads every line of a file, and proves everything that must hold for any line.
fn read(name: &str, bytes: &[u8]) -> Counts {
    let document = Document::from_bytes(name, bytes.to_vec());
    let mut counts = Counts { is_small: document.len() < BULK, ..Counts::default() };
    // As a user says it, by option or settings file. Another game is told by comments, as in `lint`.
    let game = if name.contains("frc") { Game::Chess960 } else { Game::Chess };
    let repair = |text: &[u8]| Repair { game, ..Repair::default() }.line(text);
    let mut seen = Seen::default();
    for at in 0..document.len() {
        let place = || format!("{name}:{}", at + 1);
        let text = document.id_at(at).and_then(|id| document.text(id)).expect("a line");
        let parsed = parse(&text);
        let tokens: usize = parsed.tokens().map(|token| token.span.len()).sum();
        assert_eq!(tokens, text.len(), "{}", place());
        if let Some(once) = normalize(&parsed) {
            assert_eq!(normalize(&parse(&once)), Some(once), "{}", place());
        }
        let fixed = repair(&text);
        if let Some(fixed) = &fixed {
            assert_eq!(repair(fixed), None, "repair does not converge: {}", place());
        }
        let around = Surroundings { game, ..seen.see(&parsed, at + 1) };
        if !parsed.has_ranks() || LintContext::with(&parsed, around).variant().is_some() {
            continue;
        }
        counts.positions += 1;
        let is_clean = |found: &[Diagnostic]| worst(found) != Some(Severity::Error);
        let after = check_with(&parse(fixed.as_deref().unwrap_or(&text)), around);
        counts.clean[0] += usize::from(is_clean(&check_with(&parsed, around)));
        counts.clean[1] += usize::from(is_clean(&after));
        match doubt(&after, &Levels::default()) {
            None => counts.understood += 1,
            Some(error) => *counts.rest.entry(error.rule.code).or_default() += 1,
        }
    }
    counts
}

#[test]
fn real_lines_are_understood_or_explained() {
    let Some(files) = corpus() else { return };
    let next = AtomicUsize::new(0);
    let all: Vec<(&str, Counts)> = thread::scope(|scope| {
        let work = || {
            std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed)))
                .map(|(name, bytes)| (name.as_str(), read(name, bytes)))
                .collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    println!("real lines that are not understood, by reason:");
    for (name, counts) in &all {
        for (code, count) in &counts.rest {
            println!("  {name}: {count} by {code}");
        }
    }
    let small: Vec<&Counts> = all.iter().map(|(_, counts)| counts).filter(|counts| counts.is_small).collect();
    assert_shares("all files", &all.iter().map(|(_, counts)| counts).collect::<Vec<_>>(), (97.0, 99.0));
    assert_shares("without bulk files", &small, (99.5, 99.5));
}

/// Asserts how many of a hundred positions at least have no error after safe fixes, and are understood.
fn assert_shares(what: &str, counts: &[&Counts], (clean, understood): (f64, f64)) {
    let sum = |of: fn(&Counts) -> usize| counts.iter().map(|counts| of(counts)).sum::<usize>();
    let positions = sum(|counts| counts.positions);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2⁵³")]
    let share = |of: usize| of as f64 * 100.0 / positions as f64;
    let [before, after] = [share(sum(|counts| counts.clean[0])), share(sum(|counts| counts.clean[1]))];
    let read = share(sum(|counts| counts.understood));
    println!(
        "{what}: {positions} positions, {before:.2} % without an error, {after:.2} % after repair, {read:.2} % understood"
    );
    assert!(after >= clean, "{what}: {after:.2} % are less than {clean} %");
    assert!(read >= understood, "{what}: {read:.2} % are less than {understood} %");
}
