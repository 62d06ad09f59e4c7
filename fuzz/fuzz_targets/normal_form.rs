//! See the law `normal_form` in `src/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| epidote::laws::normal_form(input));
