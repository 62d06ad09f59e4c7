//! Laws of the way of a record out of the program and back in, and of recipes.

use crate::epd::conventions::Conventions;
use crate::epd::game::{Game, Rights, played_as, spell_rights};
use crate::epd::normalize::{canonical_fields, normalize};
use crate::epd::position::{PositionReading, record_fields};
use crate::epd::{LineKind, parse};
use crate::export::{Export, Format};
use crate::language::Text;
use crate::pgn::{Keep, Positions, Reading, records};
use crate::recipe::Recipe;
use crate::verb::{Purge, Repair, Step};

/// A record comes back from every format as it was. What a verb wrote is read without loss and is not changed
/// by the same verb again, a position comes back from FEN and from PGN, and castling rights have the same
/// rooks in each spelling.
pub fn round_trip(line: &[u8]) {
    if memchr::memchr2(b'\n', b'\r', line).is_some() {
        return;
    }
    for verb in
        [Step::Normalize, Step::from(Repair::default()), Purge { opcodes: vec!["c*".to_owned()] }.into()]
    {
        let Some(out) = verb.rewrite(line, 1, &Conventions::default()) else { continue };
        assert!(memchr::memchr(b'\n', &out).is_none(), "{verb:?} made two lines");
        super::lossless(&out);
        assert_eq!(parse(&out).kind, parse(line).kind, "{verb:?} made another kind of line");
        assert_eq!(
            verb.rewrite(&out, 1, &Conventions::default()),
            None,
            "{verb:?} twice: {}",
            out.escape_ascii()
        );
    }
    let parsed = parse(line);
    if parsed.kind != LineKind::Record || parsed.fields.len() < 4 || !parsed.has_ranks() {
        return;
    }
    let fields = canonical_fields(&parsed);
    assert_eq!(canonical_fields(&parse(&fields)), fields, "the fields of a FEN have another FEN");
    let mut fen = Vec::new();
    Export::new(Format::Fen, Vec::new()).line(&Conventions::default(), 1, line, b"\n", &mut fen);
    let back = normalize(&parse(fen.trim_ascii_end()));
    assert!(back.is_some_and(|back| back.starts_with(&fields)), "{} is not read back", fen.escape_ascii());
    for game in Game::ALL {
        let reading = PositionReading::read_as(&parsed, game);
        let rooks = |line: &[u8]| {
            let chess = PositionReading::read_as(&parse(line), game).chess;
            chess.map(|chess| crate::chess::Position::castles(&chess).castling_rights())
        };
        for rights in [Rights::XFen, Rights::RookFiles] {
            if let Some(edit) = spell_rights(&parsed, rights).filter(|_| game == Game::Chess960) {
                assert_eq!(rooks(&edit.apply(line)), rooks(line), "{rights:?}: other rooks");
            }
        }
        assert_eq!(played_as(game, line, <[u8]>::to_vec), line, "a line that nobody changed has changed");
        // Readers of the output need not know which game it is.
        if let Some(chess) = reading.chess {
            let written = record_fields(&chess);
            let read = PositionReading::read(&parse(written.as_bytes())).chess;
            assert_eq!(read.as_ref(), Some(&chess), "{written} is another position");
        }
    }
    let mut pgn = Vec::new();
    Export::new(Format::Pgn, Vec::new()).line(&Conventions::default(), 1, line, b"\n", &mut pgn);
    let mut back = Vec::new();
    let reading = Reading { keep: Keep::ALL, variations: true, ..Reading::from(Positions::AtPly(0)) };
    let summary = records(&pgn, reading, &mut back);
    let chess = PositionReading::read(&parsed).chess;
    assert_eq!(
        (summary.records, summary.failed),
        (usize::from(chess.is_some()), 0),
        "{}",
        pgn.escape_ascii()
    );
    if let Some(chess) = chess {
        let written = record_fields(&chess);
        assert!(back.starts_with(written.as_bytes()), "{} after {written}", back.escape_ascii());
    }
}

/// Any text is handled as a recipe: it is refused with a reason, or it is read and can be written and read
/// back, and its steps turn lines into lines. The plan is the recipe.
pub fn recipe(input: &[u8]) {
    let (plan, line) = super::plan_and_rest(input);
    let Ok(text) = std::str::from_utf8(plan) else { return };
    let read = match Recipe::from_json(text) {
        Ok(recipe) => recipe,
        Err(reason) => {
            assert!(!reason.text().english().is_empty());
            return;
        }
    };
    assert_eq!(Recipe::from_json(&read.to_json()).as_ref().ok(), Some(&read), "another recipe");
    for step in &read.steps {
        assert_eq!(Step::from_json(&step.to_json()).as_ref().ok(), Some(step), "another step");
        let words: String = step.words().iter().map(Text::english).collect();
        assert!(!words.is_empty());
        if memchr::memchr2(b'\n', b'\r', line).is_some() {
            continue;
        }
        if let Some(out) = step.rewrite(line, 7, &Conventions::default()) {
            assert!(memchr::memchr2(b'\n', b'\r', &out).is_none(), "{words}: two lines");
            super::lossless(&out);
        }
    }
}
