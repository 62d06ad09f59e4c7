//! How a game begins: its tags, its opening, its clocks.

use super::Director;
use crate::chess::score::Score;
use crate::chess::{ByColor, Color, Position as _};
use crate::cli::argus::screen::print;
use crate::cli::argus::settings;
use crate::event::adjudication::{Adjudication, Adjudicator, Played as Seen};
use crate::event::record::{GameRecord, Header, Note, PlayedMove};
use crate::event::schedule::Game;
use crate::referee::TableId;
use crate::referee::board::{Draws, Judge, Pairing, Past, Played, Us};
use crate::referee::chess_rules::ChessRules;
use crate::referee::ending::{Cause, Ending};
use crate::referee::pace::Pace;
use crate::referee::rules::Rules as _;
use crate::referee::words::At;
use crate::tablebases::Tables;

impl Director {
    fn paces(&self, game: &Game) -> ByColor<Pace> {
        let (white, black) = (&self.config.engines[game.white], &self.config.engines[game.black]);
        match &self.config.armageddon {
            Some(times) => ByColor {
                white: settings::pace(white, &times.white),
                black: settings::pace(black, &times.black),
            },
            None => ByColor {
                white: settings::pace(white, &white.time),
                black: settings::pace(black, &black.time),
            },
        }
    }

    /// The record of a game, with the moves of its opening.
    pub(super) fn new_record(&self, game: &Game) -> GameRecord {
        let opening = self.openings.get(game.opening);
        let name = |player: usize| self.config.engines[player].name.clone();
        let paces = self.paces(game);
        let header = Header {
            event: self.config.name.clone(),
            site: self.config.site.clone(),
            date: self.date.clone(),
            round: game.id.to_string(),
            white: name(game.white),
            black: name(game.black),
            time_controls: Some([paces.white.control.tag(), paces.black.control.tag()]),
            more: Vec::new(),
            start: opening.start,
        };
        let note = Note { is_book: true, ..Note::default() };
        let moves = opening.moves.iter().map(|&m| PlayedMove { m, note }).collect();
        GameRecord { header, moves, end: None }
    }

    /// The game as the referee needs it.
    ///
    /// With it comes how the game ends at once, if the referee was killed between its last move and its end.
    pub(super) fn pairing(&mut self, table: TableId) -> (Pairing<ChessRules>, Option<Ending>) {
        let Some(playing) = self.games.get(&table) else { return (Pairing::new(ByColor::default()), None) };
        let (game, mut record) = (playing.game, playing.record.clone());
        let header = &record.header;
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let known = |value: &str| if value.is_empty() { "?".to_owned() } else { value.to_owned() };
        let mut tags = vec![
            tag("Event", &known(&header.event)),
            tag("Site", &known(&header.site)),
            tag("Date", &header.date),
            tag("Round", &header.round),
            tag("White", &header.white),
            tag("Black", &header.black),
        ];
        let start = &header.start;
        if !start.is_array() {
            tags.extend([tag("SetUp", "1"), tag("FEN", &start.fen())]);
        }
        let at = (!start.is_array()).then(|| At {
            fields: crate::epd::position::fields_of(&start.position),
            hmvc: Some(start.halfmoves),
            fmvn: Some(start.fullmoves),
        });
        let book = record.sans();
        let mut played: Vec<Past> = book.into_iter().map(Past::Opening).collect();
        played.extend(self.past_of(game.id));
        // The journal was checked when it was read.
        let _ = self.add_past(&mut record, game.id);
        let (adjudicator, ending) = self.adjudicator(&record);
        let stream = self.begin_stream(&record);
        if let Some(playing) = self.games.get_mut(&table) {
            playing.record.moves.clone_from(&record.moves);
            playing.here = record.last();
            playing.stream = stream;
            playing.is_started = true;
        }
        let judge: Option<Box<dyn Judge<ChessRules>>> = Some(Box::new(Rule {
            adjudicator,
            tables: self.tables.clone(),
            turns_black: self.config.engines[game.black].white_scores,
        }));
        let paces = self.paces(&game);
        let draws = if self.config.claims_draws { Draws::ByClaim } else { Draws::ByReferee };
        (Pairing { tags, start: at, played, draws, judge, ..Pairing::new(paces) }, ending)
    }

    /// The rules that end a game early, having seen its moves so far.
    fn adjudicator(&self, record: &GameRecord) -> (Adjudicator, Option<Ending>) {
        let mut last = None;
        let mut tables = self.tables.clone();
        let mut adjudicator = Adjudicator::new(self.config.adjudication);
        let mut here = record.header.start.clone();
        for PlayedMove { m, note } in &record.moves {
            let color = here.position.turn();
            here.play(*m);
            if note.is_book {
                adjudicator.opening_move();
                continue;
            }
            let is_zeroing = m.is_zeroing();
            let seen = Seen { color, score: note.score, is_zeroing, position: &here.position };
            last = adjudicator.play(seen, &mut tables).map(ending_of_verdict);
        }
        (adjudicator, last)
    }

    /// Announces a game, on the screen and in the journal.
    pub(super) fn announce(&mut self, table: TableId, at: Us) {
        let Some(playing) = self.games.get(&table) else { return };
        let Game { id, white, black, .. } = playing.game;
        let sans = playing.record.sans().join(" ");
        let fen = playing.record.header.start.fen();
        if let Some(journal) = &mut self.journal {
            journal.line(at, "game", format_args!("{id} {white} {black} {fen}|{sans}"));
        }
        if !self.extras.is_quiet {
            let total = self.schedule.total().map_or_else(|| "?".to_owned(), |total| total.to_string());
            let name = |player: usize| self.config.engines[player].name.as_str();
            print(&format!(
                "Started game {} of {total} ({} vs {})",
                playing.number,
                name(white),
                name(black)
            ));
        }
    }
}

/// The rules of the event that end a game early.
#[derive(Debug)]
struct Rule {
    adjudicator: Adjudicator,
    tables: Tables,
    /// Black tells scores from the side of White.
    turns_black: bool,
}

impl Judge<ChessRules> for Rule {
    fn judge(&mut self, here: &ChessRules, played: &Played) -> Option<Ending> {
        let turns = self.turns_black && played.side == Color::Black;
        let score = played.judgement.score;
        let seen = Seen {
            color: played.side,
            score: if turns { score.map(Score::of_other_side) } else { score },
            is_zeroing: here.hmvc() == 0,
            position: here.chess(),
        };
        self.adjudicator.play(seen, &mut self.tables).map(ending_of_verdict)
    }
}

fn ending_of_verdict(verdict: Adjudication) -> Ending {
    super::finish::ending_of(verdict.outcome(), Cause::Adjudication(verdict.to_string()))
}
