//! What a referee and its clients say to each other: the seven commands, the four requests, and what a record
//! carries with them (§8.1, §8.2).

use crate::chess::ByColor;
use crate::chess::score::Score;

/// A command of the referee, the operand of `refcom` (§6.23, §8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refcom {
    /// The game is over (§8.1.1).
    Conclude,
    /// The referee goes; the channel is to be closed (§8.1.2).
    Disconnect,
    /// A position is to be set up, and a move played there: a game is played through again (§8.1.3).
    Execute,
    /// Something needs a human to mend it (§8.1.4).
    Fault,
    /// Tag pairs of PGN (§8.1.5).
    Inform,
    /// A new game begins, and the present one is given up (§8.1.6).
    Reset,
    /// A move is wanted (§8.1.7).
    Respond,
}

impl Refcom {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Conclude,
        Self::Disconnect,
        Self::Execute,
        Self::Fault,
        Self::Inform,
        Self::Reset,
        Self::Respond,
    ];

    /// The word of the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Conclude => "conclude",
            Self::Disconnect => "disconnect",
            Self::Execute => "execute",
            Self::Fault => "fault",
            Self::Inform => "inform",
            Self::Reset => "reset",
            Self::Respond => "respond",
        }
    }
}

/// A request of a client, the operand of `refreq` (§6.24, §8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refreq {
    /// Something needs a human to mend it (§8.2.1).
    Fault,
    /// The answer to `respond` (§8.2.2).
    Reply,
    /// The client goes (§8.2.3).
    SignOff,
    /// The client is there; nothing may come before it (§8.2.4).
    SignOn,
}

impl Refreq {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fault, Self::Reply, Self::SignOff, Self::SignOn];

    /// The word of the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Reply => "reply",
            Self::SignOff => "sign_off",
            Self::SignOn => "sign_on",
        }
    }
}

/// A word about a draw (§6.9 to §6.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DrawWord {
    /// The offer that came with the last move is accepted.
    Accept,
    /// The game is drawn by a rule.
    Claim,
    /// A draw is offered with this move.
    Offer,
    /// The offer that came with the last move is rejected.
    Reject,
}

impl DrawWord {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Accept, Self::Claim, Self::Offer, Self::Reject];

    /// The opcode of the word in a record (§6.9 to §6.12).
    pub fn opcode(self) -> &'static str {
        match self {
            Self::Accept => "draw_accept",
            Self::Claim => "draw_claim",
            Self::Offer => "draw_offer",
            Self::Reject => "draw_reject",
        }
    }
}

/// A position on the wire: the four fields, and the counters where they are sent (§8.1).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct At {
    /// The four fields, a space between each two.
    pub fields: String,
    /// `hmvc`: plies since the last capture or pawn move.
    pub hmvc: Option<u32>,
    /// `fmvn`: the number of the move, 1 at the start of a game.
    pub fmvn: Option<u32>,
}

impl At {
    /// A position without counters.
    pub fn new(fields: &str) -> Self {
        Self { fields: fields.to_owned(), hmvc: None, fmvn: None }
    }
}

/// Tag pairs of PGN, names first (`ptp`, §6.21).
pub type Tags = Vec<(String, String)>;

/// What one player's clock shows to the program that plays by it. Milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Face {
    /// What is left; below zero for a program that overran within its margin; `None` without a clock.
    pub left_ms: Option<i64>,
    /// What each move adds.
    pub increment_ms: u64,
    /// Moves until the next period.
    pub moves_to_go: Option<u32>,
    /// The time of this move alone.
    pub move_ms: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

/// The clocks on a record of the referee.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clocks {
    /// Milliseconds used since the game began: `cc`, which says whole seconds (§6.6).
    pub used_ms: ByColor<u64>,
    /// What the clocks show. It is not sent: only a program on the same machine sees them.
    pub faces: Option<ByColor<Face>>,
}

/// A record of the referee: a command, and what comes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The command.
    pub refcom: Refcom,
    /// The position that the receiver is to have before `moves`.
    pub at: At,
    /// The supplied move, in SAN, and what follows it if a history is sent along: `sm`, or `sv` for more
    /// than one move (§8.1).
    pub moves: Vec<String>,
    /// The clocks.
    pub cc: Option<Clocks>,
    /// Tag pairs, which count on any command (§8.1.5).
    pub ptp: Tags,
    /// The opponent's word about a draw.
    pub draw: Option<DrawWord>,
    /// A remark for a human, `c0`: what the fault is.
    pub remark: Option<String>,
}

impl Directive {
    /// A command with a position and nothing else.
    pub fn new(refcom: Refcom, at: At) -> Self {
        Self { refcom, at, moves: Vec::new(), cc: None, ptp: Tags::new(), draw: None, remark: None }
    }
}

/// What a program thinks of the move that it plays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The value before the move, for the side that plays it: `ce`.
    pub score: Option<Score>,
    /// Plies looked ahead: `acd`.
    pub depth: Option<u32>,
    /// Positions visited: `acn`.
    pub nodes: Option<u64>,
    /// The line expected, the move itself first, in the program's own notation: `pv` on the wire.
    pub line: Vec<String>,
}

/// A record of a client: a request, and what comes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The request.
    pub refreq: Refreq,
    /// The position from which `sm` is played.
    pub at: At,
    /// The move, in SAN or another notation that can be read: `sm`.
    pub sm: Option<String>,
    /// What the client says of a draw.
    pub draw: Option<DrawWord>,
    /// It resigns.
    pub resigns: bool,
    /// What it thinks of its move.
    pub judgement: Judgement,
    /// The name that it gives itself, `tcsi`; or the reason of a fault, `c0`.
    pub remark: Option<String>,
}

impl Request {
    /// A request with a position and nothing else.
    pub fn new(refreq: Refreq, at: At) -> Self {
        Self {
            refreq,
            at,
            sm: None,
            draw: None,
            resigns: false,
            judgement: Judgement::default(),
            remark: None,
        }
    }
}
