//! What a screen shows at which nobody sits: one position, as anybody may see it.

use game::Seat;
use game::clock::Reading;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{ResultSight, text};
use crate::host::Stamp;
use crate::ids::GameId;
use crate::sitting::{Phase, Sitting};

/// A position and what led to it. It has no room for what a seat knows.
#[derive(Serialize)]
struct Screen<'a> {
    id: GameId,
    phase: Phase,
    turn: Option<Seat>,
    /// How many deeds were done.
    n: usize,
    /// What anybody was told of the last one.
    last: Option<&'a str>,
    view: Box<RawValue>,
    clock: Option<Reading>,
    result: Option<ResultSight>,
}

impl Sitting {
    /// The position as anybody may see it, as JSON; nothing before the first one.
    #[must_use]
    pub fn screen_text(&self, stamp: Stamp) -> Option<String> {
        let table = self.table()?;
        let n = table.deeds();
        Some(text(&Screen {
            id: self.id,
            phase: self.phase(),
            turn: self.turn(),
            n,
            last: n.checked_sub(1).and_then(|last| table.told(last, None)),
            view: table.written_view(None),
            clock: self.timing.as_ref().map(|timing| timing.reading(stamp.uptime_ms)),
            result: self.result().map(|result| ResultSight { statistics: None, ..result }),
        }))
    }
}
