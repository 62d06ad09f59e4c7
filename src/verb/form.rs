//! Forms: how a verb asks for its settings.

use crate::language::Text;
use crate::verb::setting::SettingError;
use crate::verb::{Step, Verb};

/// What a tool is for: tools of one aim are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Aim {
    Check,
    Analyse,
    Prove,
    Grade,
    Change,
    Combine,
    Export,
}

impl Aim {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 7] =
        [Self::Check, Self::Analyse, Self::Prove, Self::Grade, Self::Change, Self::Combine, Self::Export];

    /// The key of its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "aim.check",
            Self::Analyse => "aim.analyse",
            Self::Prove => "aim.prove",
            Self::Grade => "aim.grade",
            Self::Change => "aim.change",
            Self::Combine => "aim.combine",
            Self::Export => "aim.export",
        }
    }
}

/// The form of a verb.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// [`Verb::NAME`].
    pub name: &'static str,
    /// [`Verb::TITLE`].
    pub title: &'static str,
    /// [`Verb::HELP`].
    pub help: &'static str,
    /// [`Verb::AIM`].
    pub aim: Aim,
    /// [`Verb::FIELDS`].
    pub fields: &'static [Field],
    fill: fn(&Values<'_>) -> Result<Step, SettingError>,
}

impl Form {
    /// The form of a verb.
    pub(super) const fn of<V: Verb + Into<Step>>() -> Self {
        Self {
            name: V::NAME,
            title: V::TITLE,
            help: V::HELP,
            aim: V::AIM,
            fields: V::FIELDS,
            fill: |values| V::from_form(values).map(Into::into),
        }
    }

    /// The step described by the texts of the fields, which come in the order of [`Form::fields`].
    ///
    /// ```
    /// use epidote::verb::{FORMS, Mate, Step};
    /// let form = FORMS.iter().find(|form| form.name == "mate").unwrap();
    /// let step = form.fill(&["3".to_owned(), String::new(), "told".to_owned()]);
    /// assert_eq!(step, Ok(Step::Mate(Mate { moves: 3, nodes: None, time_ms: None, single_pass: false, bounds: false })));
    /// ```
    ///
    /// # Errors
    /// The first field whose text is not of its kind, or the first setting that makes no sense.
    pub fn fill(&self, texts: &[String]) -> Result<Step, SettingError> {
        let step = (self.fill)(&Values { fields: self.fields, texts })?;
        step.check()?;
        Ok(step)
    }
}

/// A field of a form.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name, for looking up its text.
    pub name: &'static str,
    /// The key of its label.
    pub label: &'static str,
    /// What can be entered.
    pub input: Input,
    /// Its initial text; for a choice, the value of one of the options.
    pub initial: &'static str,
}

/// What can be entered into a field.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// Any text.
    Text,
    /// The value of one of these options.
    Choice(&'static [Choice]),
}

/// One option of a choice.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The text of the field when it is chosen.
    pub value: &'static str,
    /// What is shown for it.
    pub label: Label,
    /// A field, by its name, and the text that it gets when this is chosen: a number with another unit is another one.
    pub brings: Option<(&'static str, &'static str)>,
}

/// What is shown for an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// The text with this key.
    Key(&'static str),
    /// A name that is the same in every language.
    Name(&'static str),
}

impl Label {
    /// What is shown.
    pub fn text(self) -> Text {
        match self {
            Self::Key(key) => key.into(),
            Self::Name(name) => Text::Plain(name.to_owned()),
        }
    }
}

impl Choice {
    /// An option, by its value and the key of its label.
    pub const fn new(value: &'static str, key: &'static str) -> Self {
        Self { value, label: Label::Key(key), brings: None }
    }

    /// An option with a name that is the same in every language.
    pub const fn named(value: &'static str, name: &'static str) -> Self {
        Self { value, label: Label::Name(name), brings: None }
    }

    /// The same, which also puts a text into another field when it is chosen.
    #[must_use]
    pub const fn bringing(self, field: &'static str, text: &'static str) -> Self {
        Self { brings: Some((field, text)), ..self }
    }
}

impl Field {
    /// A field for any text.
    pub const fn text(name: &'static str, label: &'static str, initial: &'static str) -> Self {
        Self { name, label, input: Input::Text, initial }
    }

    /// A field for one of several values; at first the first one is chosen.
    pub const fn choice(name: &'static str, label: &'static str, choices: &'static [Choice]) -> Self {
        let initial = match choices {
            [first, ..] => first.value,
            [] => "",
        };
        Self { name, label, input: Input::Choice(choices), initial }
    }

    /// The option with this value.
    pub fn choice_of(&self, value: &str) -> Option<&'static Choice> {
        match self.input {
            Input::Choice(choices) => choices.iter().find(|choice| choice.value == value),
            Input::Text => None,
        }
    }
}

/// The texts of the fields of a form.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    fields: &'static [Field],
    texts: &'a [String],
}

impl<'a> Values<'a> {
    /// The texts of these fields, in their order.
    pub fn new(fields: &'static [Field], texts: &'a [String]) -> Self {
        Self { fields, texts }
    }

    /// The text of a field, trimmed; empty if no field has this name.
    pub fn text(&self, name: &str) -> &'a str {
        let place = self.fields.iter().position(|field| field.name == name);
        place.and_then(|place| self.texts.get(place)).map_or("", |text| text.trim())
    }

    /// Whether the text of a field is this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.text(name) == value
    }

    /// The number of a field.
    ///
    /// # Errors
    /// A text that is not a whole number, or a number that is too large.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Result<N, SettingError> {
        let text = self.text(name);
        text.parse().map_err(|_| SettingError::NoNumber(text.to_owned()))
    }

    /// The number of a field that may be empty.
    ///
    /// # Errors
    /// As [`Values::number`].
    pub fn optional<N: std::str::FromStr>(&self, name: &str) -> Result<Option<N>, SettingError> {
        if self.text(name).is_empty() { Ok(None) } else { self.number(name).map(Some) }
    }
}
