//! The meaning of a line, whatever its spelling: the measure for safe fixes.

use crate::chess::Position as _;
use crate::chess::notation::coordinates;
use crate::epd::extension::{Extension, remark_text};
use crate::epd::game::Game;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::rules::opcodes::operand_count::are_best;
use crate::epd::lint::rules::syntax::malformed_opcode::Places;
use crate::epd::lint::{LintContext, Surroundings};
use crate::epd::mate::{announced, announced_as_score, ce};
use crate::epd::moves::{NoMove, ReadOperand, read_detached_promotion, read_moves, without_marks};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::position::{CastlingReading, EnPassantReading};
use crate::epd::{OperandKind, parse};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// The meaning of a line: its fields, and its operations with moves as coordinates and strings by value, in
/// ASCII order, without exact repetitions. Signs between moves mean nothing, commas are blanks, a swallowed
/// operation counts as a separate one, an announced mate is `dm` or `ce`, and several predicted moves are the
/// best ones.
pub fn meaning(line: &[u8], game: Game) -> Vec<String> {
    let parsed = parse(line);
    let context = LintContext::with(&parsed, Surroundings { game, ..Surroundings::default() });
    let ends: Vec<usize> =
        context.operations.iter().flat_map(|view| &view.swallowed).map(|&(end, _)| end).collect();
    if !ends.is_empty() {
        let semicolon = |end| Indel { delete: Span::empty(end), insert: b";".to_vec() };
        let apart = TextEdit::from_indels(ends.into_iter().map(semicolon).collect());
        return meaning(&apart.apply(line), game);
    }
    if let Some(moves) = glued_moves(&context) {
        let apart: Vec<u8> = parsed.bytes(moves).iter().map(|&b| if b == b',' { b' ' } else { b }).collect();
        return meaning(&TextEdit::replace(moves, apart).apply(line), game);
    }
    let text = |span: Span| String::from_utf8_lossy(parsed.bytes(span)).into_owned();
    let mut out = fields(&context);
    let mut operations = Vec::new();
    let counters = parsed.counters.iter().flat_map(|counters| counters.spans());
    for (opcode, counter) in ["hmvc", "fmvn"].into_iter().zip(counters) {
        if parsed.bytes(counter) != b"-" {
            operations.push(format!("{opcode} {}", number(&text(counter), false)));
        }
    }
    let places = Places::of(&context);
    let remark = |view: &OperationView<'_>| {
        let register = places.register(view.index)?;
        Some(format!("{register} {}", String::from_utf8_lossy(&remark_text(&parsed, view.operation)?)))
    };
    let operation = |view| remark(view).unwrap_or_else(|| operation_meaning(&context, view, &places));
    operations.extend(context.operations.iter().map(operation));
    operations.sort();
    operations.dedup();
    out.extend(operations);
    out
}

/// An operand that holds several moves separated by commas.
fn glued_moves(context: &LintContext<'_>) -> Option<Span> {
    let reads = context.operations.iter().flat_map(|view| &view.moves);
    let words = reads.filter(|read| read.operand.kind == OperandKind::Word && read.played().is_none());
    let is_opcode = |part: &[u8]| {
        let word = without_marks(part);
        lookup(word).is_some() && !word.last().is_some_and(u8::is_ascii_digit)
    };
    words.map(|read| read.operand.span).find(|&span| {
        let text = context.parse.bytes(span);
        text.contains(&b',') && !text.split(|&byte| byte == b',').any(is_opcode)
    })
}

/// The fields, with adjacent digits of the placement added up, small letters where capitals mean the same,
/// and castling rights by the squares of their rooks.
fn fields(context: &LintContext<'_>) -> Vec<String> {
    let (parse, reading) = (context.parse, &context.position);
    let field = |(at, &span): (usize, &Span)| {
        let text = String::from_utf8_lossy(parse.bytes(span)).into_owned();
        match (at, &reading.chess) {
            (0, _) => add_digits(&text),
            (1, _) if reading.turn.is_some() => text.to_ascii_lowercase(),
            (2, Some(chess))
                if reading.castling != CastlingReading::Malformed && reading.vain_castling.is_empty() =>
            {
                let rooks = chess.castles().castling_rights().into_iter();
                rooks.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
            }
            (2, _) => match &reading.castling {
                CastlingReading::Unordered(sorted) => sorted.clone(),
                _ => text,
            },
            (3, _) if matches!(reading.en_passant, EnPassantReading::Capital(_)) => text.to_ascii_lowercase(),
            _ => text,
        }
    };
    parse.fields.iter().enumerate().map(field).collect()
}

/// Writes `44` as `8`.
fn add_digits(placement: &str) -> String {
    let letters: Vec<char> = placement.chars().collect();
    let runs = letters.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit());
    let added = |run: &[char]| match run.iter().map(|c| c.to_digit(10)).sum::<Option<u32>>() {
        Some(sum) => sum.to_string(),
        None => run.iter().collect(),
    };
    runs.map(added).collect()
}

fn operation_meaning(context: &LintContext<'_>, view: &OperationView<'_>, places: &Places) -> String {
    let parsed = context.parse;
    let text = |span: Span| String::from_utf8_lossy(parsed.bytes(span)).into_owned();
    // An operation without an opcode, if a common convention says what it means.
    match view.extension {
        Some(Extension::Perft { depth }) if view.operands.is_empty() => {
            return format!("D{depth} {}", text(view.operation.opcode));
        }
        Some(Extension::Variation) if places.is_line(view.index) => {
            let chess = context.position.chess.as_ref();
            let read = chess.map(|chess| read_moves(chess, Operands::MoveLine, parsed, view.operation));
            let played = read.iter().flatten().filter_map(ReadOperand::played).map(coordinates);
            return format!("pv {}", played.collect::<Vec<_>>().join(" "));
        }
        _ => {}
    }
    let kind = view.spec.map(|spec| spec.operands);
    let mut operands: Vec<String> = Vec::new();
    let mut joined = 0;
    for (at, operand) in view.operands.iter().enumerate() {
        let value = operand.value(parsed.text());
        if kind.is_some_and(Operands::are_moves) {
            match NoMove::of(value) {
                Some(NoMove::Mark | NoMove::Separator | NoMove::Number) => continue,
                Some(NoMove::Mate | NoMove::Promotion | NoMove::Remark) | None => {}
            }
            if at < joined {
                continue;
            }
            let all = view.operands;
            if let (Some(position), Some(Operands::MoveSet | Operands::Move)) =
                (&context.position.chess, kind)
                && let Some((m, count)) = read_detached_promotion(position, parsed, &all[at..])
            {
                operands.push(coordinates(m));
                joined = at + count;
                continue;
            }
        }
        let played = view.moves.get(at).and_then(ReadOperand::played);
        operands.push(match played {
            Some(m) => coordinates(m),
            None if kind.is_some_and(Operands::are_moves) => {
                String::from_utf8_lossy(without_marks(value)).into_owned()
            }
            None => String::from_utf8_lossy(value).trim_matches(|c: char| c.is_control()).to_owned(),
        });
    }
    let string = matches!(kind, Some(Operands::String | Operands::OptionalString));
    if string && operands.len() > 1 {
        // Only a lone string means its value.
        operands = view.operands.iter().map(|operand| text(operand.span)).collect();
    }
    if let (b"bm", [mate]) = (parsed.opcode(view.operation), operands.as_slice())
        && let Some(moves) = announced(mate.as_bytes())
    {
        return if moves > 0 { format!("dm {moves}") } else { format!("ce {}", ce(moves)) };
    }
    let is_best = are_best(context, view);
    if is_best || kind.is_some_and(Operands::is_unordered) {
        operands.sort();
    }
    if let Some(Operands::Integer { .. }) = kind {
        let is_score = parsed.opcode(view.operation) == b"ce";
        operands = operands.iter().map(|operand| number(operand, is_score)).collect();
    }
    if let (Some(Operands::Timestamp), [_, time]) = (kind, operands.as_mut_slice())
        && time.len() == 5
    {
        time.push_str(":00");
    }
    let opcode = if is_best { "bm".to_owned() } else { text(view.operation.opcode) };
    format!("{opcode} {}", operands.join(" "))
}

/// An integer without its plus sign and without a fraction of zero; for a score, an announced mate as its
/// value. Other text is unchanged.
fn number(text: &str, is_score: bool) -> String {
    if let Some(moves) = announced_as_score(text.as_bytes()).filter(|_| is_score) {
        return ce(moves).to_string();
    }
    let whole = match text.split_once('.') {
        Some((whole, fraction)) if fraction.chars().all(|c| c == '0') => whole,
        _ => text,
    };
    whole.parse::<i64>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}
