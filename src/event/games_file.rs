//! A file of games that an event shares with others: which games in it are its own.
//!
//! Games of an event are written as they end, and a game in progress after them. When an event goes on after it was
//! broken off, or is over, its games are put into their order. The file may have other games meanwhile, those of the
//! user, and of events before and after this one, also of one that was begun with the same words: they stay, byte for
//! byte. So a text is only taken for one of the event if the event has written all of it.

use std::collections::HashMap;
use std::ops::Range;

/// How a game begins.
const BEGIN: &[u8] = b"[Event \"";

/// The tags that only the end of a game decides.
const OF_THE_END: [&[u8]; 3] = [b"[Result ", b"[Termination ", b"[PlyCount "];

/// The games of an event, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnGames {
    /// Those that the file is to have, each with a blank line after it.
    pub ended: Vec<String>,
    /// Those that have begun and not ended.
    pub begun: Vec<BegunGame>,
    /// The reason that is written into a game when it is broken off.
    pub reason: String,
}

/// A game that has begun and not ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BegunGame {
    /// Its tags and the moves that are known.
    pub text: String,
    /// Whether the file shows games in progress.
    pub is_shown: bool,
    /// Whether it was broken off before, and is in the file as such.
    pub was_broken_off: bool,
}

/// What goes after a text so that a game can follow: the rest of a blank line.
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
/// it stays. A game that has begun and not ended is taken out: it is written again when it ends.
///
/// Of equal games those are the event's that stand after `offset`, where it began.
pub fn with_games(text: &[u8], offset: usize, own: &OwnGames) -> Vec<u8> {
    let mut left = Left::default();
    for game in &own.ended {
        left.ended.entry(tags_of(game.as_bytes())).or_default().push(game.as_bytes());
    }
    for game in &own.begun {
        left.begun.entry(lasting(tags_of(game.text.as_bytes()))).or_default().push(game);
    }
    let offset = if offset <= text.len() { offset } else { 0 };
    let mut taken = left.ranges(text, offset..text.len(), &own.reason);
    let mut earlier = left.ranges(text, 0..offset, &own.reason);
    earlier.retain(|range| taken.iter().all(|other| range.end <= other.start));
    taken.extend(earlier);
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
    if !own.ended.is_empty() {
        out.extend_from_slice(separator(&out).as_bytes());
    }
    out.extend(own.ended.iter().flat_map(|game| game.bytes()));
    out.extend_from_slice(&behind);
    out
}

/// The games that were not found yet, by their tags.
#[derive(Default)]
struct Left<'a> {
    ended: HashMap<&'a [u8], Vec<&'a [u8]>>,
    begun: HashMap<Vec<u8>, Vec<&'a BegunGame>>,
}

impl Left<'_> {
    /// The places of the event's games that begin in a part of a text.
    fn ranges(&mut self, text: &[u8], part: Range<usize>, reason: &str) -> Vec<Range<usize>> {
        let (mut ranges, mut at) = (Vec::new(), part.start);
        while at < part.end {
            let rest = &text[at..];
            let is_begin = rest.starts_with(BEGIN) && (at == 0 || text[at - 1] == b'\n');
            if let Some(length) = is_begin.then(|| self.length_of(rest, reason)).flatten() {
                ranges.push(at..at + length);
                at += length;
            } else {
                let next = memchr::memmem::find(&rest[1..], BEGIN);
                at = next.map_or(part.end, |next| at + 1 + next);
            }
        }
        ranges
    }

    /// The length of the event's game at the beginning of a text, if there is one.
    fn length_of(&mut self, text: &[u8], reason: &str) -> Option<usize> {
        let (tags, moves) = parts(text);
        if let Some(games) = self.ended.get_mut(tags) {
            // The last one may have lost the line ends after it.
            let is_whole =
                |game: &&[u8]| text.starts_with(game) || text.trim_ascii_end() == game.trim_ascii_end();
            if let Some(found) = games.iter().position(is_whole) {
                return Some(games.swap_remove(found).len().min(text.len()));
            }
        }
        let games = self.begun.get_mut(&lasting(tags))?;
        let (found, length) = games
            .iter()
            .enumerate()
            .find_map(|(at, game)| Some((at, length_of_beginning(moves, game, reason)?)))?;
        games.swap_remove(found);
        Some(text.len() - moves.len() + length)
    }
}

/// How many bytes of a text are the moves of a game that has begun, with the blank line after them; `None` if they are those
/// of another one.
fn length_of_beginning(text: &[u8], game: &BegunGame, reason: &str) -> Option<usize> {
    let (_, known) = parts(game.text.as_bytes());
    let same = text.iter().zip(known).take_while(|(one, other)| one == other).count();
    let rest = &text[same..];
    let end = memchr::memmem::find(rest, b"\n\n").unwrap_or(rest.len());
    let tail = rest[..end].trim_ascii();
    let words: Vec<&[u8]> = tail.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let words = words.join(&b' ');
    // The comment of the last move has the reason in addition.
    let is_broken_off = ["*".to_owned(), format!("{{{reason}}} *"), format!(", {reason}}} *")]
        .iter()
        .any(|end| words == end.as_bytes());
    if game.was_broken_off && is_broken_off || game.is_shown && tail.is_empty() {
        return Some((same + end + 2).min(text.len()));
    }
    // What a user has put after it is no move, and in no comment.
    let opened = memchr::memchr_iter(b'{', &text[..same]).count();
    let closed = memchr::memchr_iter(b'}', &text[..same]).count();
    let is_of_user = matches!(tail.first(), Some(b';' | b'%')) || tail.starts_with(BEGIN);
    (game.is_shown && opened == closed && is_of_user).then_some(same)
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

/// The tags of a game at the beginning of a text, and what is after the blank line.
fn parts(text: &[u8]) -> (&[u8], &[u8]) {
    let tags = tags_of(text);
    (tags, text.get(tags.len() + 1..).unwrap_or_default())
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

    fn begun(round: &str, moves: &str) -> BegunGame {
        let text = text(round, moves).trim_end().to_owned();
        BegunGame { text, is_shown: true, was_broken_off: true }
    }

    fn own(ended: Vec<String>, begun: Vec<BegunGame>) -> OwnGames {
        OwnGames { ended, begun, reason: "it ends".to_owned() }
    }

    #[track_caller]
    fn check(before: &str, offset: usize, own: &OwnGames, expect: &str) {
        let made = with_games(before.as_bytes(), offset, own);
        assert_eq!(String::from_utf8(made.clone()).unwrap(), expect, "{before:?}");
        assert_eq!(with_games(&made, offset, own), made, "once more");
    }

    #[test]
    fn own_games_are_put_into_order_and_others_stay() {
        let (one, two) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"));
        let games = own(vec![one.clone(), two.clone()], vec![begun("3", "1. c4 {0.10/3} c5 {0.20/4}")]);
        let whole = one.clone() + &two;
        let check = |before: &str, expect: &str| check(before, 0, &games, expect);
        check("", &whole);
        check(&(two.clone() + &one), &whole);
        // The last one without the line ends after it.
        for cut in [1, 2] {
            check(&whole[..whole.len() - cut], &whole);
        }
        // The user's, without a last line end; and with one that is broken off.
        check("1. a4 *", &format!("1. a4 *\n\n{whole}"));
        check("[Event \"?\"]\n\n1. a4", &format!("[Event \"?\"]\n\n1. a4\n\n{whole}"));
        // A game in progress was written, or one that was broken off then.
        for moves in
            ["", "1.", "1. c4", "1. c4 {0.10/3} c5 {0.20/4", "1. c4 {0.10/3, it\nends} *", "1. c4 {0.10/3} *"]
        {
            let shown =
                format!("[Event \"One\"]\n[Round \"3\"]\n[Result \"y\"]\n[Termination \"z\"]\n\n{moves}");
            check(&(one.clone() + &shown), &whole);
            check(&format!("{one}{shown}\n\n{two}"), &whole);
        }
        // What the user has put after it stays.
        for mine in ["\n; my note\n\n1. d4", "; my note\n", "\n[Event \"mine\"]\n\n1. e4 *\n"] {
            let shown = format!("{one}[Event \"One\"]\n[Round \"3\"]\n\n1. c4 {{0.10/3}} c5");
            check(&(shown + mine), &(whole.clone() + mine));
        }
    }

    #[test]
    fn games_of_others_are_not_taken() {
        let (one, two) = (text("1", "1. e4 1-0"), text("2", "1. d4 d5 *"));
        let games =
            own(vec![one.clone(), two.clone()], vec![begun("3", "1. c4 c5"), begun("4", "1. a3 {0.1/1} a5")]);
        let whole = one.clone() + &two;
        // Another event, the same one once more, one of the same name, and what is no game.
        for other in [
            game("Two", "1", "1. e4 *"),
            whole.clone(),
            text("1", "1. b4 1-0") + &text("3", "1. b4 *"),
            text("3", "1. c4 c5 2. d4 *"),
            text("3", "1. c4 c5 2. d4 {0.10/4} *"),
            text("3", "1. c4 c5 1-0"),
            text("3", "1. c4 {my note: adjourned} c5 {look here} *"),
            text("3", "1. c4 {my note} *"),
            text("4", "1. a3 {[%eval 0.37,0] 0.1/1} a5 *"),
            text("4", "1. a3 {0.2/1, it ends} *"),
            text("1", "1. e4 *"),
            text("2", "1. d4 d5 2. c4 *"),
            text("1.1", "1. e4 1-0"),
            "; my note\n".to_owned(),
            "1. d4 d5 2. c4 1-0\n".to_owned(),
            "1. d4 d5 2. c4".to_owned(),
            "[Site \"x\"]\n[Event \"mine\"]\n\n1. e4 {[Event \"x\"\n[Event \"y\"]} *\n\n".to_owned(),
            "[Event \"mine\"]\r\n[Round \"3\"]\r\n\r\n1. e4 *\r\n\r\n".to_owned(),
        ] {
            check(&(whole.clone() + &other), 0, &games, &(whole.clone() + &other));
            let before = other.clone() + separator(other.as_bytes());
            let both = before.clone() + &whole;
            check(&both, before.len(), &games, &both);
        }
        // Games of the event on both sides of another one.
        let other = game("Two", "1", "1. e4 *");
        check(&(one.clone() + &other + &two), 0, &games, &(whole.clone() + &other));
        check(&(other.clone() + &two + &one), 0, &games, &(other + &whole));
        // The file is not what it was.
        check(&whole, 9_999, &games, &whole);
        for offset in 0..=whole.len() {
            check(&whole, offset, &games, &whole);
        }
        // What is never shown or broken off is in no file.
        let silent = BegunGame { is_shown: false, was_broken_off: false, ..begun("5", "1. c4 c5") };
        let games = own(vec![one.clone()], vec![silent]);
        for moves in ["1. c4 *", "1. c4 c5", "1. c4 {it ends} *", "1. c4\n; mine"] {
            check(&(one.clone() + &text("5", moves)), 0, &games, &(one.clone() + &text("5", moves)));
        }
        let games = own(vec![one.clone(), two.clone()], vec![]);
        // Of equal games those after the beginning are taken.
        let before = whole.clone() + "[Event \"mine\"]\n\n1. a3 *\n\n" + &whole;
        check(&before, before.len() - whole.len(), &games, &before);
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
            let games = own(texts.clone(), vec![]);
            let before: String = pieces.iter().map(|(_, piece)| piece.as_str()).collect();
            let made = String::from_utf8(with_games(before.as_bytes(), 0, &games)).unwrap();
            let whole = texts.concat();
            prop_assert!(made.contains(&whole));
            // What is left without the event's games is what there was without the first of each.
            let mut seen = std::collections::HashSet::new();
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
