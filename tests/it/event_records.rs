//! Games of events, read by other programs: python-chess and pgn-extract. Prints a message if they are
//! missing.
//!
//! `EPIDOTE_PYTHON` names a Python that has python-chess, if `python3` does not.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use epidote::chess::score::Score;
use epidote::chess::{Color, Position as _};
use epidote::event::Outcome;
use epidote::event::openings::{Openings, Start};
use epidote::event::pgn_writer::Comments;
use epidote::event::record::{End, GameRecord, Header, Note, PlayedMove, Termination};
use epidote::random::Random;

/// The positions in which games start: the initial position, positions with either side to move, and
/// Chess960.
const STARTS: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3
4k3/P6p/8/8/8/8/p6P/4K3 b - - 7 41
nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1
";

/// Random games, with notes of all kinds.
fn games() -> Vec<GameRecord> {
    let starts = Openings::from_epd(STARTS.as_bytes(), epidote::epd::game::Game::Chess);
    let mut random = Random::new(2026);
    (0..40)
        .map(|number| {
            let start = starts.get(number).start;
            let header = Header {
                event: format!("Event \"{number}\" \\ é"),
                site: "here".to_owned(),
                date: "2026.11.23".to_owned(),
                round: format!("{}.1", number + 1),
                white: "White engine".to_owned(),
                black: "Black; {engine}".to_owned(),
                time_controls: Some(["40/60+0.1".to_owned(), "40/60+0.1".to_owned()]),
                more: vec![("WhiteElo".to_owned(), "-".to_owned())],
                start,
            };
            let mut record = GameRecord { header, moves: Vec::new(), end: None };
            let mut here: Start = record.header.start.clone();
            for ply in 0..random.below(160) {
                let moves = here.position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                let value = i32::try_from(random.below(4_001)).expect("small") - 2_000;
                let score = match random.below(6) {
                    0 => None,
                    1 => Some(Score::Mate(2 * u32::try_from(random.below(9)).expect("small") + 1)),
                    2 => Some(Score::Mated(2 * u32::try_from(random.below(9)).expect("small") + 2)),
                    _ => Some(Score::Centipawns(value)),
                };
                let time = (random.below(3) > 0).then(|| random.below(20_000) as u64);
                let clock = Some(random.below(9_000_000) as u64);
                let note = Note { is_book: ply < 4, score, depth: Some(8), nodes: Some(9), time, clock };
                record.moves.push(PlayedMove { m, note });
                here.play(m);
            }
            let outcome =
                [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::None][random.below(4)];
            let reason = "White makes an {illegal} move: e2e5".to_owned();
            record.end = Some(End { outcome, termination: Termination::Adjudication, reason });
            record
        })
        .collect()
}

/// A Python with python-chess.
fn python() -> Option<PathBuf> {
    let path = std::env::var_os("EPIDOTE_PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let has = Command::new(&path).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    let found = has.is_ok_and(|status| status.success());
    absent(found, "python-chess", "pip install chess").then_some(path)
}

/// Prints that a program is missing, and fails if it is required.
fn absent(found: bool, name: &str, install: &str) -> bool {
    if !found {
        println!("NOT RUN: {name} is absent; {install}");
        assert!(std::env::var_os("EPIDOTE_REQUIRE_ENGINES").is_none(), "{name} is required");
    }
    found
}

fn run(command: &mut Command, input: &str) -> (String, String) {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("an output");
    writer.join().expect("a thread").expect("a pipe");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// One line for each game: result, plies, last position, clocks, scores for White.
const READ: &str = r##"
import chess.pgn, io, sys
text = io.StringIO(sys.stdin.buffer.read().decode("utf-8"))
while True:
    game = chess.pgn.read_game(text)
    if game is None:
        break
    clocks, scores = 0, []
    for node in game.mainline():
        clock = node.clock()
        clocks += round(clock * 1000) if clock is not None else 0
        score = node.eval()
        if score is not None:
            white = score.white()
            scores.append(f"#{white.mate()}" if white.is_mate() else str(white.score()))
    board = game.end().board()
    assert not game.errors, game.errors
    # It keeps the signs that escape others.
    event = game.headers["Event"].replace('\\"', '"').replace("\\\\", "\\")
    print(game.headers["Result"], event, len(list(game.mainline_moves())),
          board.board_fen(), board.fullmove_number, board.halfmove_clock, clocks, ",".join(scores), sep="|")
"##;

fn line_of(record: &GameRecord, with_notes: bool) -> String {
    let last = record.last();
    let (mut clocks, mut scores) = (0, Vec::new());
    let mut color = record.header.start.position.turn();
    for played in record.moves.iter().filter(|_| with_notes) {
        clocks += played.note.clock.unwrap_or(0);
        if let Some(score) = played.note.score {
            let white = if color == Color::White { score } else { score.of_other_side() };
            scores.push(match white {
                Score::Centipawns(value) => value.to_string(),
                mate => format!("#{}", mate.mate_in_moves().unwrap_or(0)),
            });
        }
        color = !color;
    }
    let fen = last.fen();
    let board = fen.split(' ').next().unwrap_or_default();
    format!(
        "{}|{}|{}|{board}|{}|{}|{clocks}|{}",
        record.end.as_ref().map_or("*", |end| end.outcome.as_str()),
        record.header.event,
        record.moves.len(),
        last.fullmoves,
        last.halfmoves,
        scores.join(",")
    )
}

#[test]
fn python_chess_reads_the_games() {
    let Some(python) = python() else { return };
    for comments in [Comments::None, Comments::Short, Comments::Full] {
        let games = games();
        let pgn: String = games.iter().map(|game| game.to_pgn(comments)).collect();
        let (out, err) = run(Command::new(&python).args(["-c", READ]), &pgn);
        let expect: String = games.iter().fold(String::new(), |mut text, game| {
            let _ = writeln!(text, "{}", line_of(game, comments == Comments::Full));
            text
        });
        assert_eq!(out, expect, "{comments:?}: {err}");
    }
}

#[test]
fn pgn_extract_reads_the_games() {
    let version =
        Command::new("pgn-extract").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !absent(version.is_ok(), "pgn-extract", "apt-get install pgn-extract") {
        return;
    }
    for comments in [Comments::None, Comments::Short, Comments::Full] {
        // It does not know the castling rights of Chess960 in tags.
        let games: Vec<GameRecord> =
            games().into_iter().filter(|game| !game.to_pgn(Comments::None).contains("Chess960")).collect();
        let pgn: String = games.iter().map(|game| game.to_pgn(comments)).collect();
        let (_, err) = run(Command::new("pgn-extract").arg("-r"), &pgn);
        let expect = format!("{0} games matched out of {0}.", games.len());
        // Some versions name each game that they read.
        let is_name = |line: &str| line.starts_with("Processing") || line.starts_with("White engine - ");
        let messages: Vec<&str> = err.lines().filter(|line| !is_name(line)).collect();
        assert_eq!(messages, [expect.as_str()], "{comments:?}: {err}");
    }
}
