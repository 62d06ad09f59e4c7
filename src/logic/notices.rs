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

/// Most messages on the screen.
const MOST: usize = 4;

/// Adds a message at the end. The same text is shown only once. If there are too many messages, the oldest
/// note is removed; if there are only problems, the oldest problem.
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

    /// The messages left, by their texts of one letter each; capitals are problems.
    fn shown(texts: &str) -> String {
        let mut list = Vec::new();
        for (text, serial) in texts.chars().zip(0..) {
            let tone = if text.is_uppercase() { Tone::Problem } else { Tone::Note };
            let text = Text::Plain(text.to_string());
            add(&mut list, Notice { serial, tone, text, is_folded: false });
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
        // A note that comes when there are only problems is removed at once.
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
