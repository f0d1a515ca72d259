//! The first word chooses rules and start, the others are nanguk actions: played, or refused with a reason.
#![no_main]

use game::Game as _;
use game::conformance::survives_text;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut words = text.split_whitespace();
    let Ok(mut table) = game::KindOf::<nanguk::Position>::new().start(words.next().unwrap_or("")) else { return };
    for word in words {
        survives_text::<nanguk::Position>(word);
        // A refusal is as good as a move here; neither may panic.
        let _ = table.act(word);
    }
});
