//! What is told on the socket.

use engine::review::Judged;
use engine::{Scale, Thought};
use game::{BySeat, Seat};
use serde_json::{Value, json};

use crate::brains::{line_sight, tenths};

/// The lines so far; `ended_ms` is how long was thought, once that is over.
pub(super) fn lines(ack: &str, seat: Seat, scale: Scale, lines: &[Thought], ended_ms: Option<u64>) -> String {
    let best = lines.first();
    let told: Vec<Value> = lines.iter().map(|thought| line_sight(seat, scale, thought)).collect();
    json!({
        "t": "lines",
        "a": ack,
        "seat": seat,
        "depth": best.map_or(0, |thought| thought.depth),
        "nodes": best.map_or(0, |thought| thought.nodes),
        "ms": ended_ms,
        "w": best.map(|thought| rounded(&scale.expectations(seat, thought))),
        "done": ended_ms.is_some(),
        "lines": told,
    })
    .to_string()
}

/// A turn that has been judged.
pub(super) fn turn(ack: &str, judged: &Judged, turns: usize) -> String {
    json!({
        "t": "turn",
        "a": ack,
        "of": turns,
        "n": judged.n,
        "count": judged.count,
        "seat": judged.seat,
        "w": rounded(&judged.w),
        "best": judged.best,
        "refutation": judged.refutation,
        "drop": tenths(judged.drop),
        "verdict": judged.verdict,
        "why": judged.why,
        "themes": judged.themes,
    })
    .to_string()
}

/// All turns are judged.
pub(super) fn reviewed(ack: &str, accuracy: &BySeat<Option<f64>>) -> String {
    let accuracy: Vec<Option<f64>> = accuracy.iter().map(|(_, share)| share.map(tenths)).collect();
    json!({ "t": "reviewed", "a": ack, "accuracy": accuracy }).to_string()
}

fn rounded(shares: &BySeat<f64>) -> Vec<f64> {
    shares.iter().map(|(_, share)| tenths(*share)).collect()
}
