//! The messages between tabs that have the same file open. Only one tab, which holds the lock of the file,
//! may change it.

/// Sent by the tab that may change a document when it changed it.
pub const GREW: &str = "grew";

/// Sent by a tab that wants to change it.
pub const GIVE: &str = "give";

/// Sent at once by the tab that may change it, in reply to that.
pub const HEARD: &str = "heard";

/// Sent by that tab when it keeps the document.
pub const KEPT: &str = "kept";

/// Sent by a tab that opened a file and found its name free: which tab has that file under another name, since it saved
/// it after it had read it?
pub const WHICH: &str = "which";

/// Sent about one name with another one, under which the document goes on: in reply to that, and by a tab that read
/// its file again after a save.
pub const GOES_ON_AS: &str = "goes on as";

/// Sent by the tab that may change a document when it has closed it, with the name that its file has by then.
pub const GONE: &str = "gone";

/// The role of this tab for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It may change it.
    Leads,
    /// Another tab may change it. The flag says whether this tab has asked for it.
    Follows(bool),
    /// It does not have it open.
    None,
}

/// What this tab has to do after a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Todo {
    /// Do what the other tab did.
    CatchUp,
    /// Reply at once, and give the document away.
    GiveUp,
    /// Note that the other tab replied.
    NoteHeard,
    /// Inform the user that the other tab keeps the document.
    TellKept,
    /// Leave the recovery of lost work to the other tab, which has opened the file itself.
    LeaveLost,
    /// Reply if this tab has that file under another name.
    TellName,
    /// Follow the other tab under the other name.
    GoOn,
    /// Take the document, which no tab has any more.
    TakeUp,
    /// There is nothing to do.
    Nothing,
}

/// What this tab has to do when another one sends a message about a document.
pub fn todo(part: Part, word: &str) -> Todo {
    match (part, word) {
        (Part::Follows(_), GREW) => Todo::CatchUp,
        (Part::Leads, GIVE) => Todo::GiveUp,
        (Part::Follows(_), HEARD) => Todo::NoteHeard,
        (Part::Follows(true), KEPT) => Todo::TellKept,
        (Part::Follows(false), GONE) => Todo::TakeUp,
        (Part::None, GIVE) => Todo::LeaveLost,
        (Part::None, WHICH) => Todo::TellName,
        (Part::Leads | Part::Follows(_), GOES_ON_AS) => Todo::GoOn,
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
        // A tab that only follows does not reply; the one that leads does.
        check(GIVE, [Todo::GiveUp, no, no, Todo::LeaveLost]);
        check(HEARD, [no, Todo::NoteHeard, Todo::NoteHeard, no]);
        check(KEPT, [no, Todo::TellKept, no, no]);
        check(WHICH, [no, no, no, Todo::TellName]);
        check(GOES_ON_AS, [Todo::GoOn, Todo::GoOn, Todo::GoOn, no]);
        // Who has asked for it waits for it already.
        check(GONE, [no, no, Todo::TakeUp, no]);
        check("of a later version", [no; 4]);
    }
}
