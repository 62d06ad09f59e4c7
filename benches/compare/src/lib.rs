//! What is measured: one pass over a file, native and in wasm.

use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use epidote::epd::normalize::normalize;
use epidote::epd::{lint, parse};

/// One pass of a verb over all lines; returns a number that depends on the result of each.
pub fn pass(verb: &str, text: &[u8]) -> usize {
    let of_line: fn(&[u8]) -> usize = match verb {
        "parse" => |line| parse(line).operations.len(),
        "check" => |line| lint::check(&parse(line)).len(),
        "normalize" => |line| normalize(&parse(line)).map_or(0, |text| text.len()),
        "repair" => |line| lint::repair(line).map_or(0, |text| text.len()),
        _ => |_| 0,
    };
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text).chain([text.len()]);
    ends.map(|end| {
        let line = &text[start..end];
        start = end + 1;
        black_box(of_line(black_box(line)))
    })
    .sum()
}

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn input() -> MutexGuard<'static, Vec<u8>> {
    INPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory for a file of this length, which the caller writes into the memory of the module.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut input = input();
    *input = vec![0; length];
    input.as_mut_ptr()
}

/// `pass("parse")` over the file.
#[unsafe(no_mangle)]
pub extern "C" fn pass_parse() -> usize {
    pass("parse", &input())
}

/// `pass("check")` over the file.
#[unsafe(no_mangle)]
pub extern "C" fn pass_check() -> usize {
    pass("check", &input())
}

/// `pass("normalize")` over the file.
#[unsafe(no_mangle)]
pub extern "C" fn pass_normalize() -> usize {
    pass("normalize", &input())
}

/// `pass("repair")` over the file.
#[unsafe(no_mangle)]
pub extern "C" fn pass_repair() -> usize {
    pass("repair", &input())
}
