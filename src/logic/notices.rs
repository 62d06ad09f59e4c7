//! Notices: short messages, each until it is closed or makes room for another.

use crate::language::Text;

/// How a message is meant.
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
    /// For keys.
    pub serial: u32,
    /// How it is meant.
    pub tone: Tone,
    /// What it says.
    pub text: Text,
}

/// Most messages on the screen.
const MOST: usize = 4;

/// Adds a message as the last one. The same text is there once, and problems stay until they are closed: notes
/// make room first, the oldest before the others.
pub fn add(list: &mut Vec<Notice>, notice: Notice) {
    list.retain(|known| known.text != notice.text);
    list.push(notice);
    while list.len() > MOST {
        let note = list.iter().position(|known| known.tone == Tone::Note).unwrap_or(0);
        list.remove(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Messages by their texts, one letter each; capitals are problems.
    fn shown(texts: &str) -> String {
        let mut list = Vec::new();
        for (text, serial) in texts.chars().zip(0..) {
            let tone = if text.is_uppercase() { Tone::Problem } else { Tone::Note };
            add(&mut list, Notice { serial, tone, text: Text::Plain(text.to_string()) });
        }
        list.iter().map(|notice| notice.text.english()).collect()
    }

    #[test]
    fn notes_make_room_before_problems() {
        let check = |texts, expected| assert_eq!(shown(texts), expected, "{texts}");
        check("abcd", "abcd");
        check("abcde", "bcde");
        check("Abcde", "Acde");
        check("ABCde", "ABCe");
        check("ABCDE", "BCDE");
        // A note that comes when there are only problems is gone at once.
        check("ABCDe", "ABCD");
        check("aba", "ba");
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
