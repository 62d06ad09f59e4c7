//! The verb `cooks`: first moves that mate as fast as those of `bm` but are not among them.

use serde::{Deserialize, Serialize};

use crate::chess::Move;
use crate::chess::notation::line::PlayedLine;
use crate::epd::sought::Problem;
use crate::language::{Text, args, say};
use crate::verb::limits::given_up_after;
use crate::verb::outcome::WriteFailure;
use crate::verb::registers::{free, is_free};
use crate::verb::setting::{MOST_MOVES, above_zero, is_register, within};
use crate::verb::{
    Aim, Ask, Draft, Ended, EngineName, EngineTask, Field, Found, MateVerdict, Record, SettingError, Values,
    Verb, Written,
};

/// Finds second solutions of mates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cooks {
    /// Longest mate to look for, in moves.
    pub moves: u32,
    /// The comment register for what is wrong, `c0` to `c9`. If it holds another comment, the last free one
    /// of `c1` to `c9` is used.
    pub register: String,
    /// Moves made on the board after which a record is given up.
    #[serde(default)]
    pub nodes: Option<u64>,
}

impl Verb for Cooks {
    const NAME: &'static str = "cooks";
    const TITLE: &'static str = "tool.cooks";
    const HELP: &'static str = "tool.cooks.help";
    const AIM: Aim = Aim::Prove;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        Field::text("moves", "tool.field.moves", "4"),
        Field::text("register", "tool.field.register", "c9"),
        Field::text("nodes", "tool.field.most", ""),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let register = values.text("register").to_owned();
        Ok(Self { moves: values.number("moves")?, register, nodes: values.optional("nodes")? })
    }

    fn check(&self) -> Result<(), SettingError> {
        within("moves", self.moves, MOST_MOVES)?;
        above_zero("nodes", self.nodes)?;
        is_register(&self.register)
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![say("words.cooks", args![self.moves, &self.register])];
        words.extend(given_up_after(self.nodes, None));
        words
    }

    fn source(&self) -> Option<(String, Text)> {
        Some((EngineName::Epidote.source(), say("words.mates", args![self.moves])))
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        match Problem::read(&record.parsed, &record.position).mate {
            None => Ask::Nothing(Ended::Unchanged("why.no-claimed-mate".into())),
            Some(moves) if moves > self.moves => Ask::Nothing(Ended::Unchanged("why.longer-mate".into())),
            Some(moves) => Ask::Engine(EngineTask::Prove {
                fields: record.fields(),
                halfmove_clock: record.halfmove_clock(),
                moves,
                nodes: self.nodes,
                time_ms: None,
                all_keys: true,
            }),
        }
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let Found::Proof(proof) = found else { return Written::unexpected() };
        let faults = match proof.verdict {
            MateVerdict::Mate(moves, _) => faults(record, moves, &proof.keys),
            MateVerdict::NoMate => "no mate in as many moves".to_owned(),
            MateVerdict::GaveUp(_) => return Ended::Unchanged("why.given-up".into()).into(),
        };
        if faults.is_empty() {
            return Ended::Unchanged("why.sound".into()).into();
        }
        let register = if is_free(&record.parsed, &self.register, is_remark) {
            Some(self.register.clone())
        } else {
            free(&record.parsed, is_remark).last()
        };
        let Some(register) = register else {
            return Ended::Failed(WriteFailure::RegistersFull.text()).into();
        };
        let mut draft = Draft::new(&record.parsed);
        draft.set(&register, format!("\"{}\"", faults.chars().take(255).collect::<String>()));
        Written::of(draft.apply().map_err(WriteFailure::from))
    }
}

/// How the remarks of this verb begin.
const REMARKS: [&[u8]; 3] = [b"mate in ", b"also ", b"no mate in "];

/// Whether a text is a remark of this verb.
fn is_remark(text: &[u8]) -> bool {
    let behind_count = text.iter().position(|byte| !byte.is_ascii_digit());
    let counts = behind_count.is_some_and(|at| at > 0 && text[at..].starts_with(b" solutions: "));
    counts || REMARKS.iter().any(|start| text.starts_with(start))
}

/// What is wrong with `bm` when exactly these first moves, in coordinates, mate in `moves` and none mates
/// sooner; empty when nothing is wrong. It is in English, since other programs read the record too.
fn faults(record: &Record<'_>, moves: u32, keys: &[String]) -> String {
    let Problem { best, mate } = Problem::read(&record.parsed, &record.position);
    let played = |key: &String| {
        let PlayedLine { moves, sans } =
            PlayedLine::of_coordinates(&record.position, std::slice::from_ref(key))?;
        Some((*moves.first()?, sans.into_iter().next()?))
    };
    let keys: Vec<(Move, String)> = keys.iter().filter_map(played).collect();
    let mut faults = Vec::new();
    if mate.is_some_and(|claimed| claimed > moves) {
        faults.push(format!("mate in {moves}"));
    }
    let missing: Vec<&str> =
        keys.iter().filter(|(key, _)| !best.moves.contains(key)).map(|(_, san)| san.as_str()).collect();
    let is_wrong = |m: &Move| keys.iter().all(|(key, _)| key != m);
    let wrong: Vec<&str> = best.named().filter(|(m, _)| is_wrong(m)).map(|(_, san)| san).collect();
    // A suite that gives only the length does not name moves; there, several solutions are a cook.
    if best.moves.is_empty() {
        if keys.len() > 1 {
            faults.push(format!("{} solutions: {}", keys.len(), missing.join(" ")));
        }
    } else if !missing.is_empty() {
        faults.push(format!("also {}", missing.join(" ")));
    }
    if !wrong.is_empty() {
        faults.push(format!("no mate in {moves} by {}", wrong.join(" ")));
    }
    faults.join("; ")
}
