//! What is pasted into the text of a record and is no part of it: whole records, or games.

use crate::pgn::begins_with_game;
use crate::recipe;
use crate::share::content_of;
use crate::share::embed::embed_of;

/// The fewest characters of a record.
const SHORTEST: usize = 20;

/// Something that does not become a part of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pasted {
    /// Lines in place of the record. `lines` are none of it if it stays as it is.
    Lines {
        /// The lines, without blank ones: records, and comments between them.
        lines: Vec<String>,
        /// Where the record stays that they were pasted into, if it does.
        old: Old,
    },
    /// Games, which are positions by the hundred.
    Games(String),
}

/// Where a record stays that others were pasted into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Old {
    /// It was replaced.
    Gone,
    /// Before the others.
    Before,
    /// Behind the others.
    Behind,
}

/// Finds out what was pasted when the text of a record became another one; `None` if it goes on as one record: it was
/// typed, or a record was pasted that is wrapped into several lines.
pub fn pasted(old: &str, typed: &str) -> Option<Pasted> {
    if !typed.contains('\n') && typed.len() < old.len() + SHORTEST { None } else { look_at(old, typed) }
}

// Apart from what every key press needs.
#[inline(never)]
fn look_at(old: &str, typed: &str) -> Option<Pasted> {
    if !old.trim().is_empty() {
        for (at, put_in) in put_in(old, typed) {
            if is_games(put_in) {
                return Some(Pasted::Games(put_in.to_owned()));
            }
            // A single position may be put into a string, or to operations that have none.
            let is_part = || !begins(old) && !is_comment(old) || is_in_string(old, at);
            if let Some(lines) = whole_lines(put_in).filter(|lines| lines.len() > 1 || !is_part()) {
                let old = if at == 0 { Old::Behind } else { Old::Before };
                return Some(Pasted::Lines { lines, old });
            }
        }
    }
    if is_games(typed) {
        return Some(Pasted::Games(typed.to_owned()));
    }
    several_records(typed).map(|lines| Pasted::Lines { lines, old: Old::Gone })
}

/// The fragment of this page for a text that is nothing but a link: one of this page, at whatever address it is, or one
/// to a position of lichess.
///
/// ```
/// use epidote::logic::pasted::link_in;
/// assert_eq!(link_in(" https://example.org/epd/#/s/1.abc\n").as_deref(), Some("#/s/1.abc"));
/// let position = "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K3_b_-_-_0_1?color=black";
/// assert_eq!(link_in(position).as_deref(), Some("#/p/4k3/8/8/8/8/8/8/4K3_b_-_-_0_1?color=black"));
/// assert_eq!(link_in("https://example.org/"), None);
/// ```
pub fn link_in(text: &str) -> Option<String> {
    let link = text.trim();
    if link.len() > 4 << 20 || link.contains(char::is_whitespace) {
        return None;
    }
    let place = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"))?;
    if let Some((_, fragment)) = place.split_once('#') {
        let fragment = format!("#{fragment}");
        let is_ours = fragment.starts_with(recipe::LINK)
            || content_of(&embed_of(&fragment).map_or_else(|| fragment.clone(), |embed| embed.link))
                .is_some();
        return is_ours.then_some(fragment);
    }
    let path = place.strip_prefix("lichess.org/")?;
    let position = path.strip_prefix("analysis/").or_else(|| path.strip_prefix("editor/"))?;
    let position =
        position.strip_prefix("standard/").or_else(|| position.strip_prefix("chess960/")).unwrap_or(position);
    (position.matches('/').count() == 7).then(|| format!("#/p/{position}"))
}

/// The number of records among lines.
pub fn records_in(lines: &[String]) -> usize {
    lines.iter().filter(|line| !is_comment(line)).count()
}

/// What was put into a text and where, if nothing of it was replaced. There can be several answers: `ba` before `b` and
/// `ab` after it make the same text.
fn put_in<'a>(old: &'a str, typed: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let same = old.bytes().zip(typed.bytes()).take_while(|(one, other)| one == other).count();
    let more = typed.len().checked_sub(old.len());
    // Most often it is put before the text or after it.
    let behind = (same == old.len()).then_some(same);
    behind.into_iter().chain([0]).chain((1..=same).rev()).filter_map(move |at| {
        let end = at + more?;
        let is_it = old.is_char_boundary(at) && typed.is_char_boundary(end) && typed[end..] == old[at..];
        is_it.then(|| (at, &typed[at..end]))
    })
}

/// Whether a place of a line is inside a string.
fn is_in_string(line: &str, at: usize) -> bool {
    line[..at].matches('"').count() % 2 == 1
}

/// The lines of a text of whole records and comments; `None` if it is something else.
fn whole_lines(text: &str) -> Option<Vec<String>> {
    let lines: Vec<String> = lines_of(text).collect();
    let is_whole =
        lines.iter().any(|line| begins(line)) && lines.iter().all(|line| begins(line) || is_comment(line));
    is_whole.then_some(lines)
}

/// The lines of a text that holds several records; `None` if a line after the first one is neither a record nor a
/// comment, so that it may go on with the line before it.
fn several_records(typed: &str) -> Option<Vec<String>> {
    let lines: Vec<String> = lines_of(typed).collect();
    let rest = lines.get(1..)?;
    let is_several =
        rest.iter().any(|line| begins(line)) && rest.iter().all(|line| begins(line) || is_comment(line));
    is_several.then_some(lines)
}

fn lines_of(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).map(str::to_owned)
}

/// Whether a line begins with eight ranks, and goes on.
fn begins(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_rank =
        |rank: &&str| !rank.is_empty() && rank.bytes().all(|byte| b"12345678pnbrqkPNBRQK".contains(&byte));
    let has_ranks = |word: &str| word.split('/').filter(is_rank).count() == 8;
    words.next().is_some_and(has_ranks) && words.next().is_some()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

/// Whether a text holds games with tags; moves alone may belong to an operation.
fn is_games(text: &str) -> bool {
    text.contains('\n') && text.trim_start().starts_with('[') && begins_with_game(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "8/8/8/8/8/8/8/K1k5 w - - id \"a\";";
    const B: &str = "8/8/8/8/8/8/8/K1k5 w - - id \"b\";";

    #[track_caller]
    fn check(old: &str, typed: &str, expect: Option<(&[&str], Old)>) {
        let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect();
        let expect = expect.map(|(expect, old)| Pasted::Lines { lines: lines(expect), old });
        assert_eq!(pasted(old, typed), expect, "{typed:?}");
    }

    #[test]
    fn whole_records_are_lines_around_the_one_they_are_pasted_into() {
        let old = "8/8/8/8/8/8/8/K2k4 b - - id \"old\";";
        check(old, &format!("{old}{A}\n{B}\n"), Some((&[A, B], Old::Before)));
        check(old, &format!("{old}\n{A}\n\n# note\n{B}"), Some((&[A, "# note", B], Old::Before)));
        check(old, &format!("{A}\n{B}\n{old}"), Some((&[A, B], Old::Behind)));
        check(old, &format!("{A}\r\n{B}{old}"), Some((&[A, B], Old::Behind)));
        let (head, tail) = old.split_at(30);
        check(old, &format!("{head}{A}\n{B}{tail}"), Some((&[A, B], Old::Before)));
        // They begin like the record.
        for (a, b) in [(A, B), (B, A), ("4k3/8/8/8/8/8/8/4K3 w - -", "4q3/8/8/8/8/8/8/4K3 w - -")] {
            check(a, &format!("{b}{a}"), Some((&[b], Old::Behind)));
            check(a, &format!("{b}\n{a}"), Some((&[b], Old::Behind)));
            check(a, &format!("{a}{b}"), Some((&[b], Old::Before)));
        }
        // The same again, and a single one.
        check(old, &format!("{old}{old}\n{old}"), Some((&[old, old], Old::Before)));
        check(old, &format!("{old}{A}"), Some((&[A], Old::Before)));
        check(old, &format!("{old}\n{A}\n"), Some((&[A], Old::Before)));
        check("é", &format!("é{A}\n{B}"), Some((&[A, B], Old::Before)));
    }

    #[test]
    fn records_in_place_of_another_are_told_from_one_that_is_wrapped() {
        check("", &format!("{A}\n{B}"), Some((&[A, B], Old::Gone)));
        check("old", &format!("{A}\n{B}"), Some((&[A, B], Old::Gone)));
        check(
            "old",
            &format!("before {A}\r\n\r\n{B}\r{B}\r\n"),
            Some((&[&format!("before {A}"), B, B], Old::Gone)),
        );
        for typed in ["", A, "x\ny"] {
            check("", typed, None);
            check("old", typed, None);
        }
        for typed in ["{A}\n", "{A} bm Kb2;\n id \"wrapped\";", "{A}\n# a note", "{A}\n{B}\nbm Kb2;"] {
            check("", &typed.replace("{A}", A).replace("{B}", B), None);
        }
        // A position in a string, and before operations that lost theirs.
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        check("8/8/8/8/8/8/8/K1k5 w - - c0 \"\";", &format!("8/8/8/8/8/8/8/K1k5 w - - c0 \"{fen}\";"), None);
        check(" bm Kb2;", &format!("{fen} bm Kb2;"), None);
        check(" bm Kb2;", &format!("{fen}\n bm Kb2;"), None);
        check("# a note", &format!("# a note{A}"), Some((&[A], Old::Before)));
        // Operations that go on, and a placement that is typed before a record.
        check(A, &format!("{A}\nbm Kb2; c0 \"a long comment\";\n"), None);
        check(A, &format!("8/8/8/8/8/8/8/K1k5{A}"), None);
    }

    #[test]
    fn games_are_no_record() {
        let games = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
        for typed in [games.to_owned(), format!("{A}{games}"), format!("{games}{A}"), format!("{A}\n{games}")]
        {
            let Some(Pasted::Games(text)) = pasted(A, &typed) else { panic!("{typed}") };
            assert_eq!(text.trim(), games.trim());
        }
        check(A, &format!("{A} pv 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6;"), None);
        check(A, &format!("{A}1. e4\ne5"), None);
    }

    #[test]
    fn records_are_counted_without_comments() {
        assert_eq!(records_in(&[A, "# note", B].map(str::to_owned)), 2);
    }
}
