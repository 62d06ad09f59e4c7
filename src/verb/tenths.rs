//! The verb `tenths`: converts scores in tenths of a pawn, as some programs wrote them, to centipawns.

use crate::epd::conventions::Conventions;
use crate::epd::parse;
use crate::epd::verbs::tenths::to_centipawns;
use crate::language::Text;
use crate::verb::{Aim, SettingError, Values, Verb};

/// Multiplies every ordinary `ce` by ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenths;

impl Verb for Tenths {
    const NAME: &'static str = "tenths";
    const TITLE: &'static str = "tool.tenths";
    const HELP: &'static str = "tool.tenths.help";
    const SETTINGS: &'static str = "none: every ordinary `ce` times ten";
    const AIM: Aim = Aim::Change;

    fn from_form(_: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn words(&self) -> Vec<Text> {
        vec!["words.tenths".into()]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        to_centipawns(&parse(line)).map(|edit| edit.apply(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn ordinary_scores_are_multiplied() {
        fills("tenths", &[], "\"tenths\"");
        rewrites(Tenths, "4k3/8/8/8/8/8/8/4K3 w - - ce -12;", Some("4k3/8/8/8/8/8/8/4K3 w - - ce -120;"));
        for ce in ["ce 32766;", "ce 0;", "ce x;", ""] {
            rewrites(Tenths, &format!("4k3/8/8/8/8/8/8/4K3 w - - {ce}"), None);
        }
    }
}
