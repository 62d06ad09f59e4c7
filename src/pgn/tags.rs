//! The tags of a game: what is known of it, and where it starts.

use crate::chess::Chess;
use crate::epd::game::Game;
use crate::epd::parse;
use crate::epd::position::{PositionReading, move_counters};
use crate::pgn::Fault;
use crate::pgn::record::{Names, Place};
use crate::pgn::tokens::unescaped;

/// Values of the tag `Variant`, in small letters, of games played by the rules of chess or of Chess960.
const CHESS: [&str; 9] = [
    "chess",
    "chess 960",
    "chess960",
    "fischer random",
    "fischerandom",
    "fischerrandom",
    "from position",
    "normal",
    "standard",
];

/// The relevant tags of a game.
#[derive(Debug, Default)]
pub(super) struct Tags {
    pub(super) names: Names,
    fen: Option<Vec<u8>>,
    /// `SetUp "0"`: the game starts from the usual array, whatever `FEN` says.
    from_array: bool,
    variant: Option<Vec<u8>>,
    /// Comments before the first move.
    pub(super) said: Vec<Vec<u8>>,
}

impl Tags {
    pub(super) fn set(&mut self, name: &[u8], value: &[u8]) {
        let given = || Some(unescaped(value));
        match name {
            b"White" => self.names.white = given(),
            b"Black" => self.names.black = given(),
            b"Event" => self.names.event = given(),
            // Sites may give no other date than that of UTC.
            b"Date" | b"UTCDate" if value.starts_with(b"?") => {}
            b"Date" => self.names.date = given(),
            // Sites that give no other date give this one.
            b"UTCDate" if self.names.date.is_none() => self.names.date = given(),
            b"ECO" => self.names.eco = given(),
            b"Site" => self.names.site = given(),
            b"Round" => self.names.round = given(),
            b"Result" => self.names.result = given(),
            b"FEN" => self.fen = given(),
            b"SetUp" => self.from_array = given().is_some_and(|value| value == b"0"),
            b"Variant" => self.variant = given(),
            _ => {}
        }
    }

    /// The starting place of the game; it is of this one if no tag says of which.
    pub(super) fn start(&self, unless_named: Game) -> Result<Place, Fault> {
        let variant = self.variant.as_deref().unwrap_or_default().trim_ascii();
        let name = String::from_utf8_lossy(variant).to_lowercase();
        if !matches!(name.as_str(), "" | "?") && !CHESS.contains(&name.as_str()) {
            return Err(Fault::Variant(shown(variant)));
        }
        let is_given = |fen: &&[u8]| !self.from_array && !fen.trim_ascii().is_empty();
        let Some(fen) = self.fen.as_deref().filter(is_given) else {
            return Ok(Place { position: Chess::default(), halfmoves: 0, fullmoves: 1, ply: 0 });
        };
        // A FEN is the beginning of a record, and is read just as leniently.
        let parse = parse(fen);
        let is_960 = name.contains("960") || name.contains("fischer");
        let is_named = !matches!(name.as_str(), "" | "?");
        let game = match (is_960, is_named) {
            (true, _) => Game::Chess960,
            (false, true) => Game::Chess,
            (false, false) => unless_named,
        };
        let position =
            PositionReading::read_as(&parse, game).chess.ok_or_else(|| Fault::Position(shown(fen)))?;
        let (halfmoves, fullmoves) = move_counters(&parse);
        Ok(Place { position, halfmoves, fullmoves, ply: 0 })
    }
}

/// The beginning of a value, for a message.
pub(super) fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(value).chars().take(100).collect()
}
