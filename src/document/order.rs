//! The order of lines: runs of the source, with lists of added lines in between.
//!
//! A file that was not reordered is one run, whatever its size; each insertion or removal cuts a run in two.
//! A sorted file is one list, whose lines are looked up in a table that is made when first needed.

use std::ops::Range;
use std::sync::OnceLock;

use super::record_id::RecordId;

/// A sequence of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Lines of the source in their order.
    Run(Range<usize>),
    /// Lines in any order.
    List(Vec<RecordId>),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Run(lines) => lines.len(),
            Self::List(ids) => ids.len(),
        }
    }

    fn get(&self, at: usize) -> Option<RecordId> {
        match self {
            Self::Run(lines) => lines.clone().nth(at).and_then(RecordId::of_source),
            Self::List(ids) => ids.get(at).copied(),
        }
    }

    /// The pieces before and from `at`.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Run(lines) => {
                let middle = lines.start + at;
                (Self::Run(lines.start..middle), Self::Run(middle..lines.end))
            }
            Self::List(mut ids) => {
                let tail = ids.split_off(at);
                (Self::List(ids), Self::List(tail))
            }
        }
    }
}

/// A longer list than this is not searched.
const LONG: usize = 64;

/// The order of the lines of a document.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pieces: Vec<Piece>,
    len: usize,
    places: OnceLock<Places>,
}

/// The place of every line: first those of the source, then the added ones.
#[derive(Debug, Clone, Default)]
struct Places([Vec<u32>; 2]);

impl Places {
    /// The line has no place.
    const NOWHERE: u32 = u32::MAX;

    fn key(id: RecordId) -> (usize, usize) {
        match id.new_serial() {
            None => (0, id.key() as usize),
            Some(serial) => (1, serial as usize),
        }
    }

    fn of(order: &Order) -> Self {
        let mut places = Self::default();
        for (id, place) in order.to_vec().into_iter().zip(0..) {
            let (table, at) = Self::key(id);
            let table = &mut places.0[table];
            if table.len() <= at {
                table.resize(at + 1, Self::NOWHERE);
            }
            table[at] = place;
        }
        places
    }

    fn get(&self, id: RecordId) -> Option<usize> {
        let (table, at) = Self::key(id);
        self.0[table].get(at).filter(|&&place| place != Self::NOWHERE).map(|&place| place as usize)
    }
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
        if self.pieces.iter().any(|piece| matches!(piece, Piece::List(ids) if ids.len() > LONG)) {
            return self.places.get_or_init(|| Places::of(self)).get(id);
        }
        let mut before = 0;
        for piece in &self.pieces {
            let at = match piece {
                Piece::Run(lines) => {
                    id.source_line().filter(|line| lines.contains(line)).map(|line| line - lines.start)
                }
                Piece::List(ids) => ids.iter().position(|&other| other == id),
            };
            if let Some(at) = at {
                return Some(before + at);
            }
            before += piece.len();
        }
        None
    }

    /// The positions of lines; `None` for those that are gone. Uses the table, except in a file whose lines
    /// are in their original order.
    pub(super) fn positions_of(&self, ids: &[RecordId]) -> Vec<Option<usize>> {
        match self.pieces.as_slice() {
            [] | [_] => ids.iter().map(|&id| self.position_of(id)).collect(),
            _ => {
                let places = self.places.get_or_init(|| Places::of(self));
                ids.iter().map(|&id| places.get(id)).collect()
            }
        }
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

    /// Replaces `removed` lines from `at` on by `inserted`.
    pub(super) fn splice(&mut self, at: usize, removed: usize, inserted: &[RecordId]) {
        self.places.take();
        let at = at.min(self.len);
        let removed = removed.min(self.len - at);
        let from = self.cut(at);
        let to = self.cut(at + removed);
        let new = (!inserted.is_empty()).then(|| Piece::List(inserted.to_vec()));
        self.pieces.splice(from..to, new);
        self.len = self.len - removed + inserted.len();
        self.join();
    }

    /// Makes a border between pieces at `position` and returns the piece that starts there.
    fn cut(&mut self, position: usize) -> usize {
        let mut rest = position;
        let mut number = 0;
        while number < self.pieces.len() {
            let len = self.pieces[number].len();
            if rest == 0 {
                return number;
            }
            if rest < len {
                let piece = std::mem::replace(&mut self.pieces[number], Piece::List(Vec::new()));
                let (head, tail) = piece.split(rest);
                self.pieces[number] = head;
                self.pieces.insert(number + 1, tail);
                return number + 1;
            }
            rest -= len;
            number += 1;
        }
        number
    }

    /// Joins runs that belong together, and drops empty pieces.
    fn join(&mut self) {
        let mut joined: Vec<Piece> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            match (joined.last_mut(), piece) {
                (_, piece) if piece.len() == 0 => {}
                (Some(Piece::Run(last)), Piece::Run(next)) if last.end == next.start => last.end = next.end,
                // A removed line that comes back is a list of one line of the source.
                (Some(Piece::Run(last)), Piece::List(ids))
                    if ids.len() == 1 && ids[0].source_line() == Some(last.end) =>
                {
                    last.end += 1;
                }
                (Some(Piece::List(last)), Piece::List(next)) => last.extend(next),
                (_, piece) => joined.push(piece),
            }
        }
        self.pieces = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_removed_line_that_comes_back_joins_its_run() {
        let mut order = Order::of_source(10);
        let id = order.id_at(4).unwrap();
        order.splice(4, 1, &[]);
        assert_eq!(order.pieces.len(), 2);
        order.splice(4, 0, &[id]);
        assert_eq!(order.pieces, Order::of_source(10).pieces);
    }

    #[test]
    fn lines_of_a_long_list_are_found_also_after_changes() {
        let mut order = Order::of_source(1_000);
        let reversed: Vec<RecordId> = order.iter().collect::<Vec<_>>().into_iter().rev().collect();
        order.splice(0, 1_000, &reversed);
        let added = RecordId::new_line(7).unwrap();
        assert_eq!((order.position_of(reversed[3]), order.position_of(added)), (Some(3), None));
        order.splice(2, 1, &[added]);
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
                order.splice(at, removed, &new);
                let at = at.min(model.len());
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
    }
}
