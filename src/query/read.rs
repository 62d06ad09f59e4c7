//! From the text of a query to its terms.

use crate::language::say;
use crate::query::pattern::PatternError;
use crate::query::term::Term;
use crate::query::{Node, QueryError};
use crate::text::span::Span;

/// The deepest nesting of parentheses, so that reading cannot run out of stack; nobody writes more.
const MOST_DEPTH: usize = 100;

/// The quote around a text with blanks.
const QUOTE: char = '"';

/// Reads a whole query.
pub(super) fn query(text: &str) -> Result<Node, QueryError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let root = reader.any()?;
    match reader.peek() {
        None => Ok(root),
        Some(_) => Err(reader.error(reader.at, reader.at + 1, "query.closing", [])),
    }
}

struct Reader<'q> {
    text: &'q str,
    at: usize,
    depth: usize,
}

impl<'q> Reader<'q> {
    fn error<const N: usize>(
        &self,
        start: usize,
        end: usize,
        key: &'static str,
        args: [String; N],
    ) -> QueryError {
        QueryError { span: Span::new(start, end.min(self.text.len())), reason: say(key, args) }
    }

    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Whether a word of the language comes next, as a whole word.
    fn is_at(&mut self, word: &str) -> bool {
        self.peek();
        let ends = |rest: &str| rest.starts_with(|c: char| c.is_whitespace() || "()|".contains(c));
        self.text[self.at..].strip_prefix(word).is_some_and(|rest| rest.is_empty() || ends(rest))
    }

    /// Takes a word of the language, if it comes next.
    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_at(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    /// Terms joined by `|`.
    fn any(&mut self) -> Result<Node, QueryError> {
        if self.peek() == Some('|') || self.is_or() {
            return Err(self.error(self.at, self.at + 1, "query.missing", []));
        }
        let mut nodes = vec![self.all()?];
        while self.take('|') || self.take_word("OR") {
            if !self.starts_term() || self.is_or() {
                return Err(self.error(self.at, self.at + 1, "query.missing", []));
            }
            nodes.push(self.all()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    /// Whether the next word is `OR`, which joins terms.
    fn is_or(&mut self) -> bool {
        self.is_at("OR")
    }

    fn starts_term(&mut self) -> bool {
        !matches!(self.peek(), None | Some(')' | '|'))
    }

    /// Adjacent terms.
    fn all(&mut self) -> Result<Node, QueryError> {
        let mut nodes = Vec::new();
        while self.starts_term() && !self.is_or() {
            nodes.push(self.not()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::All(nodes) })
    }

    fn not(&mut self) -> Result<Node, QueryError> {
        let start = self.at;
        if self.take('-') || self.take_word("NOT") {
            if !self.starts_term() {
                return Err(self.error(start, self.at + 1, "query.missing", []));
            }
            return self.deeper(start, |reader| Ok(Node::Not(Box::new(reader.not()?))));
        }
        if self.take('(') {
            let inner = self.deeper(start, Self::any)?;
            return if self.take(')') {
                Ok(inner)
            } else {
                Err(self.error(start, start + 1, "query.open", []))
            };
        }
        self.term().map(Node::Term)
    }

    fn deeper(
        &mut self,
        start: usize,
        read: impl Fn(&mut Self) -> Result<Node, QueryError>,
    ) -> Result<Node, QueryError> {
        if self.depth == MOST_DEPTH {
            return Err(self.error(start, start + 1, "query.deep", []));
        }
        self.depth += 1;
        let node = read(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn term(&mut self) -> Result<Term, QueryError> {
        let start = self.at;
        if self.take(QUOTE) {
            return Ok(Term::text(self.until(QUOTE, start, "query.quote")?));
        }
        if self.take('/') {
            let pattern = self.pattern(start)?;
            let ignores_case = self.text[self.at..].starts_with('i');
            self.at += usize::from(ignores_case);
            return Term::pattern(pattern, ignores_case).map_err(|PatternError { reason, span }| {
                QueryError {
                    // The pattern begins after the slash.
                    span: Span::new(start + 1 + span.start, start + 1 + span.end),
                    reason: reason.into(),
                }
            });
        }
        let name = self.word("\"()|:<>=!");
        let sign = self.sign();
        if sign.is_empty() {
            // A word with a character that is not one of our signs is a text.
            let rest = self.word("()|");
            let whole = &self.text[start..start + name.len() + rest.len()];
            return Ok(Term::word(whole));
        }
        let value_start = self.at;
        let value = if self.text[self.at..].starts_with(QUOTE) {
            self.at += 1;
            self.until(QUOTE, value_start, "query.quote")?
        } else {
            self.word("()|")
        };
        Term::named(name, sign, value).map_err(|(key, arg)| self.error(start, self.at, key, [arg]))
    }

    /// The characters up to a blank or one of `ends`.
    fn word(&mut self, ends: &str) -> &'q str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || ends.contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// `:` or a comparison, if one comes next.
    fn sign(&mut self) -> &'static str {
        let rest = &self.text[self.at..];
        let sign = [":", ">=", "<=", "!=", ">", "<", "="].into_iter().find(|sign| rest.starts_with(sign));
        self.at += sign.map_or(0, str::len);
        sign.unwrap_or_default()
    }

    /// A regular expression up to its slash, which is consumed too. `\/` is a slash in it.
    fn pattern(&mut self, start: usize) -> Result<&'q str, QueryError> {
        let rest = &self.text[self.at..];
        let mut is_escaped = false;
        let length = rest.bytes().position(|byte| {
            let is_end = byte == b'/' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        let Some(length) = length else { return Err(self.error(start, self.text.len(), "query.slash", [])) };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// The characters up to `end`, which is consumed too.
    fn until(&mut self, end: char, start: usize, key: &'static str) -> Result<&'q str, QueryError> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.find(end) else {
            return Err(self.error(start, self.text.len(), key, []));
        };
        self.at += length + end.len_utf8();
        Ok(&rest[..length])
    }
}
