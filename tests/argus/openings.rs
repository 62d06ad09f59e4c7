//! Books of openings and events in files, as users have them.

use std::fs;
use std::io::Write as _;

use super::{folder, games, mock, run, succeed};

const BOOK: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n\
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\n";

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
    ] {
        fs::write(folder.join(name), content).expect("a book");
        let event = format!(
            "argus --engine name=A cmd={0} --engine name=B cmd={0} --each nodes=1 --maxmoves 3 --quiet \
             --games 2 --rounds 2 -srand 1 --openings file={name} --pgnout {name}.pgn",
            mock()
        );
        succeed(&folder, &event);
        let games = games(&folder.join(format!("{name}.pgn")));
        let positions: Vec<String> = games.iter().map(|game| game.tag("FEN").to_owned()).collect();
        let set_up = positions.iter().filter(|fen| !fen.is_empty()).count();
        assert_eq!((games.len(), set_up), (4, 2), "{name}: {positions:?}");
        assert_eq!(*expect.get_or_insert(positions.clone()), positions, "{name}");
    }
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
