//! Settings as a file: a name and a value on each line, readable by people too.

/// The first line of the file.
pub const HEAD: &str = "# Settings of Epidote, version 1";

/// The file with these settings.
pub fn write(settings: &[(&str, String)]) -> String {
    let line = |(name, value): &(&str, String)| {
        let value =
            value.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r");
        format!("{name} = {value}\n")
    };
    format!("{HEAD}\n{}", settings.iter().map(line).collect::<String>())
}

/// The settings of a file; `None` if it is not such a file. Other lines are skipped.
///
/// ```
/// use epidote::text::settings::{read, write};
/// let settings = [("theme", "dark".to_owned()), ("keys", "find=q\nsave=w".to_owned())];
/// let read = read(&write(&settings)).unwrap();
/// assert_eq!(read, [("theme".to_owned(), "dark".to_owned()), ("keys".to_owned(), "find=q\nsave=w".to_owned())]);
/// ```
pub fn read(file: &str) -> Option<Vec<(String, String)>> {
    let mut lines = file.trim_start_matches('\u{feff}').lines();
    if lines.next()?.trim_end() != HEAD {
        return None;
    }
    let of_line = |line: &str| {
        let (name, value) = line.split_once(" =")?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        Some((name.to_owned(), unescaped(value)))
    };
    Some(lines.filter_map(of_line).collect())
}

fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_was_written_by_hand_too() {
        let check = |file: &str, expect: Option<&[(&str, &str)]>| {
            let read = read(file);
            let read = read.as_ref().map(|all| {
                all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>()
            });
            assert_eq!(read.as_deref(), expect, "{file:?}");
        };
        check("", None);
        check("theme = dark\n", None);
        check(
            &format!("{HEAD}\r\ntheme = dark\r\n\r\nnothing\nempty =\n"),
            Some(&[("theme", "dark"), ("empty", "")]),
        );
        check(&format!("\u{feff}{HEAD}\nkeys = a=b\\nc\\\\d\\"), Some(&[("keys", "a=b\nc\\d\\")]));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in any::<String>()) {
            let settings = [("columns", value.clone())];
            prop_assert_eq!(read(&write(&settings)), Some(vec![("columns".to_owned(), value)]));
        }
    }
}
