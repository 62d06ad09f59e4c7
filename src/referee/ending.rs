//! How games end, and the words for it.

use crate::chess::Color;

/// The end of a game: who won, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Who won, or that nobody did.
    pub score: GameScore,
    /// What ended it.
    pub cause: Cause,
}

/// The score of a game, the tag `Result` of PGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// One side won.
    Won(Color),
    /// Nobody did.
    Drawn,
    /// The game was not finished.
    Open,
}

impl GameScore {
    /// As PGN has it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Reads what [`GameScore::tag`] writes.
    pub fn read(tag: &str) -> Option<Self> {
        let all = [Self::Won(Color::White), Self::Won(Color::Black), Self::Drawn, Self::Open];
        all.into_iter().find(|score| score.tag() == tag)
    }
}

/// What ended a game. If a side is named, it is the one that lost by it: it is mated, resigns, is late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// This side is checkmated.
    Mate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position stood on the board for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// This side resigned.
    Resignation(Color),
    /// This side overran its time by this number of milliseconds.
    Flag(Color, u64),
    /// An offer was accepted.
    DrawAgreed,
    /// The referee or a rule of the event decided it, in these words.
    Adjudication(String),
    /// This side sent this move, which cannot be played or read.
    IllegalMove(Color, String),
    /// This side did not answer this question, although it still had time.
    Stall(Color, String),
    /// The program of this side is gone, in this way.
    Disconnect(Color, String),
    /// This side broke the protocol, in this way.
    Fault(Color, String),
    /// The supervisor gave the game up, for this reason.
    Aborted(String),
}

/// The word for a side in messages, `White` or `Black`.
pub fn side_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

impl Ending {
    /// A game won by the other side.
    pub fn lost(loser: Color, cause: Cause) -> Self {
        Self { score: GameScore::Won(!loser), cause }
    }

    /// A game without a winner.
    pub fn drawn(cause: Cause) -> Self {
        Self { score: GameScore::Drawn, cause }
    }

    /// A game that was not finished.
    pub fn open(why: &str) -> Self {
        Self { score: GameScore::Open, cause: Cause::Aborted(why.to_owned()) }
    }

    /// The reason in the words that match runners share, for the last comment of a game.
    pub fn words(&self) -> String {
        match self.at_fault().filter(|_| self.score == GameScore::Drawn) {
            Some(side) => format!("{}, but {} cannot mate", self.cause_words(), side_name(!side)),
            None => self.cause_words(),
        }
    }

    fn cause_words(&self) -> String {
        let winner = |loser: &Color| side_name(!*loser);
        match &self.cause {
            Cause::Mate(loser) => format!("{} mates", winner(loser)),
            Cause::Stalemate => "Draw by stalemate".to_owned(),
            Cause::Repetition => "Draw by 3-fold repetition".to_owned(),
            Cause::FiftyMoves => "Draw by fifty moves rule".to_owned(),
            Cause::InsufficientMaterial => "Draw by insufficient mating material".to_owned(),
            Cause::Resignation(loser) => format!("{} resigns", side_name(*loser)),
            Cause::Flag(loser, over) => format!("{} loses on time ({over} ms over)", side_name(*loser)),
            Cause::DrawAgreed => "Draw by agreement".to_owned(),
            Cause::Adjudication(why) => why.clone(),
            Cause::IllegalMove(loser, text) => {
                format!("{} makes an illegal move: {text}", side_name(*loser))
            }
            Cause::Stall(loser, asked) => format!("{}'s connection stalls: {asked}", side_name(*loser)),
            Cause::Disconnect(loser, how) => format!("{} disconnects: {how}", side_name(*loser)),
            Cause::Fault(loser, how) => format!("{} breaks the protocol: {how}", side_name(*loser)),
            Cause::Aborted(why) => format!("No result: {why}"),
        }
    }

    /// The tag `Termination` of PGN.
    pub fn termination(&self) -> &'static str {
        match &self.cause {
            Cause::Mate(_)
            | Cause::Stalemate
            | Cause::Repetition
            | Cause::FiftyMoves
            | Cause::InsufficientMaterial
            | Cause::Resignation(_)
            | Cause::DrawAgreed => "normal",
            Cause::Flag(..) => "time forfeit",
            Cause::Adjudication(_) => "adjudication",
            Cause::IllegalMove(..) | Cause::Fault(..) => "rules infraction",
            Cause::Stall(..) | Cause::Disconnect(..) => "abandoned",
            Cause::Aborted(_) => "unterminated",
        }
    }

    /// The name of the cause, for machines.
    pub fn code(&self) -> &'static str {
        match &self.cause {
            Cause::Mate(_) => "mate",
            Cause::Stalemate => "stalemate",
            Cause::Repetition => "repetition",
            Cause::FiftyMoves => "fifty-moves",
            Cause::InsufficientMaterial => "material",
            Cause::Resignation(_) => "resignation",
            Cause::Flag(..) => "time",
            Cause::DrawAgreed => "agreement",
            Cause::Adjudication(_) => "adjudication",
            Cause::IllegalMove(..) => "illegal-move",
            Cause::Stall(..) => "stall",
            Cause::Disconnect(..) => "disconnect",
            Cause::Fault(..) => "fault",
            Cause::Aborted(_) => "aborted",
        }
    }

    /// The side at fault, for causes that have one.
    pub fn at_fault(&self) -> Option<Color> {
        match &self.cause {
            Cause::Mate(side)
            | Cause::Resignation(side)
            | Cause::Flag(side, _)
            | Cause::IllegalMove(side, _)
            | Cause::Stall(side, _)
            | Cause::Disconnect(side, _)
            | Cause::Fault(side, _) => Some(*side),
            _ => None,
        }
    }
}
