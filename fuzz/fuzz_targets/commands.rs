//! See the law `commands` in `src/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| epidote::laws::commands(input));
