//! An event that the page watches, as the server of the page tells it (`epidote serve --event`).

use serde::Deserialize;

/// What is shown of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct EventPicture {
    /// How far it is: `played`, `over`, or `left` if its referee left before the end.
    pub stage: String,
    /// Games that are over.
    pub over: usize,
    /// Games that are played.
    pub played: usize,
    /// The cells of each player: the name, points, games won, drawn and lost.
    pub standings: Vec<Vec<String>>,
    /// The cells of each game that is shown: its name, White, Black, the result and the last move.
    pub games: Vec<Vec<String>>,
}

impl EventPicture {
    /// Reads a message of the server; `None` if it is none.
    ///
    /// ```
    /// use epidote::logic::watched::EventPicture;
    /// let seen = EventPicture::read(
    ///     r#"{"stage":"played","over":7,"played":1,"standings":[["A","1.0","1","0","0"]],"games":[["1.1.1","A","B","*","1. e4"]]}"#,
    /// );
    /// let seen = seen.expect("a picture");
    /// assert_eq!(seen.cell("1.1.1", 4), "1. e4");
    /// assert_eq!((seen.cell("1.1.2", 4), seen.cell("1.1.1", 9)), ("", ""));
    /// assert_eq!(seen.left_out(), 7);
    /// assert_eq!(EventPicture::read("<!doctype html>"), None);
    /// ```
    pub fn read(message: &str) -> Option<Self> {
        serde_json::from_str(message).ok()
    }

    /// A cell of a game, empty if the game is not shown.
    pub fn cell(&self, game: &str, column: usize) -> &str {
        let row = self.games.iter().find(|row| row.first().is_some_and(|name| name == game));
        row.and_then(|row| row.get(column)).map_or("", String::as_str)
    }

    /// How many games are not shown.
    pub fn left_out(&self) -> usize {
        (self.over + self.played).saturating_sub(self.games.len())
    }
}
