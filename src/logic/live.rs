//! What is shown of a search that is running.

use crate::chess::notation::line::PlayedLine;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::game::Game;
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::language::{Text, say};
use crate::logic::meaning::with_minus;
use crate::run::Seen;

/// The latest report of a running search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Live {
    /// The record that it is about.
    pub of: Option<(DocumentId, RecordId)>,
    /// The depth in plies.
    pub depth: u32,
    /// The score, as `+0.34` or `#3`.
    pub score: String,
    /// The line in SAN.
    pub line: String,
    /// Words to show instead of a line.
    pub words: Option<Text>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time in milliseconds.
    pub time_ms: u64,
}

impl Live {
    /// What is said of it.
    pub fn in_words(&self) -> Text {
        if let Some(words) = &self.words {
            return words.clone();
        }
        let score = with_minus(&self.score);
        match self.depth {
            0 => say("run.found", [&score, &self.line]),
            depth => say("run.found-at", [&depth.to_string(), &score, &self.line]),
        }
    }

    /// The report of a lane.
    pub fn of(document: DocumentId, seen: &Seen, game: Game) -> Option<Self> {
        let of = seen.of.map(|id| (document, id));
        if let Some(words) = &seen.words {
            return Some(Self { of, words: Some(words.clone()), ..Self::default() });
        }
        let report = seen.report.as_ref()?;
        let position = PositionReading::read_as(&parse(&seen.line), game).chess;
        let line = position.and_then(|position| PlayedLine::of_coordinates(&position, &report.line));
        Some(Self {
            of,
            depth: report.depth,
            score: report.score.to_string(),
            line: line.unwrap_or_default().sans.join(" "),
            words: None,
            nodes: report.nodes,
            time_ms: report.time_ms,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::Score;
    use crate::document::Document;
    use crate::document::workspace::Workspace;
    use crate::verb::FoundLine;

    #[track_caller]
    fn check(seen: Seen, expect: Option<&str>) {
        let document = Document::from_bytes("a", b"4k3/8/8/8/8/8/8/4K3 w - -\n".to_vec());
        let id = document.all_ids()[0];
        let document = Workspace::default().open(document);
        let live = Live::of(document, &Seen { of: Some(id), ..seen }, Game::Chess);
        assert_eq!(live.as_ref().map(|live| live.in_words().english()).as_deref(), expect);
        assert!(live.is_none_or(|live| live.of == Some((document, id))));
    }

    fn found(depth: u32, line: &[&str]) -> Seen {
        let line = line.iter().map(|&m| m.to_owned()).collect();
        let score = Score::Centipawns(-34);
        let report = FoundLine { rank: 1, depth, selective_depth: 9, score, line, nodes: 9, time_ms: 1 };
        let text = b"4k3/8/8/8/8/8/8/4K3 w - -".to_vec();
        Seen { line: text, report: Some(report), ..Seen::default() }
    }

    #[test]
    fn a_report_is_told() {
        check(Seen::default(), None);
        check(found(7, &["e1d2", "e8d7"]), Some("Depth 7: \u{2212}0.34 Kd2 Kd7"));
        // The line of another position is not shown.
        check(found(7, &["a2a4"]), Some("Depth 7: \u{2212}0.34 "));
        check(found(0, &["e1d2"]), Some("\u{2212}0.34 Kd2"));
        check(Seen { words: Some("run.done".into()), ..found(7, &[]) }, Some("{0} of {1}"));
    }
}
