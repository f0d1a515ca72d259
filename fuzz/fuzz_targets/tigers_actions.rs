//! Any words as tigers actions from the start: played, or refused with a reason; every word is also a text of its own.
#![no_main]

use game::Game as _;
use game::conformance::survives_text;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut table = game::KindOf::<tigers::Position>::new().start("").expect("the default rules start a game");
    for word in text.split_whitespace() {
        survives_text::<tigers::Position>(word);
        // A refusal is as good as a move here; neither may panic.
        let _ = table.act(word);
    }
});
