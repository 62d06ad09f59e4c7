//! The recipes that the browser keeps, as a setting: each on a line, after its name.

/// The name of a recipe, and its text.
pub type Kept = (String, String);

/// Most recipes taken from a file of settings.
const MOST_TAKEN: usize = 200;

/// A name as it can be kept.
pub fn name_of(name: &str) -> String {
    name.replace(['\t', '\n'], " ")
}

/// The recipes in a setting.
pub fn kept_of(setting: &str) -> impl Iterator<Item = Kept> {
    let of_line = |line: &str| line.split_once('\t').map(|(name, text)| (name.to_owned(), text.to_owned()));
    setting.lines().filter_map(of_line)
}

/// The recipes as a setting.
pub fn setting_of(kept: &[Kept]) -> String {
    kept.iter().map(|(name, text)| format!("{name}\t{text}\n")).collect::<Vec<_>>().concat()
}

/// Adds the recipes of a setting. One that is known stays once, and a name that is taken gets a number.
pub fn add_kept(kept: &mut Vec<Kept>, setting: &str) {
    for (name, text) in kept_of(setting).take(MOST_TAKEN) {
        if kept.iter().any(|(_, known)| *known == text) {
            continue;
        }
        let is_free = |name: &String| kept.iter().all(|(known, _)| known != name);
        let other = || (2..1_000).map(|at| format!("{name} ({at})")).find(is_free);
        let name = if is_free(&name) { name } else { other().unwrap_or(name) };
        kept.push((name, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kept: &str, added: &str, expect: &str) {
        let mut recipes: Vec<Kept> = kept_of(kept).collect();
        assert_eq!(setting_of(&recipes), kept);
        add_kept(&mut recipes, added);
        assert_eq!(setting_of(&recipes), expect);
    }

    #[test]
    fn recipes_of_a_file_are_added() {
        check("", "", "");
        check("a\t1\n", "b\t2\n", "a\t1\nb\t2\n");
        check("a\t1\n", "b\t1\n", "a\t1\n");
        check("a\t1\n", "a\t2\na\t3\n", "a\t1\na (2)\t2\na (3)\t3\n");
        check("a\t1\n", "no recipe\n\n", "a\t1\n");
        check("", "a\tb\tc", "a\tb\tc\n");
    }

    #[test]
    fn no_file_brings_more_than_can_be_chosen_from() {
        let mut kept = Vec::new();
        let many: Vec<String> = (0..500).map(|at| format!("{at}\t{at}\n")).collect();
        add_kept(&mut kept, &many.concat());
        assert_eq!(kept.len(), MOST_TAKEN);
    }

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(name_of("a\tb\nc"), "a b c");
    }
}
