//! The verb `normalize`: the normal form of a record (pfdn, §7.1).

use crate::epd::conventions::Conventions;
use crate::epd::normalize::normalize;
use crate::epd::parse;
use crate::language::Text;
use crate::verb::{Aim, SettingError, Values, Verb};

/// Writes each record in normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Normalize;

impl Verb for Normalize {
    const NAME: &'static str = "normalize";
    const TITLE: &'static str = "tool.normalize";
    const HELP: &'static str = "tool.normalize.help";
    const SETTINGS: &'static str = "none: normal form (pfdn, §7.1)";
    const AIM: Aim = Aim::Check;

    fn from_form(_: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn words(&self) -> Vec<Text> {
        vec!["words.normalize".into()]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        normalize(&parse(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn records_get_their_normal_form() {
        fills("normalize", &[], "\"normalize\"");
        let sorted = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a\";";
        rewrites(Normalize, "4k3/8/8/8/8/8/8/4K3  w -  - id  \"a\";bm Kd2", Some(sorted));
        for line in [sorted, "# a  comment", "", "prose  without ranks"] {
            rewrites(Normalize, line, None);
        }
    }
}
