//! Which files of an archive or a folder are read as texts, by their names.

use std::path::Path;

use super::Member;

/// The endings of texts that may have records, games or rows of data.
const TEXTS: [&str; 10] = ["epd", "fen", "txt", "pgn", "csv", "tsv", "json", "jsonl", "ndjson", "plain"];

/// Files without positions, found in archives that were made on a Mac.
const HIDDEN: [&str; 2] = ["__MACOSX/", ".DS_Store"];

/// Returns whether a name ends with `.ending`, or with that and the ending of a packed file.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let is = |path: &Path, ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let is_packed = ["gz", "zst"].into_iter().any(|packed| is(path, packed));
    is(path, ending) || is_packed && path.file_stem().is_some_and(|stem| is(Path::new(stem), ending))
}

/// The files of an archive that are read, and how many others there are. Like in a folder, those are read that end with
/// `ending`, packed or not. If there are none, those that may be records or games by their names. A single file is
/// meant, whatever its name.
pub fn texts(members: Vec<Member>, ending: &str) -> (Vec<Member>, usize) {
    let is_file =
        |member: &Member| !member.is_directory() && !HIDDEN.iter().any(|hidden| member.name.contains(hidden));
    let files: Vec<Member> = members.into_iter().filter(is_file).collect();
    let names: Vec<&str> = files.iter().map(Member::file_name).collect();
    let meant = meant(&names, ending);
    let count = files.len();
    let read: Vec<Member> =
        files.into_iter().zip(meant).filter_map(|(member, is_meant)| is_meant.then_some(member)).collect();
    let others = count - read.len();
    (read, others)
}

fn meant(names: &[&str], ending: &str) -> Vec<bool> {
    if names.len() == 1 {
        return vec![true];
    }
    let has = |name: &str| has_ending(Path::new(name), ending);
    if names.iter().any(|name| has(name)) {
        return names.iter().map(|name| has(name)).collect();
    }
    let may_be =
        |name: &str| !name.contains('.') || TEXTS.iter().any(|text| has_ending(Path::new(name), text));
    names.iter().map(|name| may_be(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_an_archive_are_read_by_their_names() {
        let check = |names: &[&str], ending: &str, expect: &[&str]| {
            let read = names.iter().zip(meant(names, ending)).filter(|&(_, is_meant)| is_meant);
            assert_eq!(read.map(|(name, _)| *name).collect::<Vec<_>>(), expect, "{names:?} {ending}");
        };
        check(&["readme.txt", "a.epd", "B.EPD", "c.epd.gz"], "epd", &["a.epd", "B.EPD", "c.epd.gz"]);
        check(&["a.epd", "b.pgn", "c.pgn.zst"], "pgn", &["b.pgn", "c.pgn.zst"]);
        check(&["suite.txt", "cover.png", "SUITE"], "epd", &["suite.txt", "SUITE"]);
        check(&["a.pdf", ".hidden"], "epd", &[]);
        check(&["WAC.001"], "epd", &["WAC.001"]);
    }

    #[test]
    fn packed_files_have_their_ending() {
        for (name, expect) in [
            ("a.epd", true),
            ("a.EPD", true),
            ("a.epd.gz", true),
            ("a.epd.zst", true),
            ("a.b.Epd.Zst", true),
            ("a.zst", false),
            ("epd.zst", false),
            ("a.pgn.gz", false),
            ("a.epd.txt", false),
        ] {
            assert_eq!(has_ending(Path::new(name), "epd"), expect, "{name}");
        }
    }
}
