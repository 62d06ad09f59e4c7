//! Files that this program writes and that hold no records to edit: recipes are taken over, of the others the user is told
//! what they are for.

use std::rc::Rc;

use leptos::prelude::*;

use super::Files;
use crate::browser::files::Given;
use crate::language::{Text, args, say};
use crate::logic::opening::{OwnFile, own_file};

/// Bytes in which such a file says what it is.
const HEAD: u64 = 256;

/// Most bytes of a recipe.
const MOST: u64 = 1 << 20;

/// Takes the text of a recipe.
pub(super) type TakeRecipe = Rc<dyn Fn(&str)>;

impl Files {
    /// Sets the function that is called with the text of a recipe that was opened as a file.
    pub(in crate::app) fn when_recipe(&self, take: impl Fn(&str) + 'static) {
        self.take_recipe.set_value(Some(Rc::new(take)));
    }

    /// Whether this is such a file, which is dealt with then. A file that cannot be read is none: reading it tells why.
    pub(super) async fn take_own(&'static self, given: &Given) -> bool {
        let Ok(head) = given.read(0..HEAD.min(given.size())).await else { return false };
        let Some(own) = own_file(&head) else { return false };
        let refused: Text = match own {
            OwnFile::Recipe => {
                let text = given.read(0..given.size().min(MOST)).await.unwrap_or_default();
                if let Some(take) = self.take_recipe.get_value() {
                    take(&String::from_utf8_lossy(&text));
                }
                return true;
            }
            OwnFile::Settings => "why.own-settings".into(),
            OwnFile::Json(format) => say("why.own-json", [format]),
        };
        self.notices.problem(say("toast.not-opened", args![given.name(), refused]));
        true
    }
}
