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

    /// Takes a word of the language, if it comes next as a whole word.
    fn take_word(&mut self, word: &str) -> bool {
        self.peek();
        let rest = &self.text[self.at..];
        let ends = |rest: &str| rest.starts_with(|c: char| c.is_whitespace() || "()|".contains(c));
        match rest.strip_prefix(word) {
            Some(rest) if rest.is_empty() || ends(rest) => {
                self.at += word.len();
                true
            }
            _ => false,
        }
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
        self.peek();
        self.text[self.at..].starts_with("OR ")
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
            let pattern = self.until('/', start, "query.slash")?;
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
