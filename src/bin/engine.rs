//! The program of the workers that search.

fn main() {
    epidote::worker::serve(epidote::jobs::Engine::default());
}
