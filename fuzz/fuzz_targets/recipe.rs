//! See the law `recipe` in `src/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| epidote::laws::recipe(input));
