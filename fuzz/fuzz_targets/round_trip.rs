//! See the law `round_trip` in `src/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| epidote::laws::round_trip(input));
