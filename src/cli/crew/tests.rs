//! Whether a crew works at the same time, and hands out results in order.

use super::*;
use crate::cli::args::Reading;
use crate::cli::settings::Profiles;

/// Work on two lines that must be under way at the same time.
#[derive(Default)]
struct Meeting {
    present: Mutex<usize>,
    came: Condvar,
}

impl Verb for Meeting {
    type Part = usize;
    type State = ();

    fn work(&self, piece: Piece, _: &Order<()>) -> usize {
        const LONGEST: Duration = Duration::from_mins(1);
        let mut present = self.present.lock().unwrap();
        *present += 1;
        self.came.notify_all();
        let waited = self.came.wait_timeout_while(present, LONGEST, |present| *present < 2).unwrap();
        let has_timed_out = waited.1.timed_out();
        drop(waited);
        assert!(!has_timed_out, "the other line is not worked on at the same time");
        piece.block.lines().next().map_or(0, |line| line.number)
    }
}

struct Numbers(Vec<usize>);

impl Sink<usize> for Numbers {
    fn begin(&mut self, _: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        Ok(Taken::Yes)
    }

    fn take(&mut self, number: usize) -> io::Result<()> {
        self.0.push(number);
        Ok(())
    }

    fn end(&mut self, _: bool) -> io::Result<Status> {
        Ok(Status::Clean)
    }
}

#[test]
fn two_workers_work_at_the_same_time() {
    let path = std::env::temp_dir().join(format!("epidote-crew-{}.epd", std::process::id()));
    std::fs::write(&path, "first\nsecond\n").unwrap();
    let opener = Opener::new(Profiles::new(&Reading::default()));
    let crew = Crew { is_one_by_one: true, ..Crew::of(2) };
    let mut numbers = Numbers(Vec::new());
    let status = run(opener, vec![Place::File(path.clone())], crew, &Meeting::default(), &mut numbers);
    std::fs::remove_file(path).unwrap();
    assert_eq!(status.unwrap(), Status::Clean);
    assert_eq!(numbers.0, [1, 2]);
}
