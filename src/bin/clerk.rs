//! The program of the workers that read and write records: all tasks of the page but the search.

fn main() {
    epidote::worker::serve(epidote::jobs::Clerk);
}
