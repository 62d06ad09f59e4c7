//! A file of games that an event shares with others: which games in it are its own.
//!
//! Games of an event are written as they end, and a game in progress behind them. When an event goes on after it was
//! broken off, or is over, its games are put into their order. The file may have other games meanwhile, those of the
//! user, and of events before and after this one: they stay, byte for byte. So a game is only taken for one of the event
//! if it is the whole text that the event has written, or if it has all tags of a game that has not ended yet.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

/// How a game begins.
const BEGIN: &[u8] = b"[Event \"";

/// The tags that only the end of a game decides.
const OF_THE_END: [&[u8]; 3] = [b"[Result ", b"[Termination ", b"[PlyCount "];

/// The games of an event, as far as they are known.
pub struct OwnGames<'a> {
    /// Those that ended or were broken off, each with a blank line behind it, and whether the file is to have it.
    pub ended: Vec<(String, bool)>,
    /// A game by its tag `Round`, if the event has it and it has not ended, begun or not; only its tags matter.
    pub open: &'a dyn Fn(&str) -> Option<String>,
}

impl fmt::Debug for OwnGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnGames").field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// What goes behind a text so that a game can follow: the rest of a blank line.
pub fn separator(text: &[u8]) -> &'static str {
    let ends = text.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    let (lines, returns) = ends.fold((0, 0), |(lines, returns), &byte| match byte {
        b'\n' => (lines + 1, returns),
        _ => (lines, returns + 1),
    });
    match (text.is_empty(), lines.max(returns)) {
        (true, _) | (_, 2..) => "",
        (_, 1) => "\n",
        _ => "\n\n",
    }
}

/// The file with the games of an event in their order, where the first of them was, or else at the end. Whatever else is in
/// it stays.
///
/// A game that has not ended is taken out where it stands in the row of games that begins at `offset`, where the event
/// began: it is written again when it ends. That is so too if only the file knows its end, since the journal lost it.
pub fn with_games(text: &[u8], offset: usize, own: &OwnGames<'_>) -> Vec<u8> {
    let mut ended: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
    for (game, _) in &own.ended {
        let game = game.as_bytes();
        ended.entry(tags_of(game)).or_default().push(game);
    }
    let mut seen = HashSet::new();
    let mut is_open = |tags: &[u8]| {
        let tags = lasting(tags);
        let is_own = || {
            let game = (own.open)(round_of(&tags)?)?;
            Some(lasting(tags_of(game.as_bytes())) == tags)
        };
        is_own() == Some(true) && seen.insert(tags.clone())
    };
    // Those behind the beginning of the event first: before it, another event may have played the same game.
    let offset = if offset <= text.len() { offset } else { 0 };
    let mut taken = own_ranges(text, offset..text.len(), &mut ended, &mut is_open);
    taken.extend(own_ranges(text, 0..offset, &mut ended, &mut |_| false));
    let place = taken.first().map_or(text.len(), |first| first.start);
    taken.sort_by_key(|range| range.start);
    let (mut before, mut behind, mut at) = (Vec::new(), Vec::new(), 0);
    for range in taken.into_iter().chain(std::iter::once(text.len()..text.len())) {
        let part = &text[at..range.start];
        let side = if at < place || place == text.len() { &mut before } else { &mut behind };
        side.extend_from_slice(part);
        at = range.end;
    }
    let mut out = before;
    let mut written = own.ended.iter().filter(|(_, is_written)| *is_written).peekable();
    if written.peek().is_some() {
        out.extend_from_slice(separator(&out).as_bytes());
    }
    written.for_each(|(text, _)| out.extend_from_slice(text.as_bytes()));
    out.extend_from_slice(&behind);
    out
}

/// The places of the event's games in a part of a text. Those found are taken out of `ended`; `is_open` says of tags whether
/// they are those of a game that has not ended, once.
fn own_ranges(
    text: &[u8],
    part: Range<usize>,
    ended: &mut HashMap<&[u8], Vec<&[u8]>>,
    is_open: &mut dyn FnMut(&[u8]) -> bool,
) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let (mut at, mut is_in_row) = (part.start, true);
    while at < part.end {
        let rest = &text[at..part.end];
        let is_begin = rest.starts_with(BEGIN) && (at == 0 || text[at - 1] == b'\n');
        let length = if is_begin {
            let tags = tags_of(rest);
            let whole = ended.get_mut(tags).and_then(|games| {
                let found = games.iter().position(|game| rest.starts_with(game))?;
                Some(games.swap_remove(found).len())
            });
            whole.or_else(|| (is_in_row && is_open(tags)).then(|| length_of_game(rest, tags)))
        } else {
            None
        };
        if let Some(length) = length {
            ranges.push(at..at + length);
            at += length;
        } else {
            is_in_row = false;
            let next = memchr::memmem::find(&rest[1..], BEGIN);
            at = next.map_or(part.end, |next| at + 1 + next);
        }
    }
    ranges
}

/// The tags at the beginning of a text, up to the first blank line.
fn tags_of(text: &[u8]) -> &[u8] {
    &text[..memchr::memmem::find(text, b"\n\n").map_or(text.len(), |end| end + 1)]
}

/// The tags that a game has from its beginning on.
fn lasting(tags: &[u8]) -> Vec<u8> {
    let lines = tags.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| !OF_THE_END.iter().any(|tag| line.starts_with(tag))).flatten().copied().collect()
}

/// The value of the tag `Round`.
fn round_of(tags: &[u8]) -> Option<&str> {
    let mut lines = tags.split(|&byte| byte == b'\n');
    let value = lines.find_map(|line| line.strip_prefix(b"[Round \"")?.strip_suffix(b"\"]"))?;
    std::str::from_utf8(value).ok()
}

/// How long a game is with these tags: its moves have no blank line before their end.
fn length_of_game(text: &[u8], tags: &[u8]) -> usize {
    let moves = (tags.len() + 1).min(text.len());
    memchr::memmem::find(&text[moves..], b"\n\n").map_or(text.len(), |end| moves + end + 2)
}

/// A text with these lines at its end, in place of those of them that it has behind its first `before` bytes, and without
/// loss of any other line. Each line has its end.
pub fn with_lines(text: &[u8], before: usize, own: &[String]) -> Vec<u8> {
    // The last line of others may have got its end later.
    let gained = before > 0 && text.get(before) == Some(&b'\n') && text[before - 1] != b'\n';
    let before = before + usize::from(gained);
    let (first, rest) = text.split_at_checked(before).unwrap_or((b"", text));
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    for line in own {
        *known.entry(line.as_bytes()).or_default() += 1;
    }
    let mut out = first.to_vec();
    let end_line = |out: &mut Vec<u8>| {
        if !matches!(out.last(), None | Some(b'\n')) {
            out.push(b'\n');
        }
    };
    for line in rest.split_inclusive(|&byte| byte == b'\n') {
        if let Some(count @ 1..) = known.get_mut(line) {
            *count -= 1;
        } else {
            end_line(&mut out);
            out.extend_from_slice(line);
        }
    }
    end_line(&mut out);
    for line in own {
        out.extend_from_slice(line.as_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(event: &str, round: &str, moves: &str) -> String {
        format!("[Event \"{event}\"]\n[Round \"{round}\"]\n[Result \"x\"]\n\n{moves}\n\n")
    }

    fn text(round: &str, moves: &str) -> String {
        game("One", round, moves)
    }

    /// Games that have not ended, all called `One`.
    fn open(rounds: &'static [&str]) -> impl Fn(&str) -> Option<String> {
        |round| rounds.contains(&round).then(|| text(round, ""))
    }

    #[track_caller]
    fn check(before: &str, offset: usize, own: &OwnGames<'_>, expect: &str) {
        let made = with_games(before.as_bytes(), offset, own);
        assert_eq!(String::from_utf8(made.clone()).unwrap(), expect, "{before:?}");
        assert_eq!(with_games(&made, offset, own), made, "once more");
    }

    #[test]
    fn own_games_are_put_into_order_and_others_stay() {
        let (one, two) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"));
        let ended = vec![(one.clone(), true), (two.clone(), true), (text("9", "1. h4 *"), false)];
        let games = OwnGames { ended, open: &open(&["3"]) };
        let whole = one.clone() + &two;
        let check = |before: &str, expect: &str| check(before, 0, &games, expect);
        check("", &whole);
        check(&(two.clone() + &one), &whole);
        check(&(one.clone() + &text("9", "1. h4 *")), &whole);
        // The user's, without a last line end; and with one that is broken off.
        check("1. a4 *", &format!("1. a4 *\n\n{whole}"));
        check("[Event \"?\"]\n\n1. a4", &format!("[Event \"?\"]\n\n1. a4\n\n{whole}"));
        // A game in progress was written.
        check(&(one.clone() + "[Event \"One\"]\n[Round \"3\"]\n\n1."), &whole);
        check(&(one.clone() + "[Event \"One\"]\n[Round \"3\"]\n"), &whole);
        check(&text("3", "1. c4 c5 2. d4"), &whole);
        // Others began behind it: another event, the same one once more, one of the same name, and what is no game.
        for other in [
            game("Two", "1", "1. e4 *"),
            whole.clone(),
            text("1", "1. b4 1-0") + &text("3", "1. b4 *"),
            text("1", "1. e4 *"),
            text("2", "1. d4 d5 2. c4 *"),
            text("1.1", "1. e4 1-0"),
            "; my note\n".to_owned(),
            "1. d4 d5 2. c4 1-0\n".to_owned(),
            "1. d4 d5 2. c4".to_owned(),
            "[Site \"x\"]\n[Event \"mine\"]\n\n1. e4 {[Event \"x\"\n[Event \"y\"]} *\n\n".to_owned(),
            "[Event \"mine\"]\r\n[Round \"3\"]\r\n\r\n1. e4 *\r\n\r\n".to_owned(),
        ] {
            check(&(one.clone() + &text("3", "1. c4") + &two + &other), &(whole.clone() + &other));
            check(&(whole.clone() + &other), &(whole.clone() + &other));
        }
        // Games of the event on both sides of another one.
        let other = game("Two", "1", "1. e4 *");
        check(&(one.clone() + &other + &two), &(whole.clone() + &other));
        check(&(other.clone() + &two + &one), &(other + &whole));
    }

    #[test]
    fn games_that_the_journal_lost_are_played_again() {
        let (one, two) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"));
        let games = OwnGames { ended: vec![(one.clone(), true)], open: &open(&["2"]) };
        check(&(one.clone() + &two), 0, &games, &one);
        // Those before the event, behind games of others, and the second of one kind are none of them.
        check(&(two.clone() + &one), two.len(), &games, &(two.clone() + &one));
        let other = game("Two", "2", "1. e4 *");
        check(&(one.clone() + &other + &two), 0, &games, &(one.clone() + &other + &two));
        let twice = one.clone() + &two + &two;
        assert_eq!(with_games(twice.as_bytes(), 0, &games), (one.clone() + &two).as_bytes());
        // The file is not what it was.
        check(&(one.clone() + &two), 9_999, &games, &one);
        check("", 9_999, &games, &one);
    }

    #[test]
    fn of_equal_games_those_behind_the_beginning_are_taken() {
        let one = text("1", "1. e4 1-0");
        let games = OwnGames { ended: vec![(one.clone(), true)], open: &open(&[]) };
        let mine = "[Event \"mine\"]\n\n1. a3 *\n\n";
        let before = one.clone() + mine + &one;
        check(&before, one.len() + mine.len(), &games, &before);
    }

    #[test]
    fn lines_of_others_stay() {
        let check = |text: &str, before: usize, expect: &str| {
            let own = ["a\n".to_owned(), "b\n".to_owned()];
            let made = with_lines(text.as_bytes(), before, &own);
            assert_eq!(String::from_utf8(made.clone()).unwrap(), expect, "{text:?}");
            assert_eq!(with_lines(&made, before, &own), made, "once more");
        };
        check("", 0, "a\nb\n");
        check("x", 1, "x\na\nb\n");
        check("a\n", 2, "a\na\nb\n");
        check("x\na\n", 2, "x\na\nb\n");
        check("x\na\ny\nb", 2, "x\ny\nb\na\nb\n");
        check("x\n", 99, "x\na\nb\n");
    }

    #[test]
    fn games_are_kept_apart() {
        let check = |text: &str, expect: &str| assert_eq!(separator(text.as_bytes()), expect, "{text:?}");
        check("", "");
        check("[Event \"x\"]\n\n1. e4 *\n\n", "");
        check("[Event \"x\"]\r\n\r\n1. e4 *\r\n\r\n", "");
        check("1. e4 *\r\r", "");
        check("[Event \"x\"]\n\n1. e4 *\n", "\n");
        check("1. e4 1/2-1/2", "\n\n");
        check("1. e4 1-0 {White wins}\n", "\n");
    }

    /// Texts of others between games of an event: some with the same tags, some no games at all.
    fn piece() -> impl Strategy<Value = (bool, String)> {
        let round = || (0_usize..5).prop_map(|round| round.to_string());
        let own = round().prop_map(|round| (true, text(&round, "1. e4 e5 *")));
        let moves = prop_oneof![Just("1. d4 *"), Just("1. e4 e5"), Just("1. e4 e5 2. d4 1-0"), Just("")];
        let other = (prop_oneof![Just("One"), Just("Two")], round(), moves)
            .prop_map(|(event, round, moves)| (false, game(event, &round, moves)));
        let noise = "[\\PC\n]{0,20}\n\n"
            .prop_filter("no game", |noise| !noise.contains("[Event"))
            .prop_map(|noise| (false, noise));
        prop_oneof![own, other, noise]
    }

    proptest! {
        #[test]
        fn nothing_of_others_is_lost(pieces in prop::collection::vec(piece(), 0..10)) {
            let texts: Vec<String> = (0..5).map(|n| text(&n.to_string(), "1. e4 e5 *")).collect();
            let ended = texts.iter().map(|text| (text.clone(), true)).collect();
            let games = OwnGames { ended, open: &open(&[]) };
            let before: String = pieces.iter().map(|(_, piece)| piece.as_str()).collect();
            let made = String::from_utf8(with_games(before.as_bytes(), 0, &games)).unwrap();
            let whole = texts.concat();
            prop_assert!(made.contains(&whole));
            // What is left without the event's games is what there was without the first of each.
            let mut seen = HashSet::new();
            let others: String = pieces
                .iter()
                .filter(|(is_own, piece)| !is_own || !seen.insert(piece.clone()))
                .map(|(_, piece)| piece.as_str())
                .collect();
            let left = made.replacen(&whole, "", 1);
            prop_assert_eq!(left.trim(), others.trim());
            prop_assert_eq!(with_games(made.as_bytes(), 0, &games), made.as_bytes());
        }
    }
}
