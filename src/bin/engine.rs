//! The program of the workers that search.

fn main() {
    let stockfish = Box::new(epidote::worker::stockfish::engine());
    let native = Box::new(epidote::worker::native::engine());
    epidote::worker::serve(epidote::jobs::Analyst::new(stockfish).with_native(native));
}
