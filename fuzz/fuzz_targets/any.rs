//! Fuzzes `perfetty_fuzz::any`; without the fuzzer it runs the files it is given.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| perfetty_fuzz::any(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    perfetty_fuzz::each_file(perfetty_fuzz::any)
}
