//! `lint`: findings and their formats.

use crate::folder::Folder;
use crate::support::*;

#[test]
fn the_status_tells_what_was_found() {
    let status = |arguments: &[&str], input: &str| epidote(arguments, input).status.code();
    assert_eq!(status(&["lint"], BROKEN), Some(1));
    assert_eq!(status(&["lint", "--deny", "never"], BROKEN), Some(0));
    assert_eq!(status(&["lint"], "4k3/8/8/8/8/8/8/4K3 w - -\n"), Some(0));
    let warning = "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\";\n";
    assert_eq!(status(&["lint"], warning), Some(0));
    assert_eq!(status(&["lint", "--deny", "warn"], warning), Some(1));
    let info = "4k3/8/8/8/8/8/8/4K3 w - - foo 1;\n";
    assert_eq!(status(&["lint", "--deny", "warning"], warning), Some(1));
    assert_eq!(status(&["lint", "--deny", "warning"], info), Some(0));
    assert_eq!(status(&["lint", "--deny", "info"], info), Some(1));
    assert_eq!(status(&["lint", "/no/such/file.epd"], ""), Some(2));
    assert_eq!(status(&["lint", "--format", "none"], ""), Some(2));
}

#[test]
fn the_dialect_is_chosen() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;\n";
    assert_eq!(epidote(&["lint"], line).status.code(), Some(1));
    assert_eq!(epidote(&["lint", "--dialect", "kvetka"], line).status.code(), Some(0));
    assert_eq!(text(&epidote(&["repair"], line)), line);
    let repaired = text(&epidote(&["repair", "--dialect", "kvetka"], line));
    assert_eq!(repaired, "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30:00;\n");
}

#[test]
fn repetitions_in_a_file_are_noted() {
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"x\";\n4k3/8/8/8/8/8/8/4K3 b - -\n";
    let output = text(&epidote(&["lint"], lines));
    assert!(output.contains("I439") && output.contains("line 1"), "{output}");
    assert!(output.contains("I216") && output.contains("line 2"), "{output}");
    assert_eq!(epidote(&["lint"], lines).status.code(), Some(0));
}

#[test]
fn json_has_an_object_for_each_line() {
    let output = text(&epidote(&["lint", "--format", "json"], BROKEN));
    let objects: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["verdict"], "error");
    assert_eq!(objects[0]["normalized"], "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9; id x;");
    assert_eq!(objects[0]["diagnostics"][0]["code"], "E305");
    assert_eq!(
        (&objects[0]["diagnostics"][0]["start"], &objects[0]["diagnostics"][0]["end"]),
        (&29.into(), &32.into())
    );
    assert_eq!((&objects[1]["record"], &objects[1]["verdict"]), (&false.into(), &"info".into()));
    assert_eq!(objects[1]["normalized"], serde_json::Value::Null);
    assert_eq!(objects[3]["line"], 4);
}

#[test]
fn sarif_and_annotations_name_the_place() {
    let sarif: serde_json::Value =
        serde_json::from_str(&text(&epidote(&["lint", "--format", "sarif"], BROKEN))).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"E305".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 30);
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let rule = rules.iter().find(|rule| rule["id"] == "E305").unwrap();
    assert_eq!(rule["shortDescription"]["text"], "Words that are no moves");
    assert!(rule["fullDescription"]["text"].as_str().unwrap().ends_with("(§5.2.2)"), "{rule}");
    let annotations = text(&epidote(&["lint", "--format", "github"], BROKEN));
    assert!(
        annotations.starts_with("::error file=<stdin>,line=1,col=30,endColumn=32,title=E305 not-a-move::")
    );
}

#[test]
fn sarif_names_files_by_references_that_can_be_resolved() {
    let folder = Folder::new();
    folder.write("a b#1 50%é.epd", BROKEN);
    let ran = folder.run(&["lint", "--format", "sarif", "a b#1 50%é.epd"]);
    let sarif: serde_json::Value = serde_json::from_slice(&ran.out).expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], "a%20b%231%2050%25%C3%A9.epd");
}

#[test]
fn findings_speak_russian() {
    let output = text(&epidote(&["--language", "ru", "lint"], BROKEN));
    assert!(output.contains("не ход"), "{output}");
}

/// The lines to validate with the schema.
const VARIED: &str = "4k3/8/8/8/8/8/8/4K3 w KQ -  bm e1d2; id x; c0 \"a\"\n\n# remark\nprose\n\
    4k3/8/8/8/8/8/8/4K3 w - - id \"\u{e9}\"; foo 1;\n";

#[test]
fn json_has_the_form_that_is_documented() {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    let schema = compiler.compile("docs/lint.schema.json", &mut schemas).expect("a schema");
    let folder = Folder::new();
    let ran = folder.run_with(&["lint", "--format", "json", "--registers"], VARIED.as_bytes());
    let objects: Vec<serde_json::Value> =
        ran.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 5);
    for object in &objects {
        schemas.validate(object, schema).unwrap_or_else(|error| panic!("{error:#}\n{object}"));
    }
    // Any other form is refused, so the schema is not trivial.
    for (key, value) in
        [("version", 2.into()), ("verdict", "warn".into()), ("line", 0.into()), ("more", 1.into())]
    {
        let mut other = objects[0].clone();
        other[key] = value;
        assert!(schemas.validate(&other, schema).is_err(), "{other}");
    }
    assert_eq!(objects[4]["verdict"], "warning");
    let fixes =
        &objects[0]["diagnostics"].as_array().unwrap().iter().find(|found| found["code"] == "E207").unwrap()
            ["fixes"];
    assert_eq!(fixes[0]["applicability"], "unsafe");
    let statistics = folder.run_with(&["lint", "--format", "json", "--statistics"], VARIED.as_bytes()).text();
    let statistics: serde_json::Value = serde_json::from_str(&statistics).unwrap();
    schemas.validate(&statistics, schema).unwrap_or_else(|error| panic!("{error:#}\n{statistics}"));
    let mut other = statistics.clone();
    other["statistics"][0]["count"] = 0.into();
    assert!(schemas.validate(&other, schema).is_err(), "{other}");
    assert!(
        statistics["statistics"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["code"] == "W102" && row["count"] == 1)
    );
}

type Json = serde_json::Value;

fn number(place: &Json, key: &str) -> usize {
    usize::try_from(place[key].as_u64().unwrap_or_else(|| panic!("{key} in {place}")))
        .expect("a place in a line")
}

fn list<'a>(object: &'a Json, key: &str) -> &'a [Json] {
    object[key].as_array().map_or(&[], Vec::as_slice)
}

/// Makes edits of units, from the last to the first: where each begins and ends, and what comes in its place.
fn make<T: Clone>(units: &[T], mut edits: Vec<(usize, usize, Vec<T>)>) -> Vec<T> {
    let mut made = units.to_vec();
    edits.sort_by_key(|&(start, ..)| std::cmp::Reverse(start));
    for (start, end, insert) in edits {
        made.splice(start..end, insert);
    }
    made
}

/// The descriptions of a fix are enough to make it. The edits in JSON and those in SARIF make the same line of
/// each fix, and that line has fewer findings of the rule.
#[test]
fn edits_of_json_and_sarif_make_the_fix() {
    let folder = Folder::new();
    let mut tried = 0;
    let mut rules = std::collections::BTreeSet::new();
    for line in [
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"\u{e9}\"; bm e1d2;",
        "4k3/8/8/8/8/8/8/4K3 w KQ -  bm e1d2; id x; c0 \"a\"",
        "44k3/8/8/8/8/8/8/4K3 W - - c0 \"\u{1f600}\" bm 1. e1d2 or Kf2;; c0 \"b\";",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1 BM Kd2!, e1f2 ; ce +1.5; bm #4;",
        "4k3/8/8/8/8/8/8/4K3 w - - acd 07; pv Kd2 Kd7 Kd2; am Kf2 Kd2 Kf2; id \"\u{e9}\" \"b\";",
    ] {
        let output = |format: &str| -> Json {
            let input = format!("{line}\n");
            let ran = folder.run_with(&["lint", "--format", format], input.as_bytes());
            serde_json::from_str(&ran.text()).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
        };
        let (json, sarif) = (output("json"), output("sarif"));
        let (found, results) = (list(&json, "diagnostics"), list(&sarif["runs"][0], "results"));
        assert_eq!(found.len(), results.len(), "{line}");
        for (found, result) in found.iter().zip(results) {
            let code = found["code"].as_str().expect("a code");
            assert_eq!((&found["code"], &found["message"]), (&result["ruleId"], &result["message"]["text"]));
            assert_eq!(list(found, "fixes").len(), list(result, "fixes").len(), "{found}");
            for (fix, other) in list(found, "fixes").iter().zip(list(result, "fixes")) {
                let edits = list(fix, "edits").iter().map(|edit| {
                    let insert = edit["insert"].as_str().expect("a text").as_bytes().to_vec();
                    (number(edit, "start"), number(edit, "end"), insert)
                });
                let by_json = String::from_utf8(make(line.as_bytes(), edits.collect())).expect("UTF-8");
                let replaced = list(&other["artifactChanges"][0], "replacements").iter().map(|edit| {
                    let (region, text) = (&edit["deletedRegion"], edit["insertedContent"]["text"].as_str());
                    let insert = text.unwrap_or_default().encode_utf16().collect();
                    (number(region, "startColumn") - 1, number(region, "endColumn") - 1, insert)
                });
                let units: Vec<u16> = line.encode_utf16().collect();
                let by_sarif = String::from_utf16(&make(&units, replaced.collect())).expect("UTF-16");
                assert_eq!(by_json, by_sarif, "{line}\n{fix}\n{other}");
                assert_eq!(fix["applicability"], other["properties"]["applicability"]);
                let count = |line: &str| {
                    let input = format!("{line}\n");
                    let ran =
                        folder.run_with(&["lint", "--format", "json", "--select", code], input.as_bytes());
                    list(&serde_json::from_str::<Json>(&ran.text()).expect("JSON"), "diagnostics").len()
                };
                assert!(count(&by_json) < count(line), "{code} is not gone:\n{line}\n{by_json}");
                tried += 1;
                rules.insert(code.to_owned());
            }
        }
    }
    assert!(tried > 15 && rules.len() > 10, "only {tried} fixes of {rules:?}");
    let line = "4k3/8/8/8/8/8/8/4K3 w - - c0 \"\u{e9}\"; bm e1d2;\n";
    let fixed = folder.run_with(&["lint", "--fix", "--select", "E303"], line.as_bytes()).text();
    assert_eq!(fixed, line.replace("e1d2", "Kd2"));
}

#[test]
fn rules_are_selected_left_out_and_counted() {
    let folder = Folder::new();
    folder.write("a.epd", VARIED);
    let codes = |arguments: &[&str]| {
        let text = folder.run(&[&["lint", "a.epd"], arguments].concat()).text();
        let code = |line: &str| Some(line.strip_prefix("a.epd:")?.split(' ').nth(2)?.to_owned());
        text.lines().filter_map(code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&["--select", "W102"]), ["W102"]);
    assert_eq!(codes(&["--select", "irregular-blank,E406"]), ["W102", "E406"]);
    assert!(!codes(&["--ignore", "E"]).iter().any(|code| code.starts_with('E')));
    let all = codes(&[]);
    let counted = folder.run(&["lint", "a.epd", "--statistics"]).text();
    let sum: usize =
        counted.lines().map(|line| line.split_whitespace().next().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(sum, all.len(), "{counted}");
    assert_eq!(folder.run(&["lint", "--select", "E999", "a.epd"]).status, Some(2));
    assert_eq!(folder.run(&["lint", "--exit-zero", "a.epd"]).status, Some(0));
}

#[test]
fn statistics_count_every_finding_that_the_linter_has() {
    let folder = Folder::new();
    folder.write("a.epd", format!("{VARIED}{VARIED}"));
    folder.write("b.epd", "# c\n4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n");
    for files in [&["a.epd"][..], &["b.epd"], &["a.epd", "b.epd"], &["b.epd", "b.epd"]] {
        let of_lint = folder.run(&[&["lint", "--format", "json", "--statistics"], files].concat()).text();
        let of_lint: serde_json::Value = serde_json::from_str(&of_lint).unwrap();
        let rows = of_lint["statistics"].as_array().unwrap().iter();
        let mut expect: Vec<String> =
            rows.map(|row| format!("| {} | {} |", row["code"].as_str().unwrap(), row["count"])).collect();
        let table = folder.run(&[&["stat", "--format", "markdown"], files].concat()).text();
        let is_code = |line: &&str| {
            let digits = line.as_bytes().get(3..6);
            line.starts_with("| ") && digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        };
        let mut counted: Vec<&str> = table.lines().filter(is_code).collect();
        expect.sort();
        counted.sort_unstable();
        assert!(expect.len() > 2 && counted == expect, "{files:?}: {expect:?}\n{table}");
    }
}

#[test]
fn fixes_are_written_and_what_is_left_is_told() {
    let folder = Folder::new();
    folder.write("a.epd", VARIED);
    let fixed = folder.run(&["lint", "--fix", "a.epd"]);
    assert_eq!(fixed.status, Some(1), "{fixed:?}");
    assert!(fixed.text().contains("E207") && !fixed.text().contains("W102"), "{}", fixed.text());
    assert!(fixed.err.contains("2 lines fixed"), "{}", fixed.err);
    assert_eq!(folder.read("a.epd"), folder.run_with(&["repair"], VARIED.as_bytes()).out);
    folder.run(&["lint", "--fix", "--unsafe-fixes", "a.epd"]);
    assert!(folder.read("a.epd").starts_with(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;"));
    let piped = folder.run_with(&["lint", "--fix", "--select", "W102"], VARIED.as_bytes());
    assert_eq!(piped.text(), VARIED.replace("-  bm", "- bm"));
}

#[test]
fn findings_and_opcodes_are_explained() {
    let folder = Folder::new();
    let rule = folder.run(&["explain", "e104"]);
    assert!(rule.text().contains("`missing-semicolon` (error)") && rule.text().contains("(§5)"), "{rule:?}");
    assert_eq!(folder.run(&["explain", "missing-semicolon"]).text(), rule.text());
    let opcode = folder.run(&["explain", "dm"]).text();
    assert!(opcode.starts_with("dm: direct mate (§6."), "{opcode}");
    assert!(folder.run(&["explain"]).text().contains("E104  missing-semicolon"));
    assert_eq!(folder.run(&["explain", "xyzzy"]).status, Some(2));
}

#[test]
fn every_help_names_the_exit_statuses() {
    let folder = Folder::new();
    for verb in epidote::cli::verbs() {
        let help = folder.run(&[&verb, "--help"]).text();
        assert!(help.contains("Exit status"), "{verb}: {help}");
    }
    assert!(folder.run(&["--help"]).text().contains("Exit status"));
}

#[test]
fn manuals_and_completions_know_every_verb() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["man", "pages"]).status, Some(0));
    for verb in epidote::cli::verbs() {
        assert!(folder.read(&format!("pages/epidote-{verb}.1")).len() > 100, "{verb}");
        for shell in ["bash", "zsh", "fish"] {
            assert!(folder.run(&["completions", shell]).text().contains(&verb), "{shell} {verb}");
        }
    }
}
