//! Laws of queries.

use crate::query::{Asked, Query};

/// Any text is handled as a query: it is refused at a place in it, or it can be asked of any line, and then
/// exactly one of the query and its opposite matches. The plan is the query.
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
        // The opposite is one step deeper.
        Err(error) if error.reason == "query.deep".into() => {}
        Err(error) => panic!("the opposite of {text} is refused: {error}"),
    }
}
