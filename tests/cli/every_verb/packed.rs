//! Packed texts, and texts in UTF-16.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::files::parts;
use super::table::MARK;
use super::{Case, Fixes, Line, Splits, folder, is_well, plain, rows};

/// An uncompressed zip archive with these files.
pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let size = u32::try_from(bytes.len()).expect("small").to_le_bytes();
        let start = u32::try_from(out.len()).expect("small").to_le_bytes();
        let name_length = u16::try_from(name.len()).expect("small").to_le_bytes();
        let common = [&[0; 8][..], &crc.sum().to_le_bytes(), &size, &size, &name_length, &[0, 0]].concat();
        out.extend([b"PK\x03\x04\x14\x00", &common[..], name.as_bytes(), bytes].concat());
        directory
            .extend([b"PK\x01\x02\x14\x00\x14\x00", &common[..], &[0; 10], &start, name.as_bytes()].concat());
    }
    let (count, size, start) = (
        u16::try_from(files.len()).expect("small").to_le_bytes(),
        u32::try_from(directory.len()).expect("small").to_le_bytes(),
        u32::try_from(out.len()).expect("small").to_le_bytes(),
    );
    out.extend(directory);
    out.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &start, &[0, 0]].concat());
    out
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("packed");
    encoder.finish().expect("packed")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// A name, how the text is named in messages, and the stem of its parts.
const PACKED: [(&str, &str, &str); 4] = [
    ("a.epd.gz", "a.epd.gz", "a"),
    ("b.epd.zst", "b.epd.zst", "b"),
    ("c.zip", "c.zip/x/d.epd", "d"),
    ("e.epd", "e.epd", "e"),
];

#[test]
fn packed_files_are_read_like_plain_ones_and_never_written() {
    for row in rows(Case::Packed) {
        let name = row.name();
        let [one, _] = row.samples();
        let text = format!("{one}\n");
        let wide: Vec<u8> =
            MARK.encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let make = || {
            let folder = folder(&[("plain.epd", &text)]);
            folder.write("a.epd.gz", gzip(text.as_bytes()));
            folder.write("b.epd.zst", zstd(text.as_bytes()));
            folder
                .write("c.zip", zip(&[("x/", b""), ("read.me", b"Read me."), ("x/d.epd", text.as_bytes())]));
            folder.write("e.epd", &wide);
            folder
        };
        let (folder, fresh) = (make(), make());
        let plain_run = row.run(&folder, &["plain.epd"]);
        assert!(is_well(&plain_run), "{name}: {plain_run:?}");
        for (file, shown, stem) in PACKED {
            let name = format!("{name} {file}");
            let before = fresh.read(file);
            if row.kind != Fixes {
                let names: &[&str] = &[shown, "plain.epd"];
                let packed = row.run(&fresh, &[file]);
                let expect = (plain_run.status, plain(&plain_run.text(), names));
                assert_eq!((packed.status, plain(&packed.text(), names)), expect, "{name}");
                let is_told = packed.err.matches("e.epd: read as UTF-16").count();
                assert_eq!(is_told, usize::from(file == "e.epd"), "{name}: {}", packed.err);
                // What is no text by its name is left out, and told.
                let left_out = packed.err.matches("c.zip: 1 other file in it left out").count();
                assert_eq!(left_out, usize::from(file == "c.zip"), "{name}: {}", packed.err);
            }
            if row.kind == Splits {
                assert_eq!(
                    String::from_utf8_lossy(&parts(&fresh, stem)),
                    text,
                    "{name}: {:?}",
                    fresh.names()
                );
            }
            let names: &[&str] =
                &["<stdin>", "&lt;stdin&gt;", "%3Cstdin%3E", "\\<stdin\\>", "plain.epd", "FILE/x/d.epd"];
            let piped = row.run_with(&fresh, &["-"], &before);
            let stdin = row.run_with(&folder, &["-"], text.as_bytes());
            let shown = (piped.status, plain(&plain(&piped.text(), names), names));
            assert_eq!(shown, (stdin.status, plain(&stdin.text(), names)), "{name} piped");
            if row.writes() {
                let ran = row.write(&fresh, &[file]);
                let is_refused = ran.err.contains("cannot be written in place");
                assert!(ran.status == Some(2) && is_refused, "{name}: {ran:?}");
            }
            assert_eq!(fresh.read(file), before, "{name}");
        }
    }
}

#[test]
fn a_damaged_archive_is_told() {
    for row in rows(Case::Damaged) {
        let [one, _] = row.samples();
        let many = format!("{one}\n").repeat(500);
        let mut bad = zip(&[("a.epd", format!("{one}\n").as_bytes())]);
        bad[45] ^= 1;
        let (gz, zst) = (gzip(many.as_bytes()), zstd(many.as_bytes()));
        for (file, bytes) in [
            ("cut.gz", &gz[..gz.len() - 30]),
            ("cut.zst", &zst[..zst.len() - 10]),
            ("bad.zip", &bad),
            ("no.zip", b"PK\x03\x04 and nothing"),
        ] {
            let name = format!("{} {file}", row.name());
            // One line may stand before the damage.
            if row.kind == Line && file != "no.zip" {
                continue;
            }
            let folder = folder(&[]);
            folder.write(file, bytes);
            let ran = row.run(&folder, &[file]);
            assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
            assert!(ran.err.contains(file), "{name}: {}", ran.err);
            assert_eq!(folder.read(file), bytes, "{name}");
        }
    }
}
