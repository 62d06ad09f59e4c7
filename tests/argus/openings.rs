//! Books of openings and events in files, as users have them.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::{folder, games, mock, run, succeed};

const BOOK: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n\
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\n";

/// The same openings as games.
const GAMES: &str = "[Event \"start\"]\n\n*\n\n[Event \"king's pawn\"]\n[SetUp \"1\"]\n\
    [FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n*\n";

/// Four short games.
fn event(more: &str) -> String {
    format!(
        "argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 3 --quiet --games 2 \
         --rounds 2 -srand 1 {more}",
        mock()
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("packed");
    encoder.finish().expect("packed")
}

#[test]
fn a_book_is_the_same_however_it_is_packed_and_whatever_its_line_ends() {
    let folder = folder("openings");
    let mut expect = None;
    for (name, content) in [
        ("plain.epd", BOOK.as_bytes().to_vec()),
        ("open.epd", BOOK.trim_end().as_bytes().to_vec()),
        ("marked.epd", format!("\u{feff}{}", BOOK.replace('\n', "\r\n")).into_bytes()),
        ("remarks.epd", format!("# a book\n\n{BOOK}").into_bytes()),
        ("packed.epd.gz", gzip(BOOK.as_bytes())),
        ("packed.gz", gzip(BOOK.as_bytes())),
        ("book", BOOK.as_bytes().to_vec()),
        ("games", GAMES.as_bytes().to_vec()),
        ("games.pgn.gz", gzip(GAMES.as_bytes())),
        ("link", Vec::new()),
    ] {
        if name == "link" {
            std::os::unix::fs::symlink("book", folder.join(name)).expect("a link");
        } else {
            fs::write(folder.join(name), content).expect("a book");
        }
        succeed(&folder, &event(&format!("--openings file={name} --pgnout {name}.pgn")));
        let games = games(&folder.join(format!("{name}.pgn")));
        let positions: Vec<String> = games.iter().map(|game| game.tag("FEN").to_owned()).collect();
        let set_up = positions.iter().filter(|fen| !fen.is_empty()).count();
        assert_eq!((games.len(), set_up), (4, 2), "{name}: {positions:?}");
        assert_eq!(*expect.get_or_insert(positions.clone()), positions, "{name}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_is_no_book_is_refused_before_a_journal_is_begun() {
    let folder = folder("no-book");
    let file = |name: &str, content: &[u8]| fs::write(folder.join(name), content).expect("a file");
    file("empty.epd", b"");
    file("remarks.epd", b"# nothing\n\n");
    file("prose.epd", b"hello\nworld");
    file("cut.epd.gz", &gzip(BOOK.as_bytes())[..30]);
    fs::create_dir(folder.join("folder.epd")).expect("a folder");
    std::os::unix::fs::symlink("nothing.epd", folder.join("gone.epd")).expect("a link");
    assert!(
        std::process::Command::new("mkfifo").arg(folder.join("pipe.epd")).status().expect("mkfifo").success()
    );
    for (name, why) in [
        ("empty.epd", "it contains no opening"),
        ("remarks.epd", "it contains no opening"),
        ("prose.epd", "prose.epd, 2: no legal position"),
        ("cut.epd.gz", "cut.epd.gz: "),
        ("folder.epd", "it is a folder"),
        ("gone.epd", "there is no such file"),
        ("pipe.epd", "openings come from an ordinary file, not from a pipe"),
        ("/dev/stdin", "openings come from an ordinary file, not from a pipe"),
        ("-", "openings come from an ordinary file, not from a pipe"),
    ] {
        let event = event(&format!("--openings file={name} --journal event.log --pgnout games.pgn"));
        let (_, err, status) = run(&folder, &event);
        assert!(status == Some(2) && err.contains(why), "{name}: {status:?} {err}");
        let are_there = ["event.log", "games.pgn"].map(|name| folder.join(name).exists());
        assert_eq!(are_there, [false; 2], "{name}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_event_goes_on_with_the_openings_that_it_had() {
    let folder = folder("changed-book");
    // Without comments, which say how long a move took.
    let played = event("--openings file=book.epd --journal event.log --pgnout games.pgn min");
    fs::write(folder.join("book.epd"), BOOK).expect("a book");
    succeed(&folder, &played);
    let whole = fs::read_to_string(folder.join("games.pgn")).expect("games");
    // As if it had been killed in its first game, before there was one to be written.
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let journal = fs::read(folder.join("event.log")).expect("a journal");
    let first = journal.windows(6).position(|part| part == b" move ").expect("a move");
    let cut = first + journal[first..].iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    fs::write(folder.join("event.log"), &journal[..cut]).expect("a journal");
    fs::write(folder.join("book.epd"), format!("4k3/8/8/8/8/8/8/4K2R w K -\n{BOOK}")).expect("a book");
    for _ in 0..2 {
        let (_, err, status) = run(&folder, "argus resume event.log --quiet");
        let is_told = err.contains("book.epd: it has changed since the event was begun");
        assert!(status == Some(2) && is_told, "{status:?} {err}");
        assert_eq!(fs::read(folder.join("event.log")).expect("a journal"), &journal[..cut]);
    }
    // Packed, it is the same text.
    fs::write(folder.join("book.epd"), gzip(BOOK.as_bytes())).expect("a book");
    succeed(&folder, "argus resume event.log --quiet");
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("games"), whole);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_event_is_the_same_however_its_file_is_written() {
    let folder = folder("event-files");
    let event = format!(
        "rounds = 1\ngames = 2\nmaxmoves = 3\neach = ['nodes=1']\npgnout = 'games.pgn'\n\
         [[engine]]\nname = 'A'\ncmd = '{0}'\n[[engine]]\nname = 'B'\ncmd = '{0}'\n",
        mock()
    );
    for (name, content) in [
        ("plain.toml", event.as_bytes().to_vec()),
        ("open.toml", event.trim_end().as_bytes().to_vec()),
        ("marked.toml", format!("\u{feff}{}", event.replace('\n', "\r\n")).into_bytes()),
        ("packed.toml.gz", gzip(event.as_bytes())),
    ] {
        fs::write(folder.join(name), content).expect("an event");
        succeed(&folder, &format!("argus {name} --quiet"));
        assert_eq!(games(&folder.join("games.pgn")).len(), 2, "{name}");
        fs::remove_file(folder.join("games.pgn")).expect("the games go");
    }
    for (name, content, why) in [
        ("none.toml", None, "there is no such file"),
        ("empty.toml", Some(&b""[..]), ""),
        ("bytes.toml", Some(&b"rounds = \xff"[..]), "it is not UTF-8"),
        ("cut.toml", Some(&event.as_bytes()[..event.len() - 20]), "cut.toml: "),
    ] {
        if let Some(content) = content {
            fs::write(folder.join(name), content).expect("an event");
        }
        let (_, err, status) = run(&folder, &format!("argus {name}"));
        assert!(status == Some(2) && err.contains(why), "{name}: {status:?} {err}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The positions from which the games of an event began.
fn starts(path: &Path) -> Vec<String> {
    games(path).iter().map(|game| game.tag("FEN").to_owned()).collect()
}

#[test]
fn rights_of_chess960_are_kept_whatever_the_others_are() {
    let folder = folder("rights");
    for (name, book, variant, expect) in [
        // No side has both rooks: by X-FEN these would not show which game they are of.
        ("partial.epd", "bnrbnkr1/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKR1 w Gg -", "chess960", "w Gg -"),
        ("one.epd", "bnrbnkr1/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKR1 w Gg -", "standard", "w Gg -"),
        ("left.epd", "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq -", "chess960", "w HAha -"),
        ("kings.epd", "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w Kk -", "fischerandom", "w Gg -"),
        (
            "games.pgn",
            "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1\"]\n\n*\n",
            "chess960",
            "w HAha -",
        ),
    ] {
        fs::write(folder.join(name), book).expect("a book");
        let words = event(&format!("--openings file={name} --variant {variant} --pgnout {name}.out"));
        let (out, err, status) = run(&folder, &words);
        assert_eq!(status, Some(0), "{name}: {out}{err}");
        let games = games(&folder.join(format!("{name}.out")));
        for game in &games {
            assert!(game.tag("FEN").contains(expect), "{name}: {}", game.tag("FEN"));
            assert!(!game.text.contains("breaks the protocol"), "{name}: {}", game.text);
        }
        assert_eq!(games.len(), 4, "{name}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_is_drawn_by_lot_is_another_each_time_and_can_be_drawn_again() {
    let folder = folder("lot");
    let book: Vec<_> =
        (1..=99).map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - fmvn {number};\n")).collect();
    fs::write(folder.join("book.epd"), book.concat()).expect("a book");
    let unseeded =
        event("").replace(" -srand 1", "").replace(" --quiet", "").replace("--rounds 2", "--rounds 9");
    let play = |name: &str, more: &str| {
        let words = format!("{unseeded} --openings file=book.epd order=random --pgnout {name}.pgn {more}");
        let out = succeed(&folder, &words);
        (out, starts(&folder.join(format!("{name}.pgn"))))
    };
    let (first, drawn) = play("a", "--journal a.log");
    let (_, again) = play("b", "");
    assert_ne!(drawn, again);
    let (_, told) = first.split_once("Drawn by lot; ").expect("the seed is told");
    let seed = format!("-{}", told.split(" draws").next().expect("words"));
    let (out, same) = play("c", &seed);
    assert_eq!(same, drawn, "{seed}");
    assert!(!out.contains("Drawn by lot"), "{out}");
    // A part of the journal goes on with the same lots.
    let journal = fs::read_to_string(folder.join("a.log")).expect("a journal");
    let end =
        journal.match_indices(" end ").nth(4).and_then(|(at, _)| journal[at..].find('\n').map(|to| at + to));
    fs::write(folder.join("a.log"), &journal[..=end.expect("games")]).expect("a journal");
    fs::remove_file(folder.join("a.pgn")).expect("the games go");
    succeed(&folder, "argus resume a.log --quiet");
    assert_eq!(starts(&folder.join("a.pgn")), drawn);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_damaged_line_of_a_journal_is_told() {
    let folder = folder("damaged");
    succeed(&folder, &event("--journal event.log --pgnout games.pgn"));
    let journal = fs::read_to_string(folder.join("event.log")).expect("a journal");
    let mut lines: Vec<&str> = journal.lines().collect();
    let at = lines.iter().position(|line| line.contains(" move ")).expect("a move");
    lines[at] = "garbage";
    fs::write(folder.join("event.log"), lines.join("\n") + "\n").expect("a journal");
    fs::remove_file(folder.join("games.pgn")).expect("the games go");
    let (_, err, _) = run(&folder, "argus resume event.log");
    assert!(
        err.contains(&format!("event.log: line {} is damaged; what it says is not known", at + 1)),
        "{err}"
    );
    fs::remove_dir_all(&folder).expect("the folder goes");
}
