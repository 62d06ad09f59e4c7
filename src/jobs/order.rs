//! Tasks that compare many lines: the same positions, and the order of lines.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::epd::conventions::Conventions;
use crate::epd::game::{Game, by_rook_files};
use crate::epd::lint::{game_key, label_key, position_key};
use crate::epd::verbs::merge::{Unmergeable, merge};
use crate::epd::verbs::sort_key::{SortBy, order};
use crate::epd::{Parse, parse};
use crate::protocol::{Lines, Merged, Same};
use crate::random::Random;

/// For each sense and each line a key, 0 if there is none.
pub fn keys(same: &[Same], lines: &Lines) -> Vec<Vec<u64>> {
    let mut keys = vec![Vec::with_capacity(lines.len()); same.len()];
    for line in lines.iter() {
        let parsed = parse(line);
        for (keys, same) in keys.iter_mut().zip(same) {
            keys.push(key_of(*same, &parsed));
        }
    }
    keys
}

/// The key of a line of a file of this game: equal for lines that are the same in this sense; 0 if there is
/// none.
pub fn key(same: Same, game: Game, line: &[u8]) -> u64 {
    let spelled = if same == Same::Game { by_rook_files(game, line) } else { None };
    key_of(same, &parse(spelled.as_deref().unwrap_or(line)))
}

fn key_of(same: Same, parsed: &Parse<'_>) -> u64 {
    let key = match same {
        Same::Fields => position_key(parsed),
        Same::Game => game_key(parsed),
        Same::Label => label_key(parsed),
    };
    key.unwrap_or(0)
}

/// The sort key of each line.
pub fn sort_keys(by: &str, conventions: Conventions, lines: &Lines) -> Lines {
    let by = SortBy::named(by, conventions);
    lines.iter().map(|line| by.key(line)).collect()
}

/// The places of keys, in the order of the keys. `beat` is called on the way, here and in the functions below
/// that work on a whole file at once.
pub fn sorted(keys: &Lines, descending: bool, beat: impl Fn()) -> Vec<u32> {
    order(keys.iter(), descending, beat)
}

/// Places in random order. The same seed gives the same order on every machine.
pub fn shuffled(count: u32, seed: u64, beat: impl Fn()) -> Vec<u32> {
    let mut places: Vec<u32> = (0..count).collect();
    Random::new(seed).shuffle(&mut places, beat);
    places
}

/// The places of each key that occurs more than once, first the one that is kept.
pub fn groups(keys: &[u64], keep_last: bool, beat: impl Fn()) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    // The first place of a key, and its group once there is a second one.
    let mut known: HashMap<u64, (u32, Option<usize>)> = HashMap::new();
    for (&key, at) in keys.iter().zip(0..).filter(|(key, _)| **key != 0) {
        beat();
        match known.get_mut(&key) {
            None => {
                known.insert(key, (at, None));
            }
            Some((_, Some(group))) => groups[*group].push(at),
            Some((first, group)) => {
                *group = Some(groups.len());
                groups.push(vec![*first, at]);
            }
        }
    }
    if keep_last {
        for group in &mut groups {
            group.reverse();
        }
    }
    groups
}

/// All places of the groups but the first of each, in ascending order.
pub fn others(groups: &[Vec<u32>]) -> Vec<u32> {
    let last = groups.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let mut is_other = vec![false; last];
    for &place in groups.iter().flat_map(|group| group.iter().skip(1)) {
        is_other[place as usize] = true;
    }
    (0..).zip(is_other).filter_map(|(place, is_other)| is_other.then_some(place)).collect()
}

/// The first line of each group, with the operations that it lacks and other lines of the group have.
pub fn merged(groups: &[u32], lines: &Lines, conventions: &Conventions, beat: impl Fn()) -> Merged {
    let mut out = Merged::default();
    let mut at = 0;
    for &count in groups {
        let places = at..at + (count as usize).min(lines.len() - at);
        at = places.end;
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let first = lines.get(places.start).unwrap_or_default();
        let mut text = Cow::Borrowed(first);
        for place in places.clone().skip(1) {
            beat();
            match merge(&text, lines.get(place).unwrap_or_default(), conventions) {
                Ok(Some(new)) => text = Cow::Owned(new),
                Ok(None) => {}
                Err(Unmergeable) => out.left.push(number(place)),
            }
        }
        if let Cow::Owned(text) = text {
            out.edits.push((number(places.start), text));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Lines {
        lines.iter().collect()
    }

    #[test]
    fn keys_tell_positions_apart() {
        let lines = lines(&[
            "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
            "# 4k3",
            "4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 b - -  id \"b\";",
            "4k3/8/8/8/4P3/8/8/4K3 b - e3",
            "4k3/8/8/8/4P3/8/8/4K3 b - -",
        ]);
        let both = keys(&[Same::Fields, Same::Game], &lines);
        let (fields, game) = (&both[0], &both[1]);
        for keys in [fields, game] {
            assert_eq!(keys[0], keys[2]);
            assert_eq!(keys[1], 0);
            assert!(keys[3] != keys[0] && keys[3] != 0);
        }
        assert_ne!(fields[4], fields[5]);
        assert_eq!(game[4], game[5], "no pawn can capture there");
    }

    #[test]
    fn shuffles_the_same_for_a_seed() {
        let order = shuffled(1_000, 7, || ());
        assert_eq!(order, shuffled(1_000, 7, || ()));
        assert_ne!(order, shuffled(1_000, 8, || ()));
        let mut all = order.clone();
        all.sort_unstable();
        assert_eq!(all, (0..1_000).collect::<Vec<_>>());
        // About half of the places move to the other half by chance.
        let moved = order.iter().take(500).filter(|&&place| place >= 500).count();
        assert!((200..300).contains(&moved), "{moved}");
        assert!(shuffled(0, 1, || ()).is_empty());
    }

    #[test]
    fn groups_what_is_the_same() {
        let keys = [7, 0, 5, 7, 0, 9, 5, 7];
        assert_eq!(groups(&keys, false, || ()), [vec![0, 3, 7], vec![2, 6]]);
        assert_eq!(groups(&keys, true, || ()), [vec![7, 3, 0], vec![6, 2]]);
        assert_eq!(others(&groups(&keys, false, || ())), [3, 6, 7]);
        assert!(groups(&[1, 2], false, || ()).is_empty());
    }

    #[test]
    fn merges_groups() {
        let all = lines(&[
            "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
            "8/8/8/8/8/8/8/K1k5 w - -",
        ]);
        let expect = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";".to_vec();
        let merged = |groups: &[u32], lines: &Lines| merged(groups, lines, &Conventions::default(), || ());
        assert_eq!(merged(&[2, 1], &all), Merged { edits: vec![(0, expect)], left: Vec::new() });
        assert_eq!(merged(&[9, 9], &lines(&["a"])), Merged::default());
        // A record stays that has something which cannot be added; another one is added all the same.
        let all = lines(&[
            "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"open",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        ]);
        let expect = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";".to_vec();
        assert_eq!(merged(&[3], &all), Merged { edits: vec![(0, expect)], left: vec![1] });
    }
}
