//! The verb `reverse`: the same position with colours reversed.

use crate::epd::conventions::Conventions;
use crate::epd::verbs::reverse::reverse;
use crate::language::Text;
use crate::verb::{Aim, SettingError, Values, Verb};

/// Reverses colours: the position, and the moves of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reverse;

impl Verb for Reverse {
    const NAME: &'static str = "reverse";
    const TITLE: &'static str = "tool.reverse";
    const HELP: &'static str = "tool.reverse.help";
    const SETTINGS: &'static str = "none: reverses the colours";
    const AIM: Aim = Aim::Change;

    fn from_form(_: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn words(&self) -> Vec<Text> {
        vec!["words.reverse".into()]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        reverse(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn records_change_their_colours() {
        fills("reverse", &[], "\"reverse\"");
        let (white, black) = ("4k3/8/8/8/8/8/P7/4K3 w - - bm a3;", "4k3/p7/8/8/8/8/8/4K3 b - - bm a6;");
        rewrites(Reverse, white, Some(black));
        rewrites(Reverse, black, Some(white));
        for line in ["# comment", "", "prose"] {
            rewrites(Reverse, line, None);
        }
    }
}
