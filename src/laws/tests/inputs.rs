//! Random inputs that resemble real files: records of positions reached in games, with known operations whose
//! operands are right, nearly right or wrong, and with some bytes changed.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::chess::notation::{coordinates, san};
use crate::chess::score::Score;
use crate::chess::{Chess, EnPassantMode, Fen, Position as _};
use crate::document::BLOCK;
use crate::epd::conventions::Conventions;
use crate::epd::opcode::{OPCODES, Operands};
use crate::protocol::{FromWorker, JobId, Outcome, Task, ToWorker, encode};
use crate::query::TERMS;
use crate::share;
use crate::verb::{Found, FoundLine, Step};

/// Bytes that the message of a test shows readably.
pub(super) struct Shown(pub(super) Vec<u8>);

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// The input of a law.
pub(super) fn shown(input: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Shown> {
    input.prop_map(Shown)
}

/// Words that occur in real records where they should not.
const STRAY: &[&str] = &[
    "#4",
    "#-2",
    "1.",
    "12...",
    "!",
    "??",
    "+",
    "or",
    ",",
    "--",
    "0-0",
    "e4",
    "Nf3",
    "\"",
    "\"x",
    "bm",
    "id",
    "5",
    "-",
    "0",
    "3.0",
    "+7",
    "2147483648",
    "99999999999999999999",
    ";",
    ";;",
    "\t",
    "\0",
    "C0",
    "D5",
    "é",
    "\u{feff}",
    "'x'",
    "P",
    "e8",
    "(Q)",
    "=Q",
    "{a",
    "b}",
    "\\",
    "pv",
    "*",
    "½",
    "M4",
    "K+R",
];

/// Any bytes, with those that matter to the format more frequent.
pub(super) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![select(b" ;\"/-\t\n\r\0#%".to_vec()), any::<u8>(), b'0'..=b'z'];
    vec(byte, 0..120)
}

/// A position reached by random moves from the start.
fn position() -> impl Strategy<Value = Chess> {
    vec(any::<u16>(), 0..90).prop_map(|choices| {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play_unchecked(m);
        }
        position
    })
}

/// The choices for an operation: the row of its opcode, and its operands.
type Choice = (usize, Vec<(u8, u16)>);

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    vec((0..OPCODES.len(), vec((any::<u8>(), any::<u16>()), 0..4)), 0..6)
}

/// A line of a file: usually a record, often changed in some places.
pub(super) fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![2 => record(), 3 => mutated(record()), 3 => cluttered(), 1 => bytes()]
}

/// A record with known operations, whose operands are right or wrong.
pub(super) fn record() -> impl Strategy<Value = Vec<u8>> {
    (position(), choices(), any::<bool>()).prop_map(|(position, choices, counters)| {
        let fen = Fen::from_position(&position, EnPassantMode::Always).to_string();
        let fields = if counters { 6 } else { 4 };
        let mut out = fen.split(' ').take(fields).collect::<Vec<_>>().join(" ");
        for choice in &choices {
            out.push(' ');
            out.push_str(&operation_of(&position, choice));
        }
        out.into_bytes()
    })
}

fn operation_of(position: &Chess, (row, operands): &Choice) -> String {
    let spec = &OPCODES[*row];
    let mut position = position.clone();
    let mut out = spec.name.to_owned();
    for &(kind, number) in operands {
        out.push(' ');
        // Three out of four operands are of the right type.
        let wanted =
            if kind < 192 { spec.operands } else { OPCODES[usize::from(number) % OPCODES.len()].operands };
        out.push_str(&operand_of(&mut position, wanted, kind, number));
    }
    out.push(';');
    out
}

fn operand_of(position: &mut Chess, wanted: Operands, kind: u8, number: u16) -> String {
    match wanted {
        Operands::Move | Operands::MoveSet | Operands::MoveLine => {
            let moves = position.legal_moves();
            let Some(&m) = moves.get(usize::from(number) % moves.len().max(1)) else {
                return "Kd9".to_owned();
            };
            let text = if kind.is_multiple_of(4) { coordinates(m) } else { san(position, m) };
            if wanted == Operands::MoveLine {
                position.play_unchecked(m);
            }
            text
        }
        Operands::Integer { .. } => (i32::from(number) - 1000).to_string(),
        Operands::String | Operands::OptionalString | Operands::TwoStrings => format!("\"game {number}; x\""),
        Operands::Clocks => format!("{:03}:{:02}:{:02}:30", number % 1000, kind % 25, kind % 61),
        Operands::Timestamp if kind.is_multiple_of(2) => {
            format!("{:04}.{:02}.{:02}", number, kind % 13, kind % 32)
        }
        Operands::Timestamp => format!("{:02}:{:02}:{:02}", kind % 25, kind % 61, number % 60),
        Operands::TagPairs => format!("White \"Player {number}\""),
        Operands::Keyword(words) => words[usize::from(number) % words.len()].to_owned(),
        Operands::None | Operands::Any => STRAY[usize::from(number) % STRAY.len()].to_owned(),
    }
}

/// A record with stray words between its words.
fn cluttered() -> impl Strategy<Value = Vec<u8>> {
    (record(), vec((any::<prop::sample::Index>(), select(STRAY)), 1..5)).prop_map(|(record, strays)| {
        let mut words: Vec<Vec<u8>> = record.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
        for (at, stray) in strays {
            words.insert(at.index(words.len()), stray.as_bytes().to_vec());
        }
        words.join(&b' ')
    })
}

/// An input in which some bytes are changed, removed and inserted.
pub(super) fn mutated(input: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), 0..3_u8, prop_oneof![b' '..=b'~', any::<u8>()]);
    (input, vec(change, 1..4)).prop_map(|(mut input, changes)| {
        for (at, kind, byte) in changes {
            let at = at.index(input.len() + 1);
            match kind {
                0 => input.insert(at, byte),
                1 => drop(input.drain(at..input.len().min(at + 1))),
                _ => input.iter_mut().skip(at).take(1).for_each(|known| *known = byte),
            }
        }
        input
    })
}

/// A plan, an LF, and the rest of the input.
pub(super) fn with_plan(
    plan: impl Strategy<Value = Vec<u8>>,
    rest: impl Strategy<Value = Vec<u8>>,
) -> impl Strategy<Value = Vec<u8>> {
    (plan, rest).prop_map(|(mut plan, rest)| {
        plan.retain(|&byte| byte != b'\n');
        plan.push(b'\n');
        plan.extend(rest);
        plan
    })
}

/// Sizes of chunks, few and usually small.
pub(super) fn plan() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![0..6_u8, any::<u8>()], 0..5)
}

/// Steps of editing.
pub(super) fn steps() -> impl Strategy<Value = Vec<u8>> {
    vec((select(b"stxairuyzw".to_vec()), b'0'..=b'9'), 0..24)
        .prop_map(|steps| steps.into_iter().flat_map(|(kind, at)| [kind, at]).collect())
}

/// An opcode and operands.
pub(super) fn operation() -> impl Strategy<Value = Vec<u8>> {
    (0..OPCODES.len(), vec((any::<u8>(), any::<u16>()), 0..4)).prop_map(|choice| {
        let text = operation_of(&Chess::default(), &choice);
        text.trim_end_matches(';').as_bytes().to_vec()
    })
}

/// A file with all kinds of line ends.
pub(super) fn file() -> impl Strategy<Value = Vec<u8>> {
    let end = select(vec![&b"\n"[..], b"\r\n", b"\r", b"\r\r\n", b""]);
    let text = prop_oneof![line(), "[a-c]{0,3}".prop_map(String::into_bytes), Just(b"\xef\xbb\xbf".to_vec())];
    vec((text, end), 0..8)
        .prop_map(|lines| lines.into_iter().flat_map(|(text, end)| [text, end.to_vec()].concat()).collect())
}

/// A file of more than one block.
pub(super) fn large_file() -> impl Strategy<Value = Vec<u8>> {
    (file(), 0..40_usize).prop_map(|(part, shift)| {
        let block = usize::try_from(BLOCK).unwrap();
        let filler = b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\r\n".iter().copied().cycle();
        let mut out: Vec<u8> = filler.clone().take(block - shift).collect();
        out.extend(&part);
        out.extend(filler.take(block));
        out.extend(&part);
        out
    })
}

/// A link, intact or damaged.
pub(super) fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let link = vec(record(), 1..4).prop_map(|lines| {
        share::packed::encode(&lines.iter().map(Vec::as_slice).collect::<Vec<_>>()).into_bytes()
    });
    let position = "#/p/[a-z0-9%_/-]{0,40}".prop_map(String::into_bytes);
    prop_oneof![mutated(link), position]
}

/// A message from either side.
pub(super) fn message() -> impl Strategy<Value = Vec<u8>> {
    let report =
        (any::<u32>(), any::<i32>(), vec("[a-h][1-8][a-h][1-8]", 0..4)).prop_map(|(depth, value, line)| {
            FoundLine {
                rank: 1,
                depth,
                selective_depth: depth / 2,
                score: Score::Centipawns(value),
                line,
                nodes: 1 << 40,
                time_ms: 5,
            }
        });
    let rewrite = |lines| ToWorker::Run {
        job: JobId(1),
        task: Task::Rewrite { step: Step::Normalize, conventions: Conventions::default(), first: 1, lines },
    };
    let done = |report: FoundLine| FromWorker::Done {
        job: JobId(7),
        outcome: Outcome::Found(Found::Search(report.into())),
    };
    prop_oneof![
        vec(bytes(), 0..3).prop_map(move |lines| encode(&rewrite(lines.iter().collect())).unwrap()),
        report.prop_map(move |report| encode(&done(report)).unwrap()),
    ]
}

/// Terms of a query, and what can join them.
pub(super) fn query() -> impl Strategy<Value = Vec<u8>> {
    let words =
        TERMS.iter().map(|term| term.example).chain(["|", "-", "(", ")", "NOT", "OR", "Kd2", "\"x y\""]);
    vec(select(words.collect::<Vec<_>>()), 0..6).prop_map(|words| words.join(" ").into_bytes())
}

/// A recipe of a few steps.
pub(super) fn recipe() -> impl Strategy<Value = Vec<u8>> {
    const STEPS: &[&str] = &[
        "\"normalize\"",
        "\"tenths\"",
        "\"reverse\"",
        "{\"stamp\": {\"everywhere\": true}}",
        "{\"grade\": {\"register\": \"c9\"}}",
        "{\"repair\": {}}",
        "{\"repair\": {\"dialect\": \"kvetka\", \"only\": \"E303\"}}",
        "{\"purge\": {\"opcodes\": [\"c*\", \"bm\"]}}",
        "{\"set\": {\"opcode\": \"id\", \"operands\": \"\\\"BK.{n:2}\\\"\"}}",
        "{\"set\": {\"opcode\": \"bm\", \"operands\": \"Kd2 ; e4\"}}",
        "{\"rename\": {\"from\": \"bm\", \"to\": \"am\"}}",
    ];
    let steps = vec(select(STEPS), 0..4).prop_map(|steps| steps.join(", "));
    steps.prop_map(|steps| {
        format!("{{\"format\": \"epidote-recipe\", \"version\": 1, \"name\": \"x\", \"steps\": [{steps}]}}")
            .into_bytes()
    })
}
