//! Real files, read from `../shared/epd` (or `EPIDOTE_CORPUS`) when present; never copied here.

use std::fs;
use std::path::PathBuf;

use epidote::document::{Document, Line};
use epidote::epd::lint::{Severity, check, repair};
use epidote::epd::normalize::normalize;
use epidote::epd::parse;

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

#[test]
fn every_real_line_is_understood_or_explained() {
    let Some(files) = corpus() else { return };
    let (mut lines, mut errors, mut repaired) = (0, 0, 0);
    for (name, bytes) in &files {
        let document = Document::from_bytes(name, bytes.clone());
        // The first lines of each file have its quirks; all of them would take minutes unoptimized.
        for at in 0..document.len().min(400) {
            let text = document.id_at(at).and_then(|id| document.text(id)).expect("a line");
            let parsed = parse(&text);
            let tokens: usize = parsed.tokens.iter().map(|token| token.span.len()).sum();
            assert_eq!(tokens, text.len(), "{name}:{}", at + 1);
            let worst = check(&parsed).iter().map(|d| d.rule.severity).max();
            lines += 1;
            errors += usize::from(worst == Some(Severity::Error));
            if let Some(once) = normalize(&parsed) {
                assert_eq!(normalize(&parse(&once)), Some(once), "{name}:{}", at + 1);
            }
            if let Some(fixed) = repair(&text) {
                repaired +=
                    usize::from(check(&parse(&fixed)).iter().all(|d| d.rule.severity != Severity::Error));
                assert_eq!(repair(&fixed), None, "repair does not converge: {name}:{}", at + 1);
            }
        }
    }
    println!("real lines: {lines} read, {errors} with errors, {repaired} free of errors after safe fixes");
}
