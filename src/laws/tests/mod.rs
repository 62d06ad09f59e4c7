//! The laws on random inputs, on the corpus of the fuzz targets, and on inputs that once broke one.

mod inputs;
mod links;

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use inputs::{bytes, file, fragment, line, message, mutated, plan, record, shown, steps, with_plan};

/// An input that breaks a law becomes a named test, so no file of seeds is kept.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_line_is_read_without_loss(line in shown(line())) {
        lossless(&line.0);
    }

    #[test]
    fn any_bytes_are_read_without_loss(line in shown(bytes())) {
        lossless(&line.0);
    }

    #[test]
    fn shown_characters_lead_back_to_the_bytes(input in shown(with_plan(plan(), prop_oneof![line(), bytes()]))) {
        encoding(&input.0);
    }

    #[test]
    fn every_line_has_its_views(line in shown(prop_oneof![line(), bytes()])) {
        views(&line.0);
    }

    #[test]
    fn the_normal_form_keeps_the_meaning(line in shown(line())) {
        normal_form(&line.0);
    }

    #[test]
    fn every_fix_does_what_it_says(line in shown(line())) {
        fixes(&line.0);
    }

    #[test]
    fn an_operation_is_set_and_removed_alone(input in shown(with_plan(inputs::operation(), line()))) {
        operations(&input.0);
    }

    #[test]
    fn written_moves_are_read_back(input in shown(with_plan(bytes(), record()))) {
        san(&input.0);
    }

    #[test]
    fn what_is_read_as_a_move_is_one(line in shown(line())) {
        move_text(&line.0);
    }

    #[test]
    fn a_query_and_its_opposite_part_all_lines(input in shown(with_plan(inputs::query(), line()))) {
        query(&input.0);
    }

    #[test]
    fn chunks_do_not_matter(input in shown(with_plan(plan(), file()))) {
        chunks(&input.0);
    }

    #[test]
    fn every_step_is_undone(input in shown(with_plan(steps(), file()))) {
        undo(&input.0);
    }

    #[test]
    fn links_hold_what_was_put_in(input in shown(prop_oneof![fragment(), file(), bytes()])) {
        link(&input.0);
    }

    #[test]
    fn records_come_back_from_every_format(line in shown(prop_oneof![line(), bytes()])) {
        round_trip(&line.0);
    }

    #[test]
    fn recipes_are_read_or_refused(input in shown(with_plan(mutated(inputs::recipe()), line()))) {
        recipe(&input.0);
    }

    #[test]
    fn messages_are_read_or_refused(input in shown(prop_oneof![mutated(message()), bytes()])) {
        messages(&input.0);
    }
}

#[cfg(feature = "cli")]
proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn files_go_in_and_out_of_command_lines(
        letter in proptest::sample::select(b"nrktsxmvohdecagpuwfyi".to_vec()),
        files in proptest::collection::vec(file(), 1..4),
    ) {
        commands(&[&[letter][..], b"\n", &files.join(&b"\n----\n"[..])].concat());
    }
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn blocks_do_not_matter(input in shown(with_plan(plan(), inputs::large_file()))) {
        chunks(&input.0);
    }
}

/// Checks a law on every file of a folder, and returns the number of files.
fn run(law: Law, folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries.map(|entry| law(&fs::read(entry.unwrap().path()).unwrap())).count()
}

#[test]
fn every_law_has_its_target_and_holds_on_the_corpus() {
    for (name, law) in LAWS {
        assert!(run(*law, Path::new("fuzz/corpus/lines")) > 0, "fuzz/corpus/lines is empty");
        run(*law, &Path::new("fuzz/corpus").join(name));
        assert!(Path::new("fuzz/fuzz_targets").join(name).with_extension("rs").exists(), "no target {name}");
    }
}

/// Every law of a line holds for lines that repeat the same part thousands of times. A rule that searched the
/// line again for each of its parts would need minutes here.
#[test]
fn long_lines_of_one_part_are_repaired() {
    const PARTS: [&str; 16] = [
        "! ",
        "dm ",
        "Nf3 ",
        "; ",
        "\"a\"",
        "\0",
        "(Q) ",
        "{x} ",
        "1. ",
        "or ",
        "e4,",
        "c6 ",
        "x;",
        "D1 5 ;",
        "id \"x\" ",
        "bm e4; ",
    ];
    let repaired = |line: String| crate::epd::lint::repair(line.as_bytes()).unwrap_or(line.into_bytes());
    // Repair goes on to the end, however many things there are to repair.
    let missing =
        repaired(format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\"{}", " c0 \"a\" c1 \"b\"".repeat(500)));
    let found = crate::epd::lint::check(&crate::epd::parse(&missing));
    let left = found.iter().filter(|found| ["E104", "E425"].contains(&found.rule.code)).count();
    assert_eq!(left, 0, "{}", String::from_utf8_lossy(&missing));
    for opcode in ["bm ", "pv ", "id ", "ce ", ""] {
        for part in PARTS {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {opcode}{}", part.repeat(20_000 / part.len()));
            lossless(line.as_bytes());
            if let Some(repaired) = crate::epd::lint::repair(line.as_bytes()) {
                lossless(&repaired);
            }
        }
    }
}
