//! Laws of whole command lines over several files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cli::{Status, run_with};
use crate::document::Document;
use crate::laws::plan_and_rest;

/// What separates two files of an input.
const BETWEEN: &[u8] = b"\n----\n";

const MARK: &[u8] = b"\xef\xbb\xbf";

/// The placeholder for the path of a recipe in a command line.
const RECIPE: &str = "RECIPE";

/// That recipe.
const STEPS: &[u8] =
    br#"{"format": "epidote-recipe", "version": 1, "steps": ["normalize", {"purge": {"opcodes": ["acd"]}}]}"#;

/// Command lines that rewrite or read files, by the letters used in a plan.
const VERBS: &[(u8, &[&str])] = &[
    (b'n', &["normalize"]),
    (b'r', &["repair"]),
    (b'k', &["repair", "--dialect", "kvetka"]),
    (b't', &["tenths"]),
    (b's', &["set", "c0", "\"{n}\""]),
    (b'x', &["remove", "ac*,id"]),
    (b'm', &["rename", "id", "c1"]),
    (b'v', &["reverse"]),
    (b'o', &["sort", "--by", "id"]),
    (b'h', &["shuffle", "--seed", "3"]),
    (b'd', &["dedupe", "--merge"]),
    (b'e', &["export", "--to", "epd"]),
    (b'c', &["count", "1", "--write"]),
    (b'a', &["mate", "1"]),
    (b'g', &["grade", "--into", "c9"]),
    (b'p', &["stamp", "--at", "1998.09.15 12:30:15"]),
    (b'u', &["repair", "--unsafe-fixes"]),
    (b'w', &["run", RECIPE]),
    (b'f', &["find", "side:w"]),
    (b'y', &["merge"]),
    (b'i', &["import"]),
];

/// Verbs that print something and write no file that they read.
const PRINTING: &[u8] = b"efyi";

/// Verbs that change nothing when they are run again on their own output.
const IDEMPOTENT: &[u8] = b"nrksxodecgpwfy";

/// A folder that is removed when its law ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("epidote-law-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{error}"));
        Self(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{error}"));
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Anything left over is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(verb: &[&str], options: &[&str], files: &[&str]) -> (Status, Vec<u8>) {
    let mut out = Vec::new();
    let workers: &[&str] = if ["merge", "split"].contains(&verb[0]) { &[] } else { &["-j", "2"] };
    let arguments = [verb, &["--quiet"], workers, options, files].concat();
    match run_with(&arguments, &mut out) {
        Ok(Some(status)) => (status, out),
        other => panic!("{arguments:?}: {other:?}"),
    }
}

/// The lines of a text, without a byte order mark.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let document = Document::from_bytes("", bytes.to_vec());
    document.ids().filter_map(|id| Some(document.text(id)?.into_owned())).collect()
}

/// The output for several files is the outputs for each of them together. What is written in place is what
/// would be printed. And the output, read again, comes out unchanged.
pub fn commands(input: &[u8]) {
    let (plan, rest) = plan_and_rest(input);
    let verb = plan.first().and_then(|letter| VERBS.iter().find(|(known, _)| known == letter));
    let &(letter, verb) = verb.unwrap_or(&VERBS[0]);
    let folder = Folder::new();
    let recipe = folder.write("steps.json", STEPS);
    let verb: Vec<&str> =
        verb.iter().map(|&word| if word == RECIPE { recipe.as_str() } else { word }).collect();
    let verb = verb.as_slice();
    let mut texts = Vec::new();
    let mut from = 0;
    for at in memchr::memmem::find_iter(rest, BETWEEN).chain([rest.len()]) {
        texts.push(&rest[from..at.max(from)]);
        from = rest.len().min(at + BETWEEN.len());
    }
    texts.truncate(4);
    // Files of other kinds would be decoded or unpacked first.
    texts.retain(|text| {
        ![&b"\x1f\x8b"[..], b"PK", b"\xff\xfe", b"\xfe\xff"].iter().any(|head| text.starts_with(head))
    });
    // A byte order mark within a file is a character of its line, but at the start of a file it would be a
    // mark.
    let inner_mark = |text: &&[u8]| memchr::memmem::rfind(text, MARK).is_some_and(|at| at > 0);
    texts.retain(|text| !inner_mark(text));
    let names: Vec<String> =
        texts.iter().enumerate().map(|(at, text)| folder.write(&format!("{at}.epd"), text)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // Lines that are moved keep their line ends, so that a CR alone could end up before an LF.
    let moves_lines = b"ohdy".contains(&letter);
    // So does one at the end of a file before a file that begins with an LF.
    let with_text: Vec<&[u8]> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    let is_glued = with_text.windows(2).any(|pair| pair[0].ends_with(b"\r") && pair[1].starts_with(b"\n"));
    if names.is_empty() || is_glued || moves_lines && texts.iter().any(|text| text.contains(&b'\r')) {
        return;
    }
    let (_, together) = run(verb, &[], &names);
    let apart: Vec<Vec<u8>> = names.iter().map(|name| run(verb, &[], &[name]).1).collect();
    let expected: Vec<Vec<u8>> = apart.iter().flat_map(|printed| lines(printed)).collect();
    assert_eq!(lines(&together), expected, "{verb:?}: several files are not each of them");
    if IDEMPOTENT.contains(&letter) {
        let name = folder.write("out.epd", &together);
        let (_, again) = run(verb, &[], &[&name]);
        // In one file, records from several files may be duplicates or be sorted differently.
        if names.len() == 1 || !b"od".contains(&letter) {
            let number_matters = letter == b's' && names.len() > 1;
            assert!(number_matters || again == together, "{verb:?}: twice is not once");
        }
    }
    if letter == b'y' {
        splits(&folder, &names, &texts);
    }
    if letter == b'r' {
        fixes(&folder, &texts, &apart);
    }
    if PRINTING.contains(&letter) {
        return;
    }
    let counts = |bytes: &[u8]| lines(bytes).len();
    for (printed, text) in apart.iter().zip(&texts) {
        assert!(letter == b'd' || counts(printed) == counts(text), "{verb:?}: another number of lines");
    }
    let (status, nothing) = run(verb, &["--in-place"], &names);
    assert!(status != Status::Findings && nothing.is_empty(), "{verb:?}: {status:?}");
    for (name, printed) in names.iter().zip(&apart) {
        let written = fs::read(Path::new(name)).unwrap_or_else(|error| panic!("{error}"));
        assert!(written == *printed, "{verb:?}: what is written is not what is printed");
    }
}

/// The parts of a file that is split are the file, but for its mark.
fn splits(folder: &Folder, names: &[&str], texts: &[&[u8]]) {
    let parts = folder.0.join("parts");
    fs::create_dir(&parts).unwrap_or_else(|error| panic!("{error}"));
    run(&["split", "--size", "2"], &["--into", &parts.to_string_lossy()], names);
    for (at, text) in texts.iter().enumerate() {
        let part = |number: usize| fs::read(parts.join(format!("{at}-{number}.epd"))).ok();
        let whole: Vec<u8> = (1..=text.len()).map_while(part).flatten().collect();
        assert!(whole == text.strip_prefix(MARK).unwrap_or(text), "the parts are not the file");
    }
}

/// What `lint --fix` writes is what `repair` prints.
fn fixes(folder: &Folder, texts: &[&[u8]], repaired: &[Vec<u8>]) {
    let names: Vec<String> =
        texts.iter().enumerate().map(|(at, text)| folder.write(&format!("fix-{at}.epd"), text)).collect();
    run(&["lint", "--fix", "--exit-zero"], &[], &names.iter().map(String::as_str).collect::<Vec<_>>());
    for (name, repaired) in names.iter().zip(repaired) {
        let fixed = fs::read(Path::new(name)).unwrap_or_else(|error| panic!("{error}"));
        assert!(fixed == *repaired, "what is fixed is not what is repaired");
    }
}
