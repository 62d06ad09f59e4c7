//! Laws of queries.

use crate::query::{Asked, Query};

/// Any text is answered as a query: refused at a place in it, or asked of any line, and then just
/// one of it and its opposite is true. The plan is the query.
pub fn query(input: &[u8]) {
    let (plan, line) = super::plan_and_rest(input);
    let text = String::from_utf8_lossy(plan);
    let query = match Query::read(&text) {
        Ok(query) => query,
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{:?}", error.span);
            return;
        }
    };
    if text.trim().is_empty() {
        return;
    }
    let answer = query.matches(Asked::line(line));
    match Query::read(&format!("-({text})")) {
        Ok(opposite) => assert_ne!(opposite.matches(Asked::line(line)), answer, "{text}"),
        Err(error) => panic!("the opposite of {text} is refused: {error}"),
    }
}
