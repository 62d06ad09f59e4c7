//! The worker program: takes tasks from the page and answers them.

fn main() {
    epidote::worker::serve();
}
