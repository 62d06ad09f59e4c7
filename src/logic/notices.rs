//! Notices: short messages that stay until they are closed or make room for others.

use crate::language::Text;

/// The tone of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Note,
    /// Something could not be done.
    Problem,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Identifies the message.
    pub serial: u32,
    /// How urgent it is, which decides its colour and how long it stays.
    pub tone: Tone,
    /// What it says.
    pub text: Text,
    /// Whether it has made room for what it covered: it is one of a number in the status bar, and shown when asked for.
    pub is_folded: bool,
}

/// Most messages that are shown at once.
const MOST: usize = 4;

/// Most messages that have made room and can be brought back.
const MOST_FOLDED: usize = 20;

/// Adds a message at the end. The same text is shown only once. The newest message is always shown: if there are too many,
/// the oldest note is removed, or else the oldest problem makes room.
pub fn add(list: &mut Vec<Notice>, notice: Notice) {
    list.retain(|known| known.text != notice.text);
    list.push(notice);
    let newest = list.len() - 1;
    if shown(list) > MOST {
        match list[..newest].iter().position(|known| known.tone == Tone::Note) {
            Some(note) => {
                list.remove(note);
            }
            None => {
                if let Some(oldest) = list.iter_mut().find(|known| !known.is_folded) {
                    oldest.is_folded = true;
                }
            }
        }
    }
    let folded = list.iter().filter(|known| known.is_folded).count();
    if folded > MOST_FOLDED
        && let Some(oldest) = list.iter().position(|known| known.is_folded)
    {
        list.remove(oldest);
    }
}

/// Shows messages that have made room, as many as are shown at once: the newest of those that are older than what is shown,
/// and the newest of all after the oldest. Problems that were shown before make room for them if they must, and come back
/// where room is left.
pub fn unfold(list: &mut [Notice]) {
    let is_folded = |list: &[Notice], at: &usize| list[*at].is_folded;
    let oldest = (0..list.len()).find(|at| !is_folded(list, at)).unwrap_or(list.len());
    let (older, newer) = ((0..oldest).rev(), (oldest..list.len()).rev());
    let asked_for: Vec<usize> = older.chain(newer).filter(|at| is_folded(list, at)).collect();
    let mut room = MOST.saturating_sub(shown(list));
    if room == 0 {
        list.iter_mut().filter(|known| known.tone == Tone::Problem).for_each(|known| known.is_folded = true);
        room = MOST.saturating_sub(shown(list));
    }
    let others = (0..list.len()).rev().filter(|at| is_folded(list, at) && !asked_for.contains(at));
    for at in asked_for.iter().copied().chain(others.collect::<Vec<_>>()).take(room) {
        list[at].is_folded = false;
    }
}

fn shown(list: &[Notice]) -> usize {
    list.iter().filter(|known| !known.is_folded).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The messages left, by their texts of one letter each; capitals are problems.
    fn shown(texts: &str) -> String {
        let mut list = Vec::new();
        for (text, serial) in texts.chars().zip(0..) {
            let tone = if text.is_uppercase() { Tone::Problem } else { Tone::Note };
            let text = Text::Plain(text.to_string());
            add(&mut list, Notice { serial, tone, text, is_folded: false });
        }
        list.iter().filter(|notice| !notice.is_folded).map(|notice| notice.text.english()).collect()
    }

    #[test]
    fn notes_make_room_before_problems() {
        let check = |texts, expected| assert_eq!(shown(texts), expected, "{texts}");
        check("abcd", "abcd");
        check("abcde", "bcde");
        check("Abcde", "Acde");
        check("ABCde", "ABCe");
        check("ABCDE", "BCDE");
        // What is new is shown, also if there are only problems, of which the oldest makes room.
        check("ABCDe", "BCDe");
        check("ABCDef", "BCDf");
        check("aba", "ba");
    }

    #[test]
    fn what_has_made_room_is_kept_up_to_a_number() {
        let mut list = Vec::new();
        for serial in 0..40 {
            let text = Text::Plain(serial.to_string());
            add(&mut list, Notice { serial, tone: Tone::Problem, text, is_folded: false });
            assert_eq!(list.last().map(|notice| (notice.serial, notice.is_folded)), Some((serial, false)));
        }
        let folded: Vec<u32> = list.iter().filter(|it| it.is_folded).map(|it| it.serial).collect();
        assert_eq!(folded, (16..36).collect::<Vec<u32>>());
        assert_eq!(list.len(), MOST + MOST_FOLDED);
    }

    #[test]
    fn a_few_are_brought_back_at_a_time() {
        let problems = |letters: &str| {
            let mut list = Vec::new();
            for (serial, letter) in (0..).zip(letters.chars()) {
                let text = Text::Plain(letter.to_string());
                add(&mut list, Notice { serial, tone: Tone::Problem, text, is_folded: false });
            }
            list
        };
        let texts = |list: &[Notice]| -> String {
            list.iter().filter(|it| !it.is_folded).map(|it| it.text.english()).collect()
        };
        let next = |list: &mut Vec<Notice>| {
            unfold(list);
            texts(list)
        };
        let mut list = problems("ABCDEFG");
        assert_eq!(texts(&list), "DEFG");
        // All places are taken: others get them, and then those again.
        assert_eq!([next(&mut list), next(&mut list)], ["ABCG", "DEFG"]);
        list.retain(|it| !"FG".contains(&it.text.english()));
        assert_eq!([next(&mut list), next(&mut list)], ["BCDE", "ACDE"].map(str::to_owned));
        for notice in &mut list {
            notice.is_folded = true;
        }
        assert_eq!(next(&mut list), "BCDE");
        // Each is shown in its turn.
        let mut list = problems("ABCDEFGHIJKL");
        assert_eq!([(); 4].map(|()| next(&mut list)), ["EFGH", "ABCD", "IJKL", "EFGH"]);
    }

    proptest! {
        #[test]
        fn few_and_each_once(texts in "[a-fA-F]{0,30}") {
            let shown = shown(&texts);
            prop_assert!(shown.len() <= MOST);
            prop_assert!(shown.chars().enumerate().all(|(at, c)| shown.find(c) == Some(at)));
        }
    }
}
