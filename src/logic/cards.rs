//! The recipe at hand as a row of cards: its steps, some of which may be switched off.

use crate::recipe::Recipe;
use crate::verb::Step;

/// A step of the recipe at hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// What it does.
    pub step: Step,
    /// Whether it is done when the recipe runs.
    pub is_on: bool,
}

impl Card {
    /// The cards of a recipe.
    pub fn all_of(recipe: Recipe) -> Vec<Self> {
        let Recipe { steps, off, .. } = recipe;
        steps
            .into_iter()
            .zip(1..)
            .map(|(step, number)| Self { step, is_on: !off.contains(&number) })
            .collect()
    }

    /// The recipe of these cards.
    pub fn recipe(name: String, cards: &[Self]) -> Recipe {
        let off = cards.iter().zip(1..).filter(|(card, _)| !card.is_on).map(|(_, number)| number).collect();
        Recipe { off, ..Recipe::new(name, cards.iter().map(|card| card.step.clone()).collect()) }
    }
}

/// Moves a card to another place; places that do not exist change nothing.
pub fn move_card(cards: &mut Vec<Card>, from: usize, to: usize) {
    if from < cards.len() && to < cards.len() {
        let card = cards.remove(from);
        cards.insert(to, card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards() -> Vec<Card> {
        let text = r#"{"format": "epidote-recipe", "version": 1, "name": "x",
            "steps": ["normalize", "tenths", "reverse"], "off": [2]}"#;
        Card::all_of(Recipe::from_json(text).unwrap())
    }

    fn words(cards: &[Card]) -> String {
        let word = |card: &Card| format!("{}{} ", if card.is_on { "" } else { "-" }, card.step.to_json());
        cards.iter().map(word).collect::<String>().replace('"', "")
    }

    #[test]
    fn a_card_that_is_moved_stays_as_it_is() {
        let check = |from, to, expect: &str| {
            let mut cards = cards();
            move_card(&mut cards, from, to);
            assert_eq!(words(&cards).trim_end(), expect, "{from} to {to}");
        };
        check(0, 0, "normalize -tenths reverse");
        check(1, 2, "normalize reverse -tenths");
        check(2, 0, "reverse normalize -tenths");
        check(0, 3, "normalize -tenths reverse");
        check(3, 0, "normalize -tenths reverse");
    }

    #[test]
    fn a_recipe_of_cards_gives_the_cards_back() {
        let mut cards = cards();
        move_card(&mut cards, 1, 0);
        let recipe = Card::recipe("x".to_owned(), &cards);
        assert_eq!((recipe.off.as_slice(), recipe.to_do().len()), ([1].as_slice(), 2));
        assert_eq!(Card::all_of(recipe), cards);
    }
}
