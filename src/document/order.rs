//! The order of lines: runs of the source, with lists of added lines in between.
//!
//! A file that was not reordered is one run, whatever its size; each insertion or removal cuts a run in two.
//! A sorted file is one list, whose lines are looked up in a table that is made when first needed.

use std::ops::Range;
use std::sync::OnceLock;

use super::change::Splice;
use super::one_pass::{Part, Pieces, in_one_pass};
use super::record_id::RecordId;
use super::table_of_places::Places;

/// A sequence of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Lines of the source in their order.
    Run(Range<usize>),
    /// Lines in any order.
    List(Vec<RecordId>),
}

impl Piece {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Run(lines) => lines.len(),
            Self::List(ids) => ids.len(),
        }
    }

    fn is_long_list(&self) -> bool {
        matches!(self, Self::List(ids) if ids.len() > LONG)
    }

    /// The place of a line in this piece.
    fn position_of(&self, id: RecordId) -> Option<usize> {
        match self {
            Self::Run(lines) => {
                id.source_line().filter(|line| lines.contains(line)).map(|line| line - lines.start)
            }
            Self::List(ids) => ids.iter().position(|&other| other == id),
        }
    }

    fn get(&self, at: usize) -> Option<RecordId> {
        match self {
            Self::Run(lines) => lines.clone().nth(at).and_then(RecordId::of_source),
            Self::List(ids) => ids.get(at).copied(),
        }
    }
}

/// A longer list than this is not searched.
const LONG: usize = 64;

/// Pieces at the end that are searched before all others: a run that adds lines to a file from its first
/// record to its last leaves many pieces behind, and goes on in the last ones.
const LAST: usize = 16;

/// The order of the lines of a document.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pieces: Vec<Piece>,
    len: usize,
    places: OnceLock<Places>,
}

impl Order {
    pub(super) fn of_source(lines: usize) -> Self {
        Self { pieces: vec![Piece::Run(0..lines)], len: lines, places: OnceLock::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the lines are exactly those of a source, in its order.
    pub(super) fn is_of_source(&self) -> bool {
        matches!(self.pieces.as_slice(), [] | [Piece::Run(_)])
    }

    pub(super) fn id_at(&self, position: usize) -> Option<RecordId> {
        let mut rest = position;
        for piece in &self.pieces {
            if rest < piece.len() {
                return piece.get(rest);
            }
            rest -= piece.len();
        }
        None
    }

    /// At most `count` lines from `at` on.
    pub(super) fn slice(&self, at: usize, count: usize) -> Vec<RecordId> {
        let (mut skip, mut out) = (at, Vec::new());
        for piece in &self.pieces {
            let from = skip.min(piece.len());
            skip -= from;
            out.extend((from..piece.len()).take(count - out.len()).filter_map(|at| piece.get(at)));
            if out.len() == count {
                break;
            }
        }
        out
    }

    pub(super) fn position_of(&self, id: RecordId) -> Option<usize> {
        if let Some(at) = self.position_near_end(id) {
            return Some(at);
        }
        if self.pieces.iter().any(Piece::is_long_list) {
            return self.places.get_or_init(|| Places::of(self)).get(id);
        }
        let mut before = 0;
        for piece in &self.pieces {
            if let Some(at) = piece.position_of(id) {
                return Some(before + at);
            }
            before += piece.len();
        }
        None
    }

    /// The position of a line of the last pieces.
    fn position_near_end(&self, id: RecordId) -> Option<usize> {
        let mut end = self.len;
        for piece in self.pieces.iter().rev().take(LAST) {
            #[cfg(test)]
            tests::VISITED.set(tests::VISITED.get() + 1);
            let start = end - piece.len();
            if !piece.is_long_list()
                && let Some(at) = piece.position_of(id)
            {
                return Some(start + at);
            }
            end = start;
        }
        None
    }

    /// The positions of lines; `None` for those that are gone. Uses the table, except for lines near the end
    /// and in a file whose lines are in their original order.
    pub(super) fn positions_of(&self, ids: &[RecordId]) -> Vec<Option<usize>> {
        if self.pieces.len() <= 1 {
            return ids.iter().map(|&id| self.position_of(id)).collect();
        }
        let mut places = Vec::with_capacity(ids.len());
        places.extend(ids.iter().map_while(|&id| self.position_near_end(id)).map(Some));
        if let Some(others) = ids.get(places.len()..).filter(|others| !others.is_empty()) {
            let table = self.places.get_or_init(|| Places::of(self));
            places.extend(others.iter().map(|&id| table.get(id)));
        }
        places
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = RecordId> + '_ {
        self.pieces.iter().flat_map(|piece| (0..piece.len()).filter_map(move |at| piece.get(at)))
    }

    /// All lines; much faster than collecting them one by one.
    pub(super) fn to_vec(&self) -> Vec<RecordId> {
        let mut all = Vec::with_capacity(self.len);
        for piece in &self.pieces {
            match piece {
                Piece::Run(lines) => all.extend(lines.clone().filter_map(RecordId::of_source)),
                Piece::List(ids) => all.extend_from_slice(ids),
            }
        }
        all
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Makes splices one after another, in the given order. Neighbours in that order that come one after the
    /// other, or one before the other, as those of a run do, are made in one pass over the pieces.
    pub(super) fn splice_all(&mut self, splices: &[Splice]) {
        let mut rest = splices;
        while !rest.is_empty() {
            let (count, parts) = in_one_pass(rest);
            self.replace(&parts);
            rest = &rest[count..];
        }
    }

    /// Replaces parts, which ascend by their places and do not overlap. The pieces before the first part stay
    /// as they are and are not looked at.
    fn replace(&mut self, parts: &[Part<'_>]) {
        self.places.take();
        let first = parts.first().map_or(self.len, |part| part.at);
        // The pieces that stay, and the place of the next line that is kept or dropped.
        let (mut staying, mut at) = (self.pieces.len(), self.len);
        while at > first {
            staying -= 1;
            at -= self.pieces[staying].len();
        }
        let rest = self.pieces.split_off(staying);
        let mut pieces = Pieces::behind(std::mem::take(&mut self.pieces), at);
        let mut parts = parts.iter().peekable();
        // The end of the part that is dropped.
        let mut gone = 0;
        for piece in rest {
            #[cfg(test)]
            tests::VISITED.set(tests::VISITED.get() + 1);
            let (start, end) = (at, at + piece.len());
            while let Some(part) = parts.next_if(|part| part.at < end) {
                pieces.add_part(&piece, at.max(gone) - start..part.at - start);
                pieces.add(Piece::List(part.inserted.to_vec()));
                at = part.at;
                gone = part.at.saturating_add(part.removed);
            }
            if at.max(gone) == start {
                pieces.add(piece);
            } else {
                pieces.add_part(&piece, at.max(gone).min(end) - start..end - start);
            }
            at = end;
        }
        for part in parts {
            pieces.add(Piece::List(part.inserted.to_vec()));
        }
        (self.pieces, self.len) = pieces.into_parts();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    thread_local! {
        /// Pieces that were looked at by splices.
        pub(super) static VISITED: Cell<usize> = const { Cell::new(0) };
    }

    fn splice(order: &Order, at: usize, removed: usize, inserted: &[RecordId]) -> Splice {
        Splice { at, removed: order.slice(at, removed), inserted: inserted.to_vec() }
    }

    fn spliced(order: &mut Order, at: usize, removed: usize, inserted: &[RecordId]) {
        let splice = splice(order, at, removed, inserted);
        order.splice_all(&[splice]);
    }

    #[test]
    fn a_removed_line_that_comes_back_joins_its_run() {
        let mut order = Order::of_source(10);
        let id = order.id_at(4).unwrap();
        spliced(&mut order, 4, 1, &[]);
        assert_eq!(order.pieces.len(), 2);
        spliced(&mut order, 4, 0, &[id]);
        assert_eq!(order.pieces, Order::of_source(10).pieces);
    }

    #[test]
    fn lines_of_a_long_list_are_found_also_after_changes() {
        let mut order = Order::of_source(1_000);
        let reversed: Vec<RecordId> = order.iter().collect::<Vec<_>>().into_iter().rev().collect();
        spliced(&mut order, 0, 1_000, &reversed);
        let added = RecordId::new_line(7).unwrap();
        assert_eq!((order.position_of(reversed[3]), order.position_of(added)), (Some(3), None));
        spliced(&mut order, 2, 1, &[added]);
        assert_eq!((order.position_of(added), order.position_of(reversed[2])), (Some(2), None));
        assert_eq!(order.position_of(reversed[999]), Some(999));
    }

    proptest! {
        #[test]
        fn behaves_like_a_vector(splices in proptest::collection::vec((0..30_usize, 0..4_usize, 0..4_usize), 0..20)) {
            let mut order = Order::of_source(20);
            let mut model: Vec<RecordId> = (0..20).filter_map(RecordId::of_source).collect();
            let mut serial = 0;
            for (at, removed, inserted) in splices {
                let new: Vec<RecordId> = (0..inserted).filter_map(|n| RecordId::new_line(serial + u32::try_from(n).unwrap())).collect();
                serial += 10;
                let at = at.min(model.len());
                spliced(&mut order, at, removed, &new);
                let end = (at + removed).min(model.len());
                model.splice(at..end, new);
                prop_assert_eq!(order.iter().collect::<Vec<_>>(), model.clone());
                prop_assert_eq!(order.to_vec(), model.clone());
                prop_assert_eq!(order.positions_of(&model), (0..model.len()).map(Some).collect::<Vec<_>>());
                prop_assert_eq!(order.positions_of(&[RecordId::of_key(u32::MAX)]), [None]);
                prop_assert_eq!(order.len(), model.len());
                prop_assert_eq!(order.slice(at, 3), model.iter().copied().skip(at).take(3).collect::<Vec<_>>());
                for (position, &id) in model.iter().enumerate() {
                    prop_assert_eq!(order.id_at(position), Some(id));
                    prop_assert_eq!(order.position_of(id), Some(position));
                }
            }
        }

        #[test]
        fn many_at_once_are_as_one_after_another(
            is_list: bool,
            splices in proptest::collection::vec((0..40_usize, 0..3_usize, 0..3_usize), 1..20),
            sorted in 0..3_u8,
        ) {
            let mut order = Order::of_source(30);
            if is_list {
                let mixed: Vec<RecordId> = order.to_vec().into_iter().rev().collect();
                spliced(&mut order, 0, 30, &mixed);
            }
            let start = order.to_vec();
            let mut model = start.clone();
            let mut splices = splices;
            match sorted {
                0 => splices.sort_unstable(),
                1 => splices.sort_unstable_by(|a, b| b.cmp(a)),
                _ => {}
            }
            let mut made = Vec::new();
            for (serial, (at, removed, inserted)) in (0..).zip(splices) {
                let at = at.min(model.len());
                let end = (at + removed).min(model.len());
                let new: Vec<RecordId> =
                    (0..u32::try_from(inserted).unwrap()).filter_map(|n| RecordId::new_line(10 * serial + n)).collect();
                let removed = model.splice(at..end, new.iter().copied()).collect();
                made.push(Splice { at, removed, inserted: new });
            }
            order.splice_all(&made);
            prop_assert_eq!(order.to_vec(), &model[..]);
            prop_assert_eq!(order.len(), model.len());
            let back = |splice: Splice| Splice { at: splice.at, removed: splice.inserted, inserted: splice.removed };
            let undo: Vec<Splice> = made.into_iter().rev().map(back).collect();
            order.splice_all(&undo);
            prop_assert_eq!(order.to_vec(), start);
        }
    }

    /// A run over many records that inserts a line after each, and writes some at once, the last of them
    /// first; then all are taken back.
    fn check_steps(at_once: usize) {
        const RECORDS: usize = 100_000;
        let mut order = Order::of_source(RECORDS);
        VISITED.set(0);
        let mut made: Vec<Splice> = Vec::new();
        for part in 0..RECORDS / at_once {
            let first = part * at_once;
            let ids: Vec<RecordId> =
                (first..first + at_once).map(|line| RecordId::of_source(line).unwrap()).collect();
            let places = order.positions_of(&ids);
            let splices: Vec<Splice> = (0..at_once)
                .rev()
                .map(|at| {
                    // Each record before has one after it.
                    let place = 2 * first + at;
                    assert_eq!(places[at], Some(place));
                    let new = RecordId::new_line(u32::try_from(first + at).unwrap()).unwrap();
                    Splice { at: place + 1, removed: Vec::new(), inserted: vec![new] }
                })
                .collect();
            order.splice_all(&splices);
            made.extend(splices);
        }
        assert_eq!(order.len(), 2 * RECORDS);
        assert!(VISITED.get() <= 5 * RECORDS, "{at_once}: {}", VISITED.get());
        let undo: Vec<Splice> = made
            .into_iter()
            .rev()
            .map(|splice| Splice { at: splice.at, removed: splice.inserted, inserted: Vec::new() })
            .collect();
        VISITED.set(0);
        order.splice_all(&undo);
        assert!(order.is_of_source() && order.len() == RECORDS);
        assert!(VISITED.get() <= 3 * RECORDS, "{at_once}: {}", VISITED.get());
    }

    #[test]
    fn a_hundred_thousand_insertions_take_as_many_steps() {
        for at_once in [1, 10, 1_000, 100_000] {
            check_steps(at_once);
        }
    }
}
