//! Games, from tokens to records.

use crate::chess::Position as _;
use crate::pgn::engine_note::EngineNote;
use crate::pgn::keep::{Comments, Reading};
use crate::pgn::record::{Head, Place};
use crate::pgn::tags::{Tags, shown};
use crate::pgn::tokens::{Token, Tokens};
use crate::pgn::{Failure, Fault, Positions, Summary};

/// Reads games and writes their records.
pub(super) struct Games<'a> {
    reading: Reading,
    out: &'a mut Vec<u8>,
    summary: Summary,
}

/// The stage of reading a game.
enum Stage {
    /// No game has begun.
    Between,
    /// The game has tags, and no moves so far.
    Tags(Box<Tags>),
    /// The game has moves.
    Moves(Box<Game>),
    /// The game has its result, and this many variations were begun after it. The next move begins another game, which
    /// may have no tags.
    Over(usize),
    /// The game cannot be continued: everything up to a blank line or a tag is skipped.
    Failed,
}

/// A game with moves.
#[derive(Debug)]
struct Game {
    head: Head,
    line: Line,
    /// The lines around the variation being read, the outer ones first.
    outer: Vec<Line>,
    /// The number of variations begun.
    variations: u32,
    has_failed: bool,
}

/// A line of moves: the game itself, or a variation.
#[derive(Debug, Clone)]
struct Line {
    /// Its number, 0 for the game itself.
    variation: u32,
    place: Place,
    /// The place before its last move, where a variation branches off.
    before: Place,
    /// Its last move, until its comment is known.
    played: Option<Played>,
    /// Comments after its last move.
    comments: Comments,
    /// A move of a variation could not be played: the rest of it is skipped.
    is_lost: bool,
}

/// A move whose record is not written yet: the engine's comment follows it.
#[derive(Debug, Clone)]
struct Played {
    san: Vec<u8>,
    /// Comments before it.
    comments: Comments,
    note: Option<EngineNote>,
}

impl<'a> Games<'a> {
    pub(super) fn new(reading: Reading, out: &'a mut Vec<u8>) -> Self {
        Self { reading, out, summary: Summary::default() }
    }

    pub(super) fn into_summary(self) -> Summary {
        self.summary
    }

    /// Reads whole games, which begin on this line.
    pub(super) fn read(&mut self, pgn: &[u8], line: usize) {
        let before = self.summary.records;
        self.read_games(pgn);
        self.summary.lines.extend(std::iter::repeat_n(line, self.summary.records - before));
    }

    fn read_games(&mut self, pgn: &[u8]) {
        let mut stage = Stage::Between;
        for token in Tokens::new(pgn, self.reading.variations) {
            stage = match (token, stage) {
                (Token::Tag { name, value }, Stage::Tags(mut tags)) => {
                    tags.set(name, value);
                    Stage::Tags(tags)
                }
                (Token::Tag { name, value }, before) => {
                    self.end(before);
                    self.summary.games += 1;
                    let mut tags = Box::<Tags>::default();
                    tags.set(name, value);
                    Stage::Tags(tags)
                }
                // There may be a blank line between tags and moves.
                (Token::BlankLine, Stage::Tags(tags)) => Stage::Tags(tags),
                (Token::BlankLine, before) => {
                    self.end(before);
                    Stage::Between
                }
                // Variations after a result are of no game, and some programs write the result twice.
                (Token::Move(_), before @ Stage::Over(1..)) | (Token::Result, before @ Stage::Over(_)) => {
                    before
                }
                (Token::Open, Stage::Over(depth)) => Stage::Over(depth.saturating_add(1)),
                (Token::Close, Stage::Over(depth)) => Stage::Over(depth.saturating_sub(1)),
                (Token::Move(word), before) => match self.begun(before) {
                    Some(game) => self.play(game, word),
                    None => Stage::Failed,
                },
                (Token::Result, before) => match self.begun(before) {
                    Some(game) => {
                        self.finish(game);
                        Stage::Over(0)
                    }
                    None => Stage::Failed,
                },
                (Token::Unknown(word), before @ (Stage::Tags(_) | Stage::Moves(_))) => {
                    self.summary.passed_over += 1;
                    let game = self.summary.games;
                    self.summary.first_passed_over.get_or_insert_with(|| (game, shown(word)));
                    before
                }
                (Token::Comment(text), Stage::Tags(mut tags)) => {
                    tags.said.push(text.to_vec());
                    Stage::Tags(tags)
                }
                (Token::Comment(text), Stage::Moves(mut game)) => {
                    self.hear(&mut game.line, text);
                    Stage::Moves(game)
                }
                (Token::Open, Stage::Moves(mut game)) => {
                    self.settle(&mut game);
                    Stage::Moves(open(game))
                }
                (Token::Close, Stage::Moves(game)) => Stage::Moves(self.close(game)),
                (Token::Unknown(_) | Token::Comment(_) | Token::Open | Token::Close, before)
                | (Token::OpenComment, before @ (Stage::Over(_) | Stage::Failed)) => before,
                (Token::OpenComment, mut before) => {
                    if let Stage::Moves(game) = &mut before {
                        self.settle(game);
                    }
                    self.summary.games += usize::from(matches!(before, Stage::Between));
                    self.fail(Fault::Unreadable("why.game-comment".into()));
                    Stage::Failed
                }
            };
        }
        self.end(stage);
    }

    /// The game that a move or a result belongs to.
    fn begun(&mut self, stage: Stage) -> Option<Box<Game>> {
        let tags = match stage {
            Stage::Moves(game) => return Some(game),
            Stage::Failed => return None,
            Stage::Tags(tags) => tags,
            Stage::Between | Stage::Over(_) => {
                self.summary.games += 1;
                Box::default()
            }
        };
        match tags.start(self.reading.game) {
            Ok(place) => {
                let head = Head { id: tags.names.id(), kept: self.reading.keep.of_tags(&tags.names) };
                let before = place.clone();
                let comments = Comments::default();
                let mut line = Line { variation: 0, place, before, played: None, comments, is_lost: false };
                for text in &tags.said {
                    self.hear(&mut line, text);
                }
                Some(Box::new(Game { head, line, outer: Vec::new(), variations: 0, has_failed: false }))
            }
            Err(fault) => {
                self.fail(fault);
                None
            }
        }
    }

    /// Takes a comment on the last move.
    fn hear(&self, line: &mut Line, text: &[u8]) {
        let note = line.played.as_mut().filter(|played| self.reading.keep.engine && played.note.is_none());
        match note.zip(EngineNote::read(text)) {
            Some((played, (note, rest))) => {
                played.note = Some(note);
                line.comments.add(&rest);
            }
            None => match self.eval_in(text, line) {
                Some((eval, rest)) => {
                    line.comments.eval = Some(eval);
                    line.comments.add(&rest);
                }
                None => line.comments.add(text),
            },
        }
    }

    /// What a comment says of the position by `[%eval]`, if that is kept, and what else it says.
    fn eval_in(&self, text: &[u8], line: &Line) -> Option<(EngineNote, Vec<u8>)> {
        let is_wanted = self.reading.keep.engine && line.comments.eval.is_none();
        if is_wanted { EngineNote::of_eval(text, line.place.position.turn()) } else { None }
    }

    /// Writes the position before the last move, if that was not done.
    fn settle(&mut self, game: &mut Game) {
        if let Some(Played { san, comments, note }) = game.line.played.take() {
            let Line { variation, before, .. } = &game.line;
            self.write(&game.head, *variation, before, &comments, Some((&san, note)));
        }
    }

    /// Plays a move.
    fn play(&mut self, mut game: Box<Game>, word: &[u8]) -> Stage {
        if game.line.is_lost {
            return Stage::Moves(game);
        }
        self.settle(&mut game);
        let before = game.line.place.clone();
        if let Some(san) = game.line.place.play(word) {
            let comments = std::mem::take(&mut game.line.comments);
            game.line.played = Some(Played { san: san.into_owned(), comments, note: None });
            game.line.before = before;
            return Stage::Moves(game);
        }
        self.write_last(&game);
        if !game.has_failed {
            self.fail(Fault::Move { san: shown(word), ply: before.ply.saturating_add(1) });
        }
        if game.outer.is_empty() {
            return Stage::Failed;
        }
        // The game continues after a variation that fails.
        game.has_failed = true;
        game.line.is_lost = true;
        Stage::Moves(game)
    }

    /// Ends the current variation: writes its last position, and continues with the line around it.
    fn close(&mut self, mut game: Box<Game>) -> Box<Game> {
        if let Some(outer) = game.outer.pop() {
            self.settle(&mut game);
            if !game.line.is_lost && game.line.place.ply > game.line.before.ply {
                self.write_last(&game);
            }
            game.line = outer;
        }
        game
    }

    /// Ends a game without a result.
    fn end(&mut self, stage: Stage) {
        if matches!(stage, Stage::Tags(_) | Stage::Moves(_))
            && let Some(game) = self.begun(stage)
        {
            self.finish(game);
        }
    }

    /// Writes the last position of a game, and those of variations that were not closed.
    fn finish(&mut self, mut game: Box<Game>) {
        while !game.outer.is_empty() {
            game = self.close(game);
        }
        self.settle(&mut game);
        self.write_last(&game);
    }

    /// Notes that the last game cannot be continued.
    fn fail(&mut self, fault: Fault) {
        self.summary.failed += 1;
        self.summary.first_failure.get_or_insert(Failure { game: self.summary.games, fault });
    }

    fn is_wanted(&self, ply: u32, is_last: bool) -> bool {
        match self.reading.positions {
            Positions::Every => true,
            Positions::Final => is_last,
            Positions::AtPly(wanted) => ply == wanted,
        }
    }

    /// Writes the last position of the current line, if it is wanted.
    fn write_last(&mut self, game: &Game) {
        self.write(&game.head, game.line.variation, &game.line.place, &game.line.comments, None);
    }

    /// Writes a position, if it is wanted; `played` is the move that follows, with its comment.
    fn write(
        &mut self,
        head: &Head,
        variation: u32,
        place: &Place,
        comments: &Comments,
        played: Option<(&[u8], Option<EngineNote>)>,
    ) {
        // What the engine that moves says of the position comes before what others do.
        let note = played.and_then(|(_, note)| note).or(comments.eval);
        if self.is_wanted(place.ply, played.is_none()) {
            let (comments, lost) =
                if self.reading.keep.comments { comments.operations() } else { Default::default() };
            self.summary.cut_comments += usize::from(lost > 0);
            place.write(head, variation, &comments, played.map(|(san, _)| san), note, self.out);
            self.summary.records += 1;
        }
    }
}

/// Begins a variation: it continues from the place before the last move.
fn open(mut game: Box<Game>) -> Box<Game> {
    game.variations = game.variations.saturating_add(1);
    let place = game.line.before.clone();
    let variation = Line {
        variation: game.variations,
        before: place.clone(),
        place,
        played: None,
        comments: Comments::default(),
        is_lost: game.line.is_lost,
    };
    game.outer.push(std::mem::replace(&mut game.line, variation));
    game
}
