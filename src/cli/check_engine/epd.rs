//! The steps for a client that speaks EPD (§8).

use super::fault::Fault;
use super::talk::Talk;
use super::{Outcome, Step};
use crate::chess::{ByColor, START};
use crate::referee::chess_rules::ChessRules;
use crate::referee::course::Course;
use crate::referee::rules::Rules as _;
use crate::referee::wire::{read_request, write_directive};
use crate::referee::words::{At, Clocks, Directive, Refcom, Refreq, Request};

pub(super) const STEPS: &[Step] = &[
    Step { what: "signs on before anything else (§8.2.4)", check: signs_on },
    Step { what: "says nothing to reset and inform (§8.1.5, §8.1.6)", check: informed },
    Step { what: "replies to the first respond (§8.1.7)", check: first_move },
    Step { what: "plays the move that comes with respond (§8 step 9)", check: second_move },
    Step { what: "plays a game through (execute, §8.1.3)", check: executes },
    Step { what: "answers without a move where it is mated (§8 step 10)", check: mated },
    Step { what: "says nothing after conclude (§8.1.1)", check: concluded },
    Step { what: "leaves when it is told to (§8.1.2)", check: leaves },
];

/// Milliseconds for a move.
const MOVE_MS: u64 = 60_000;

fn tell(talk: &mut Talk, directive: &Directive) {
    talk.send(&write_directive(directive));
}

/// Whether a line says something: a client may write empty ones.
fn is_record(line: &str) -> bool {
    !line.trim().is_empty()
}

fn request(talk: &mut Talk, ms: u64) -> Result<Request, Fault> {
    let lines = talk.until(ms, "record", is_record)?;
    let line = lines.last().map(String::as_str).unwrap_or_default();
    read_request(line.as_bytes()).map_err(|fault| Fault::Record { fault, line: line.to_owned() })
}

fn signs_on(talk: &mut Talk) -> Outcome {
    let request = request(talk, 35_000)?;
    match request.refreq {
        Refreq::SignOn => Ok(request.remark),
        other => Err(Fault::SaysFirst(other)),
    }
}

fn informed(talk: &mut Talk) -> Outcome {
    tell(talk, &Directive::new(Refcom::Reset, At::new(START)));
    let tags =
        ["Event", "Site", "Date", "Round", "White", "Black"].map(|name| (name.to_owned(), "?".to_owned()));
    let mut ptp = tags.to_vec();
    ptp.push(("Result".to_owned(), "*".to_owned()));
    ptp.push(("TimeControl".to_owned(), "60+1".to_owned()));
    tell(talk, &Directive { ptp, ..Directive::new(Refcom::Inform, At::new(START)) });
    talk.never(500, "it says", is_record)?;
    Ok(None)
}

fn respond(course: &Course<ChessRules>, moves: &[&str]) -> Directive {
    let cc = Some(Clocks { used_ms: ByColor { white: 1000, black: 1000 }, faces: None });
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    Directive { moves, cc, ..Directive::new(Refcom::Respond, course.at()) }
}

fn play(course: &mut Course<ChessRules>, text: &str) -> Result<(), Fault> {
    let m = course.here().read(text)?;
    course.play(m);
    Ok(())
}

/// Sends a new game, move by move; returns the game.
fn execute(talk: &mut Talk, moves: &[&str]) -> Result<Course<ChessRules>, Fault> {
    let mut course = Course::new(ChessRules::start());
    for text in moves {
        let moves = vec![(*text).to_owned()];
        tell(talk, &Directive { moves, ..Directive::new(Refcom::Execute, course.at()) });
        play(&mut course, text)?;
    }
    Ok(course)
}

/// Asks for a move after these moves. The last one is sent with the request.
fn ask(talk: &mut Talk, moves: &[&str]) -> Outcome {
    let mut course = Course::new(ChessRules::start());
    let Some((last, first)) = moves.split_last() else {
        tell(talk, &respond(&course, &[]));
        return answered(talk, &course);
    };
    for text in first {
        play(&mut course, text)?;
    }
    tell(talk, &respond(&course, &[last]));
    play(&mut course, last)?;
    answered(talk, &course)
}

fn answered(talk: &mut Talk, course: &Course<ChessRules>) -> Outcome {
    let request = request(talk, MOVE_MS)?;
    if request.refreq != Refreq::Reply {
        return Err(Fault::Says(request.refreq));
    }
    if !course.is_at(&request.at) {
        return Err(Fault::OtherPosition { found: request.at.fields, expected: course.at().fields });
    }
    match &request.sm {
        None => Err(Fault::NoMove),
        Some(text) => match course.here().read(text) {
            Ok(m) if course.here().spell(m) == *text => Ok(None),
            Ok(m) => Ok(Some(format!("it writes {text}, and SAN is {} (§6.28)", course.here().spell(m)))),
            Err(error) => Err(error.into()),
        },
    }
}

fn anew(talk: &mut Talk) {
    tell(talk, &Directive::new(Refcom::Reset, At::new(START)));
}

fn first_move(talk: &mut Talk) -> Outcome {
    ask(talk, &[])
}

fn second_move(talk: &mut Talk) -> Outcome {
    anew(talk);
    ask(talk, &["e4"])
}

fn executes(talk: &mut Talk) -> Outcome {
    anew(talk);
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
    execute(talk, &moves[..4])?;
    talk.never(500, "it answers execute", is_record)?;
    ask(talk, &moves)
}

fn mated(talk: &mut Talk) -> Outcome {
    anew(talk);
    let course = execute(talk, &["f3", "e5", "g4"])?;
    tell(talk, &respond(&course, &["Qh4#"]));
    let request = request(talk, 10_000)?;
    match request.sm {
        None if request.refreq == Refreq::Reply => Ok(None),
        None => Err(Fault::Says(request.refreq)),
        Some(text) => Err(Fault::PlaysMated(text)),
    }
}

fn concluded(talk: &mut Talk) -> Outcome {
    tell(talk, &Directive::new(Refcom::Conclude, At::new(START)));
    talk.never(500, "it says", is_record)?;
    Ok(None)
}

fn leaves(talk: &mut Talk) -> Outcome {
    tell(talk, &Directive::new(Refcom::Disconnect, At::new(START)));
    talk.until_end(5000)
}
