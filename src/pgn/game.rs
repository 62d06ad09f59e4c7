//! Games as their tokens tell them, and how they become records.

use crate::chess::Chess;
use crate::epd::parse;
use crate::epd::position::{PositionReading, move_counters};
use crate::pgn::record::{Names, Place};
use crate::pgn::tokens::{Token, Tokens, unescaped};
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

/// How far the reading of a game has come.
enum Stage {
    /// No game is begun.
    Between,
    /// The game has tags, and no moves so far.
    Tags(Tags),
    /// The game is played.
    Moves(Game),
    /// The game is over, and what follows up to a blank line is no part of it.
    Over,
}

/// The tags of a game that matter.
#[derive(Debug, Default)]
struct Tags {
    names: Names,
    fen: Option<Vec<u8>>,
    /// `SetUp "0"`: the game starts from the array, whatever `FEN` says.
    from_array: bool,
    variant: Option<Vec<u8>>,
}

/// A game that is played.
#[derive(Debug)]
struct Game {
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

    /// Reads whole games.
    pub(super) fn read(&mut self, pgn: &[u8]) {
        let mut stage = Stage::Between;
        for token in Tokens::new(pgn) {
            stage = match (token, stage) {
                (Token::Tag { name, value }, Stage::Tags(mut tags)) => {
                    tags.set(name, value);
                    Stage::Tags(tags)
                }
                (Token::Tag { name, value }, before) => {
                    self.end(before);
                    self.summary.games += 1;
                    let mut tags = Tags::default();
                    tags.set(name, value);
                    Stage::Tags(tags)
                }
                // Tags and moves may stand apart.
                (Token::BlankLine, Stage::Tags(tags)) => Stage::Tags(tags),
                (Token::BlankLine, before) => {
                    self.end(before);
                    Stage::Between
                }
                (Token::Move(word), before) => match self.begun(before) {
                    Some(game) => self.play(game, word),
                    None => Stage::Over,
                },
                (Token::Result, before) => {
                    if let Some(game) = self.begun(before) {
                        self.write(&game.place, &game.id, None);
                    }
                    Stage::Over
                }
                (Token::OpenComment, Stage::Over) => Stage::Over,
                (Token::OpenComment, before) => {
                    self.summary.games += usize::from(matches!(before, Stage::Between));
                    self.fail(Fault::Unreadable("why.game-comment".into()));
                    Stage::Over
                }
            };
        }
        self.end(stage);
    }

    /// The game that a move or a result belongs to.
    fn begun(&mut self, stage: Stage) -> Option<Game> {
        let tags = match stage {
            Stage::Moves(game) => return Some(game),
            Stage::Over => return None,
            Stage::Tags(tags) => tags,
            Stage::Between => {
                self.summary.games += 1;
                Tags::default()
            }
        };
        match tags.start() {
            Ok(place) => Some(Game { id: tags.names.id(), place }),
            Err(fault) => {
                self.fail(fault);
                None
            }
        }
    }

    /// Plays a move, and writes the position before it.
    fn play(&mut self, mut game: Game, word: &[u8]) -> Stage {
        let before = game.place.clone();
        if let Some(san) = game.place.play(word) {
            self.write(&before, &game.id, Some(&san));
            return Stage::Moves(game);
        }
        self.write(&before, &game.id, None);
        self.fail(Fault::Move { san: shown(word), ply: before.ply.saturating_add(1) });
        Stage::Over
    }

    /// Ends a game that has no result.
    fn end(&mut self, stage: Stage) {
        if matches!(stage, Stage::Tags(_) | Stage::Moves(_))
            && let Some(game) = self.begun(stage)
        {
            self.write(&game.place, &game.id, None);
        }
    }

    /// Notes that the game that was begun last cannot be gone on with.
    fn fail(&mut self, fault: Fault) {
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

    /// Writes a position of a game, if it is wanted; `played` is the move that follows.
    fn write(&mut self, place: &Place, id: &[u8], played: Option<&[u8]>) {
        if self.is_wanted(place.ply, played.is_none()) {
            place.write(id, played, self.out);
            self.summary.records += 1;
        }
    }
}

impl Tags {
    fn set(&mut self, name: &[u8], value: &[u8]) {
        let value = || Some(unescaped(value));
        match name {
            b"White" => self.names.white = value(),
            b"Black" => self.names.black = value(),
            b"Event" => self.names.event = value(),
            b"Date" => self.names.date = value(),
            b"FEN" => self.fen = value(),
            b"SetUp" => self.from_array = value().is_some_and(|value| value == b"0"),
            b"Variant" => self.variant = value(),
            _ => {}
        }
    }

    /// Where the game starts.
    fn start(&self) -> Result<Place, Fault> {
        let variant = self.variant.as_deref().unwrap_or_default().trim_ascii();
        let name = String::from_utf8_lossy(variant).to_lowercase();
        if !matches!(name.as_str(), "" | "?") && !CHESS.contains(&name.as_str()) {
            return Err(Fault::Variant(shown(variant)));
        }
        let is_given = |fen: &&[u8]| !self.from_array && !fen.trim_ascii().is_empty();
        let Some(fen) = self.fen.as_deref().filter(is_given) else {
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
