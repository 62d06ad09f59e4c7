//! What the columns of a table can become.

use crate::language::{Text, say};

/// Why a table cannot be opened, whose columns become these.
pub fn obstacle(targets: &[String]) -> Option<Text> {
    let is_twice = |(at, target): &(usize, &String)| !target.is_empty() && targets[..*at].contains(target);
    if let Some((_, target)) = targets.iter().enumerate().find(is_twice) {
        return Some(say("table.twice", [target.clone()]));
    }
    (!targets.iter().any(|target| target == "fen")).then(|| "table.needs-position".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(targets: &[&str], expect: &str) {
        let targets: Vec<String> = targets.iter().map(|&target| target.to_owned()).collect();
        assert_eq!(obstacle(&targets).map_or_else(String::new, |text| text.english()), expect);
    }

    #[test]
    fn a_table_needs_one_position_and_no_column_twice() {
        check(&["fen", "", "id", ""], "");
        check(&["id", "bm"], &Text::from("table.needs-position").english());
        check(&[], &Text::from("table.needs-position").english());
        check(&["fen", "id", "id"], &say("table.twice", ["id"]).english());
        check(&["fen", "fen"], &say("table.twice", ["fen"]).english());
    }
}
