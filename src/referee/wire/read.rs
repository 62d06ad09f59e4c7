//! Records as words.

use super::WireFault;
use crate::chess::ByColor;
use crate::chess::score::Score;
use crate::epd::{Parse, parse};
use crate::referee::words::{At, Clocks, Directive, DrawWord, Judgement, Refcom, Refreq, Request, Tags};

/// Reads a record of a referee.
///
/// # Errors
/// Why it is none.
pub fn read_directive(line: &[u8]) -> Result<Directive, WireFault> {
    let parse = parse(line);
    let at = position(&parse)?;
    let refcom = word(&parse, "refcom", Refcom::ALL.map(|word| (word.word(), word)))?;
    let moves = match (moves_of(&parse, "sm"), moves_of(&parse, "sv")) {
        (sm, None) => sm.unwrap_or_default(),
        (None, Some(sv)) => sv,
        (Some(sm), Some(sv)) if sv.first() == sm.first() => sv,
        (Some(_), Some(_)) => {
            return Err(WireFault::Contradiction("sm and another first move of sv".to_owned()));
        }
    };
    if parse.operation("sm").is_some() && moves.is_empty() {
        return Err(WireFault::Operand("sm"));
    }
    Ok(Directive {
        refcom,
        at,
        moves,
        cc: clocks(&parse)?,
        ptp: pairs(&parse)?,
        draw: draw(&parse)?,
        remark: text(&parse, "c0"),
    })
}

/// Reads a record of a client.
///
/// # Errors
/// Why it is none.
pub fn read_request(line: &[u8]) -> Result<Request, WireFault> {
    let parse = parse(line);
    let at = position(&parse)?;
    let refreq = word(&parse, "refreq", Refreq::ALL.map(|word| (word.word(), word)))?;
    let sm = match moves_of(&parse, "sm") {
        None => None,
        Some(moves) if moves.len() == 1 => moves.into_iter().next(),
        Some(_) => return Err(WireFault::Operand("sm")),
    };
    let draw = draw(&parse)?;
    let resigns = parse.operation("resign").is_some();
    if let (true, Some(word)) = (resigns, draw.filter(|&word| word != DrawWord::Reject)) {
        return Err(WireFault::Contradiction(format!("resign and {}", word.opcode())));
    }
    if draw == Some(DrawWord::Offer) && sm.is_none() {
        return Err(WireFault::NeedsMove("draw_offer"));
    }
    let number = |opcode| parse.integer(opcode).and_then(|value| u64::try_from(value).ok());
    let judgement = Judgement {
        score: parse.integer("ce").and_then(|ce| Score::from_ce(ce.try_into().ok()?)),
        depth: number("acd").and_then(|depth| depth.try_into().ok()),
        nodes: number("acn"),
        line: moves_of(&parse, "pv").unwrap_or_default(),
    };
    let name = || {
        let operation = parse.operation("tcsi")?;
        let name = parse.operands(operation).get(1)?.value(line);
        Some(String::from_utf8_lossy(name).into_owned())
    };
    let remark = match refreq {
        Refreq::SignOn => name().or_else(|| text(&parse, "id")),
        _ => text(&parse, "c0"),
    };
    Ok(Request { refreq, at, sm, draw, resigns, judgement, remark })
}

/// The four fields and the counters.
fn position(parse: &Parse<'_>) -> Result<At, WireFault> {
    if parse.fields.len() < 4 || !parse.has_ranks() {
        return Err(WireFault::Fields);
    }
    if parse.may_repeat_opcodes() {
        let opcode = |index: usize| parse.opcode(&parse.operations[index]);
        let twice =
            (0..parse.operations.len()).find(|&at| (0..at).any(|before| opcode(before) == opcode(at)));
        if let Some(twice) = twice {
            let opcode = String::from_utf8_lossy(opcode(twice)).into_owned();
            return Err(WireFault::Contradiction(format!("{opcode} and {opcode}")));
        }
    }
    let fields: Vec<_> = (0..4).filter_map(|index| parse.field(index)).map(String::from_utf8_lossy).collect();
    let counter = |opcode| {
        let number = || parse.integer(opcode).and_then(|value| u32::try_from(value).ok());
        let read = parse.operation(opcode).map(|_| number().ok_or(WireFault::Operand(opcode)));
        read.transpose()
    };
    Ok(At { fields: fields.join(" "), hmvc: counter("hmvc")?, fmvn: counter("fmvn")? })
}

fn word<T, const N: usize>(
    parse: &Parse<'_>,
    opcode: &'static str,
    words: [(&str, T); N],
) -> Result<T, WireFault> {
    let operation = parse.operation(opcode).ok_or(WireFault::NoWord(opcode))?;
    let [operand] = parse.operands(operation) else { return Err(WireFault::Operand(opcode)) };
    let value = operand.value(parse.text());
    let known = words.into_iter().find(|(word, _)| word.as_bytes() == value);
    let known =
        known.ok_or_else(|| WireFault::UnknownWord(opcode, String::from_utf8_lossy(value).into_owned()));
    known.map(|(_, word)| word)
}

fn moves_of(parse: &Parse<'_>, opcode: &str) -> Option<Vec<String>> {
    let operands = parse.operands(parse.operation(opcode)?);
    Some(
        operands
            .iter()
            .map(|operand| String::from_utf8_lossy(operand.value(parse.text())).into_owned())
            .collect(),
    )
}

fn text(parse: &Parse<'_>, opcode: &str) -> Option<String> {
    parse.value(opcode).map(|text| String::from_utf8_lossy(text).into_owned())
}

/// The word about a draw. `draw_decline`, which §6.25 names and nothing defines, reads as `draw_reject`.
fn draw(parse: &Parse<'_>) -> Result<Option<DrawWord>, WireFault> {
    let mut found = DrawWord::ALL.into_iter().filter(|word| parse.operation(word.opcode()).is_some());
    let (first, second) = (found.next(), found.next());
    match (first, second) {
        (Some(first), Some(second)) => {
            Err(WireFault::Contradiction(format!("{} and {}", first.opcode(), second.opcode())))
        }
        (None, _) if parse.operation("draw_decline").is_some() => Ok(Some(DrawWord::Reject)),
        (first, _) => Ok(first),
    }
}

fn clocks(parse: &Parse<'_>) -> Result<Option<Clocks>, WireFault> {
    let Some(operation) = parse.operation("cc") else { return Ok(None) };
    let operands = parse.operands(operation);
    let read = |index: usize| operands.get(index).and_then(|operand| clock(operand.value(parse.text())));
    match (operands.len(), read(0), read(1)) {
        (2, Some(white), Some(black)) => Ok(Some(Clocks { used_ms: ByColor { white, black }, faces: None })),
        _ => Err(WireFault::Operand("cc")),
    }
}

/// `DDD:HH:MM:SS` in milliseconds (§5.2.7).
fn clock(text: &[u8]) -> Option<u64> {
    let [d1, d2, d3, b':', h1, h2, b':', m1, m2, b':', s1, s2] = text else { return None };
    let number = |digits: &[&u8], most: u64| {
        let number = digits
            .iter()
            .try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u64::from(**digit - b'0')));
        number.filter(|&number| number <= most)
    };
    let (days, hours) = (number(&[d1, d2, d3], 999)?, number(&[h1, h2], 23)?);
    let (minutes, seconds) = (number(&[m1, m2], 59)?, number(&[s1, s2], 59)?);
    Some((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
}

fn pairs(parse: &Parse<'_>) -> Result<Tags, WireFault> {
    let Some(operation) = parse.operation("ptp") else { return Ok(Tags::new()) };
    let operands = parse.operands(operation);
    if !operands.len().is_multiple_of(2) {
        return Err(WireFault::Operand("ptp"));
    }
    let text =
        |operand: &crate::epd::Operand| String::from_utf8_lossy(operand.value(parse.text())).into_owned();
    let tags: Tags = operands.chunks(2).map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
    let is_twice = |at: usize| tags[..at].iter().any(|(name, _)| *name == tags[at].0);
    if (0..tags.len()).any(is_twice) {
        return Err(WireFault::Operand("ptp"));
    }
    Ok(tags)
}
