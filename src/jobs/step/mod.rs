//! A step on one record: what it asks of an engine, and what it writes when that has answered. Page and
//! command line go this way alike, so that their files are the same.

use crate::chess::Chess;
use crate::epd::lint::{RULES, Repair};
use crate::epd::sought::{Sought, claimed_mate};
use crate::epd::verbs::alternatives::{as_records, into_registers};
use crate::epd::verbs::analyze::{Analysis, AnalyzeError, analyze, coordinates, has_other_supplied_move};
use crate::epd::verbs::cooks::{cooks_of, write_remark};
use crate::epd::verbs::mate_search::{is_wanted, write_mate};
use crate::epd::verbs::perft::{claims, compared, differences, write_counts};
use crate::epd::verbs::rewrite::Rewrite;
use crate::epd::verbs::searchable::{SearchPosition, Searchable};
use crate::epd::verbs::target::write_result;
use crate::epd::{Parse, parse};
use crate::jobs::dialect_of;
use crate::protocol::{
    Ask, Claims, Ended, EngineTask, Found, Goal, Lines, Report, Searched, Verdict, Written, encode,
};
use crate::recipe::{Analyze, EngineName, Limits, Step, StopRule};
use crate::report::grade::{Grade, grade, write_grade};

/// How a step rewrites lines without an engine; `None` for one that needs it, or names a rule that there
/// is not.
pub fn rewrite_of(step: &Step) -> Option<Rewrite> {
    Some(match step {
        Step::Normalize => Rewrite::Normalize,
        Step::Repair { dialect, only } => {
            let named = |code: &String| RULES.iter().find(|rule| rule.code == *code).copied();
            let rule = match only {
                Some(code) => Some(named(code)?),
                None => None,
            };
            Rewrite::Repair(Repair { dialect: dialect_of(*dialect), only: rule })
        }
        Step::Tenths => Rewrite::TenthsToCentipawns,
        Step::Set { opcode, operands } => Rewrite::Set { opcode: opcode.clone(), operands: operands.clone() },
        Step::Purge { opcodes } => Rewrite::Remove(opcodes.clone()),
        Step::Rename { from, to } => Rewrite::Rename { from: from.clone(), to: to.clone() },
        Step::Reverse => Rewrite::Reverse,
        Step::Grade { .. }
        | Step::Analyze(_)
        | Step::Mate(_)
        | Step::Target(_)
        | Step::Cooks(_)
        | Step::Perft(_) => return None,
    })
}

/// A line after a step that needs no engine; `None` when it stays as it is.
pub fn rewritten(step: &Step, rewrite: Option<&Rewrite>, line: &[u8], number: u32) -> Option<Vec<u8>> {
    match (step, rewrite) {
        (Step::Grade { register }, _) => write_grade(line, register).filter(|new| new != line),
        (_, Some(rewrite)) => rewrite.line(line, number),
        (_, None) => None,
    }
}

/// What a step that needs an engine asks it about a line.
pub fn ask(step: &Step, line: &[u8]) -> Ask {
    let position = match Searchable::of(line) {
        Searchable::NoRecord => return Ask::Nothing(Ended::NoRecord),
        Searchable::NoPosition => {
            return Ask::Nothing(Ended::Failed("why.illegal".to_owned()));
        }
        Searchable::Position(position) => position,
    };
    let parsed = parse(line);
    let same = |reason: &str| Ask::Nothing(Ended::Same(reason.to_owned()));
    match step {
        Step::Analyze(analyze) => search(position, analyze.engine, analyze.limits, analyze.lines, None),
        Step::Target(target) => match goal(&parsed, &position.chess, target.stop) {
            Ok(goal) => search(position, target.engine, target.limits, 1, Some(goal)),
            Err(reason) => same(reason),
        },
        Step::Mate(mate) => {
            if !is_wanted(line, mate.moves) {
                return same("why.same-mate");
            }
            engine(&EngineTask::Prove {
                fields: position.fields,
                halfmove_clock: position.halfmove_clock,
                moves: mate.moves,
                nodes: mate.nodes,
                time_ms: mate.time_ms,
                all_keys: false,
            })
        }
        Step::Cooks(cooks) => match claimed_mate(&parsed, &position.chess) {
            None => same("why.no-claimed-mate"),
            Some(moves) if moves > cooks.moves => same("why.longer-mate"),
            Some(moves) => engine(&EngineTask::Prove {
                fields: position.fields,
                halfmove_clock: position.halfmove_clock,
                moves,
                nodes: cooks.nodes,
                time_ms: None,
                all_keys: true,
            }),
        },
        Step::Perft(perft) => {
            if claims(&parsed).is_empty() && !perft.write {
                return same("why.no-counts");
            }
            engine(&EngineTask::Perft { fields: position.fields, depth: perft.depth })
        }
        _ => same("why.no-engine"),
    }
}

fn search(
    position: SearchPosition,
    engine: EngineName,
    limits: Limits,
    lines: u32,
    target: Option<Goal>,
) -> Ask {
    let SearchPosition { fields, halfmove_clock, .. } = position;
    let goes_on = false;
    self::engine(&EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, goes_on })
}

fn engine(task: &EngineTask) -> Ask {
    // No task can fail to be encoded; nothing can be decoded from nothing, and is answered so.
    Ask::Engine(encode(task).unwrap_or_default())
}

/// What would solve a record; it must ask for something (§7.5).
fn goal(parsed: &Parse<'_>, position: &Chess, stop: Option<StopRule>) -> Result<Goal, &'static str> {
    let [best, avoid] = ["bm", "am"].map(|opcode| Sought::read(parsed, position, opcode));
    if best.is_bad || avoid.is_bad {
        return Err("why.bad-goal");
    }
    if best.moves.is_empty() && avoid.moves.is_empty() {
        return Err("why.no-goal");
    }
    let moves = |sought: &Sought| sought.moves.iter().flat_map(|&m| coordinates(m)).collect();
    Ok(Goal { best: moves(&best), avoid: moves(&avoid), stop })
}

/// What a step writes into a line, when an engine has found this.
pub fn write(step: &Step, line: &[u8], found: Found) -> Written {
    let mut is_solved = None;
    let mut more = Lines::default();
    let mut claimed = Vec::new();
    let text = match (step, found) {
        (Step::Analyze(settings), Found::Search(searched)) => {
            written_analysis(settings, line, searched).map(|(text, others)| {
                more = others;
                if has_other_supplied_move(&text) { Done::Noted(text, OTHER_SM) } else { Done::Text(text) }
            })
        }
        (Step::Target(_), Found::Search(searched)) => {
            let text = write_result(line, &analysis_of(searched.best)).map(Done::Text);
            if let Ok(Done::Text(text)) = &text {
                is_solved = solved(text);
            }
            text
        }
        (Step::Mate(mate), Found::Proof(proof)) => match proof.verdict {
            Verdict::Mate(shortest, mating) => {
                let moves = if mate.single_pass { mate.moves } else { shortest };
                write_mate(line, moves, &mating).map(Done::Text)
            }
            Verdict::NoMate => Ok(Done::Same("why.no-mate".to_owned())),
            Verdict::GaveUp(_) => Ok(Done::Same("why.given-up".to_owned())),
        },
        (Step::Cooks(cooks), Found::Proof(proof)) => match proof.verdict {
            Verdict::Mate(moves, _) => match cooks_of(line, moves, &proof.keys) {
                Some(remark) if remark.is_empty() => Ok(Done::Same("why.sound".to_owned())),
                Some(remark) => write_remark(line, &cooks.register, &remark).map(Done::Text),
                None => Err(AnalyzeError::NoPosition),
            },
            Verdict::NoMate => {
                write_remark(line, &cooks.register, "no mate in as many moves").map(Done::Text)
            }
            Verdict::GaveUp(_) => Ok(Done::Same("why.given-up".to_owned())),
        },
        (Step::Perft(perft), Found::Perft(counts)) => {
            let compared = compared(&parse(line), &counts);
            let of_depths: Claims = compared.iter().map(|of| (of.depth, of.claimed == of.counted)).collect();
            // Neither can fail to be encoded, and nothing is read as nothing.
            claimed = encode(&of_depths).unwrap_or_default();
            if let Some(faults) = differences(&compared) {
                return Written { claims: claimed, ..Ended::Failed(faults.into()).into() };
            }
            if perft.write && claims(&parse(line)).is_empty() {
                write_counts(line, &counts).map(Done::Text)
            } else if compared.is_empty() {
                Ok(Done::Same("why.deeper-counts".to_owned()))
            } else {
                Ok(Done::Same("why.right-counts".to_owned()))
            }
        }
        _ => Ok(Done::Same("why.answered-otherwise".to_owned())),
    };
    let (text, ended) = match text {
        Ok(Done::Text(text)) => (text, Ended::Written),
        Ok(Done::Noted(text, note)) => (text, Ended::Noted(note.to_owned())),
        Ok(Done::Same(reason)) => return Written { claims: claimed, ..Ended::Same(reason).into() },
        Err(error) => return Ended::Failed(error.text().into()).into(),
    };
    Written { ended, text: (text != line).then_some(text), more, is_solved, claims: claimed }
}

/// What is said of a record whose `sm` is kept beside another best move (§7.2): it tells of a game.
const OTHER_SM: &str = "why.other-sm";

/// What is done to a record.
enum Done {
    Text(Vec<u8>),
    /// The same, and what is to be said of it.
    Noted(Vec<u8>, &'static str),
    Same(String),
}

/// The record, and those that come behind it.
fn written_analysis(
    settings: &Analyze,
    line: &[u8],
    searched: Searched,
) -> Result<(Vec<u8>, Lines), AnalyzeError> {
    let text = analyze(line, &analysis_of(searched.best), settings.predicted_move)?;
    let others: Vec<Analysis> = searched.others.into_iter().map(analysis_of).collect();
    Ok(if settings.as_records {
        (text, as_records(line, &others)?.iter().collect())
    } else {
        (into_registers(&text, &others)?, Lines::default())
    })
}

fn analysis_of(report: Report) -> Analysis {
    let Report { depth, score, line, nodes, time_ms, .. } = report;
    Analysis { score: score.into(), line, depth, nodes, time_ms }
}

/// Whether a record is solved, where that can be said.
fn solved(text: &[u8]) -> Option<bool> {
    match grade(1, text, None) {
        Grade::Counted(entry) => Some(entry.solved),
        Grade::NoRecord | Grade::Skipped(_) => None,
    }
}

#[cfg(test)]
mod tests;
