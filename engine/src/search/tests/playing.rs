//! Endgames that must be won, played out by the engine against itself.

use super::*;

/// Plays on with a small limit per move; returns the plies until mate, if it comes.
fn plies_to_mate(fields: &str, limit: u64) -> Option<u32> {
    let mut board = Position::parse(fields, 0).unwrap().board;
    let mut searcher = Searcher::new(4);
    for ply in 0..120 {
        if is_mate(&board) {
            return Some(ply);
        }
        let text = board.to_string();
        let four = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let clock = u32::from(board.halfmove_clock());
        let question = Question { halfmove_clock: clock, ..Question::new(&four) };
        let report = searcher.go(&question, &nodes(limit), &Ticking::default(), &mut |_| {}).unwrap();
        let mv = find(&board, *report.pv.first()?, false)?;
        board.play(mv);
    }
    None
}

#[test]
fn elementary_mates_are_brought_home() {
    for fields in ["8/8/8/4k3/8/8/8/4K2R w - -", "8/8/8/3qk3/8/8/8/4K3 b - -", "8/8/8/4k3/8/8/8/2B1KB2 w - -"]
    {
        assert!(plies_to_mate(fields, 20_000).is_some(), "{fields}");
    }
}
