//! Laws of input from outside: links, and messages between page and worker.

use crate::protocol::{FromWorker, Task, ToWorker, decode, encode};
use crate::share;

/// Any text is handled as the fragment of a link. The lines of a valid link, and the input itself as lines,
/// come back from a link unchanged.
pub fn link(input: &[u8]) {
    let fragment = String::from_utf8_lossy(input);
    if let Some(Ok(lines)) = share::packed::decode(&fragment) {
        check_round_trip(&lines);
    }
    check_round_trip(&input.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>());
}

fn check_round_trip(lines: &[Vec<u8>]) {
    let borrowed: Vec<&[u8]> = lines.iter().map(Vec::as_slice).collect();
    let link = share::packed::encode(&borrowed);
    let decoded = share::packed::decode(&link);
    if lines.len() > share::MOST_LINES {
        assert_eq!(decoded, Some(Err(share::ShareError::TooLarge)));
    } else {
        assert_eq!(decoded, Some(Ok(lines.to_vec())), "{link}");
    }
}

/// Any bytes are handled as a message. A valid message is written and read back unchanged, and has as many
/// lines as it says.
pub fn messages(input: &[u8]) {
    if let Ok(message) = decode::<FromWorker>(input) {
        let written = encode(&message).unwrap_or_default();
        assert_eq!(decode(&written), Ok(message));
    }
    if let Ok(message) = decode::<ToWorker>(input) {
        let task = match &message {
            ToWorker::Run { task, .. } => Some(task),
            ToWorker::Stop | ToWorker::Choose(_) => None,
        };
        if let Some(
            Task::Rewrite { lines, .. }
            | Task::Find { lines, .. }
            | Task::Keys { lines, .. }
            | Task::SortKeys { lines, .. }
            | Task::Sort { keys: lines, .. }
            | Task::Merge { lines, .. }
            | Task::Count { lines }
            | Task::Verdicts { lines, .. }
            | Task::Check { lines, .. },
        ) = task
        {
            assert_eq!(lines.iter().count(), lines.len());
        }
        let written = encode(&message).unwrap_or_default();
        assert_eq!(decode(&written), Ok(message));
    }
}
