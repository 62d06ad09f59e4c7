//! The address of a view embedded in other pages: `#/embed/` before the content of a link, and settings after
//! a question mark.

use crate::share::{has_black_bottom, with_bottom, without_tail};

/// The beginning of the fragment.
const BEGINNING: &str = "#/embed";

/// The contents of the address of an embedded view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// The fragment of the link to the same records.
    pub link: String,
    /// Whether Black is at the bottom.
    pub is_black_bottom: bool,
    /// The colours: `light`, `dark` or `contrast`; `None` for those of the system.
    pub theme: Option<String>,
    /// The code of a language; `None` for that of the browser.
    pub lang: Option<String>,
    /// The record that is shown first, from 0.
    pub record: usize,
}

/// Reads a fragment, if it is of an embedded view. Unknown settings are skipped, so that addresses of later
/// versions show what they can.
pub fn embed_of(fragment: &str) -> Option<Embed> {
    let rest = without_tail(fragment)
        .strip_prefix(BEGINNING)
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
    let (link, settings) = rest.split_once('?').unwrap_or((rest, ""));
    let setting = |name: &str| {
        let mut settings = settings.split('&').filter_map(|setting| setting.split_once('='));
        settings.find(|(known, _)| *known == name).map(|(_, value)| value)
    };
    let word = |name: &str| {
        let is_word = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        setting(name).filter(is_word).map(str::to_owned)
    };
    Some(Embed {
        link: format!("#{link}"),
        is_black_bottom: has_black_bottom(rest),
        theme: word("theme").filter(|theme| ["light", "dark", "contrast"].contains(&theme.as_str())),
        lang: word("lang"),
        record: setting("record").and_then(|number| number.parse::<usize>().ok()).unwrap_or(1).max(1) - 1,
    })
}

/// The fragment of an embedded view for the content of a link.
pub fn embed_fragment(link: &str, is_black_bottom: bool) -> String {
    let path = link.strip_prefix('#').unwrap_or(link);
    with_bottom(format!("{BEGINNING}{path}"), is_black_bottom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn settings_are_read() {
        let embed = embed_of("#/embed/s/1.abc?color=black&theme=dark&lang=ru&record=3&later=x").unwrap();
        assert_eq!(embed.link, "#/s/1.abc");
        assert!(embed.is_black_bottom);
        assert_eq!(
            (embed.theme.as_deref(), embed.lang.as_deref(), embed.record),
            (Some("dark"), Some("ru"), 2)
        );
    }

    #[test]
    fn what_is_no_setting_is_passed_over() {
        for settings in ["", "?", "?color=", "?theme=\"><b>&lang=../x&record=0", "?record=-1", "?theme=pink"]
        {
            let embed = embed_of(&format!("#/embed/p/8{settings}")).unwrap();
            let expect = Embed {
                link: "#/p/8".to_owned(),
                is_black_bottom: false,
                theme: None,
                lang: None,
                record: 0,
            };
            assert_eq!(embed, expect, "{settings}");
        }
        for other in ["", "#/p/8", "#/embedded/p/8", "/embed/p/8"] {
            assert_eq!(embed_of(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(link in "#/[ps]/[0-9A-Za-z/_.-]{0,40}[0-9A-Za-z_-]", is_black_bottom: bool) {
            let embed = embed_of(&embed_fragment(&link, is_black_bottom)).unwrap();
            prop_assert_eq!((embed.link, embed.is_black_bottom), (link, is_black_bottom));
        }
    }
}
