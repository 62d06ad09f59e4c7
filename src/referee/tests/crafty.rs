//! The dialogue with the one client that was ever released, word for word, in both roles.

use super::*;
use crate::referee::wire::write_request;
use crate::referee::words::{Refreq, Request};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// What was seen on its two pipes; `<` is the client.
const TRANSCRIPT: &[&str] = &[
    "< rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - refreq sign_on;",
    "> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - refcom reset;",
    "> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ptp Black \"Crafty\" Date \"1998.09.15\" \
     Event \"T\" Result \"*\" Round \"1\" Site \"?\" White \"Us\"; refcom inform;",
    "> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - cc 000:00:00:00 000:00:00:00; refcom respond; sm e4;",
    "< rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 refreq reply; sm e5;",
    "> rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 ptp Result \"1/2-1/2\"; refcom inform;",
    "> rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 refcom conclude;",
    "> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - refcom disconnect;",
];

/// The referee says word for word what it said there, and to the same words of the client.
#[test]
fn as_referee() {
    let mut referee: Referee<ChessRules> = Referee::default();
    let (human, crafty) = (ConnId(0), ConnId(1));
    let mut wire: Vec<String> = Vec::new();
    let mut now = 0;
    let mut happens = |event, now: Us, wire: &mut Vec<String>| {
        for action in referee.handle(event, now) {
            if let Action::Tell(conn, directive) = action
                && conn == crafty
            {
                wire.push(format!("> {}", write_directive(&directive)));
            }
        }
    };
    let request = |operations: &str| {
        Event::Heard(human, read_request(format!("{START} {operations}").as_bytes()).expect("a request"))
    };
    let tags = ["Black:Crafty", "Date:1998.09.15", "Event:T", "Round:1", "Site:?", "White:Us"];
    // The tag of time was not sent then.
    let tags = tags.iter().filter_map(|tag| tag.split_once(':'));
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    for conn in [human, crafty] {
        happens(Event::Opened(conn, Manner::default()), now, &mut wire);
    }
    happens(request("refreq sign_on;"), now, &mut wire);
    for line in TRANSCRIPT.iter().filter(|line| line.starts_with('<')) {
        wire.push((*line).to_owned());
        let parsed = read_request(&line.as_bytes()[2..]).expect("a request");
        let is_sign_on = parsed.refreq == Refreq::SignOn;
        happens(Event::Heard(crafty, parsed), now, &mut wire);
        if is_sign_on {
            let pairing = Pairing { tags: Vec::clone(&tags), ..pairing("-") };
            happens(Event::Start(GAME, ByColor { white: human, black: crafty }, pairing), now, &mut wire);
            for _ in 0..2 {
                now += 5_000_000;
                happens(Event::Tick, now, &mut wire);
            }
            happens(Event::Begun(human), now, &mut wire);
            happens(request("refreq reply; sm e4;"), now, &mut wire);
        }
    }
    happens(Event::Adjudicate(GAME, Ending::drawn(Cause::DrawAgreed)), now, &mut wire);
    happens(Event::Disconnect, now, &mut wire);
    let wire: Vec<String> = wire.iter().map(|line| line.replace(" TimeControl \"-\"", "")).collect();
    assert_eq!(wire, TRANSCRIPT);
}

/// The client says word for word what it said there.
#[test]
fn as_client() {
    let mut follower: Follower<ChessRules> = Follower::default();
    let mut wire = vec![format!("< {}", write_request(&Request::new(Refreq::SignOn, follower.at())))];
    for line in TRANSCRIPT.iter().filter(|line| line.starts_with('>')) {
        wire.push((*line).to_owned());
        let directive = read_directive(&line.as_bytes()[2..]).expect("a directive");
        let adopted = follower.take(&directive).expect("a position");
        assert_eq!(adopted.is_new, directive.refcom == Refcom::Reset, "{line}");
        if directive.refcom == Refcom::Respond {
            let reply = Request { sm: Some("e5".to_owned()), ..Request::new(Refreq::Reply, follower.at()) };
            wire.push(format!("< {}", write_request(&reply)));
            let m = crate::referee::rules::Rules::read(follower.course().here(), "e5").expect("a move");
            follower.play(m, 0);
        }
    }
    assert_eq!(wire, TRANSCRIPT);
    assert_eq!(follower.tag("Result"), Some("1/2-1/2"));
}
