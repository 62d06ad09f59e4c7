//! What keys do in the menus.

/// Where a key leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// To the name of a menu; an open menu is followed by that one.
    Name(usize),
    /// To a command of a menu, which is opened if it is not.
    Item(usize, usize),
    /// The menu is closed.
    Close,
    /// The command is run.
    Run(usize, usize),
}

/// The next place after `at` whose name begins with the typed letter; the names are in lower case.
fn typed(key: &str, at: usize, names: &[String]) -> Option<usize> {
    let letter = key.to_lowercase();
    let count = names.len();
    let places = (1..=count).map(|away| (at + away) % count);
    (key.chars().count() == 1).then_some(places)?.into_iter().find(|&place| names[place].starts_with(&letter))
}

/// A key on the name of menu `at`. `lengths` are the numbers of commands of all menus, and `names` their names.
pub fn in_bar(key: &str, at: usize, lengths: &[usize], names: impl FnOnce() -> Vec<String>) -> Option<Move> {
    let count = lengths.len();
    Some(match key {
        "ArrowRight" => Move::Name((at + 1) % count),
        "ArrowLeft" => Move::Name((at + count - 1) % count),
        "Home" => Move::Name(0),
        "End" => Move::Name(count - 1),
        "ArrowDown" | "Enter" | " " => Move::Item(at, 0),
        "ArrowUp" => Move::Item(at, lengths[at].saturating_sub(1)),
        "Escape" => Move::Close,
        _ => Move::Name(typed(key, at, &names())?),
    })
}

/// A key on command `item` of the open menu `menu`. `names` are the names of its commands.
pub fn in_menu(
    key: &str,
    (menu, item): (usize, usize),
    lengths: &[usize],
    names: impl FnOnce() -> Vec<String>,
) -> Option<Move> {
    let (count, last) = (lengths.len(), lengths[menu].saturating_sub(1));
    Some(match key {
        "ArrowDown" => Move::Item(menu, if item == last { 0 } else { item + 1 }),
        "ArrowUp" => Move::Item(menu, item.checked_sub(1).unwrap_or(last)),
        "Home" => Move::Item(menu, 0),
        "End" => Move::Item(menu, last),
        // A single menu has no neighbours.
        "ArrowRight" | "ArrowLeft" if count == 1 => return None,
        "ArrowRight" => Move::Item((menu + 1) % count, 0),
        "ArrowLeft" => Move::Item((menu + count - 1) % count, 0),
        "Enter" | " " => Move::Run(menu, item),
        "Escape" => Move::Close,
        _ => Move::Item(menu, typed(key, item, &names())?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTHS: [usize; 3] = [4, 2, 5];

    fn names() -> Vec<String> {
        ["file", "edit", "find"].map(str::to_owned).to_vec()
    }

    #[test]
    fn keys_move_along_the_names() {
        let check = |key, at, expect| assert_eq!(in_bar(key, at, &LENGTHS, names), expect, "{key} {at}");
        check("ArrowRight", 0, Some(Move::Name(1)));
        check("ArrowRight", 2, Some(Move::Name(0)));
        check("ArrowLeft", 0, Some(Move::Name(2)));
        check("End", 0, Some(Move::Name(2)));
        check("Home", 2, Some(Move::Name(0)));
        check("ArrowDown", 1, Some(Move::Item(1, 0)));
        check("ArrowUp", 2, Some(Move::Item(2, 4)));
        check("Enter", 2, Some(Move::Item(2, 0)));
        check("Escape", 1, Some(Move::Close));
        // Letters go round from the present place.
        check("f", 0, Some(Move::Name(2)));
        check("F", 2, Some(Move::Name(0)));
        check("q", 0, None);
        check("F5", 0, None);
        check("Tab", 0, None);
    }

    #[test]
    fn keys_move_in_a_menu_and_to_its_neighbours() {
        let check = |key, at, expect| assert_eq!(in_menu(key, at, &LENGTHS, names), expect, "{key} {at:?}");
        check("ArrowDown", (0, 0), Some(Move::Item(0, 1)));
        check("ArrowDown", (1, 1), Some(Move::Item(1, 0)));
        check("ArrowUp", (0, 0), Some(Move::Item(0, 3)));
        check("Home", (2, 3), Some(Move::Item(2, 0)));
        check("End", (2, 0), Some(Move::Item(2, 4)));
        check("ArrowRight", (2, 1), Some(Move::Item(0, 0)));
        check("ArrowLeft", (0, 1), Some(Move::Item(2, 0)));
        check(" ", (2, 3), Some(Move::Run(2, 3)));
        check("Escape", (2, 3), Some(Move::Close));
        check("e", (2, 0), Some(Move::Item(2, 1)));
        check("F1", (2, 0), None);
        assert_eq!(in_menu("ArrowLeft", (0, 2), &[4], names), None);
    }
}
