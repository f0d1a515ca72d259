//! Any text as a nanguk state: refused, or read and written back the same.
#![no_main]

use game::conformance::survives_text;

libfuzzer_sys::fuzz_target!(|text: &str| survives_text::<nanguk::Position>(text));
