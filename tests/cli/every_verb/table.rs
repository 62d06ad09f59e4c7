//! The rows, and what their files contain.

use super::Kind::{
    self, Adds, Arranges, Fixes, Games, Line, Merges, Other, Plays, Prints, Rewrites, Splits, Sums,
};
use super::Row;

const fn row(verb: &'static str, kind: Kind, before: &'static [&'static str]) -> Row {
    Row { verb, kind, before }
}

/// Every verb with its modes. I216 depends on the lines before.
pub(super) const ROWS: &[Row] = &[
    row("lint", Prints, &["--exit-zero", "--ignore", "I216", "--format", "text"]),
    row("lint", Prints, &["--exit-zero", "--ignore", "I216", "--format", "json", "--registers"]),
    row("lint", Sums, &["--exit-zero", "--ignore", "I216", "--format", "sarif"]),
    row("lint", Prints, &["--exit-zero", "--ignore", "I216", "--format", "github"]),
    row("lint", Sums, &["--exit-zero", "--ignore", "I216", "--statistics"]),
    row("lint", Fixes, &["--exit-zero", "--ignore", "I216", "--fix"]),
    row("lint", Fixes, &["--exit-zero", "--ignore", "I216", "--fix", "--unsafe-fixes"]),
    row("explain", Other, &["W102"]),
    row("show", Line, &[]),
    row("stat", Sums, &["--format", "text"]),
    row("stat", Sums, &["--format", "markdown", "--list"]),
    row("find", Prints, &["side:w"]),
    row("find", Prints, &["--line-number", "side:w"]),
    row("find", Prints, &["--count", "side:w"]),
    row("normalize", Rewrites, &[]),
    row("normalize", Rewrites, &["--rights", "xfen"]),
    row("normalize", Rewrites, &["--rights", "files"]),
    row("repair", Rewrites, &[]),
    row("repair", Rewrites, &["--only", "W102"]),
    row("repair", Rewrites, &["--unsafe-fixes"]),
    row("tenths", Rewrites, &[]),
    row("set", Rewrites, &["c0", "\"{n}\""]),
    row("remove", Rewrites, &["id"]),
    row("rename", Rewrites, &["id", "c3"]),
    row("stamp", Rewrites, &["--at", "1998.09.15 12:30:15"]),
    row("stamp", Rewrites, &["--at", "1998.09.15 12:30:15", "--present"]),
    row("reverse", Rewrites, &[]),
    row("sort", Arranges, &["--by", "id"]),
    row("sort", Arranges, &["--by", "position", "--descending"]),
    row("shuffle", Arranges, &["--seed", "7"]),
    row("dedupe", Arranges, &["--same", "fields"]),
    row("dedupe", Arranges, &["--same", "game", "--keep-last"]),
    row("dedupe", Arranges, &["--same", "label", "--merge"]),
    row("merge", Prints, &[]),
    row("merge-shards", Merges, &[]),
    row("split", Splits, &["--size", "1"]),
    row("export", Prints, &["--to", "epd", "--registers"]),
    row("export", Prints, &["--to", "normal"]),
    row("export", Prints, &["--to", "fen"]),
    row("export", Sums, &["--to", "csv"]),
    row("export", Sums, &["--to", "csv", "--columns", "id"]),
    row("export", Sums, &["--to", "parquet"]),
    row("export", Sums, &["--to", "json"]),
    row("export", Prints, &["--to", "pgn"]),
    row("export", Prints, &["--to", "games"]),
    row("export", Sums, &["--to", "puzzles"]),
    row("export", Prints, &["--to", "evaluations"]),
    row("export", Prints, &["--to", "plain"]),
    row("import", Games, &[]),
    row("import", Games, &["--from", "pgn", "--keep", "eco", "--variations"]),
    row("import", Games, &["--keep", "event"]),
    row("import", Games, &["--keep", "result"]),
    row("import", Games, &["--keep", "comments"]),
    row("import", Games, &["--keep", "engine"]),
    row("import", Games, &["--keep", "all", "--positions", "final"]),
    row("import", Games, &["--from", "puzzles"]),
    row("import", Games, &["--from", "evaluations", "--every-evaluation"]),
    row("import", Games, &["--from", "plain"]),
    row("import", Games, &["--from", "csv", "--map", "Position=fen,Name=id"]),
    row("analyze", Rewrites, &["--depth", "1", "--predicted-move"]),
    row("analyze", Rewrites, &["--nodes", "200", "--without-acs"]),
    row("analyze", Adds, &["--depth", "1", "--lines", "2", "--as-records"]),
    row("mate", Rewrites, &["1"]),
    row("mate", Rewrites, &["1", "--single-pass"]),
    row("mate", Rewrites, &["1", "--bounds"]),
    row("target", Rewrites, &["--nodes", "200"]),
    row("target", Rewrites, &["--nodes", "200", "--without-acs"]),
    row("cooks", Rewrites, &["1"]),
    row("count", Rewrites, &["1", "--write"]),
    row("run", Rewrites, &["recipe.json"]),
    row("run", Rewrites, &["search.json"]),
    row("run", Adds, &["lines.json"]),
    row("grade", Sums, &["--format", "text"]),
    row("grade", Sums, &["--format", "markdown"]),
    row("grade", Sums, &["--format", "html"]),
    row("grade", Sums, &["--format", "csv"]),
    row("grade", Sums, &["--format", "json"]),
    row("grade", Rewrites, &["--into", "c9"]),
    row("uci", Other, &[]),
    row("uci", Other, &["--parameters"]),
    row("perft", Other, &["1"]),
    row("bench", Other, &["1"]),
    row("completions", Other, &["bash"]),
    row("man", Other, &[]),
    row("man", Other, &["pages"]),
    row("argus", Plays, &[]),
    row("client", Plays, &[]),
    row("check-engine", Plays, &[]),
    row("serve", Plays, &[]),
];

/// Options that change what is said about lines, or how long it takes, but nothing of what becomes of files; or
/// that each case gives by itself.
pub(super) const NO_MODES: &[(&str, &str)] = &[
    ("*", "--workers"),
    ("*", "--progress"),
    ("*", "--dialect"),
    ("*", "--chess960"),
    ("*", "--config"),
    ("*", "--isolated"),
    ("*", "--in-place"),
    ("*", "--check"),
    ("*", "--output"),
    // Tests of shards, which try it with each row whose verb has it.
    ("*", "--shard"),
    // Tests of journals.
    ("*", "--resume"),
    ("*", "--report"),
    ("lint", "--deny"),
    ("lint", "--select"),
    ("show", "--flip"),
    ("split", "--into"),
    // Tests of engines in tests/argus, which need one.
    ("analyze", "--engine"),
    ("target", "--engine"),
    ("cooks", "--engine"),
    ("cooks", "--depth"),
    ("cooks", "--time"),
    ("cooks", "--lines"),
    ("*", "--proto"),
    ("*", "--option"),
    // Tests of tables, which need some.
    ("analyze", "--tablebases"),
    ("target", "--tablebases"),
    ("run", "--tablebases"),
    ("analyze", "--nodes"),
    ("analyze", "--time"),
    ("analyze", "--soft-time"),
    ("target", "--depth"),
    ("target", "--time"),
    ("target", "--soft-time"),
    ("target", "--stop"),
    ("target", "--plies"),
    ("target", "--least-depth"),
    ("mate", "--nodes"),
    ("mate", "--time"),
    ("cooks", "--into"),
    ("cooks", "--nodes"),
    ("grade", "--by"),
    // A test in tests/cli/uci.rs, which needs a net.
    ("uci", "--net"),
    // Tests of the server in tests/argus.
    ("serve", "--engine"),
    ("serve", "--peer"),
    ("serve", "--serial"),
    ("serve", "--event"),
    ("serve", "--page"),
    ("serve", "--listen"),
    ("serve", "--allow-remote"),
    ("serve", "--host"),
];

/// Values without a row: what they read is no text, and has tests of its own (tests/cli/parquet.rs).
pub(super) const OTHER_VALUES: &[(&str, &str, &str)] = &[("import", "--from", "parquet")];

/// Recipes by the names of their files: without searches, with some of all kinds, and with new lines.
pub(super) const RECIPES: [(&str, &str); 3] = [
    ("recipe.json", r#""normalize", {"set": {"opcode": "c0", "operands": "5"}}"#),
    (
        "search.json",
        r#"{"analyze": {"limits": {"depth": 1}}}, "normalize", {"mate": {"moves": 1}},
           {"cooks": {"moves": 1, "register": "c9"}}, {"perft": {"depth": 1, "write": true}},
           {"target": {"limits": {"nodes": 200}}}, {"purge": {"opcodes": ["acs"]}}"#,
    ),
    (
        "lines.json",
        r#"{"set": {"opcode": "c0", "operands": "5"}},
           {"analyze": {"limits": {"depth": 1}, "lines": 2, "as_records": true}}"#,
    ),
];

/// A record with something to do for each verb.
pub(super) const ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; ce 12;  dm 1; id \"b\";";
pub(super) const TWO: &str = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 5; id \"a\"; ";

pub(super) const MARK: &str = "\u{feff}";

/// What the files of a row contain, without the last line end.
pub(super) fn samples(row: Row) -> [String; 2] {
    if row
        .before
        .windows(2)
        .any(|words| words[0] == "--to" && ["puzzles", "evaluations", "plain"].contains(&words[1]))
    {
        let record = |id: u8| {
            let before = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30 a2b2";
            format!(
                "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - c4 \"{before}\"; ce 9; id \"{id}\"; ptp Result \"1-0\"; pv Rd8#;"
            )
        };
        return [[record(1), record(2)].join("\n"), record(3)];
    }
    if row.kind == Merges {
        let folder = super::folder(&[("x.epd", &format!("{ONE}\n{TWO}\n"))]);
        return ["1/2", "2/2"].map(|shard| folder.run(&["normalize", "--shard", shard, "x.epd"]).text());
    }
    if row.kind != Games {
        return [format!("{ONE}\n{TWO}\n# remark\n{ONE}"), TWO.to_owned()];
    }
    let from = row.before.iter().position(|word| *word == "--from").map_or("pgn", |at| row.before[at + 1]);
    // All data here is made for these tests.
    match from {
        "puzzles" => {
            let head =
                "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
            let puzzle = |id: &str| {
                format!(
                    "{head}\n{id},6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30,a2b2 d1d8,612,80,-7,901,mateIn1,https://example.org/x#60,"
                )
            };
            [puzzle("a1b2C"), puzzle("a1b2D")]
        }
        "evaluations" => {
            let evaluation = |cp: i32| {
                format!(
                    "{{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"evals\":[{{\"pvs\":[{{\"cp\":{cp},\"line\":\"e1d2\"}}],\"knodes\":1,\"depth\":9}}]}}"
                )
            };
            [[evaluation(1), evaluation(2)].join("\n"), evaluation(3)]
        }
        "plain" => ["e2e4", "e2e3"].map(|m| {
            format!("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 9\nmove {m}\nscore 250\nply 16\nresult 1\ne")
        }),
        "csv" => ["x", "y"].map(|name| format!("Name,Position\n{name},4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        _ => ["e5 (1... c5) 2. Nf3", "d5 {a remark}"].map(|moves| {
            format!("[Event \"a\"]\n[ECO \"C20\"]\n[Result \"*\"]\n\n1. e4 {{+0.35/12 0.5s}} {moves} *")
        }),
    }
}
