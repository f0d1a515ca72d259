//! What the engine says while it thinks, and in the end.

use janggi::Action;

use crate::janggi::clock::PonderTimer;
use crate::janggi::engine::Report;
use crate::janggi::search::Line;
use crate::janggi::value::Value;

/// One `info` line for each of the first lines of a report.
pub(super) fn info(report: &Report<'_>, count: usize, clock: &PonderTimer) -> Vec<String> {
    let time = clock.total_ms();
    let speed = report.nodes * 1000 / time.max(1);
    let text = |(number, line): (usize, &Line)| {
        let (depth, nodes, full, hits) = (line.depth, report.nodes, report.fullness, report.endings);
        let deepest = line.depth_max.max(depth.plies().unsigned_abs() as usize);
        format!(
            "info depth {depth} seldepth {deepest} multipv {number} score {} nodes {nodes} nps {speed} hashfull {full} tbhits {hits} time {time} pv {}",
            score(line.value),
            actions(&line.actions)
        )
    };
    (1..).zip(report.lines).take(count).map(text).collect()
}

fn actions(actions: &[Action]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Values count in hundredths of a point; a soldier, two points, is the protocol's pawn.
fn score(value: Value) -> String {
    match value.mate_plies() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", value.hundredths() / 2),
    }
}

/// The last word on a question.
pub(super) fn best_move(choice: Option<&Line>) -> String {
    let actions: &[Action] = choice.map_or(&[], |line| &line.actions);
    match actions {
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
    }
}
