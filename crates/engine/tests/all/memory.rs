//! Hidden markers are not hidden to who remembers: what was told of a game of five tigers names them.

use engine::Judge;
use engine::judges::tigers::TigersJudge;
use game::rng::SplitMix;
use game::{Deed, Match, Position as _, Seat};
use tigers::Position;

use crate::common::start;

/// Who has watched a game from its start knows it as it is.
#[test]
fn nothing_hides_from_who_has_watched() {
    let mut hidden = 0;
    for seed in 0..40 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<Position>("full");
        while game.outcome().is_none() && game.entries().len() < 150 {
            game.carry_out_forced();
            for seat in Seat::first(2).filter(|_| game.outcome().is_none()) {
                hidden += usize::from(TigersJudge.hides(&game.position().masked(Some(seat)), seat));
                assert_eq!(TigersJudge.recall(&game, seat).state(), game.position().state());
            }
            let Some(action) = rng.pick(&game.legal()).copied() else { break };
            game.do_deed(Deed::Act(action)).expect("legal");
        }
    }
    assert!(hidden > 100, "markers were laid: {hidden}");
}

/// A game that begins with markers leaves nothing to remember; then they are guessed.
#[test]
fn what_nobody_watched_is_guessed() {
    let mut rng = SplitMix::new(3);
    let mut game = start::<Position>("full");
    let hides = |position: &Position| TigersJudge.hides(&position.masked(Some(position.turn())), position.turn());
    while !hides(game.position()) {
        game.carry_out_forced();
        let legal = game.legal();
        let lays = legal.iter().find(|action| game.position().tell(**action, None) != action.to_string());
        let action = lays.or_else(|| rng.pick(&legal)).copied().expect("the game goes on");
        game.do_deed(Deed::Act(action)).expect("legal");
    }
    let loaded: Match<Position> = Match::load(*game.rules(), &game.position().state()).expect("a state");
    let seat = loaded.position().turn();
    let seen = TigersJudge.recall(&loaded, seat);
    assert!(TigersJudge.hides(&seen, seat));
    assert!(!TigersJudge.hides(&TigersJudge.guess(&seen, seat, &mut rng), seat));
}
