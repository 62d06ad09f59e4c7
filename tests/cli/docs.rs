//! The examples in `docs/cli.md` show what the program does.

use std::fs;
use std::process::Command;

use crate::folder::Folder;

const DOCUMENT: &str = "docs/cli.md";

/// Runs a line in a shell and returns what is printed.
fn shell(folder: &Folder, line: &str) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_epidote"));
    let path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").expect("a path")
    );
    let ran = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .expect("a shell");
    String::from_utf8(ran.stdout).expect("text")
}

/// The document with the present output of its command lines. Blocks of `console` run in one folder, one
/// after another; a block after `<!-- file: NAME -->` is that file.
fn filled(text: &str) -> (String, usize) {
    let folder = Folder::new();
    let mut out = String::new();
    let mut count = 0;
    let mut file = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if let Some(name) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(name.to_owned());
        }
        if !line.starts_with("```") || line == "```" {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if line == "```console" {
            for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                out.extend(["$ ", command, "\n"]);
                // CSV has line ends of its own; in the chapter they would be lost.
                let shown = shell(&folder, command).replace("\r\n", "\n");
                out.push_str(&shown);
                if !shown.is_empty() && !shown.ends_with('\n') {
                    out.push('\n');
                }
                count += 1;
            }
        } else {
            let text: String = body.iter().flat_map(|line| [line, "\n"]).collect();
            out.push_str(&text);
            if let Some(name) = file.take() {
                folder.write(&name, text);
            }
        }
        out.push_str("```\n");
    }
    (out, count)
}

#[test]
fn examples_are_what_happens() {
    let text = fs::read_to_string(DOCUMENT).expect("the chapter");
    let (filled, count) = filled(&text);
    assert!(count > 25, "{count} examples");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(DOCUMENT, filled).expect("a document that can be written");
        return;
    }
    assert!(
        text == filled,
        "{DOCUMENT} is not current: run `UPDATE_DOCS=1 make native` and look at it\n{filled}"
    );
}

#[test]
fn every_verb_is_in_the_chapter() {
    let text = fs::read_to_string(DOCUMENT).expect("the chapter");
    for verb in epidote::cli::verbs() {
        assert!(text.contains(&format!("epidote {verb}")) || text.contains(&format!("`{verb}`")), "{verb}");
    }
}
