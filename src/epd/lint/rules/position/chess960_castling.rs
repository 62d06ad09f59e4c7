//! `chess960-castling`: the castling field is written for Chess960.
//!
//! ## What it does
//! Finds rook files instead of KQkq, and castling rights with king or rooks on other home squares than in chess. The field is understood all the same; in a file of Chess960 it is correct.
//! ## Example
//! `r3k2r/8/8/8/8/8/8/R3K2R w HAha -`
//! ## Use instead
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq -`

use crate::chess::{Color, Position, Square};
use crate::epd::game::Game;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::CastlingReading;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E208",
    name: "chess960-castling",
    severity: Severity::Error,
    paragraph: "§4.3",
    looks_at: &[Trait::OddCastling],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(2) else { return };
    if context.position.castling != CastlingReading::Chess960 || context.around.game == Game::Chess960 {
        return;
    }
    let message = say("E208", [context.quote(field)]);
    let diagnostic = Diagnostic::new(&RULE, field, message).clear_if(true);
    let standard = standard_letters(context);
    out.push(match standard {
        Some(letters) => diagnostic
            .with_fix(Fix::safe(say("fix.write", [letters.clone()]), TextEdit::replace(field, letters))),
        None => diagnostic,
    });
}

/// The same rights in KQkq, if kings and rooks are on their standard squares.
fn standard_letters(context: &LintContext<'_>) -> Option<String> {
    let rooks = context.position.chess.as_ref()?.castles().castling_rights();
    if !context.position.vain_castling.is_empty() {
        return None;
    }
    let board = &context.position.board;
    let kings_at_home =
        [(Color::White, Square::E1), (Color::Black, Square::E8)].into_iter().all(|(color, home)| {
            (rooks & board.by_color(color)).is_empty() || board.king_of(color) == Some(home)
        });
    let letters: String = [(Square::H1, 'K'), (Square::A1, 'Q'), (Square::H8, 'k'), (Square::A8, 'q')]
        .into_iter()
        .filter(|&(square, _)| rooks.contains(square))
        .map(|(_, letter)| letter)
        .collect();
    (kings_at_home && letters.len() == rooks.count()).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::game::Game;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_chess960_fields() {
        check(
            &RULE,
            r"
            nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -
            ----------------------------------------------^^^^ E208 chess960-castling: `FBfb` is a Chess960 castling field, an extension of EPD
            ",
        );
    }

    #[test]
    fn is_silent_in_a_file_of_chess960() {
        let around = Surroundings { game: Game::Chess960, ..Surroundings::default() };
        for fields in [
            "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - bm O-O;",
            "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq -",
            "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O;",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;",
        ] {
            check_around(&RULE, around, fields);
        }
    }

    #[test]
    fn rewrites_standard_squares() {
        let line = "r3k2r/8/8/8/8/8/8/R3K2R w HAha -";
        let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
        assert_eq!(found[0].fixes[0].edit.apply(line.as_bytes()), b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    }
}
