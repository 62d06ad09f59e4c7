//! Picking records of the list: what a click or a key with Ctrl and Shift does, as in the lists of files that people
//! know.
//!
//! The *selected* record is the one on the board. The *picked* ones are those that commands work on. Without any, a
//! command for a record is about the selected one, and a tool is about all that are listed.

use crate::document::{Picks, RecordId};
use crate::logic::listing::Listed;

/// Picked records are few if the file has this many times as many lines.
const FEW: usize = 8;

/// How the user goes to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Nothing is picked any more.
    Alone,
    /// The record is picked, or no longer picked, and the others stay as they are.
    Toggle,
    /// The records from the anchor to the row are picked, and no others.
    To,
    /// The records from the anchor to the row are picked, too.
    AndTo,
    /// What is picked stays as it is.
    Past,
}

impl Way {
    /// The way of a click with these keys held down.
    pub fn of_click(ctrl: bool, shift: bool) -> Self {
        match (ctrl, shift) {
            (false, false) => Self::Alone,
            (true, false) => Self::Toggle,
            (false, true) => Self::To,
            (true, true) => Self::AndTo,
        }
    }

    /// The way of a key that moves the selection, with these keys held down.
    pub fn of_key(ctrl: bool, shift: bool) -> Self {
        if ctrl && !shift { Self::Past } else { Self::of_click(ctrl, shift) }
    }
}

impl Listed<'_> {
    /// The record in a row, or in the last row if there are fewer, and what is picked after the user goes there.
    pub fn go(self, row: usize, way: Way) -> Option<(RecordId, Picks)> {
        let row = row.min(self.rows().checked_sub(1)?);
        let (id, _) = self.at(row)?;
        let mut picks = self.open.picks.clone();
        match way {
            Way::Alone => picks = Picks::default(),
            Way::Past => {}
            Way::Toggle => {
                // The selected record looks picked, so that it is the first of several.
                if picks.is_empty() {
                    picks.add(
                        self.open
                            .selected
                            .filter(|&selected| selected != id && self.row_of(selected).is_some()),
                    );
                }
                picks.toggle(id);
            }
            Way::To | Way::AndTo => {
                let anchor = picks.anchor.filter(|&id| !picks.is_empty() && self.row_of(id).is_some());
                let anchor = anchor.or(self.open.selected).unwrap_or(id);
                let from = self.row_of(anchor).unwrap_or(row);
                if way == Way::To {
                    picks = Picks::default();
                }
                picks.anchor = Some(anchor);
                picks.add((from.min(row)..=from.max(row)).filter_map(|row| self.at(row)).map(|(id, _)| id));
            }
        }
        Some((id, picks))
    }

    /// Everything that is listed.
    pub fn all(self) -> Picks {
        let mut picks = Picks::default();
        picks.anchor = self.open.selected;
        match self.found {
            Some(found) => picks.add(found.iter().copied()),
            None => picks.add(self.open.document.all_ids()),
        }
        picks
    }

    /// The picked records that are still in the file, in its order.
    pub fn picked(self) -> Vec<RecordId> {
        let document = &self.open.document;
        let ids = self.open.picks.ids();
        // Few records are looked up, and many are found by going through all lines.
        if ids.len() * FEW > document.len() {
            return document.ids().filter(|&id| self.open.picks.has(id)).collect();
        }
        let places = document.positions_of(&ids);
        let mut there: Vec<(usize, RecordId)> =
            places.into_iter().zip(ids).filter_map(|(place, id)| Some((place?, id))).collect();
        there.sort_unstable();
        there.into_iter().map(|(_, id)| id).collect()
    }

    /// The records that tools work on, in the order of the file: those picked, or else those listed.
    pub fn chosen(self) -> Vec<RecordId> {
        let picked = self.picked();
        if picked.is_empty() { self.ids() } else { picked }
    }

    /// The records that a command for a record works on: those picked, if the selected one is among them, or else
    /// the selected one.
    pub fn meant(self) -> Vec<RecordId> {
        let Some(selected) = self.open.selected else { return Vec::new() };
        if self.open.picks.has(selected) { self.picked() } else { vec![selected] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::document::workspace::Workspace;
    use crate::logic::listing::Found;

    /// Rows that the user goes to, one after another, in a list of six records of which the second is selected;
    /// then the rows that are picked.
    #[track_caller]
    fn check(found: Option<&[usize]>, steps: &[(usize, Way)], expected: &[usize]) {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"x\n".repeat(6));
        let ids = document.all_ids();
        let file = workspace.open(document);
        let found = found.map(|rows| Found::whole(file, rows.iter().map(|&row| ids[row]).collect()));
        workspace.get_mut(file).expect("it is open").selected = Some(ids[1]);
        for &(row, way) in steps {
            let open = workspace.get(file).expect("it is open");
            let (id, picks) = Listed::of(open, found.as_ref()).go(row, way).expect("a row");
            let open = workspace.get_mut(file).expect("it is open");
            (open.selected, open.picks) = (Some(id), picks);
        }
        let list = Listed::of(workspace.get(file).expect("it is open"), found.as_ref());
        let rows: Vec<usize> =
            (0..list.rows()).filter(|&row| list.open.picks.has(list.at(row).expect("a row").0)).collect();
        assert_eq!(rows, expected, "{steps:?}");
    }

    use Way::{Alone, AndTo, Past, To, Toggle};

    #[test]
    fn a_click_picks_nothing_and_with_ctrl_one_more() {
        check(None, &[(3, Alone)], &[]);
        check(None, &[(3, Toggle)], &[1, 3]);
        check(None, &[(3, Toggle), (5, Toggle)], &[1, 3, 5]);
        check(None, &[(3, Toggle), (1, Toggle)], &[3]);
        check(None, &[(1, Toggle)], &[1]);
        check(None, &[(1, Toggle), (1, Toggle)], &[]);
        check(None, &[(3, Toggle), (4, Alone)], &[]);
    }

    #[test]
    fn a_range_reaches_from_its_anchor() {
        check(None, &[(4, To)], &[1, 2, 3, 4]);
        check(None, &[(4, To), (3, To)], &[1, 2, 3]);
        check(None, &[(4, To), (0, To)], &[0, 1]);
        check(None, &[(4, Alone), (5, To)], &[4, 5]);
        check(None, &[(1, To)], &[1]);
        // What was an anchor before nothing was picked is none any more.
        check(None, &[(4, To), (0, Alone), (3, Past), (5, To)], &[3, 4, 5]);
        check(None, &[(99, To)], &[1, 2, 3, 4, 5]);
        // With Ctrl the others stay.
        check(None, &[(0, Alone), (1, To), (4, Toggle), (5, AndTo)], &[0, 1, 4, 5]);
        check(None, &[(0, Alone), (1, To), (4, Toggle), (5, To)], &[4, 5]);
    }

    #[test]
    fn the_selection_can_pass_over_what_is_picked() {
        check(None, &[(2, To), (3, Past), (5, Past), (5, Toggle)], &[1, 2, 5]);
        check(None, &[(2, Past)], &[]);
    }

    #[test]
    fn a_range_has_what_is_listed_between_its_ends() {
        // The rows of this list are the lines 6, 1, 3, 2.
        check(Some(&[5, 0, 2, 1]), &[(1, Alone), (3, To)], &[1, 2, 3]);
        // The selected record, line 2, is in the last row.
        check(Some(&[5, 0, 2, 1]), &[(2, To)], &[2, 3]);
        check(Some(&[5, 0, 2, 1]), &[(0, Toggle)], &[0, 3]);
        // It is not listed: the range begins where it ends.
        check(Some(&[5, 0, 2]), &[(2, To)], &[2]);
        check(Some(&[5, 0, 2]), &[(2, Toggle)], &[2]);
    }

    /// The lines from 1 that tools, and that commands for a record, work on.
    #[track_caller]
    fn check_chosen(
        found: Option<&[usize]>,
        picked: &[usize],
        selected: usize,
        removed: &[usize],
        tools: &[usize],
        commands: &[usize],
    ) {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"x\n".repeat(6));
        let ids = document.all_ids();
        let file = workspace.open(document);
        let of = |lines: &[usize]| lines.iter().map(|&line| ids[line - 1]).collect::<Vec<_>>();
        let found = found.map(|lines| Found::whole(file, of(lines)));
        let open = workspace.get_mut(file).expect("it is open");
        open.selected = Some(ids[selected - 1]);
        open.picks.add(of(picked));
        open.document.drop_lines(&of(removed), Vec::new(), "Remove");
        let list = Listed::of(workspace.get(file).expect("it is open"), found.as_ref());
        assert_eq!((list.chosen(), list.meant()), (of(tools), of(commands)));
    }

    #[test]
    fn tools_work_on_what_is_picked_or_else_listed() {
        check_chosen(None, &[], 2, &[], &[1, 2, 3, 4, 5, 6], &[2]);
        check_chosen(Some(&[5, 3]), &[], 2, &[], &[3, 5], &[2]);
        check_chosen(Some(&[5, 3]), &[5], 5, &[], &[5], &[5]);
        check_chosen(None, &[6, 1], 1, &[], &[1, 6], &[1, 6]);
        // The selected record is not among them, so that a command for a record is about it alone.
        check_chosen(None, &[6, 1], 2, &[], &[1, 6], &[2]);
        // What was removed is not worked on.
        check_chosen(None, &[6, 1], 1, &[6], &[1], &[1]);
        check_chosen(None, &[6], 1, &[6], &[1, 2, 3, 4, 5], &[1]);
    }

    #[test]
    fn few_of_many_are_in_the_order_of_the_file() {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"x\n".repeat(100));
        let ids = document.all_ids();
        let file = workspace.open(document);
        let open = workspace.get_mut(file).expect("it is open");
        open.picks.add([ids[70], ids[3], ids[50]]);
        open.document.move_lines(&[ids[70]], Some(ids[0]), "Move");
        open.document.remove_line(4, "Remove");
        let list = Listed::of(workspace.get(file).expect("it is open"), None);
        assert_eq!(list.picked(), [ids[70], ids[50]]);
    }

    #[test]
    fn all_that_is_listed_can_be_picked() {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"x\n".repeat(3));
        let ids = document.all_ids();
        let file = workspace.open(document);
        let open = workspace.get(file).expect("it is open");
        let all = Listed::of(open, None).all();
        assert!(ids.iter().all(|&id| all.has(id)));
        let found = Found::whole(file, vec![ids[2]]);
        let some = Listed::of(open, Some(&found)).all();
        assert_eq!(ids.iter().filter(|&&id| some.has(id)).count(), 1);
    }

    #[test]
    fn in_an_empty_list_there_is_nothing_to_go_to() {
        let mut workspace = Workspace::default();
        let file = workspace.open(Document::from_bytes("a.epd", Vec::new()));
        let list = Listed::of(workspace.get(file).expect("it is open"), None);
        assert_eq!((list.go(0, To), list.chosen(), list.meant()), (None, Vec::new(), Vec::new()));
    }

    #[test]
    fn keys_held_down_say_the_way() {
        assert_eq!(
            [(false, false), (true, false), (false, true), (true, true)]
                .map(|(ctrl, shift)| Way::of_click(ctrl, shift)),
            [Alone, Toggle, To, AndTo]
        );
        assert_eq!(
            [(false, false), (true, false), (false, true), (true, true)]
                .map(|(ctrl, shift)| Way::of_key(ctrl, shift)),
            [Alone, Past, To, AndTo]
        );
    }
}
