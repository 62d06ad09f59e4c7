//! Records of both sides.

use super::*;
use crate::chess::ByColor;
use crate::chess::score::Score;
use crate::referee::words::{At, Clocks, Directive, DrawWord, Judgement, Refcom, Refreq, Request};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[track_caller]
fn refused(operations: &str, why: &WireFault) {
    let line = format!("{START} {operations}");
    let request = read_request(line.as_bytes()).err();
    let directive = read_directive(line.as_bytes()).err();
    assert!(
        request.as_ref() == Some(why) || directive.as_ref() == Some(why),
        "{line}: {request:?} {directive:?}"
    );
}

#[test]
fn what_is_no_record_of_the_dialogue() {
    let contradiction = |what: &str| WireFault::Contradiction(what.to_owned());
    refused("sm e4;", &WireFault::NoWord("refreq"));
    refused("sm e4;", &WireFault::NoWord("refcom"));
    refused("refreq Reply;", &WireFault::UnknownWord("refreq", "Reply".to_owned()));
    refused("refcom stop;", &WireFault::UnknownWord("refcom", "stop".to_owned()));
    refused("refreq reply sign_on;", &WireFault::Operand("refreq"));
    refused("refreq;", &WireFault::Operand("refreq"));
    refused("refreq reply; sm e4 d4;", &WireFault::Operand("sm"));
    refused("refreq reply; sm e4; sm d4;", &contradiction("sm and sm"));
    refused("draw_offer; refreq reply;", &WireFault::NeedsMove("draw_offer"));
    refused("draw_accept; draw_reject; refreq reply;", &contradiction("draw_accept and draw_reject"));
    refused("draw_claim; draw_offer; refreq reply; sm e4;", &contradiction("draw_claim and draw_offer"));
    refused("draw_accept; refreq reply; resign;", &contradiction("resign and draw_accept"));
    refused("cc 000:00:00:00; refcom respond;", &WireFault::Operand("cc"));
    refused("cc 000:00:60:00 000:00:00:00; refcom respond;", &WireFault::Operand("cc"));
    refused("hmvc x; refcom respond;", &WireFault::Operand("hmvc"));
    refused("ptp White; refcom inform;", &WireFault::Operand("ptp"));
    refused("ptp White \"a\" White \"b\"; refcom inform;", &WireFault::Operand("ptp"));
    refused("refcom execute; sm e4; sv d4 d5;", &contradiction("sm and another first move of sv"));
    for line in ["", "8/8", "hello there my friend refreq reply;"] {
        assert_eq!(read_request(line.as_bytes()), Err(WireFault::Fields), "{line}");
    }
}

#[test]
fn habits_of_others_are_read() {
    let line = format!("  {START}\trefreq  reply ;sm  e4 ; draw_decline");
    let read = read_request(line.as_bytes()).expect("a request");
    assert_eq!((read.sm.as_deref(), read.draw), (Some("e4"), Some(DrawWord::Reject)));
    let line = format!("{START} refreq sign_on; tcsi \"a@b\" \"Spector\";");
    assert_eq!(read_request(line.as_bytes()).expect("a request").remark.as_deref(), Some("Spector"));
}

#[test]
fn strings_and_lines_keep_to_their_limits() {
    let mut directive = Directive::new(Refcom::Inform, At::new(START));
    directive.ptp = (0..20).map(|n| (format!("Tag{n}"), "\"é\n".repeat(200))).collect();
    directive.remark = Some("why".to_owned());
    let line = write_directive(&directive);
    assert!(line.len() <= 4095 && !line.contains('\n'), "{line}");
    directive.ptp.truncate(3);
    let read = read_directive(write_directive(&directive).as_bytes()).expect("a directive");
    assert!(read.ptp.iter().all(|(_, value)| value.len() <= 255 && value.starts_with("'é ")), "{read:?}");
}

#[test]
fn whole_seconds_are_sent() {
    let mut directive = Directive::new(Refcom::Respond, At::new(START));
    directive.cc = Some(Clocks { used_ms: ByColor { white: 999, black: 93_784_999 }, faces: None });
    let line = write_directive(&directive);
    assert_eq!(line, format!("{START} cc 000:00:00:00 001:02:03:04; refcom respond;"));
}

fn any_text() -> impl Strategy<Value = String> {
    "[ -!#-~é]{0,40}"
}

fn any_at() -> impl Strategy<Value = At> {
    (any::<Option<u32>>(), any::<Option<u32>>()).prop_map(|(hmvc, fmvn)| At {
        hmvc: hmvc.map(|number| number / 4),
        fmvn: fmvn.map(|number| number / 4),
        ..At::new(START)
    })
}

proptest! {
    #[test]
    fn directives_read_back(
        refcom in proptest::sample::select(&Refcom::ALL[..]),
        at in any_at(),
        moves in proptest::sample::select(vec![vec![], vec!["e4"], vec!["e4", "e5"]]),
        cc in proptest::option::of((0_u64..86_400_000, 0_u64..86_400_000)),
        ptp in proptest::collection::btree_map("[A-Z][a-z]{1,9}", any_text(), 0..4),
        draw in proptest::option::of(proptest::sample::select(&DrawWord::ALL[..])),
        remark in proptest::option::of(any_text()),
    ) {
        let cc = cc.map(|(white, black)| {
            Clocks { used_ms: ByColor { white: white * 1000, black: black * 1000 }, faces: None }
        });
        let moves = moves.into_iter().map(str::to_owned).collect();
        let directive = Directive { refcom, at, moves, cc, ptp: ptp.into_iter().collect(), draw, remark };
        let line = write_directive(&directive);
        prop_assert_eq!(read_directive(line.as_bytes()), Ok(directive), "{}", line);
    }

    #[test]
    fn requests_read_back(
        refreq in proptest::sample::select(&Refreq::ALL[..]),
        at in any_at(),
        draw in proptest::option::of(proptest::sample::select(&DrawWord::ALL[..])),
        ce in proptest::option::of(-32_000..=32_000),
        depth in any::<Option<u16>>(),
        nodes in any::<Option<u32>>(),
        line in proptest::sample::select(vec![vec![], vec!["e4"], vec!["e4", "e5"]]),
        remark in proptest::option::of(any_text()),
    ) {
        let judgement = Judgement {
            score: ce.map(Score::Centipawns),
            depth: depth.map(u32::from),
            nodes: nodes.map(|nodes| u64::from(nodes) / 4),
            line: line.into_iter().map(str::to_owned).collect(),
        };
        let sm = Some("e4".to_owned());
        let request = Request { refreq, at, sm, draw, resigns: draw.is_none(), judgement, remark };
        let line = write_request(&request);
        prop_assert_eq!(read_request(line.as_bytes()), Ok(request), "{}", line);
    }

    #[test]
    fn any_bytes_are_read_or_refused(line in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = (read_request(&line), read_directive(&line));
    }
}
