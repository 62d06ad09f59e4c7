//! The program of the workers that search.

fn main() {
    let stockfish = epidote::worker::stockfish::Stockfish::new();
    epidote::worker::serve(epidote::jobs::Analyst::new(Box::new(stockfish)));
}
