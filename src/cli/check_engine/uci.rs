//! The steps for UCI.

use super::fault::{Fault, OptionFault};
use super::talk::{Talk, position};
use super::{Outcome, Step};
use crate::chess::START;
use crate::referee::rules::Rules as _;
use crate::uci::heard::{Heard, read};

/// Milliseconds by which a search may be late.
const LATE_MS: u64 = 2000;

pub(super) const STEPS: &[Step] = &[
    Step { what: "introduces itself", check: introduces },
    Step { what: "tells its options well", check: options },
    Step { what: "is ready", check: ready },
    Step { what: "passes over words that it does not know", check: unknown_words },
    Step { what: "takes a new game", check: new_game },
    Step { what: "takes the default of each option", check: defaults },
    Step { what: "moves within a time", check: move_time },
    Step { what: "moves after a depth", check: |talk| search(talk, START, &[], "go depth 3", 60_000) },
    Step {
        what: "moves after a number of nodes",
        check: |talk| search(talk, START, &[], "go nodes 2000", 60_000),
    },
    Step { what: "moves by the clock", check: clock },
    Step { what: "moves in its last moment", check: last_moment },
    Step { what: "reads castling, en passant and promotion", check: special_moves },
    Step { what: "reads positions of FEN", check: fen },
    Step { what: "finds a mate in one", check: mate_in_one },
    Step { what: "answers while it thinks", check: answers },
    Step { what: "thinks until it is stopped", check: infinite },
    Step { what: "ponders", check: ponders },
    Step { what: "does the same twice under a limit of nodes", check: same_twice },
    Step { what: "plays Chess960", check: chess960 },
    Step { what: "leaves when it is told to", check: quit },
];

fn is_best(line: &str) -> bool {
    matches!(read(line), Heard::Best(..))
}

/// The lines of a search up to its move. A search that goes on is stopped, so that it does not spoil the next step.
fn searched(talk: &mut Talk, ms: u64, what: &str) -> Result<Vec<String>, Fault> {
    talk.until(ms, what, is_best).inspect_err(|_| {
        talk.send("stop");
        // Whether it stops is checked in another step.
        let _ = talk.until(LATE_MS, "bestmove", is_best);
    })
}

fn introduces(talk: &mut Talk) -> Outcome {
    talk.send("uci");
    let lines = talk.until(35_000, "uciok", |line| line.trim() == "uciok")?;
    let has = |start: &str| {
        lines.iter().find_map(|line| line.strip_prefix(start)).map(|rest| rest.trim().to_owned())
    };
    let name = has("id name ").filter(|name| !name.is_empty());
    let is_named = has("id author ").is_some_and(|author| !author.is_empty());
    talk.introduction = lines;
    match (name, is_named) {
        (Some(name), true) => Ok(Some(name)),
        (None, _) => Err(Fault::NoName),
        (_, false) => Err(Fault::NoAuthor),
    }
}

/// The values that the line of an option has for a word; each ends before the next word.
fn values(line: &str, word: &str) -> Vec<String> {
    const WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let behind = |rest: &[&str]| {
        rest.iter().take_while(|word| !WORDS.contains(word)).copied().collect::<Vec<_>>().join(" ")
    };
    words.split(|&found| found == word).skip(1).map(behind).collect()
}

fn value(line: &str, word: &str) -> Option<String> {
    values(line, word).into_iter().next()
}

fn option_lines(talk: &Talk) -> impl Iterator<Item = &String> {
    talk.introduction.iter().filter(|line| line.starts_with("option"))
}

fn options(talk: &mut Talk) -> Outcome {
    let mut count = 0;
    for line in option_lines(talk) {
        count += 1;
        let fail = |fault| Err(Fault::Option { fault, line: line.clone() });
        let Heard::Option(_) = read(line) else { return fail(OptionFault::Unnamed) };
        let default = value(line, "default");
        match value(line, "type").as_deref() {
            Some("spin") => {
                let number = |word: &str| value(line, word).and_then(|text| text.parse::<i64>().ok());
                match (number("default"), number("min"), number("max")) {
                    (Some(default), Some(min), Some(max)) if (min..=max).contains(&default) => {}
                    (Some(_), Some(_), Some(_)) => return fail(OptionFault::OutOfRange),
                    _ => return fail(OptionFault::IncompleteSpin),
                }
            }
            Some("combo") => {
                if !default.is_some_and(|default| values(line, "var").contains(&default)) {
                    return fail(OptionFault::OtherDefault);
                }
            }
            Some("check") if !matches!(default.as_deref(), Some("true" | "false")) => {
                return fail(OptionFault::NoTruth);
            }
            Some("check" | "string" | "button") => {}
            _ => return fail(OptionFault::UnknownType),
        }
    }
    Ok(Some(format!("{count} options")))
}

fn ready(talk: &mut Talk) -> Outcome {
    talk.send("isready");
    talk.until(60_000, "readyok", |line| line.trim() == "readyok").map(|_| None)
}

fn unknown_words(talk: &mut Talk) -> Outcome {
    talk.send("joho debug on");
    // After an unknown word, an engine may read the rest of the line.
    talk.send("debug off");
    talk.send("");
    ready(talk)
}

fn new_game(talk: &mut Talk) -> Outcome {
    talk.send("ucinewgame");
    ready(talk)
}

fn defaults(talk: &mut Talk) -> Outcome {
    let lines: Vec<String> = option_lines(talk).cloned().collect();
    for line in lines {
        let (Heard::Option(name), Some(default)) = (read(&line), value(&line, "default")) else { continue };
        // Some engines take `<empty>`, the word for an empty text, for the name of a file.
        if default.is_empty() || default == "<empty>" {
            continue;
        }
        talk.send(&format!("setoption name {name} value {default}"));
    }
    ready(talk)
}

/// A search: its move must be legal, and its lines too.
fn search(talk: &mut Talk, fields: &str, moves: &[&str], go: &str, ms: u64) -> Outcome {
    let here = position(fields, moves)?;
    let start = if fields == START { "startpos".to_owned() } else { format!("fen {fields} 0 1") };
    let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    talk.send(&format!("position {start}{played}"));
    talk.send(go);
    let lines = searched(talk, ms, "bestmove")?;
    let Some(Heard::Best(best, _)) = lines.last().map(|line| read(line)) else {
        return Err(Fault::NoBestMove);
    };
    if here.read(best).is_err() {
        return Err(Fault::Illegal(best.to_owned()));
    }
    let mut has_score = false;
    for line in &lines {
        let Heard::Info(info) = read(line) else { continue };
        has_score |= info.score.is_some();
        let mut after = here.clone();
        for text in &info.pv {
            match after.read(text) {
                Ok(m) => after.play(m),
                Err(_) => return Err(Fault::IllegalLine { text: (*text).to_owned(), line: line.clone() }),
            }
        }
    }
    Ok((!has_score).then(|| "it tells no score".to_owned()))
}

fn move_time(talk: &mut Talk) -> Outcome {
    let begun = talk.now();
    let remark = search(talk, START, &["e2e4", "e7e5"], "go movetime 300", 300 + LATE_MS)?;
    let took = (talk.now() - begun) / 1000;
    Ok(if took > 400 { Some(format!("it took {took} ms of 300")) } else { remark })
}

fn clock(talk: &mut Talk) -> Outcome {
    search(talk, START, &["d2d4"], "go wtime 2000 btime 2000 winc 0 binc 0 movestogo 40", 2000)
}

fn last_moment(talk: &mut Talk) -> Outcome {
    let begun = talk.now();
    search(talk, START, &["d2d4", "d7d5"], "go wtime 100 btime 100", 100 + LATE_MS)?;
    let (took_ms, had_ms) = ((talk.now() - begun) / 1000, 100);
    let overdue = Fault::Overdue { took_ms, had_ms };
    if took_ms > had_ms + LATE_MS / 4 {
        return Err(overdue);
    }
    Ok((took_ms > had_ms).then(|| overdue.to_string()))
}

fn special_moves(talk: &mut Talk) -> Outcome {
    let castled = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"];
    search(talk, START, &castled, "go depth 2", 60_000)?;
    search(talk, START, &["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"], "go depth 2", 60_000)?;
    search(talk, "8/P6k/8/8/8/8/7K/8 w - -", &["a7a8n"], "go depth 2", 60_000)
}

fn fen(talk: &mut Talk) -> Outcome {
    for fields in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
    ] {
        search(talk, fields, &[], "go depth 2", 60_000)?;
    }
    Ok(None)
}

fn mate_in_one(talk: &mut Talk) -> Outcome {
    let fields = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    talk.send(&format!("position fen {fields} 0 1"));
    talk.send("go depth 3");
    let lines = searched(talk, 60_000, "bestmove")?;
    match lines.last().map(|line| read(line)) {
        Some(Heard::Best("a1a8", _)) => {}
        Some(Heard::Best(best, _)) => {
            return Err(Fault::MissesMate { played: best.to_owned(), mate: "a1a8" });
        }
        _ => return Err(Fault::NoBestMove),
    }
    let says = |line: &String| line.contains(" score mate 1");
    Ok((!lines.iter().any(says)).then(|| "its score does not say `mate 1`".to_owned()))
}

fn answers(talk: &mut Talk) -> Outcome {
    talk.send("position startpos");
    talk.send("go movetime 3000");
    talk.send("isready");
    let lines = talk.until(2900, "readyok while it thinks", |line| line.trim() == "readyok")?;
    if lines.iter().any(|line| is_best(line)) {
        return Err(Fault::EndedToAnswer);
    }
    searched(talk, 3000 + LATE_MS, "bestmove").map(|_| None)
}

fn infinite(talk: &mut Talk) -> Outcome {
    talk.send("position startpos moves e2e4");
    talk.send("go infinite");
    talk.never(500, "it moves before it is stopped", is_best)?;
    talk.send("stop");
    talk.until(LATE_MS, "bestmove after stop", is_best).map(|_| None)
}

fn ponders(talk: &mut Talk) -> Outcome {
    if !option_lines(talk).any(|line| matches!(read(line), Heard::Option("Ponder"))) {
        return Ok(Some("it does not (no option Ponder)".to_owned()));
    }
    talk.send("position startpos moves e2e4 e7e5");
    talk.send("go ponder wtime 2000 btime 2000 movestogo 40");
    talk.never(500, "it moves before ponderhit", is_best)?;
    talk.send("ponderhit");
    searched(talk, 2000 + LATE_MS, "bestmove after ponderhit").map(|_| None)
}

fn same_twice(talk: &mut Talk) -> Outcome {
    let mut best = Vec::new();
    for _ in 0..2 {
        new_game(talk)?;
        talk.send("position startpos moves e2e4 c7c5");
        talk.send("go nodes 3000");
        best.push(searched(talk, 60_000, "bestmove")?.pop());
    }
    // UCI does not ask for this, but games that differ cannot be repeated.
    Ok((best[0] != best[1]).then(|| "it does not: its games cannot be repeated".to_owned()))
}

fn chess960(talk: &mut Talk) -> Outcome {
    let has = option_lines(talk).any(|line| matches!(read(line), Heard::Option("UCI_Chess960")));
    if !has {
        return Ok(Some("it does not (no option UCI_Chess960)".to_owned()));
    }
    talk.send("setoption name UCI_Chess960 value true");
    // Castling is written as the king that takes its rook, and here both kings can do so.
    let fields = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb -";
    let outcome = search(talk, fields, &["e1g1"], "go depth 2", 60_000);
    talk.send("setoption name UCI_Chess960 value false");
    ready(talk)?;
    outcome
}

fn quit(talk: &mut Talk) -> Outcome {
    talk.send("quit");
    talk.until_end(5000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_options_are_whole() {
        let check =
            |line: &str, word: &str, expect: &[&str]| assert_eq!(values(line, word), expect, "{line}");
        let style = "option name Style type combo var Solid2 var Very Risky default Solid";
        check(style, "default", &["Solid"]);
        check(style, "var", &["Solid2", "Very Risky"]);
        check(style, "min", &[]);
        check("option name Book  File type string default", "name", &["Book File"]);
        check("option name Book  File type string default", "default", &[""]);
    }
}
