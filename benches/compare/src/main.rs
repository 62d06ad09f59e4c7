//! One pass over the file for each verb read from standard input; prints the seconds it took.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a benchmark, outside the browser")]

use std::io::BufRead as _;
use std::time::Instant;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let path = env::args().nth(1).ok_or_else(|| io::Error::other("which file?"))?;
    let text = fs::read(path)?;
    for verb in io::stdin().lock().lines() {
        let begin = Instant::now();
        let result = epidote_compare::pass(&verb?, &text);
        println!("{} {result}", begin.elapsed().as_secs_f64());
    }
    Ok(())
}
