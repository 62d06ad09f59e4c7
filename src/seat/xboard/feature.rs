//! The features that a program announces.

/// What a program can do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of the protocol")]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) san: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    pub(super) draw: bool,
    pub(super) reuse: bool,
    pub(super) names: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    pub(super) name: Option<String>,
    /// The variants of chess that it plays, if it says so.
    variants: Option<String>,
    /// It needs longer, and will say `done=1`.
    pub(super) said_not_done: bool,
    /// Names of its options.
    options: Vec<(String, bool)>,
}

impl Default for Features {
    /// The features of a program that announces none.
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            time: true,
            draw: true,
            reuse: true,
            names: false,
            memory: false,
            smp: false,
            name: None,
            variants: None,
            said_not_done: false,
            options: Vec::new(),
        }
    }
}

impl Features {
    /// It does not answer to `protover 2`.
    pub(super) fn speak_version_1(&mut self) {
        *self = Self { name: self.name.take(), ..Self::default() };
    }

    /// Takes a feature, and returns the answer and whether it was the last.
    pub(super) fn take(&mut self, name: &str, value: &str) -> (&'static str, bool) {
        let is_on = value == "1";
        match name {
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "san" => self.san = is_on,
            "usermove" => self.usermove = is_on,
            "time" => self.time = is_on,
            "draw" => self.draw = is_on,
            "reuse" => self.reuse = is_on,
            "name" => self.names = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "myname" => self.name = Some(value.to_owned()),
            "option" => {
                let (name, kind) = value.split_once(" -").unwrap_or((value, ""));
                let has_value = !kind.starts_with("button") && !kind.starts_with("save");
                self.options.push((name.trim().to_owned(), has_value));
            }
            "variants" => self.variants = Some(value.to_owned()),
            "done" => {
                self.said_not_done = !is_on;
                return ("accepted", is_on);
            }
            _ => return ("rejected", false),
        }
        ("accepted", false)
    }

    /// Whether it plays a variant; it may if it has not named any.
    pub(super) fn plays(&self, variant: &str) -> bool {
        let is_it = |word: &str| word.trim() == variant;
        self.variants.as_deref().is_none_or(|variants| variants.split(',').any(is_it))
    }

    /// The line that sets an option.
    pub(super) fn option(&self, name: &str, value: &str) -> Option<String> {
        if let Some((known, has_value)) =
            self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            return Some(if *has_value {
                format!("option {known}={value}")
            } else {
                format!("option {known}")
            });
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.memory => Some(format!("memory {value}")),
            "threads" | "cores" if self.smp => Some(format!("cores {value}")),
            _ => None,
        }
    }
}

/// The pairs of a line `feature a=1 b="some text"`; blanks around `=` are passed over.
pub fn pairs(line: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut rest = line.trim_start();
    while let Some((name, behind)) = rest.split_once('=') {
        let behind = behind.trim_start();
        let (value, next) = match behind.strip_prefix('"') {
            Some(text) => text.split_once('"').unwrap_or((text, "")),
            None => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
        };
        // Other words before a name are dropped.
        let name = name.split_ascii_whitespace().next_back().unwrap_or_default();
        out.push((name.to_owned(), value.to_owned()));
        rest = next.trim_start();
    }
    out
}
