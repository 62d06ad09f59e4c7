//! Games as the reader of PGN tells them, token by token.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, SanPlus, Visitor};

use crate::chess::{Chess, Move};
use crate::epd::parse;
use crate::epd::position::{PositionReading, move_counters};
use crate::pgn::record::{Names, Place};
use crate::pgn::{Failure, Fault, Positions, Summary};

/// What the tag `Variant` says, in small letters, of games that are played by the rules of chess or
/// of Chess960.
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

/// Takes in games, and writes their records.
pub(super) struct Games<'a> {
    positions: Positions,
    out: &'a mut Vec<u8>,
    summary: Summary,
}

/// The tags of a game that matter.
#[derive(Debug, Default)]
pub(super) struct Tags {
    names: Names,
    fen: Option<Vec<u8>>,
    /// `SetUp "0"`: the game starts from the array, whatever `FEN` says.
    from_array: bool,
    variant: Option<Vec<u8>>,
}

/// A game that is played.
#[derive(Debug)]
pub(super) struct Game {
    id: Vec<u8>,
    place: Place,
}

impl<'a> Games<'a> {
    pub(super) fn new(positions: Positions, out: &'a mut Vec<u8>) -> Self {
        Self { positions, out, summary: Summary::default() }
    }

    pub(super) fn into_summary(self) -> Summary {
        self.summary
    }

    /// Notes that the game that was begun last cannot be gone on with.
    pub(super) fn fail(&mut self, fault: Fault) {
        self.summary.failed += 1;
        self.summary.first_failure.get_or_insert(Failure { game: self.summary.games, fault });
    }

    fn is_wanted(&self, ply: u32, is_last: bool) -> bool {
        match self.positions {
            Positions::Every => true,
            Positions::Final => is_last,
            Positions::AtPly(wanted) => ply == wanted,
        }
    }

    /// Writes the position that the game has come to, if it is wanted; `played` is the move that
    /// follows.
    fn write(&mut self, game: &Game, played: Option<Move>) {
        if self.is_wanted(game.place.ply, played.is_none()) {
            game.place.write(&game.id, played, self.out);
            self.summary.records += 1;
        }
    }
}

impl Tags {
    /// Where the game starts.
    fn start(&self) -> Result<Place, Fault> {
        let variant = self.variant.as_deref().unwrap_or_default().trim_ascii();
        let name = String::from_utf8_lossy(variant).to_lowercase();
        if !matches!(name.as_str(), "" | "?") && !CHESS.contains(&name.as_str()) {
            return Err(Fault::Variant(shown(variant)));
        }
        let Some(fen) = self.fen.as_deref().filter(|_| !self.from_array) else {
            return Ok(Place { position: Chess::default(), halfmoves: 0, fullmoves: 1, ply: 0 });
        };
        // A FEN is the beginning of a record, and read as leniently.
        let parse = parse(fen);
        let position = PositionReading::read(&parse).chess.ok_or_else(|| Fault::Position(shown(fen)))?;
        let (halfmoves, fullmoves) = move_counters(&parse);
        Ok(Place { position, halfmoves, fullmoves, ply: 0 })
    }
}

/// The beginning of a value, for a message.
fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(value).chars().take(100).collect()
}

impl Visitor for Games<'_> {
    type Tags = Tags;
    type Movetext = Game;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Tags> {
        self.summary.games += 1;
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let value = || Some(value.decode().into_owned());
        match name {
            b"White" => tags.names.white = value(),
            b"Black" => tags.names.black = value(),
            b"Event" => tags.names.event = value(),
            b"Date" => tags.names.date = value(),
            b"FEN" => tags.fen = value(),
            b"SetUp" => tags.from_array = value().is_some_and(|value| value == b"0"),
            b"Variant" => tags.variant = value(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<(), Game> {
        match tags.start() {
            Ok(place) => ControlFlow::Continue(Game { id: tags.names.id(), place }),
            Err(fault) => {
                self.fail(fault);
                ControlFlow::Break(())
            }
        }
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(&game.place.position) else {
            self.write(game, None);
            let ply = game.place.ply.saturating_add(1);
            self.fail(Fault::Move { san: san.to_string(), ply });
            return ControlFlow::Break(());
        };
        self.write(game, Some(m));
        game.place.play(m);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Game, _outcome: Outcome) -> ControlFlow<()> {
        self.write(game, None);
        ControlFlow::Break(())
    }

    fn end_game(&mut self, game: Game) {
        self.write(&game, None);
    }
}
