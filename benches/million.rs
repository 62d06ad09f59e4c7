//! How fast a million real records are read, checked and normalised.
//!
//! The file is named by `EPIDOTE_MILLION`, or is put together from the opening books in `../shared/epd/big`;
//! without either, a message says so and nothing is measured. Throughput is given in records and in bytes.
#![allow(missing_docs, clippy::expect_used, clippy::print_stdout, reason = "a benchmark")]

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use epidote::epd::normalize::normalize;
use epidote::epd::{lint, parse};

/// The books, with 1,072,532 records.
const BOOKS: [&str; 2] = ["../shared/epd/big/DFRC_openings.epd.zip", "../shared/epd/big/noob_3moves.epd.zip"];

fn million() -> Option<Vec<u8>> {
    if let Ok(path) = env::var("EPIDOTE_MILLION") {
        return Some(fs::read(path).expect("the file of EPIDOTE_MILLION"));
    }
    let unpacked = |book: &&str| {
        let output = Command::new("unzip").args(["-p", book]).output().expect("unzip");
        output.stdout
    };
    BOOKS.iter().all(|book| Path::new(book).exists()).then(|| BOOKS.iter().flat_map(unpacked).collect())
}

/// What is done with a line; returns a number that depends on the result.
type Verb = fn(&[u8]) -> usize;

const VERBS: [(&str, Verb); 4] = [
    ("lex and structure", |line| parse(line).operations.len()),
    ("check", |line| lint::check(&parse(line)).len()),
    ("normalize", |line| normalize(&parse(line)).map_or(0, |text| text.len())),
    ("repair", |line| lint::repair(line).map_or(0, |text| text.len())),
];

fn benches(criterion: &mut Criterion) {
    let Some(text) = million() else {
        println!("A MILLION RECORDS: NOT MEASURED, there is no ../shared/epd/big and no EPIDOTE_MILLION");
        return;
    };
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    println!("{} records, {} bytes", lines.len(), text.len());
    for (unit, throughput) in [
        ("records", Throughput::Elements(lines.len() as u64)),
        ("bytes", Throughput::Bytes(text.len() as u64)),
    ] {
        let mut group = criterion.benchmark_group(format!("a million records, in {unit}"));
        group.sample_size(10);
        group.throughput(throughput);
        for (name, verb) in VERBS {
            group.bench_function(name, |b| {
                b.iter(|| lines.iter().map(|line| verb(black_box(line))).sum::<usize>());
            });
        }
        group.finish();
    }
}

criterion_group!(million_records, benches);
criterion_main!(million_records);
