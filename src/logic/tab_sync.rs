//! What the tabs that have the same file open say to each other. One tab may change it, and holds its lock.

/// Said by the tab that may change a document when it did.
pub const GREW: &str = "grew";

/// Said by a tab that wants to change it.
pub const GIVE: &str = "give";

/// Said at once by the tab that may change it, when it heard that.
pub const HEARD: &str = "heard";

/// Said by that tab when it does not give the document away.
pub const KEPT: &str = "kept";

/// What this tab has to do with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It may change it.
    Leads,
    /// Another tab may change it; with the flag set, this one has asked for it.
    Follows(bool),
    /// It does not have it open.
    None,
}

/// What a word asks of this tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Todo {
    /// To do what the other tab did.
    CatchUp,
    /// To answer that it heard, and give the document away.
    GiveUp,
    /// To know that the other tab is not silent.
    NoteHeard,
    /// To tell the user that the other tab keeps the document.
    TellKept,
    /// To leave lost work to the other tab, which opened it by its file.
    LeaveLost,
    /// Nothing.
    Nothing,
}

/// What this tab does when another one says a word about a document.
pub fn todo(part: Part, word: &str) -> Todo {
    match (part, word) {
        (Part::Follows(_), GREW) => Todo::CatchUp,
        (Part::Leads, GIVE) => Todo::GiveUp,
        (Part::Follows(_), HEARD) => Todo::NoteHeard,
        (Part::Follows(true), KEPT) => Todo::TellKept,
        (Part::None, GIVE) => Todo::LeaveLost,
        _ => Todo::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leads_gives_and_who_follows_follows() {
        let check = |word, [leads, asked, follows, none]: [Todo; 4]| {
            let parts = [Part::Leads, Part::Follows(true), Part::Follows(false), Part::None];
            assert_eq!(parts.map(|part| todo(part, word)), [leads, asked, follows, none], "{word}");
        };
        let no = Todo::Nothing;
        check(GREW, [no, Todo::CatchUp, Todo::CatchUp, no]);
        // A tab that only follows is not asked: the one that leads answers.
        check(GIVE, [Todo::GiveUp, no, no, Todo::LeaveLost]);
        check(HEARD, [no, Todo::NoteHeard, Todo::NoteHeard, no]);
        check(KEPT, [no, Todo::TellKept, no, no]);
        check("of a later version", [no; 4]);
    }
}
