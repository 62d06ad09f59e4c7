//! The speed of the core: indexing, parsing, checking, normalising, saving, searching.
//!
//! Lines made up here represent a test suite. Throughput is in lines, for the index in bytes.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use epidote::document::{Document, Indexer};
use epidote::epd::lint::LintContext;
use epidote::epd::normalize::normalize;
use epidote::epd::position::PositionReading;
use epidote::epd::{lint, parse};
use epidote::search::bench::signature;

const LINES: &[&str] = &[
    "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP1NBPPP/R1BQ1RK1 w kq - bm exd5; id \"bench.1\";",
    "2r3k1/pp3ppp/4b3/3p4/3P4/2N2P2/PP4PP/2R3K1 b - - am Rxc3; bm f6; c0 \"a quiet rook ending\"; id \"bench.2\";",
    "8/5pk1/6p1/3P4/5P2/6PP/3r3K/1R6 b - - acd 12; acn 123456; acs 3; bm Rxd5; ce 110; id \"bench.3\"; pv Rxd5 Rb7 Kf6;",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 bm 0-0 e1c1; id no quotes",
];

/// Lines without a finding, and the same lines with two findings each.
const CLEAN: &[&str] = &[
    "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - c0 \"note\"; id \"x.1\";",
    "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm O-O; id \"x.2\";",
    "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP1NBPPP/R1BQ1RK1 w kq - bm exd5; id \"x.3\";",
    "8/5pk1/6p1/3P4/5P2/6PP/3r3K/1R6 b - - ce 110; id \"x.4\"; pm Rxd5;",
];
const FOUND: &[&str] = &[
    "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1 c0 \"note\"; id \"x.1\"",
    "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm e1g1; id x.2;",
    "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP1NBPPP/R1BQ1RK1 w kq -  bm exd5; id x.3;",
    "8/5pk1/6p1/3P4/5P2/6PP/3r3K/1R6 b - - ce +110; id \"x.4\"; pm Rd5;",
];

fn lines() -> Vec<&'static [u8]> {
    LINES.iter().map(|line| line.as_bytes()).collect()
}

fn core(criterion: &mut Criterion) {
    let lines = lines();
    let mut group = criterion.benchmark_group("lines");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function("parse", |b| {
        b.iter(|| lines.iter().map(|line| parse(black_box(line)).operations.len()).sum::<usize>());
    });
    group.bench_function("position", |b| {
        let parsed: Vec<_> = lines.iter().map(|line| parse(line)).collect();
        b.iter(|| {
            let read = |parse| PositionReading::read(black_box(parse));
            parsed.iter().filter(|parse| read(parse).chess.is_some()).count()
        });
    });
    group.bench_function("position, operands and moves", |b| {
        let parsed: Vec<_> = lines.iter().map(|line| parse(line)).collect();
        b.iter(|| {
            let read = |parse| LintContext::new(black_box(parse)).operations.len();
            parsed.iter().map(read).sum::<usize>()
        });
    });
    group.bench_function("check", |b| {
        b.iter(|| lines.iter().map(|line| lint::check(&parse(black_box(line))).len()).sum::<usize>());
    });
    for (name, lines) in [("check, nothing found", CLEAN), ("check, two findings each", FOUND)] {
        group.bench_function(name, |b| {
            b.iter(|| {
                lines.iter().map(|line| lint::check(&parse(black_box(line.as_bytes()))).len()).sum::<usize>()
            });
        });
    }
    group.bench_function("normalize", |b| {
        b.iter(|| lines.iter().filter_map(|line| normalize(&parse(black_box(line)))).count());
    });
    group.finish();

    let text: Vec<u8> =
        lines.iter().cycle().take(100_000).flat_map(|line| [line, b"\n".as_slice()].concat()).collect();
    let mut group = criterion.benchmark_group("file of 100,000 lines");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("index", |b| {
        b.iter(|| {
            let mut indexer = Indexer::default();
            indexer.feed(black_box(&text));
            indexer.finish().line_count()
        });
    });
    group.bench_function("save after one edit", |b| {
        let make = || {
            let mut document = Document::from_bytes("bench.epd", text.clone());
            let id = document.id_at(50_000).unwrap();
            document.set_line(id, b"8/8/8/8/8/8/8/8 w - -".to_vec(), "Edit", None);
            document
        };
        b.iter_batched(make, |document| document.save_parts().len(), BatchSize::LargeInput);
    });
    group.finish();

    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.throughput(Throughput::Elements(signature(6, &mut || {})));
    group.bench_function("fixed suite to depth 6, nodes", |b| b.iter(|| signature(black_box(6), &mut || {})));
    group.finish();
}

criterion_group!(benches, core);
criterion_main!(benches);
