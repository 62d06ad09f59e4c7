//! Which colour players wish, and who gets it (C.04.3, 1.6 and 5).

use super::{Field, SwissPlayer, SwissRound};
use crate::chess::Color;

/// How strong a wish is, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

/// What a player wishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) color: Option<Color>,
    pub(super) strength: Strength,
    /// Games with White less games with Black.
    pub(super) difference: i32,
    /// The colour of the last two games, when it was the same.
    pub(super) repeated: Option<Color>,
}

/// The colours of the games played.
fn colors(player: &SwissPlayer) -> impl DoubleEndedIterator<Item = Color> {
    player.rounds.iter().filter_map(|round| match round {
        SwissRound::Played { color, .. } => Some(*color),
        SwissRound::Bye { .. } => None,
    })
}

impl Wish {
    pub(super) fn of(player: &SwissPlayer) -> Self {
        let difference: i32 = colors(player).map(|color| if color.is_white() { 1 } else { -1 }).sum();
        let mut latest = colors(player).rev();
        let (last, before) = (latest.next(), latest.next());
        let repeated = last.filter(|_| last == before);
        let color = match (difference, repeated, last) {
            (2.., ..) => Some(Color::Black),
            (..=-2, ..) => Some(Color::White),
            (_, Some(repeated), _) => Some(!repeated),
            (1, ..) => Some(Color::Black),
            (-1, ..) => Some(Color::White),
            (_, _, last) => last.map(|last| !last),
        };
        let strength = match (difference.abs(), repeated, last) {
            (2.., ..) | (_, Some(_), _) => Strength::Absolute,
            (1, ..) => Strength::Strong,
            (_, _, Some(_)) => Strength::Mild,
            (_, _, None) => Strength::None,
        };
        Self { color, strength, difference, repeated }
    }

    /// Both wish the same colour.
    pub(super) fn is_against(self, other: Self) -> bool {
        self.color.is_some() && self.color == other.color
    }

    /// Both wish the same colour, and neither could do without (C3).
    pub(super) fn is_absolute_against(self, other: Self) -> bool {
        self.is_against(other) && self.strength == Strength::Absolute && other.strength == Strength::Absolute
    }
}

/// Whether the higher ranked player of a pair has White (5.2).
pub(super) fn first_is_white(first: usize, second: usize, field: &Field<'_>) -> bool {
    let (mine, theirs) = (field.colours[first], field.colours[second]);
    let wish = |color: Option<Color>| color == Some(Color::White);
    // 5.2.1: both wishes.
    if !mine.is_against(theirs) {
        return match (mine.color, theirs.color) {
            (Some(color), _) => color.is_white(),
            (None, Some(color)) => color.is_black(),
            // 5.2.5: by the number of the player.
            (None, None) => first.is_multiple_of(2) == field.rules.initial_color.is_white(),
        };
    }
    // 5.2.2: the stronger wish; of two absolute ones that of the wider difference.
    let weight = |wish: &Wish| {
        let wide = if wish.strength == Strength::Absolute { wish.difference.abs() } else { 0 };
        (wish.strength, wide)
    };
    match weight(&mine).cmp(&weight(&theirs)) {
        std::cmp::Ordering::Greater => return wish(mine.color),
        std::cmp::Ordering::Less => return !wish(theirs.color),
        std::cmp::Ordering::Equal => {}
    }
    // 5.2.3: the other way round than the last time when their colours differed.
    let (player, opponent) = (&field.players[first], &field.players[second]);
    match colors(player).rev().zip(colors(opponent).rev()).find(|(one, other)| one != other) {
        Some((color, _)) => color.is_black(),
        // 5.2.4: the wish of the higher ranked.
        None => wish(mine.color),
    }
}
