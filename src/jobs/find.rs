//! The task that runs a query over lines.

use crate::epd::conventions::Conventions;
use crate::jobs::place;
use crate::jobs::verdicts::arounds;
use crate::protocol::{BadQuery, Lines, Repeats};
use crate::query::{Asked, Query};

/// The places of the lines that match a query.
pub(super) fn find(
    query: &str,
    conventions: &Conventions,
    first: u32,
    lines: &Lines,
    repeats: &Repeats,
    changed: &[u32],
) -> Result<Vec<u32>, BadQuery> {
    let query = Query::read(query).map_err(|error| BadQuery {
        start: place(error.span.start),
        end: place(error.span.end),
        reason: error.reason,
    })?;
    let code_page = conventions.code_page.unwrap_or_default();
    let mut arounds = arounds(conventions, repeats);
    let mut found = Vec::new();
    for (at, text) in (0..).zip(lines.iter()) {
        let around = arounds(at);
        let number = first.saturating_add(at) as usize;
        let is_changed = changed.binary_search(&at).is_ok();
        if query.matches_by(Asked { text, number, around, is_changed, code_page }, &|rule| {
            conventions.levels.severity(rule)
        }) {
            found.push(at);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;
    use crate::jobs::testing::lines;
    use crate::language::say;

    #[test]
    fn finds_by_place() {
        let find = |query: &str| {
            find(
                query,
                &Dialect::Edwards.into(),
                11,
                &lines(),
                &Repeats { positions: vec![2], labels: vec![3] },
                &[0, 3],
            )
        };
        assert_eq!(find("has:bm"), Ok(vec![2]));
        assert_eq!(find("line:12-13"), Ok(vec![1, 2]));
        assert_eq!(find("dup"), Ok(vec![2]));
        assert_eq!(find("error:I216"), Ok(vec![2]));
        assert_eq!(find("changed"), Ok(vec![0, 3]));
        assert_eq!(find("error:I439"), Ok(vec![3]));
        let bad = find("4k3 side:x").unwrap_err();
        assert_eq!((bad.start, bad.end, bad.reason), (4, 10, say("query.side", ["x"])));
    }
}
