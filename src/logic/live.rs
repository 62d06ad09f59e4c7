//! What is shown of a search that is running.

use crate::chess::notation::line::PlayedLine;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::game::Game;
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::language::{Text, say};
use crate::logic::meaning::with_minus;
use crate::verb::FoundLine;

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
    /// It as a sentence.
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

    /// What is shown of a lane that works on a line of a record: words, if there are any, or else the report.
    pub fn of(
        of: Option<(DocumentId, RecordId)>,
        words: Option<&Text>,
        report: Option<&FoundLine>,
        (line, game): (&[u8], Game),
    ) -> Option<Self> {
        if let Some(words) = words {
            return Some(Self { of, words: Some(words.clone()), ..Self::default() });
        }
        let report = report?;
        let position = PositionReading::read_as(&parse(line), game).chess;
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

    #[track_caller]
    fn check(words: Option<Text>, found: Option<(u32, &[&str])>, expect: Option<&str>) {
        let report = found.map(|(depth, line)| {
            let line = line.iter().map(|&m| m.to_owned()).collect();
            let score = Score::Centipawns(-34);
            FoundLine { rank: 1, depth, selective_depth: 9, score, line, nodes: 9, time_ms: 1 }
        });
        let searched = (&b"4k3/8/8/8/8/8/8/4K3 w - -"[..], Game::Chess);
        let live = Live::of(None, words.as_ref(), report.as_ref(), searched);
        assert_eq!(live.map(|live| live.in_words().english()).as_deref(), expect);
    }

    #[test]
    fn a_report_is_told() {
        check(None, None, None);
        check(None, Some((7, &["e1d2", "e8d7"])), Some("Depth 7: \u{2212}0.34 Kd2 Kd7"));
        // The line of another position is not shown.
        check(None, Some((7, &["a2a4"])), Some("Depth 7: \u{2212}0.34 "));
        check(None, Some((0, &["e1d2"])), Some("\u{2212}0.34 Kd2"));
        let words = || Some(Text::Plain("Loading".to_owned()));
        check(words(), Some((7, &[])), Some("Loading"));
        check(words(), None, Some("Loading"));
    }
}
