//! The program of the workers that read and write records: all tasks of the page but searches.

fn main() {
    epidote::worker::serve(epidote::jobs::Clerk);
}
