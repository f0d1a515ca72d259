//! Any bytes as a .ftg file: no game of it is lost on the way through an exact format.
#![no_main]

use game::conformance::survives_record_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| survives_record_bytes::<tigers::Position>(bytes));
