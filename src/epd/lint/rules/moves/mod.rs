//! Rules on moves.

pub(crate) mod ambiguous_move;
pub(crate) mod best_and_avoided;
pub(crate) mod braced_remark;
pub(crate) mod detached_mark;
pub(crate) mod detached_promotion;
pub(crate) mod illegal_move;
pub(crate) mod mate_announcement;
pub(crate) mod mate_distance_of_line;
pub(crate) mod move_separator;
pub(crate) mod noncanonical_san;
pub(crate) mod not_a_move;
pub(crate) mod numbered_move;
pub(crate) mod other_notation;
pub(crate) mod repeated_move;
pub(crate) mod variation_mismatch;

use crate::chess::notation::{Looseness, MoveReading};
use crate::epd::OperandKind;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::rules::opcodes::operand_count::would_become_line;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule};
use crate::epd::moves::{NoMove, ReadOperand, without_marks};
use crate::epd::opcode::lookup;
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;

/// The operations that take moves, whether or not the position can be played.
fn move_operations<'c>(context: &'c LintContext<'_>) -> impl Iterator<Item = &'c OperationView<'c>> {
    context.operations.iter().filter(|view| view.spec.is_some_and(|spec| spec.operands.are_moves()))
}

/// All operands that are read as moves, each with its operation and its place among the operands.
fn moves<'c>(
    context: &'c LintContext<'_>,
) -> impl Iterator<Item = (&'c OperationView<'c>, usize, &'c ReadOperand)> {
    let of_view =
        |view: &'c OperationView<'c>| view.moves.iter().enumerate().map(move |(at, read)| (view, at, read));
    context.operations.iter().flat_map(of_view)
}

/// Reports each move that is understood but not written in its one exact form, where `applies` holds for
/// how it differs. The message `rule.code` takes the move and what is different about it.
fn report_inexact(
    rule: &'static Rule,
    context: &LintContext<'_>,
    out: &mut Diagnostics,
    applies: fn(Looseness) -> bool,
) {
    for (view, at, read) in moves(context) {
        if let Some(MoveReading::Loose { san, looseness, .. }) = &read.reading
            && applies(*looseness)
            && read.operand.kind == OperandKind::Word
            && !out.is_full()
        {
            let span = read.operand.span;
            let message = say(rule.code, args![context.quote(span), word(looseness.key())]);
            out.push(Diagnostic::new(rule, span, message).with_fixes(write_san(context, view, at, san)));
        }
    }
}

/// Writes a move in SAN, unless that would read as an opcode. Not safely if best moves became a line of play.
fn write_san(context: &LintContext<'_>, view: &OperationView<'_>, at: usize, san: &str) -> Option<Fix> {
    let edit = TextEdit::replace(view.moves.get(at)?.operand.span, san);
    let is_clear = !reads_as_opcode(context, view, at, san.as_bytes());
    let title = say("fix.write", [san.to_owned()]);
    is_clear.then(|| {
        let is_safe = !would_become_line(context, view, at, san);
        if is_safe { Fix::safe(title, edit) } else { Fix::unsafe_(title, edit) }
    })
}

/// Returns whether a text in place of a move would be read as an opcode: `c6` before a string, `dm` perhaps
/// before anything.
fn reads_as_opcode(context: &LintContext<'_>, view: &OperationView<'_>, at: usize, text: &[u8]) -> bool {
    // Another rule joins a detached mark to the move.
    let text = without_marks(text);
    if lookup(text).is_none() {
        return false;
    }
    // Searched for after opcodes only: a search after each move would take quadratic time in a line of signs.
    let is_sign = |read: &&ReadOperand| NoMove::of(read.operand.value(context.parse.text())).is_some();
    let next = view.moves.iter().skip(at + 1).find(|read| !is_sign(read));
    let before_string = next.is_some_and(|next| next.operand.kind != OperandKind::Word);
    before_string || !text.last().is_some_and(u8::is_ascii_digit)
}
