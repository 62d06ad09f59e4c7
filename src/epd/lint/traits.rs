//! What a line has that some rule may report.
//!
//! Most lines are in order, and most rules find nothing in them. The traits of a line are found once, while
//! it is read; a rule names the traits it looks at, and is not asked about lines that have none of them. The
//! tests run all rules on all lines to prove that no trait is missing.

use crate::chess::PositionErrorKinds;
use crate::chess::notation::MoveReading;
use crate::epd::Parse;
use crate::epd::dialect::Dialect;
use crate::epd::lint::context::{OperationView, Surroundings};
use crate::epd::moves::ReadOperand;
use crate::epd::opcode::Operands;
use crate::epd::position::{CastlingReading, EnPassantReading, PositionReading};

/// One trait of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trait {
    /// It is a comment, and has no other trait.
    Comment,
    /// Fewer than four fields.
    MissingField,
    /// Blanks that are doubled, missing or out of place; strings that touch a word.
    IrregularBlank,
    /// A last operation without its semicolon.
    OpenOperation,
    /// A string that is never closed.
    OpenString,
    /// A semicolon that ends no operation.
    StraySemicolon,
    /// A byte outside printable ASCII.
    Unprintable,
    /// A backslash anywhere in the line.
    Backslash,
    /// More bytes than a string may have.
    Long,
    /// The counters of FEN.
    Counters,
    /// It is read in Kvetka's dialect.
    Kvetka,
    /// It shows a variant of chess. It then has no other trait: by the rules of chess all of it would be
    /// wrong, and one finding says why it is not read.
    Variant,
    /// An earlier line of the file has its label or its fields.
    Repeated,
    /// A placement with a finding.
    OddPlacement,
    /// An active colour that is not `w` or `b`.
    OddColor,
    /// A castling field that is not canonical, or claims something impossible.
    OddCastling,
    /// An en passant field that is not canonical, or claims something impossible.
    OddEnPassant,
    /// The rules of chess forbid the position.
    OddPosition,
    /// Among moves, something other than the canonical SAN of a move that can be played.
    OddMove,
    /// A set of several operands.
    Choice,
    /// An opcode that is not in the table.
    UnknownOpcode,
    /// Perhaps an opcode that is given twice.
    RepeatedOpcode,
    /// Opcodes of the table that are not in ASCII order.
    UnsortedOpcodes,
    /// Operands that are not what their opcode takes.
    Fault,
    /// An opcode among the operands of another operation.
    Swallowed,
    /// An integer of ten characters or more, or with a plus sign.
    OddInteger,
    /// `am`.
    Avoided,
    /// `pm` or `sm`.
    SingleMove,
    /// `ce`, a number.
    Score,
    /// `ce`, a number beyond those of centipawns.
    MateScore,
    /// `dm`.
    MateCount,
    /// `hmvc`.
    HalfmoveClock,
    /// `c8`.
    Points,
    /// `ts`.
    Timestamp,
    /// `draw_accept`, `draw_claim`, `draw_offer`, `draw_reject` or `resign`.
    Outcome,
    /// `refcom` or `refreq`.
    Referee,
}

impl Trait {
    /// At least the number of traits: as many as fit into a set.
    pub(super) const COUNT: usize = u64::BITS as usize;
}

/// The values of `ce` that are centipawns (§6.7).
const CENTIPAWNS: std::ops::RangeInclusive<i64> = -32_000..=32_000;
/// The most bytes of data in a string (§5.1).
pub(super) const LONGEST_STRING: usize = 255;

/// A set of traits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits(u64);

impl Traits {
    fn add(&mut self, one: Trait) {
        self.0 |= 1 << one as u32;
    }

    fn add_if(&mut self, has: bool, one: Trait) {
        self.0 |= u64::from(has) << one as u32;
    }

    /// The numbers of the traits.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (number < 64).then_some(number)
        })
    }

    /// The traits of a comment.
    pub(super) fn of_comment() -> Self {
        Self(1 << Trait::Comment as u32)
    }

    /// The traits of a line that belongs to a variant.
    pub(super) fn of_variant() -> Self {
        Self(1 << Trait::Variant as u32)
    }

    /// The traits of a line of chess, all of which has been read.
    pub(super) fn of(
        parse: &Parse<'_>,
        around: Surroundings,
        position: &PositionReading,
        operations: &[OperationView<'_>],
        score: Option<i64>,
    ) -> Self {
        let mut traits = Self::default();
        traits.add_line(parse, around);
        traits.add_position(parse, position);
        for view in operations {
            traits.add_operation(parse, view);
        }
        let specs = operations.iter().filter_map(|view| view.spec);
        traits.add_if(!specs.is_sorted_by_key(|spec| spec.row), Trait::UnsortedOpcodes);
        traits.add_if(score.is_some(), Trait::Score);
        traits.add_if(score.is_some_and(|score| !CENTIPAWNS.contains(&score)), Trait::MateScore);
        traits
    }

    fn add_line(&mut self, parse: &Parse<'_>, around: Surroundings) {
        let text = parse.text();
        // All bytes, whatever the first ones are: without an early exit the loop works on many at once.
        let is_printable = text.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'));
        self.add_if(parse.fields.len() < 4, Trait::MissingField);
        self.add_if(!parse.has_regular_blanks(), Trait::IrregularBlank);
        self.add_if(
            parse.operations.last().is_some_and(|last| last.semicolon.is_none()),
            Trait::OpenOperation,
        );
        self.add_if(parse.has_open_string(), Trait::OpenString);
        self.add_if(!parse.stray_semicolons.is_empty(), Trait::StraySemicolon);
        self.add_if(!is_printable, Trait::Unprintable);
        self.add_if(memchr::memchr(b'\\', text).is_some(), Trait::Backslash);
        self.add_if(text.len() > LONGEST_STRING, Trait::Long);
        self.add_if(parse.counters.is_some(), Trait::Counters);
        self.add_if(parse.may_repeat_opcodes(), Trait::RepeatedOpcode);
        self.add_if(around.dialect == Dialect::Kvetka, Trait::Kvetka);
        self.add_if(around.earlier_id.or(around.earlier_position).is_some(), Trait::Repeated);
    }

    fn add_position(&mut self, parse: &Parse<'_>, position: &PositionReading) {
        self.add_if(!position.placement.is_empty(), Trait::OddPlacement);
        self.add_if(!matches!(parse.field(1), Some(b"w" | b"b")), Trait::OddColor);
        let castling = position.castling == CastlingReading::Canonical && position.vain_castling.is_empty();
        self.add_if(!castling, Trait::OddCastling);
        let target = matches!(position.en_passant, EnPassantReading::None | EnPassantReading::Target(_));
        self.add_if(!target || position.vain_en_passant, Trait::OddEnPassant);
        self.add_if(position.illegal != PositionErrorKinds::empty(), Trait::OddPosition);
    }

    fn add_operation(&mut self, parse: &Parse<'_>, view: &OperationView<'_>) {
        let Some(spec) = view.spec else {
            self.add(Trait::UnknownOpcode);
            return;
        };
        let operands = parse.operands(view.operation);
        self.add_if(!view.faults.is_empty(), Trait::Fault);
        self.add_if(!view.swallowed.is_empty(), Trait::Swallowed);
        self.add_if(operands.len() > 1 && spec.operands.is_unordered(), Trait::Choice);
        match spec.operands {
            Operands::Integer { .. } => {
                let mut values = operands.iter().map(|operand| operand.value(parse.text()));
                let is_odd = values.any(|value| value.len() >= 10 || value.starts_with(b"+"));
                self.add_if(is_odd, Trait::OddInteger);
            }
            Operands::Move | Operands::MoveSet | Operands::MoveLine => {
                let is_exact = |read: &ReadOperand| matches!(read.reading, Some(MoveReading::Exact(_)));
                let exact = view.moves.len() == operands.len() && view.moves.iter().all(is_exact);
                self.add_if(!exact, Trait::OddMove);
            }
            _ => {}
        }
        self.0 |= of_opcode(spec.name).map_or(0, |one| 1 << one as u32);
    }
}

/// The trait of an opcode.
fn of_opcode(opcode: &str) -> Option<Trait> {
    match opcode {
        "am" => Some(Trait::Avoided),
        "c8" => Some(Trait::Points),
        "dm" => Some(Trait::MateCount),
        "draw_accept" | "draw_claim" | "draw_offer" | "draw_reject" | "resign" => Some(Trait::Outcome),
        "hmvc" => Some(Trait::HalfmoveClock),
        "pm" | "sm" => Some(Trait::SingleMove),
        "refcom" | "refreq" => Some(Trait::Referee),
        "ts" => Some(Trait::Timestamp),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "a test that is not run says so")]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::epd::game::Game;
    use crate::epd::lint::testing::prove_traits;
    use proptest::prelude::*;
    use proptest::sample::select;

    const FIELDS: &[&str] = &[
        "4k3/8/8/8/8/8/8/4K3 w - -",
        " 4k3/8/8/8/8/8/8/4K3 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK E3",
        "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN W FBfb e6 0 1",
        "4k3/8/8/8/8/8/8/4R1K1 w KQ - -;",
        "7k/5Q2/6K1/8/8/8/8/8 b - e3",
        "4k3/44/8/8/x7/8/8/4K3 x --",
        "startpos",
    ];

    /// Words of records; the rest of a line is drawn from these and from arbitrary bytes.
    const WORDS: &[&str] = &[
        " ",
        " ",
        " ",
        " ",
        "; ",
        "; ",
        "; ",
        ";",
        "\t",
        "  ",
        "\0",
        "am",
        "bm",
        "bm",
        "pm",
        "pv",
        "sm",
        "sv",
        "ce",
        "dm",
        "hmvc",
        "acn",
        "c0",
        "c7",
        "c8",
        "cc",
        "id",
        "ts",
        "tcri",
        "draw_claim",
        "resign",
        "refcom",
        "refreq",
        "ptp",
        "noop",
        "BM",
        "fmvc",
        "D1",
        "a",
        "Foo",
        "variant",
        "\"",
        "\"x\"",
        "\"Kd2\"",
        "\"5\"",
        "'x'",
        "\\n",
        "5",
        "+5",
        "0.0",
        "-32767",
        "-32768",
        "32766",
        "32765",
        "3000000000",
        "M3",
        "#4",
        "Kd2",
        "Kd2",
        "Ke2",
        "e4",
        "e2e4",
        "e5",
        "Nf3+",
        "1.",
        "or",
        "!",
        "=Q",
        "{1}",
        "Kd2,Ke2",
        "inform",
        "conclude",
        "1995.02.30",
        "12:30",
        "12:30:00",
        "é",
    ];

    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        let word = prop_oneof![
            20 => select(WORDS).prop_map(|word| word.as_bytes().to_vec()),
            1 => proptest::collection::vec(any::<u8>(), 1..4),
        ];
        let rest = proptest::collection::vec(word, 0..24).prop_map(|words| words.concat());
        (select(FIELDS), rest).prop_map(|(fields, rest)| [fields.as_bytes(), b" ", &rest].concat())
    }

    #[test]
    fn nor_has_anybody_in_real_files() {
        let folder = std::env::var_os("EPIDOTE_CORPUS").map_or_else(|| "../shared/epd".into(), PathBuf::from);
        let Ok(entries) = fs::read_dir(&folder) else {
            println!("NOT RUN: {} is absent; set EPIDOTE_CORPUS to a folder of EPD files", folder.display());
            return;
        };
        let paths = entries.map(|entry| entry.expect("an entry").path());
        for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "epd")) {
            let text = fs::read(path).expect("a file");
            // One line in eight: an unoptimised build is slow.
            for line in text.split(|&byte| byte == b'\n').step_by(8) {
                prove_traits(line, Surroundings::default());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn nobody_else_has_a_word_to_say(
            line in any_line(),
            kvetka: bool,
            in_960: bool,
            earlier: Option<usize>,
        ) {
            let game = if in_960 { Game::Chess960 } else { Game::Chess };
            let dialect = if kvetka { Dialect::Kvetka } else { Dialect::Edwards };
            prove_traits(&line, Surroundings { dialect, game, variant: None, earlier_id: earlier, earlier_position: earlier });
        }
    }
}
