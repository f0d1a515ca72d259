//! Any words as moves from the start: played, or refused with a reason; every word is also a text of its own.
#![no_main]

use game::Game as _;
use game::conformance::survives_text;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut table = game::KindOf::<janggi::Position>::new().start("").expect("the default rules start a game");
    for word in text.split_whitespace() {
        survives_text::<janggi::Position>(word);
        if table.act(word).is_ok() {
            table.carry_out_forced();
        }
    }
});
