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
    let annotations = text(&epidote(&["lint", "--format", "github"], BROKEN));
    assert!(
        annotations.starts_with("::error file=<stdin>,line=1,col=30,endColumn=32,title=E305 not-a-move::")
    );
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
    assert_eq!(statistics["version"], 1);
    assert!(
        statistics["statistics"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["code"] == "W102" && row["count"] == 1)
    );
}

/// The description of a fix is enough to make it: the edits in JSON, applied to the line, give what `--fix`
/// writes.
#[test]
fn edits_of_json_and_sarif_make_the_fix() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/8/4K3 w - - c0 \"\u{e9}\"; bm e1d2;\n";
    let fixed = folder.run_with(&["lint", "--fix", "--select", "E303"], line.as_bytes()).text();
    let json = folder.run_with(&["lint", "--format", "json", "--select", "E303"], line.as_bytes()).text();
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let edit = &object["diagnostics"][0]["fixes"][0]["edits"][0];
    let at = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
    let by_json =
        format!("{}{}{}", &line[..at("start")], edit["insert"].as_str().unwrap(), &line[at("end")..]);
    assert_eq!(by_json, fixed);
    let sarif = folder.run_with(&["lint", "--format", "sarif", "--select", "E303"], line.as_bytes()).text();
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let fix = &sarif["runs"][0]["results"][0]["fixes"][0];
    let replaced = &fix["artifactChanges"][0]["replacements"][0];
    let units: Vec<u16> = line.encode_utf16().collect();
    let at = |key: &str| usize::try_from(replaced["deletedRegion"][key].as_u64().unwrap()).unwrap() - 1;
    let insert = replaced["insertedContent"]["text"].as_str().unwrap().encode_utf16();
    let by_sarif: Vec<u16> = units[..at("startColumn")]
        .iter()
        .copied()
        .chain(insert)
        .chain(units[at("endColumn")..].iter().copied())
        .collect();
    assert_eq!(String::from_utf16(&by_sarif).unwrap(), fixed);
    assert_eq!(fix["properties"]["applicability"], "safe");
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
fn fixes_are_written_and_what_is_left_is_told() {
    let folder = Folder::new();
    folder.write("a.epd", VARIED);
    let fixed = folder.run(&["lint", "--fix", "a.epd"]);
    assert_eq!(fixed.status, Some(1), "{fixed:?}");
    assert!(fixed.text().contains("E207") && !fixed.text().contains("W102"), "{}", fixed.text());
    assert!(fixed.said.contains("2 lines fixed"), "{}", fixed.said);
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
