//! Plural forms for numbers: the rules of the Unicode CLDR for whole numbers.

use super::Language;

/// The form for a number, out of forms separated by `|`: one and other in English; one, few and many in
/// Russian. The last form if there are too few.
pub(super) fn choose(language: Language, count: i64, forms: &str) -> &str {
    let place = match language {
        Language::English => usize::from(count.unsigned_abs() != 1),
        Language::Russian => russian(count.unsigned_abs()),
    };
    forms.split('|').nth(place).unwrap_or_else(|| forms.rsplit('|').next().unwrap_or_default())
}

/// 0 for one (1, 21, 101), 1 for few (2 to 4, 22), 2 for many (0, 5 to 20, 111).
fn russian(count: u64) -> usize {
    let (last, last_two) = (count % 10, count % 100);
    match last {
        1 if last_two != 11 => 0,
        2..=4 if !(12..=14).contains(&last_two) => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_rules_of_the_languages() {
        let english = |count| choose(Language::English, count, "one|other");
        assert_eq!([0, 1, -1, 2, 11].map(english), ["other", "one", "one", "other", "other"]);
        let russian = |count| choose(Language::Russian, count, "one|few|many");
        let expect = [
            (0, "many"),
            (1, "one"),
            (2, "few"),
            (4, "few"),
            (5, "many"),
            (11, "many"),
            (12, "many"),
            (14, "many"),
            (20, "many"),
            (21, "one"),
            (22, "few"),
            (101, "one"),
            (111, "many"),
            (1_002, "few"),
        ];
        for (count, form) in expect {
            assert_eq!(russian(count), form, "{count}");
        }
        assert_eq!(choose(Language::Russian, 5, "only"), "only");
    }
}
