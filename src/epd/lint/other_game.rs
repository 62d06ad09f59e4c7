//! Records of another game than chess, in a file whose conventions are known.

use crate::epd::conventions::Conventions;
use crate::epd::lint::signs::Variant;
use crate::epd::lint::variant::find;
use crate::epd::opcode::lookup;
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, Parse};

/// The key of the text that says to which other game a record belongs, if it does: by itself, or by the comments of
/// its file. Who turns the rule about other games off has all records read as chess.
pub fn other_game(
    parse: &Parse<'_>,
    position: &PositionReading,
    conventions: &Conventions,
) -> Option<&'static str> {
    if conventions.takes_all_for_chess() {
        return None;
    }
    let is_in_table = |at: usize| {
        parse.operations.get(at).is_some_and(|operation| lookup(parse.opcode(operation)).is_some())
    };
    let shown = find(parse, position, is_in_table).map(|(_, key)| key);
    let is_record = parse.kind == LineKind::Record && parse.has_ranks();
    shown.or_else(|| conventions.variant.filter(|_| is_record).map(Variant::key))
}
