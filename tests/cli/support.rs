//! Runs the program, and makes files for it.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

pub(crate) const BROKEN: &str =
    "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9; id x\n# remark\n\n4k3/8/8/8/8/8/8/4K3 w - -\r\n";

pub(crate) fn epidote(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_epidote"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    match child.stdin.take().expect("its input").write_all(input.as_bytes()) {
        // A program that refuses its arguments ends without reading.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("its input is read"),
    }
    child.wait_with_output().expect("the program ends")
}

/// The engine, to talk to over UCI.
pub(crate) fn uci() -> Child {
    Command::new(env!("CARGO_BIN_EXE_epidote"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine")
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn file(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("epidote-{}-{name}", std::process::id()));
    fs::write(&path, content).expect("a file");
    path
}
