//! The cost of the longest lines: each way of reading and rewriting a record, over lines of 1 MB and of 10 MB
//! of every kind that might be slow. Both have the same throughput if the time is linear in the length of the
//! line; `docs/benchmarks.md` has the cost of a byte.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use epidote::chess::score::Score;
use epidote::dataset::{evaluations, plain, puzzles};
use epidote::epd::conventions::Conventions;
use epidote::epd::dialect::Dialect;
use epidote::epd::game::{Game, Rights, spell_rights};
use epidote::epd::lint::{Repair, check, repair};
use epidote::epd::normalize::normalize;
use epidote::epd::registers::Registers;
use epidote::epd::verbs::merge::merge;
use epidote::epd::verbs::sort_key::SortBy;
use epidote::epd::{Parse, parse};
use epidote::export::{Export, Format};
use epidote::jobs::order;
use epidote::protocol::Same;
use epidote::query::{Asked, Query};
use epidote::report::grade;
use epidote::verb::{
    Analyze, Cooks, EngineName, Found, FoundLine, Grade, Mate, MateVerdict, Moment, Perft, Proved, Purge,
    Record, Rename, SearchLimits, Searched, Set, Stamp, Step, Target,
};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

/// The text repeated after the fields, and the end of the line.
const LINES: &[(&str, &str, &str, &str)] = &[
    ("a string", " c0 \"", "a long remark, ", "\";"),
    ("words", " c0", " word", ";"),
    ("operations", "", " Zz{n} 5;", ""),
    ("known operations", "", " ce 5; bm Kd2; id \"x\";", ""),
    ("missing semicolons", " bm Kd2", " ce 5 bm Kd2", ";"),
    ("a set of moves", " bm", " Kd2 Ke2 Kf2", ";"),
    ("loose moves", " bm", " e1d2 Ke2!", ";"),
    ("a line of moves", " pv", " Kd2 Kd7 Ke1 Ke8", ";"),
    ("signs among moves", " bm Kd2", " or ! 1.", ";"),
    ("commas", " bm Kd2", ",Ke2", ";"),
    ("stray semicolons", " bm Kd2;", ";;", ""),
    ("blanks", " bm Kd2;", "  \t", ""),
    ("numbers", "", " 20;", ""),
    ("conventions", "", " 00:07; v=5;", ""),
    ("capitals", "", " BM Kd2; PV Kd2;", ""),
    ("tags", " ptp", " T{n} \"x\"", ";"),
    ("control characters", " bm Kd2;", " \u{1} x", ""),
    ("quotes", " c0", " \"a\"b", ";"),
];

fn line(size: usize, (_, start, again, end): (&str, &str, &str, &str)) -> Vec<u8> {
    let mut line = format!("{KINGS}{start}");
    let mut number = 0;
    while line.len() + end.len() < size {
        line.push_str(&again.replace("{n}", &number.to_string()));
        number += 1;
    }
    line.push_str(end);
    line.into_bytes()
}

/// Something done to a line; returns a number that depends on the result.
type Work = Box<dyn Fn(&[u8]) -> usize>;

fn rewrite(step: impl Into<Step>) -> Work {
    let step = step.into();
    Box::new(move |line| step.rewrite(line, 1, &Conventions::default()).map_or(0, |line| line.len()))
}

/// A verb that writes an engine's results.
fn write(step: impl Into<Step>, found: impl Fn() -> Found + 'static) -> Work {
    let step = step.into();
    Box::new(move |line| {
        let Ok(record) = Record::read(line) else { return 0 };
        step.write(&record, found()).text.map_or(0, |line| line.len())
    })
}

/// A query, which reads a line as far as it must.
fn find(query: &str) -> Work {
    let query = Query::read(query).unwrap();
    Box::new(move |line| usize::from(query.matches(Asked::line(line))))
}

fn export(format: Format) -> Work {
    let export = Export::new(format, vec!["bm".to_owned(), "c0".to_owned(), "id".to_owned()]);
    Box::new(move |line| {
        let mut out = Vec::new();
        export.line(&Conventions::default(), 1, line, b"\n", &mut out);
        out.len()
    })
}

/// A unit of a data set.
fn data(write: fn(&Parse<'_>, &mut Vec<u8>)) -> Work {
    Box::new(move |line| {
        let mut out = Vec::new();
        write(&parse(line), &mut out);
        out.len()
    })
}

fn sort(by: &str) -> Work {
    let by = SortBy::named(by, Conventions::default());
    Box::new(move |line| by.key(line).len())
}

fn dedupe(same: Same) -> Work {
    Box::new(move |line| usize::from(order::key(same, Game::Chess, line) > 0))
}

/// The file with the line, for the program.
fn file() -> PathBuf {
    std::env::temp_dir().join(format!("epidote-long-{}.epd", std::process::id()))
}

/// The whole program over a file with the line: what prints findings, or reads and writes files by itself.
/// `{file}` is the file.
fn program(words: &'static [&'static str]) -> Work {
    Box::new(move |_| {
        let name = file().to_string_lossy().into_owned();
        let words = words.iter().map(|word| word.replace("{file}", &name));
        let ran = Command::new(env!("CARGO_BIN_EXE_epidote")).args(words).output().unwrap();
        assert!(matches!(ran.status.code(), Some(0 | 1)), "{ran:?}");
        ran.stdout.len()
    })
}

fn programs() -> Vec<(&'static str, Work)> {
    vec![
        ("lint --format text", program(&["lint", "-j", "1", "{file}"])),
        ("lint --format json", program(&["lint", "-j", "1", "--format", "json", "{file}"])),
        ("lint --format sarif", program(&["lint", "-j", "1", "--format", "sarif", "{file}"])),
        ("lint --format github", program(&["lint", "-j", "1", "--format", "github", "{file}"])),
        ("show", program(&["show", "{file}:1"])),
        ("import", program(&["import", "-q", "-j", "1", "{file}"])),
        ("merge of files", program(&["merge", "-q", "{file}"])),
        ("shuffle", program(&["shuffle", "-q", "--seed", "1", "{file}"])),
        ("sort", program(&["sort", "-q", "--by", "id", "{file}"])),
        ("grade --format json", program(&["grade", "--format", "json", "{file}"])),
        ("export --registers", program(&["export", "--to", "epd", "--registers", "-j", "1", "{file}"])),
    ]
}

fn work() -> Vec<(&'static str, Work)> {
    let report = || FoundLine {
        rank: 1,
        depth: 9,
        selective_depth: 12,
        score: Score::Centipawns(0),
        line: vec!["e1d2".to_owned()],
        nodes: 1234,
        time_ms: 2999,
    };
    let proof = || Proved {
        verdict: MateVerdict::Mate(1, vec!["e1d2".to_owned()]),
        keys: Vec::new(),
        nodes: 1234,
        time_ms: 2999,
    };
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let analyze = Analyze { predicted_move: true, ..Analyze::new(EngineName::Epidote, limits) };
    let mate = Mate { moves: 1, nodes: None, time_ms: None, single_pass: false, bounds: false };
    let target = Target { engine: EngineName::Epidote, limits, stop: None, without_acs: false };
    let cooks = Cooks { moves: 1, register: "c9".to_owned(), nodes: None, claims: None };
    let unsafe_fixes = Repair { also_unsafe: true, ..Repair::default() };
    let recipe = [Step::Normalize, Purge { opcodes: vec!["ac*".to_owned()] }.into(), Step::Reverse];
    vec![
        ("parse", Box::new(|line| parse(line).operations.len())),
        ("lint", Box::new(|line| check(&parse(line)).len())),
        ("normalize", Box::new(|line| normalize(&parse(line)).map_or(0, |line| line.len()))),
        ("repair", Box::new(|line| repair(line).map_or(0, |line| line.len()))),
        ("normalize --rights", Box::new(|line| spell_rights(&parse(line), Rights::XFen).map_or(0, |_| 1))),
        // What `stat` asks of a line; to count is nothing beside it.
        (
            "stat",
            Box::new(|line| {
                let repaired = repair(line);
                check(&parse(line)).len() + repaired.map_or(0, |line| check(&parse(&line)).len())
            }),
        ),
        ("tenths", rewrite(Step::Tenths)),
        ("set", rewrite(Set { opcode: "id".to_owned(), operands: "\"{n}\"".to_owned() })),
        ("remove", rewrite(Purge { opcodes: vec!["c*".to_owned(), "bm".to_owned()] })),
        ("rename", rewrite(Rename { from: "bm".to_owned(), to: "am".to_owned() })),
        ("reverse", rewrite(Step::Reverse)),
        (
            "merge",
            Box::new(|line| {
                merge(KINGS.as_bytes(), line, &Conventions::default())
                    .unwrap_or_default()
                    .map_or(0, |line| line.len())
            }),
        ),
        ("analyze", write(analyze, move || Found::Search(Searched::from(report())))),
        ("mate", write(mate, move || Found::Proof(proof()))),
        ("target", write(target, move || Found::Search(Searched::from(report())))),
        ("cooks", write(cooks, move || Found::Proof(proof()))),
        ("count", write(Perft { depth: 1, write: true }, || Found::Perft(vec![5]))),
        ("repair --unsafe-fixes", Box::new(move |line| unsafe_fixes.line(line).map_or(0, |line| line.len()))),
        ("stamp", rewrite(Stamp { everywhere: true, at: Some(Moment::from(905_862_615)) })),
        ("grade --into", rewrite(Grade { register: "c9".to_owned() })),
        (
            "grade",
            Box::new(|line| usize::from(matches!(grade::grade(1, line, None), grade::Grade::Skipped(_)))),
        ),
        (
            "run",
            Box::new(move |line| {
                let step = |line: Vec<u8>, step: &Step| {
                    step.rewrite(&line, 1, &Conventions::default()).unwrap_or(line)
                };
                recipe.iter().fold(line.to_vec(), step).len()
            }),
        ),
        ("find a word", find("nowhere")),
        ("find a move", find("bm:Nf3")),
        ("find an error", find("error:E203")),
        ("sort by an opcode", sort("bm")),
        ("sort by state", sort("state")),
        ("dedupe by fields", dedupe(Same::Fields)),
        ("dedupe by game", dedupe(Same::Game)),
        ("dedupe by label", dedupe(Same::Label)),
        (
            "registers",
            Box::new(|line| {
                let mut registers = Registers::of(Dialect::Edwards);
                registers.apply(&parse(line), 1);
                registers.touched().count()
            }),
        ),
        ("export fen", export(Format::Fen)),
        ("export csv", export(Format::Csv)),
        ("export json", export(Format::Json)),
        ("export pgn", export(Format::Pgn)),
        ("export normal", export(Format::NormalEpd)),
        ("export puzzles", data(puzzles::write)),
        ("export evaluations", data(evaluations::write)),
        ("export plain", data(plain::write)),
    ]
}

fn long(criterion: &mut Criterion) {
    let work: Vec<_> = work().into_iter().chain(programs()).collect();
    for &kind in LINES {
        let mut group = criterion.benchmark_group(kind.0);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        for size in [1_000_000, 10_000_000] {
            let line = line(size, kind);
            group.throughput(Throughput::Bytes(line.len() as u64));
            fs::write(file(), [&line[..], b"\n"].concat()).unwrap();
            for (name, work) in &work {
                group.bench_function(BenchmarkId::new(*name, size), |b| b.iter(|| work(black_box(&line))));
            }
        }
        group.finish();
    }
    fs::remove_file(file()).unwrap();
}

criterion_group!(benches, long);
criterion_main!(benches);
