//! `check-engine`: what good engines pass, and what bad ones fail with.

use super::{folder, mock, run, succeed, wait_until};
use std::fs;

/// Checks an engine: its exit status, and a line that it prints.
#[track_caller]
fn check(how: &str, proto: &str, status: i32, line: &str) {
    let folder = folder(&format!("check-{how}"));
    let command = format!("{} {how}", mock());
    let output = std::process::Command::new(super::EPIDOTE)
        .args(["check-engine", "--proto", proto, &command])
        .current_dir(&folder)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    let out = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(status), "{how}: {out}");
    assert!(out.lines().any(|printed| printed.starts_with(line)), "{how}: {out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn engines_that_speak_uci() {
    let folder = folder("check-own");
    let out = succeed(&folder, "check-engine epidote");
    assert!(out.ends_with("steps passed\n") && !out.contains("FAILED"), "{out}");
    fs::remove_dir_all(&folder).expect("the folder goes");
    check("good", "uci", 1, "FAILED  introduces itself: it does not tell its author (id author)");
    check("odd-options", "uci", 1, "FAILED  introduces itself: it does not tell its name (id name)");
    check("gone-at-once", "uci", 1, "The program is gone (exit status: 3); 19 steps were not tried.");
    check("illegal", "uci", 1, "FAILED  moves after a number of nodes: \"e2e5\" is not a legal move");
    check("dies-on-quit", "uci", 1, "ok      leaves when it is told to: it ended with signal: 6");
}

#[test]
fn engines_that_speak_xboard() {
    check("x-good", "xboard", 0, "12 of 12 steps passed");
    let late = "FAILED  is silent in force mode, and after a result: it moves after the result: move e7e5";
    check("x-too-late", "xboard", 1, late);
    check("x-moves-on", "xboard", 1, late);
    check("x-crosses", "xboard", 0, "12 of 12 steps passed");
    let gone = "FAILED  is silent in force mode, and after a result: it ended (signal: 6";
    check("x-dies-thinking", "xboard", 1, gone);
    check("x-illegal", "xboard", 1, "FAILED  moves after a depth: \"e2e5\" is not a legal move");
}

#[test]
fn clients_that_speak_epd() {
    let folder = folder("check-epd");
    let base = folder.join("line").to_str().expect("text").to_owned();
    // A client behind pipes: `sh` joins its ends with those of the check.
    let command = format!("sh -c 'cat {base}.pc0 & exec cat >{base}.pc1'");
    let mut client = std::process::Command::new(super::EPIDOTE)
        .args(["client", "--engine", "cmd=epidote", "--fifo", &base])
        .spawn()
        .expect("a client starts");
    wait_until(&mut client, "pipe", || folder.join("line.pc1").exists());
    let output = std::process::Command::new(super::EPIDOTE)
        .args(["check-engine", "--proto", "epd", &command])
        .output()
        .expect("the program starts");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.ends_with("8 of 8 steps passed\n"), "{out}");
    assert!(client.wait().expect("it ends").success());
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_checked() {
    let folder = folder("check-nothing");
    let (_, err, status) = run(&folder, "check-engine /no/such/engine");
    assert_eq!(status, Some(2));
    assert!(err.contains("/no/such/engine: No such file"), "{err}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
