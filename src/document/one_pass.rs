//! Splices that can be made together, and the pieces that they leave: a run that inserts after each of 100,000
//! records goes over the pieces as often as it writes, not for each record.

use std::ops::Range;

use super::change::Splice;
use super::order::Piece;
use super::record_id::RecordId;

/// Lines that replace others, by their place before any of the replacements.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) at: usize,
    pub(super) removed: usize,
    pub(super) inserted: &'a [RecordId],
}

impl<'a> Part<'a> {
    fn of(splice: &'a Splice, at: usize) -> Self {
        Self { at, removed: splice.removed.len(), inserted: &splice.inserted }
    }
}

/// How many of the splices, at least one, can be made in one pass, and what it replaces.
pub(super) fn in_one_pass(splices: &[Splice]) -> (usize, Vec<Part<'_>>) {
    let descends = |pair: &[Splice]| pair[1].at.saturating_add(pair[1].removed.len()) <= pair[0].at;
    let ascends = |pair: &[Splice]| pair[1].at >= pair[0].at.saturating_add(pair[0].inserted.len());
    let count =
        |fits: &dyn Fn(&[Splice]) -> bool| 1 + splices.windows(2).take_while(|pair| fits(pair)).count();
    let (down, up) = (count(&descends), count(&ascends));
    if down >= up {
        // Each is before those already made, so its place has not moved.
        return (down, splices[..down].iter().rev().map(|splice| Part::of(splice, splice.at)).collect());
    }
    // Each is after those already made, which have moved it.
    let (mut removed, mut inserted) = (0, 0);
    let parts = splices[..up].iter().map(|splice| {
        let at = splice.at.saturating_add(removed) - inserted;
        removed += splice.removed.len();
        inserted += splice.inserted.len();
        Part::of(splice, at)
    });
    (up, parts.collect())
}

/// Pieces to which others are added. Runs that belong together are joined, and empty pieces dropped.
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    len: usize,
}

impl Pieces {
    /// Those that come after pieces with this number of lines.
    pub(super) fn behind(pieces: Vec<Piece>, len: usize) -> Self {
        Self { pieces, len }
    }

    /// The pieces and the number of their lines.
    pub(super) fn into_parts(self) -> (Vec<Piece>, usize) {
        (self.pieces, self.len)
    }

    pub(super) fn add(&mut self, piece: Piece) {
        self.len += piece.len();
        match (self.pieces.last_mut(), piece) {
            (_, piece) if piece.len() == 0 => {}
            (Some(Piece::Run(last)), Piece::Run(next)) if last.end == next.start => last.end = next.end,
            // A removed line that comes back is a list of one line of the source.
            (Some(Piece::Run(last)), Piece::List(ids))
                if ids.len() == 1 && ids[0].source_line() == Some(last.end) =>
            {
                last.end += 1;
            }
            (Some(Piece::List(last)), Piece::List(next)) => last.extend(next),
            (_, piece) => self.pieces.push(piece),
        }
    }

    pub(super) fn add_part(&mut self, piece: &Piece, lines: Range<usize>) {
        match piece {
            _ if lines.is_empty() => {}
            Piece::Run(all) => self.add(Piece::Run(all.start + lines.start..all.start + lines.end)),
            Piece::List(ids) => self.add(Piece::List(ids[lines].to_vec())),
        }
    }
}
