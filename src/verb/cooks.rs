//! The verb `cooks`: first moves that mate as fast as those of `bm` but are not among them.
//!
//! Our prover finds all of them, and knows when there is no mate. An engine that searches in its place claims
//! mates: what it does not see says nothing, so only other solutions are written then.

use serde::{Deserialize, Serialize};

use crate::chess::Move;
use crate::chess::notation::line::PlayedLine;
use crate::chess::score::Score;
use crate::epd::Parse;
use crate::epd::sought::{Problem, Sought};
use crate::language::{Text, args, say};
use crate::verb::analyze::MOST_LINES;
use crate::verb::limits::given_up_after;
use crate::verb::line::search;
use crate::verb::outcome::WriteFailure;
use crate::verb::registers::{free, is_free};
use crate::verb::setting::{MOST_MOVES, above_zero, is_register, within};
use crate::verb::{
    Aim, Ask, Draft, Ended, EngineName, EngineTask, Field, Found, FoundLine, MateVerdict, Record,
    SearchLimits, Searched, SettingError, Values, Verb, Written,
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
    /// The engine that searches in place of the prover.
    #[serde(default)]
    pub claims: Option<MateClaims>,
}

/// How an engine is asked for mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MateClaims {
    /// The engine that searches.
    pub engine: EngineName,
    /// When to stop.
    pub limits: SearchLimits,
    /// Number of best lines, which is the most first moves that can be found to mate.
    pub lines: u32,
}

impl Verb for Cooks {
    const NAME: &'static str = "cooks";
    const TITLE: &'static str = "tool.cooks";
    const HELP: &'static str = "tool.cooks.help";
    const SETTINGS: &'static str = "`moves`, `register`; `nodes`; `claims`: `engine`, `limits` and `lines` of an engine that \
        searches in place of the prover";
    const AIM: Aim = Aim::Prove;
    const IS_SEARCHED: bool = true;
    const FIELDS: &'static [Field] = &[
        Field::text("moves", "tool.field.moves", "4"),
        Field::text("register", "tool.field.register", "c9"),
        Field::text("nodes", "tool.field.most", ""),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let register = values.text("register").to_owned();
        Ok(Self { moves: values.number("moves")?, register, nodes: values.optional("nodes")?, claims: None })
    }

    fn check(&self) -> Result<(), SettingError> {
        within("moves", self.moves, MOST_MOVES)?;
        above_zero("nodes", self.nodes)?;
        if let Some(MateClaims { limits, lines, .. }) = &self.claims {
            within("lines", *lines, MOST_LINES)?;
            limits.check()?;
        }
        is_register(&self.register)
    }

    fn words(&self) -> Vec<Text> {
        let mut words = vec![say("words.cooks", args![self.moves, &self.register])];
        words.extend(given_up_after(self.nodes, None));
        let searched = |claims: &MateClaims| {
            say("words.cooks-claimed", args![claims.engine.title(), claims.limits.text()])
        };
        words.extend(self.claims.as_ref().map(searched));
        words
    }

    fn engine(&self) -> Option<EngineName> {
        self.claims.map(|claims| claims.engine)
    }

    fn source(&self) -> Option<(String, Text)> {
        let engine = self.claims.map_or(EngineName::Epidote, |claims| claims.engine);
        Some((engine.source(), say("words.mates", args![self.moves])))
    }

    fn ask(&self, record: &Record<'_>) -> Ask {
        match Problem::read(&record.parsed, &record.position).mate {
            None => Ask::Nothing(Ended::Unchanged("why.no-claimed-mate".into())),
            Some(moves) if moves > self.moves => Ask::Nothing(Ended::Unchanged("why.longer-mate".into())),
            Some(moves) => match self.claims {
                Some(MateClaims { engine, limits, lines }) => search(record, engine, limits, lines, None),
                None => Ask::Engine(EngineTask::Prove {
                    fields: record.fields(),
                    halfmove_clock: record.halfmove_clock(),
                    moves,
                    nodes: self.nodes,
                    time_ms: None,
                    all_keys: true,
                }),
            },
        }
    }

    fn write(&self, record: &Record<'_>, found: Found) -> Written {
        let is_proved = matches!(found, Found::Proof(_));
        let (faults, without) = match found {
            Found::Proof(proof) => match proof.verdict {
                MateVerdict::Mate(moves, _) => (faults(record, moves, &proof.keys), "why.sound"),
                MateVerdict::NoMate => (NO_MATE.to_owned(), "why.sound"),
                MateVerdict::AtMost { .. } | MateVerdict::GaveUp(_) => {
                    return Ended::Unchanged("why.given-up".into()).into();
                }
            },
            Found::Search(searched) => (claimed(record, &searched), "why.no-cook-claimed"),
            Found::Perft(_) => return Written::unexpected(),
        };
        if faults.is_empty() {
            // What a search does not see says nothing; a proof shows that an older remark is right no more.
            let mut draft = Draft::new(&record.parsed);
            let outdated: Vec<String> = own_remarks(&record.parsed).filter(|_| is_proved).collect();
            if outdated.is_empty() {
                return Ended::Unchanged(without.into()).into();
            }
            for register in &outdated {
                draft.remove(register);
            }
            return Written::of(draft.apply().map_err(WriteFailure::from));
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
        for outdated in own_remarks(&record.parsed).filter(|own| is_proved && *own != register) {
            draft.remove(&outdated);
        }
        draft.set(&register, format!("\"{}\"", faults.chars().take(LONGEST).collect::<String>()));
        Written::of(draft.apply().map_err(WriteFailure::from))
    }
}

/// Longest text of a string, in bytes (§3.3).
const LONGEST: usize = 255;

/// The remark on a mate that there is not.
const NO_MATE: &str = "no mate in as many moves";

/// The comment registers that hold a remark of this verb.
fn own_remarks(parsed: &Parse<'_>) -> impl Iterator<Item = String> {
    let registers = (0..=9).map(|number| format!("c{number}"));
    registers.filter(|register| parsed.value(register).is_some_and(is_remark))
}

/// Whether a text is a remark of this verb: parts such as `mate in 2`, `also Qe8#` and `2 solutions: Ra8# Qe8#`.
fn is_remark(text: &[u8]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let are_moves = |text: &str| {
        let is_move = |word: &str| word.starts_with("O-O") || word.bytes().any(|byte| byte.is_ascii_digit());
        text.split(' ').all(is_move)
    };
    let is_part = |part: &str| {
        let behind = |beginning| part.strip_prefix(beginning);
        part == NO_MATE
            || behind("mate in ").is_some_and(is_number)
            || behind("also ").is_some_and(are_moves)
            || behind("no mate in ")
                .and_then(|rest| rest.split_once(" by "))
                .is_some_and(|(moves, by)| is_number(moves) && are_moves(by))
            || part
                .split_once(" solutions: ")
                .is_some_and(|(count, moves)| is_number(count) && are_moves(moves))
    };
    std::str::from_utf8(text).is_ok_and(|text| {
        // The end of a long one is cut.
        let (whole, last) = text.rsplit_once("; ").map_or((None, text), |(whole, last)| (Some(whole), last));
        whole.is_none_or(|whole| whole.split("; ").all(is_part))
            && (is_part(last) || (whole.is_some() && text.len() >= LONGEST))
    })
}

/// The other solutions that an engine claims: first moves of its lines that mate as soon as the record says.
fn claimed(record: &Record<'_>, searched: &Searched) -> String {
    let Problem { best, mate: Some(most) } = Problem::read(&record.parsed, &record.position) else {
        return String::new();
    };
    let mates = |line: &&FoundLine| matches!(line.score, Score::Mate(plies) if plies.div_ceil(2) <= most);
    let keys = std::iter::once(&searched.best).chain(&searched.others).filter(mates);
    let keys: Vec<String> = keys.filter_map(|line| line.line.first().cloned()).collect();
    others(&best, &played(record, &keys)).unwrap_or_default()
}

/// These first moves, in coordinates, as moves with their SAN.
fn played(record: &Record<'_>, keys: &[String]) -> Vec<(Move, String)> {
    let one = |key: &String| {
        let PlayedLine { moves, sans } =
            PlayedLine::of_coordinates(&record.position, std::slice::from_ref(key))?;
        Some((*moves.first()?, sans.into_iter().next()?))
    };
    keys.iter().filter_map(one).collect()
}

/// The solutions that are not in `bm`, if that is a fault.
fn others(best: &Sought, keys: &[(Move, String)]) -> Option<String> {
    let missing: Vec<&str> =
        keys.iter().filter(|(key, _)| !best.moves.contains(key)).map(|(_, san)| san.as_str()).collect();
    // A suite that gives only the length does not name moves; there, several solutions are a cook.
    if best.moves.is_empty() {
        (keys.len() > 1).then(|| format!("{} solutions: {}", keys.len(), missing.join(" ")))
    } else {
        (!missing.is_empty()).then(|| format!("also {}", missing.join(" ")))
    }
}

/// What is wrong with `bm` when exactly these first moves, in coordinates, mate in `moves` and none mates
/// sooner; empty when nothing is wrong. It is in English, since other programs read the record too.
fn faults(record: &Record<'_>, moves: u32, keys: &[String]) -> String {
    let Problem { best, mate } = Problem::read(&record.parsed, &record.position);
    let keys = played(record, keys);
    let mut faults = Vec::new();
    if mate.is_some_and(|claimed| claimed > moves) {
        faults.push(format!("mate in {moves}"));
    }
    let is_wrong = |m: &Move| keys.iter().all(|(key, _)| key != m);
    let wrong: Vec<&str> = best.named().filter(|(m, _)| is_wrong(m)).map(|(_, san)| san).collect();
    faults.extend(others(&best, &keys));
    if !wrong.is_empty() {
        faults.push(format!("no mate in {moves} by {}", wrong.join(" ")));
    }
    faults.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Step;
    use crate::verb::testing::{ROOK, asks, proved, unproved, writes};

    fn cooks() -> Step {
        Step::Cooks(Cooks { moves: 3, register: "c9".to_owned(), nodes: None, claims: None })
    }

    #[test]
    fn cooks_are_told() {
        asks(&cooks(), ROOK, "no mate in dm, bm or ce");
        asks(&cooks(), &format!("{ROOK} dm 4;"), "its mate is longer");
        asks(&cooks(), &format!("{ROOK} dm 2;"), "prove 2 true");
        asks(&cooks(), &format!("{ROOK} bm #1;"), "prove 1 true");
        let found = || proved(1, &["a1a8"], &["a1a8"]);
        writes(&cooks(), ROOK, "bm Ra8#; dm 1;", found(), "no second solution");
        writes(
            &cooks(),
            ROOK,
            "bm Kf1; dm 1;",
            found(),
            "bm Kf1; c9 \"also Ra8#; no mate in 1 by Kf1\"; dm 1;",
        );
        // What somebody else wrote is kept; what the verb wrote is replaced.
        let remark = "also Ra8#; no mate in 1 by Kf1";
        writes(
            &cooks(),
            ROOK,
            "bm Kf1; c8 \"10\"; c9 \"by A. Author\"; dm 1;",
            found(),
            &format!("bm Kf1; c7 \"{remark}\"; c8 \"10\"; c9 \"by A. Author\"; dm 1;"),
        );
        writes(
            &cooks(),
            ROOK,
            "bm Kf1; c9 \"2 solutions: Ra8# Ra7\"; dm 1;",
            found(),
            &format!("bm Kf1; c9 \"{remark}\"; dm 1;"),
        );
        // And it goes once it is right no more.
        writes(&cooks(), ROOK, &format!("bm Ra8#; c9 \"{remark}\"; dm 1;"), found(), "bm Ra8#; dm 1;");
        writes(
            &cooks(),
            ROOK,
            &format!("bm Ra8#; c7 \"{remark}\"; c9 \"by A. Author\"; dm 1;"),
            found(),
            "bm Ra8#; c9 \"by A. Author\"; dm 1;",
        );
        for other in [
            "also known as the back rank",
            "by A. Author",
            "mate in 1, composed by A. Author",
            "3 solutions: all known",
        ] {
            let operations = format!("bm Ra8#; c9 \"{other}\"; dm 1;");
            writes(&cooks(), ROOK, &operations, found(), "no second solution");
        }
        writes(
            &cooks(),
            ROOK,
            "dm 1;",
            unproved(MateVerdict::NoMate),
            "c9 \"no mate in as many moves\"; dm 1;",
        );
        writes(&cooks(), ROOK, "dm 1;", unproved(MateVerdict::GaveUp(0)), "limit reached");
    }
}
