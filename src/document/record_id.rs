//! The id of a line, which stays the same while lines around it come and go.

/// Names a line of one document for as long as the document is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(u32);

/// Ids from here on name added lines.
const FIRST_NEW: u32 = 1 << 31;

/// The most lines of a file: ids below [`FIRST_NEW`] are line numbers.
pub(super) const MOST_LINES: usize = FIRST_NEW as usize;

impl RecordId {
    /// The id of a line of the source, from 0.
    pub(super) fn of_source(line: usize) -> Option<Self> {
        u32::try_from(line).ok().filter(|&line| line < FIRST_NEW).map(Self)
    }

    /// The id of added line number `serial`.
    pub(super) fn new_line(serial: u32) -> Option<Self> {
        FIRST_NEW.checked_add(serial).map(Self)
    }

    /// The number of the line in the source, from 0; `None` for an added line.
    pub fn source_line(self) -> Option<usize> {
        (self.0 < FIRST_NEW).then_some(self.0 as usize)
    }

    /// The number of an added line, from 0 (see [`super::Document::lines_added`]); `None` for a line of the source.
    pub fn new_serial(self) -> Option<u32> {
        self.0.checked_sub(FIRST_NEW)
    }

    /// The id with this key.
    pub(super) fn of_key(key: u32) -> Self {
        Self(key)
    }

    /// A number to be used as a key.
    pub fn key(self) -> u32 {
        self.0
    }
}

/// The lines at these places, in this order. A place that no line has is left out.
pub fn permuted(ids: &[RecordId], order: &[u32]) -> Vec<RecordId> {
    order.iter().filter_map(|&place| ids.get(place as usize).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_take_the_places_of_an_order() {
        let ids: Vec<RecordId> = (0..3).filter_map(RecordId::of_source).collect();
        let [a, b, c] = ids[..] else { panic!("{ids:?}") };
        for (order, expect) in
            [(&[][..], &[][..]), (&[2, 0, 1], &[c, a, b]), (&[1, 1], &[b, b]), (&[3, 0, u32::MAX], &[a])]
        {
            assert_eq!(permuted(&ids, order), expect, "{order:?}");
        }
        assert_eq!(permuted(&[], &[0]), []);
    }
}
