//! A file of games that an event shares with others: which games in it are its own.
//!
//! Games of an event are written as they end, and a game in progress behind them. When an event goes on after it was
//! broken off, or is over, its games are put into their order. The file may have other games meanwhile, those of the
//! user, and of events before and after this one: they stay, byte for byte.

use std::collections::{HashMap, HashSet};

/// The tags that only the end of a game decides.
const OF_THE_END: [&[u8]; 3] = [b"[Result ", b"[Termination ", b"[PlyCount "];

/// The results that end a game.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// The games of an event, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnGames {
    /// The tags that all of them begin with.
    pub head: String,
    /// Those that ended or were broken off, each with a blank line behind it, and whether the file is to have it.
    pub ended: Vec<(String, bool)>,
    /// Those in progress, as far as they were played.
    pub begun: Vec<String>,
}

/// What goes behind a text before more games follow it: the end of a game that was broken off, and a blank line.
pub fn separator(text: &[u8]) -> &'static str {
    let is_broken_off = blocks(text).last().is_some_and(|(_, block)| {
        let game = Game::of(block);
        !game.tags.is_empty() && !game.is_over
    });
    let newlines =
        text.iter().rev().filter(|&&byte| byte != b'\r').take_while(|&&byte| byte == b'\n').count();
    match (text.is_empty(), is_broken_off, newlines) {
        (true, ..) | (_, false, 2..) => "",
        (_, true, _) => " *\n\n",
        (_, false, 1) => "\n",
        (_, false, 0) => "\n\n",
    }
}

/// The file with the games of an event in their order, where the first of them was, or else at the end. Whatever else is in
/// it stays.
///
/// A game that only the file knows, since the journal lost its end, is played again, and goes. It has the tags of the event
/// and none of a game that is known, and stands in the row of games that begins at `offset`, where the event began.
pub fn with_games(text: &[u8], offset: usize, own: &OwnGames) -> Vec<u8> {
    // Several games may have the same tags.
    let mut known: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
    let ended = own.ended.iter().map(|(text, _)| text);
    for text in ended.clone().chain(&own.begun) {
        let Game { tags, moves, .. } = Game::of(text.as_bytes());
        known.entry(tags).or_default().push(moves);
    }
    let mut seen: HashSet<Vec<u8>> = ended.map(|text| Game::of(text.as_bytes()).tags).collect();
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let (mut has_own, mut is_in_row) = (false, true);
    for (at, block) in blocks(text) {
        let game = Game::of(block);
        let is_known = known.get_mut(&game.tags).is_some_and(|all| {
            let Some(at) = all.iter().position(|moves| game.is_of(moves)) else { return false };
            // A game that was only begun may be there once more, finished.
            if game.is_over {
                all.swap_remove(at);
            }
            true
        });
        let is_new = seen.insert(game.tags);
        let is_lost = || at >= offset && is_in_row && is_new && block.starts_with(own.head.as_bytes());
        if is_known || is_lost() {
            has_own = true;
            continue;
        }
        is_in_row &= at < offset;
        if has_own { &mut behind } else { &mut before }.extend_from_slice(block);
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

/// A text with these lines at its end, in place of those of them that it has behind its first `before` bytes, and without
/// loss of any other line. Each line has its end.
pub fn with_lines(text: &[u8], before: usize, own: &[String]) -> Vec<u8> {
    // The last line of others may have got its end later.
    let gained = before > 0 && text.get(before) == Some(&b'\n') && text[before - 1] != b'\n';
    let before = before + usize::from(gained);
    let (first, rest) = text.split_at_checked(before).unwrap_or((b"", text));
    let mut known: Vec<&str> = own.iter().map(String::as_str).collect();
    let mut out = first.to_vec();
    let end_line = |out: &mut Vec<u8>| {
        if !matches!(out.last(), None | Some(b'\n')) {
            out.push(b'\n');
        }
    };
    for line in rest.split_inclusive(|&byte| byte == b'\n') {
        if let Some(at) = known.iter().position(|own| own.as_bytes() == line) {
            known.remove(at);
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

/// The games of a text and where they begin, each from its first tag to the next game; what is before the first one is a
/// part of its own.
fn blocks(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let starts = memchr::memmem::find_iter(text, b"[Event \"").filter(|&at| at == 0 || text[at - 1] == b'\n');
    let mut bounds: Vec<usize> = starts.collect();
    if bounds.first() != Some(&0) {
        bounds.insert(0, 0);
    }
    bounds.push(text.len());
    let count = bounds.len();
    let block = move |at: usize| (bounds[at - 1], &text[bounds[at - 1]..bounds[at]]);
    (1..count).map(block).filter(|(_, block)| !block.is_empty())
}

/// What a game is known by.
struct Game {
    /// Its tags, but for those that its end decides.
    tags: Vec<u8>,
    /// The words behind them without the result, with single blanks between.
    moves: Vec<u8>,
    /// Whether a result ends it.
    is_over: bool,
}

impl Game {
    fn of(block: &[u8]) -> Self {
        let (mut tags, mut words) = (Vec::new(), Vec::new());
        let mut has_tags = true;
        for line in block.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            has_tags &= line.starts_with(b"[");
            if !has_tags {
                words.extend(line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()));
            } else if !OF_THE_END.iter().any(|tag| line.starts_with(tag)) {
                tags.extend_from_slice(line);
            }
        }
        let is_over = words.last().is_some_and(|last| RESULTS.contains(last));
        if is_over {
            words.pop();
        }
        Self { tags, moves: words.join(&b' '), is_over }
    }

    /// Whether this is a game with these moves, or its beginning. A file may know more of a game than a journal.
    fn is_of(&self, moves: &[u8]) -> bool {
        moves.starts_with(&self.moves) || !self.is_over && self.moves.starts_with(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(round: &str, moves: &str) -> String {
        format!("[Event \"One\"]\n[Round \"{round}\"]\n[Result \"x\"]\n\n{moves}\n\n")
    }

    const HEAD: &str = "[Event \"One\"]\n";

    #[track_caller]
    fn check(before: &str, offset: usize, own: &OwnGames, expect: &str) {
        let made = with_games(before.as_bytes(), offset, own);
        assert_eq!(String::from_utf8(made.clone()).unwrap(), expect, "{before:?}");
        assert_eq!(with_games(&made, offset, own), made, "once more");
    }

    #[test]
    fn own_games_are_put_into_order_and_others_stay() {
        let (one, two, three) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"), text("3", "1. c4"));
        let ended = vec![(one.clone(), true), (two.clone(), true), (text("9", "1. h4 *"), false)];
        let games = OwnGames { head: HEAD.to_owned(), ended, begun: vec![three] };
        let whole = one.clone() + &two;
        let other = "[Event \"Two\"]\n[Round \"1\"]\n\n1. e4 *\n\n";
        let check = |before: &str, expect: &str| check(before, 0, &games, expect);
        check("", &whole);
        check(&(two.clone() + &one), &whole);
        check(&(one.clone() + &text("9", "1. h4 *")), &whole);
        // The user's, without a last line end; and with one that is broken off.
        check("1. a4 *", &format!("1. a4 *\n\n{whole}"));
        check("[Event \"?\"]\n\n1. a4", &format!("[Event \"?\"]\n\n1. a4 *\n\n{whole}"));
        // A game in progress was written, and more moves of it than the journal has.
        check(&(one.clone() + "[Event \"One\"]\n[Round \"3\"]\n\n1."), &whole);
        check(&text("3", "1. c4 c5 2. d4"), &whole);
        // Another event began behind it, and ended the game that was broken off.
        check(&(one.clone() + &text("3", "1. c4 *") + other), &(whole.clone() + other));
        // The same event was played once more, also by other moves.
        check(&(whole.clone() + &whole), &(whole.clone() + &whole));
        let again = text("1", "1. b4 1-0") + &text("3", "1. b4 *");
        check(&(one + &again), &(whole.clone() + &again));
    }

    #[test]
    fn games_that_the_journal_lost_are_played_again() {
        let (one, two) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"));
        let games = OwnGames { head: HEAD.to_owned(), ended: vec![(one.clone(), true)], begun: vec![] };
        check(&(one.clone() + &two), 0, &games, &one);
        // Those before the event, and behind games of others, are none of them.
        check(&(two.clone() + &one), two.len(), &games, &(two.clone() + &one));
        let other = "[Event \"Two\"]\n\n1. e4 *\n\n";
        check(&(one.clone() + other + &two), 0, &games, &(one + other + &two));
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
        check("[Event \"x\"]\n\n1. e4 *\n", "\n");
        check("[Event \"x\"]\n\n1. e4 1/2-1/2", "\n\n");
        check("[Event \"x\"]\n\n1. e4", " *\n\n");
        check("[Event \"x\"]\n\n1. e4 {good}\n\n", " *\n\n");
        check("words", "\n\n");
    }

    proptest! {
        #[test]
        fn nothing_of_others_is_lost(
            parts in prop::collection::vec((0_usize..5, any::<bool>()), 0..8),
            noise in "[\\PC\n]{0,40}",
        ) {
            let texts: Vec<String> = (0..5).map(|n| text(&n.to_string(), "1. e4 e5 *")).collect();
            let ended = texts.iter().map(|text| (text.clone(), true)).collect();
            let games = OwnGames { head: HEAD.to_owned(), ended, begun: vec![] };
            let other = |n: usize| format!("[Event \"Two\"]\n[Round \"{n}\"]\n\n1. d4 *\n\n");
            let mut before = noise.clone() + "\n\n";
            for (at, &(n, is_own)) in parts.iter().enumerate() {
                before += &if is_own { texts[n].clone() } else { other(at) };
            }
            let made = String::from_utf8(with_games(before.as_bytes(), noise.len() + 2, &games)).unwrap();
            prop_assert!(made.starts_with(&noise));
            for (at, &(_, is_own)) in parts.iter().enumerate() {
                prop_assert!(is_own || made.contains(&other(at)));
            }
            prop_assert!(made.contains(&texts.concat()));
        }
    }
}
