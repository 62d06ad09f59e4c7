//! The recipes of `docs/cluster.md` for several machines, each run here on one.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;

/// The block of the document that begins with this, for parts and searches of the size of a test.
fn recipe(begins: &str) -> String {
    let document = fs::read_to_string("docs/cluster.md").expect("the document");
    let block = document.split("```").map(|block| block.split_once('\n').map_or("", |(_, text)| text));
    let text = block.into_iter().find(|text| text.starts_with(begins)).expect("a recipe").to_owned();
    assert!(text.contains("--nodes 200000"), "{text}");
    text.replace("--size 10000", "--size 5").replace("--nodes 200000", "--nodes 300")
}

fn shell(folder: &Folder, text: &str, task: usize) {
    let program = Path::new(env!("CARGO_BIN_EXE_epidote")).parent().expect("a folder").display();
    let path = format!("{program}:{}", std::env::var("PATH").expect("a path"));
    let ran = Command::new("bash")
        .args(["-euc", text])
        .current_dir(folder)
        .env("PATH", path)
        .env("SLURM_ARRAY_TASK_ID", task.to_string())
        .output()
        .expect("a shell");
    assert!(ran.status.success(), "{text}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// A folder with a suite of several parts, more than nine so that their order is not that of their names.
fn suite() -> (Folder, Vec<u8>) {
    let folder = Folder::new();
    let record =
        |n: usize| format!("4k3/8/8/8/8/8/{}P{}/4K3 w - - id \"{n}\";\n", n % 7, 7 - n % 7).replace('0', "");
    folder.write("suite.epd", (1..=52).map(record).collect::<String>());
    let whole = folder.run(&["analyze", "--nodes", "300", "-q", "suite.epd"]);
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    (folder, whole.out)
}

/// Compares results but for the seconds, which depend on how busy the machine is.
fn check(folder: &Folder, whole: &[u8]) {
    let without_time = |text: &[u8]| folder.run_with(&["remove", "-q", "acs"], text).text();
    assert_eq!(without_time(&folder.read("analysed.epd")), without_time(whole));
}

/// Whether GNU parallel can be run.
#[expect(clippy::print_stdout, reason = "a test that is not run says so")]
fn has_parallel() -> bool {
    let is_there = Command::new("parallel").arg("--version").output().is_ok();
    if !is_there {
        println!("NOT RUN: GNU parallel is not installed");
    }
    is_there
}

#[test]
fn gnu_parallel_gives_the_result_of_one_run() {
    for begins in ["parallel", "epidote split"].into_iter().filter(|_| has_parallel()) {
        let (folder, whole) = suite();
        shell(&folder, &recipe(begins), 0);
        check(&folder, &whole);
        // Again, over what is there; parts that were split are not written over.
        if begins == "parallel" {
            shell(&folder, &recipe(begins), 0);
            check(&folder, &whole);
        }
    }
}

#[test]
fn an_array_of_slurm_gives_the_result_of_one_run() {
    let (folder, whole) = suite();
    // A part of a task that was killed is cut; the task starts again.
    folder.write("part-3.epd", "4k3/8");
    for task in 1..=16 {
        shell(&folder, &recipe("#!/bin/bash"), task);
    }
    let recipe = recipe("parallel");
    shell(&folder, recipe.lines().nth(1).expect("a line"), 0);
    check(&folder, &whole);
}
