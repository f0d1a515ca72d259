//! Practice positions can be won: our own player does it against itself, within the limit.

use engine::lessons::{self, Practice};
use engine::{Decision, Limits, Task, catalog};

/// How much the player thinks about each action.
const NODES: u64 = 3000;
/// No practice needs as many actions of all seats.
const DEEDS_MAX: usize = 400;

fn play(kind: &str, entry: &Practice) -> Result<(), String> {
    let game = catalog::find(kind).expect("a game of the house");
    let seat = game.about().seats.iter().position(|seat| *seat == entry.seat).map(game::Seat::new);
    let mut table = game.load(&entry.rules, &entry.state).expect("a state");
    let mut own = 0;
    for _ in 0..DEEDS_MAX {
        let Some(turn) = table.turn() else { break };
        own += u32::from(Some(turn) == seat);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let task = Task::choose(&*table, turn, limits, &());
        match catalog::analyst(kind).expect("a player").think(&task, &mut |_| {}) {
            Decision::Act(act) => table.play(&act).map_err(|refusal| refusal.to_string())?,
            Decision::Resign => return Err("it gives up".to_owned()),
        }
    }
    let result = table.result().unwrap_or_default();
    if result.starts_with(&entry.result) && own <= entry.limit {
        Ok(())
    } else {
        Err(format!("`{result}` after {own} own actions, wanted `{}` within {}", entry.result, entry.limit))
    }
}

#[test]
fn every_practice_position_is_won_by_our_own_player() {
    for book in lessons::books() {
        for entry in &book.practice {
            play(&book.game, entry).unwrap_or_else(|why| panic!("{}/{}: {why}", book.game, entry.id));
        }
    }
}
