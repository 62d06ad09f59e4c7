//! Texts for the user, independent of language.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Catalog;

/// A text for the user.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Text {
    /// An entry of the language files with its arguments.
    Entry {
        /// The key of the entry.
        key: Cow<'static, str>,
        /// The arguments for `{0}`, `{1}` …
        args: Vec<Arg>,
    },
    /// Words that are the same in every language: a name, or a message of the browser.
    Plain(String),
}

/// An argument of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arg {
    /// Words that are the same in every language: a name, a move, a piece of a file.
    Words(String),
    /// A count, written with the separators of the language; it chooses plural forms.
    Number(i64),
    /// Another text.
    Text(Text),
}

/// A text with arguments of one type; [`args!`] takes arguments of several types.
pub fn say<A: Into<Arg>, const N: usize>(key: &'static str, args: [A; N]) -> Text {
    Text::Entry { key: key.into(), args: args.into_iter().map(Into::into).collect() }
}

/// One text for all of these, as a list whose items may have commas; `None` without any.
pub fn list(texts: impl IntoIterator<Item = Text>) -> Option<Text> {
    texts.into_iter().reduce(|one, other| say("words.list", [one, other]))
}

/// One text for all of these, as a list of short items; `None` without any.
pub fn enumeration(texts: impl IntoIterator<Item = Text>) -> Option<Text> {
    texts.into_iter().reduce(|one, other| say("words.enumeration", [one, other]))
}

/// One text of these sentences; `None` without any.
pub fn paragraph(sentences: impl IntoIterator<Item = Text>) -> Option<Text> {
    sentences.into_iter().reduce(|one, other| say("words.sentences", [one, other]))
}

/// An argument that is another entry.
pub fn word(key: &'static str) -> Arg {
    Arg::Text(key.into())
}

/// Arguments of several kinds for [`say`].
///
/// ```
/// use epidote::language::{args, say, word};
/// let text = say("toast.failed", args![word("step.edit-record"), "the disk is full"]);
/// assert_eq!(text.english(), "Edit record failed: the disk is full.");
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! text_args {
    ($($argument:expr),* $(,)?) => { [$($crate::language::Arg::from($argument)),*] };
}

#[doc(inline)]
pub use text_args as args;

impl Text {
    /// The entry with this key, without arguments, for keys that the program composes.
    pub fn of_key(key: impl Into<Cow<'static, str>>) -> Self {
        Self::Entry { key: key.into(), args: Vec::new() }
    }

    /// The same with arguments.
    pub fn composed<const N: usize>(key: impl Into<Cow<'static, str>>, args: [Arg; N]) -> Self {
        Self::Entry { key: key.into(), args: args.into() }
    }

    /// The key of the entry; plain words have none.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Entry { key, .. } => Some(key),
            Self::Plain(_) => None,
        }
    }

    /// The text as bytes, for storage.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Serialisation of a text cannot fail; empty bytes are at least not a text.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// A text from stored bytes; `None` if they are not a text.
    ///
    /// ```
    /// use epidote::language::{Text, args, say, word};
    /// let text = say("toast.failed", args![word("step.edit-record"), 7, "x"]);
    /// assert_eq!(Text::from_bytes(&text.to_bytes()), Some(text));
    /// assert_eq!(Text::from_bytes(b"Edit"), None);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }

    /// The text in English.
    pub fn english(&self) -> String {
        Catalog::english().render(self)
    }
}

impl From<&'static str> for Text {
    /// The entry with this key, without arguments.
    fn from(key: &'static str) -> Self {
        Self::of_key(key)
    }
}

impl From<String> for Text {
    /// Plain words.
    fn from(words: String) -> Self {
        Self::Plain(words)
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Self {
        text.clone()
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<&Text> for Arg {
    fn from(text: &Text) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Arg {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&String> for Arg {
    fn from(words: &String) -> Self {
        Self::Words(words.clone())
    }
}

impl From<&str> for Arg {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<&usize> for Arg {
    fn from(count: &usize) -> Self {
        Self::from(*count)
    }
}

impl From<i64> for Arg {
    fn from(count: i64) -> Self {
        Self::Number(count)
    }
}

impl From<i32> for Arg {
    fn from(count: i32) -> Self {
        Self::Number(count.into())
    }
}

impl From<u32> for Arg {
    fn from(count: u32) -> Self {
        Self::Number(count.into())
    }
}

impl From<u64> for Arg {
    /// A count above `i64::MAX` is written as that. No file has that many of anything.
    fn from(count: u64) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Arg {
    /// As for `u64`.
    fn from(count: usize) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}
