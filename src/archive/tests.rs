//! Archives are read like a caller does it, by ranges.

use std::ops::Range;

use proptest::prelude::*;

use crate::archive::testing::{Archive, Entry};
use crate::archive::{Crc32, Directory, MOST_MEMBERS, Member, Method, ZipError};

const LIMIT: u64 = 1 << 20;

/// The bytes of a range, which is never outside the file.
#[track_caller]
fn slice(file: &[u8], range: Range<u64>) -> &[u8] {
    let index = |at: u64| usize::try_from(at).expect("a small number");
    &file[index(range.start)..index(range.end)]
}

fn members(file: &[u8]) -> Result<Vec<Member>, ZipError> {
    let size = file.len() as u64;
    let directory = Directory::locate(size, slice(file, Directory::tail_range(size)))?;
    directory.read(slice(file, directory.range()), LIMIT)
}

fn unpacked(file: &[u8], member: &Member) -> Result<Vec<u8>, ZipError> {
    let data = slice(file, member.data_range(slice(file, member.header_range()))?);
    Ok(match member.method {
        Method::Stored => data.to_vec(),
        _ => miniz_oxide::inflate::decompress_to_vec_with_limit(data, 1 << 20).unwrap_or_default(),
    })
}

/// Shows the members of an archive, one a line, or why it cannot be read.
fn shown(file: &[u8]) -> String {
    let members = match members(file) {
        Ok(members) => members,
        Err(error) => return error.to_string(),
    };
    let line = |member: &Member| {
        let name = &member.name;
        match unpacked(file, member) {
            Ok(_) if member.is_directory() => format!("{name} is a folder"),
            Ok(bytes) => {
                let mut crc = Crc32::default();
                crc.update(&bytes);
                let is_right = crc.value() == member.crc && bytes.len() as u64 == member.unpacked;
                let text = String::from_utf8_lossy(&bytes);
                format!("{name}: {}{text}", if is_right { "" } else { "not " })
            }
            Err(error) => error.to_string(),
        }
    };
    members.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(archive: &Archive, expect: &str) {
    assert_eq!(shown(&archive.bytes()), expect);
}

fn two() -> Archive {
    Archive::of([Entry::stored("a.epd", b"one"), Entry::deflated("b/c.epd", b"two two two two")])
}

#[test]
fn files_are_found() {
    let expect = "a.epd: one\nb/c.epd: two two two two";
    check(&two(), expect);
    check(&Archive { comment: b"a comment".to_vec(), ..two() }, expect);
    check(&Archive { comment: vec![b' '; 65_535], ..two() }, expect);
    check(&Archive { comment: b"PK\x05\x06 and so on, in the comment".to_vec(), ..two() }, expect);
    check(&Archive { before: b"a program".to_vec(), ..two() }, expect);
    check(&Archive { is_zip64: true, ..two() }, expect);
    check(
        &Archive { is_zip64: true, comment: vec![b' '; 65_535], before: vec![1; 200_000], ..two() },
        expect,
    );
    check(&Archive::default(), "");
    check(&Archive { is_zip64: true, ..Archive::default() }, "");
    check(&Archive::of([Entry::stored("a/", b""), Entry::stored("a/b", b"")]), "a/ is a folder\na/b: ");
}

#[test]
fn what_is_not_read_is_told() {
    let with = |change: fn(&mut Entry)| {
        let mut archive = two();
        change(&mut archive.entries[1]);
        archive
    };
    check(&with(|entry| entry.flags = 1), "a.epd: one\nb/c.epd is protected by a password");
    check(
        &with(|entry| entry.method = 14),
        "a.epd: one\nb/c.epd is packed with LZMA, which cannot be unpacked",
    );
    check(
        &with(|entry| entry.method = 77),
        "a.epd: one\nb/c.epd is packed with method 77, which cannot be unpacked",
    );
    // Comparing them is left to the caller.
    check(&with(|entry| entry.crc ^= 1), "a.epd: one\nb/c.epd: not two two two two");
    check(&with(|entry| entry.unpacked = LIMIT), "the archive unpacks to more than 1048576 bytes");
    check(
        &Archive::of([Entry { unpacked: 7, ..Entry::stored("a", b"one") }]),
        "the archive is damaged: a file that is not packed has two sizes",
    );
    let many = Archive::of(vec![Entry::stored("a", b""); MOST_MEMBERS + 1]);
    check(&many, "the archive holds more than 10000 files");
    assert_eq!(
        members(&Archive::of(many.entries[1..].to_vec()).bytes()).map(|all| all.len()),
        Ok(MOST_MEMBERS)
    );
}

#[test]
fn names_are_shown() {
    let check = |name: &[u8], flags, expect: (&str, bool)| {
        let entry = Entry { name: name.to_vec(), flags, ..Entry::stored("", b"") };
        let members = members(&Archive::of([entry]).bytes()).expect("a member");
        assert_eq!((members[0].file_name(), members[0].has_unsafe_name()), expect);
    };
    check(b"suites/wac.epd", 0, ("wac.epd", false));
    check(b"suites\\wac.epd", 0, ("wac.epd", false));
    check(b"suites/", 0, ("suites", false));
    check(b"../../wac.epd", 0, ("wac.epd", true));
    check(b"/wac.epd", 0, ("wac.epd", true));
    check(b"//", 0, ("", true));
    check(b"m\x81nchen.epd", 0, ("m\u{fc}nchen.epd", false));
    check("m\u{fc}nchen.epd".as_bytes(), 1 << 11, ("m\u{fc}nchen.epd", false));
}

/// The archive of [`two`] with other bytes at an offset from the end, without a comment.
#[track_caller]
fn check_changed(from_end: usize, bytes: &[u8], expect: &str) {
    let mut file = two().bytes();
    let at = file.len() - from_end;
    file[at..at + bytes.len()].copy_from_slice(bytes);
    assert_eq!(shown(&file), expect);
}

#[test]
fn contradictions_are_told() {
    // The end record: 22 bytes. The entries before it: 55 for `b/c.epd`, 53 for `a.epd`.
    check_changed(18, &[1], "the archive is split, and this file is only a part of it");
    check_changed(14, &[1], "the archive is split, and this file is only a part of it");
    check_changed(14, &[1, 0, 1], "the archive is damaged: its directory has more entries than it says");
    check_changed(14, &[9, 0, 9], "the archive is damaged: its directory is too short");
    check_changed(10, &[0, 0, 1, 0], "the archive is damaged: its directory lies outside it");
    check_changed(10, &[0, 0, 0, 2], "the archive is damaged: its directory is too long");
    check_changed(10, &[100], "the archive is damaged: its directory holds more than entries");
    check_changed(6, &[0, 0, 0, 1], "the archive is damaged: its directory lies outside it");
    check_changed(2, &[1], "the file is cut off, or is not a zip archive");
    let last = 22 + 55;
    check_changed(last - 42, &[0], "the archive is damaged: a.epd shares bytes with another file");
    check_changed(last - 42, &[20], "the archive is damaged: a.epd shares bytes with another file");
    check_changed(last - 42, &[200], "the archive is damaged: b/c.epd lies outside it");
    check_changed(last - 42, &[0xff; 4], "the archive is damaged: a size of zip64 is missing");
    check_changed(last - 20, &[200], "the archive is damaged: b/c.epd lies outside it");
    check_changed(last - 34, &[1], "the archive is split, and this file is only a part of it");
    check_changed(last - 28, &[200], "the archive is damaged: an entry of its directory is cut off");
    let first = last + 53;
    check_changed(
        first - 20,
        &[90, 0, 0, 0, 90],
        "the archive is damaged: a.epd shares bytes with another file",
    );
    // The headers before the files.
    let mut file = two().bytes();
    file[26] += 8;
    assert!(shown(&file).starts_with("the archive is damaged: a.epd lies outside it\n"));
    file[0] = 0;
    assert!(shown(&file).starts_with("the archive is damaged: a.epd is misplaced\n"));
}

#[test]
fn every_beginning_is_no_archive() {
    for archive in [two(), Archive { is_zip64: true, comment: b"a comment".to_vec(), ..two() }] {
        let file = archive.bytes();
        for end in 0..file.len() {
            assert_eq!(members(&file[..end]), Err(ZipError::NoEnd), "{end} bytes");
        }
    }
}

/// Checks that members are in the file, and that no two share a byte.
fn check_any(file: &[u8]) {
    let Ok(members) = members(file) else { return };
    let data = members.iter().filter_map(|member| {
        let header = slice(file, member.header_range());
        let data = member.data_range(header).ok()?;
        assert_eq!(slice(file, data.clone()).len() as u64, member.packed);
        Some(member.header_range().start..data.end)
    });
    let mut taken: Vec<_> = data.collect();
    taken.sort_by_key(|range| range.start);
    assert!(taken.windows(2).all(|pair| pair[0].end <= pair[1].start), "{taken:?}");
    assert!(members.iter().map(|member| member.unpacked).sum::<u64>() <= LIMIT);
}

proptest! {
    #[test]
    fn any_bytes_can_be_read(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), signed in any::<bool>()) {
        if signed {
            bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x30\0\0\0\0\0\0\0\0\0");
        }
        check_any(&bytes);
        let _ = Directory::locate(u64::MAX, &bytes).map(|directory| directory.read(&bytes, LIMIT));
    }

    #[test]
    fn any_damage_is_survived(
        is_zip64 in any::<bool>(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
        near_end in any::<bool>(),
    ) {
        let mut file = Archive { is_zip64, ..two() }.bytes();
        let from = if near_end { file.len() / 2 } else { 0 };
        for (index, byte) in changes {
            let at = from + index.index(file.len() - from);
            file[at] = byte;
        }
        check_any(&file);
    }
}
