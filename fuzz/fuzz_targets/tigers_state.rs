//! Any text as a tigers state: refused, or read and written back the same.
#![no_main]

use game::conformance::survives_text;

libfuzzer_sys::fuzz_target!(|text: &str| survives_text::<tigers::Position>(text));
