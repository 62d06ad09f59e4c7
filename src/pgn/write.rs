//! Writing PGN: tags, and words in short lines.

/// PGN lines have fewer than eighty characters.
const WIDTH: usize = 79;

/// Writes a tag, as a line.
///
/// ```
/// let mut out = String::new();
/// epidote::pgn::write::push_tag(&mut out, "White", "A \"B\"");
/// assert_eq!(out, "[White \"A \\\"B\\\"\"]\n");
/// ```
pub fn push_tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out.push_str("\"]\n");
}

/// Puts words into lines.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    width: usize,
}

impl Lines {
    /// Writes a word after the last one: in the same line, or in the next if it does not fit.
    pub fn push(&mut self, out: &mut String, word: &str) {
        let length = word.chars().count();
        if self.width > 0 {
            let fits = self.width + 1 + length <= WIDTH;
            out.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        out.push_str(word);
        self.width += length;
    }
}

/// The words of a comment, including its braces; nothing for an empty one. A comment cannot contain a closing
/// brace.
pub fn comment_words(text: &str) -> Vec<String> {
    let text = text.replace('{', "(").replace('}', ")");
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) {
        return Vec::new();
    }
    let braced = format!("{{{}}}", text.trim());
    let mut words: Vec<String> = Vec::new();
    for word in braced.split(|c: char| c.is_whitespace() || c.is_control()) {
        match words.last_mut() {
            _ if word.is_empty() => {}
            // At the start of a line these characters mean something else.
            Some(last) if word.starts_with(['%', '[']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}
