//! What must hold in every game, whatever is played (rule book, section 13).

use game::rng::SplitMix;
use game::{Deed, Match, Position as _, choices};
use yonin::{Action, Kind, Man, Position, Role, Rules, START, Setup, Side, Square, Start};

const RULES: [&str; 6] = [
    "standard",
    "standard;fate=inherit;zone=any;aftermate=mated",
    "sdin;uchifuzume=allow",
    "federation",
    "official1993",
    "doubles",
];
const STATES: [&str; 4] = [
    START,
    "4nK4/9/9/9/wK7eK/9/9/9/5sK3 s sRGP,wRGP,nRGP,eRGP - - 1",
    "3nK5/5wK1wR1/9/7sS1/7eK1/9/9/9/5sK3 s s2GP,w2P,n2S,e2S - - 1",
    "7w+R1/2nG1nKnS3/e+P2nP1nP2wG/1wP6eS/1wG1sR1ePeG2/4nR3eK/wSwK3sP1eSeG/1wPsP2sS3/wG2sG1sKsSsS1 e sSP,wRGP,nP,eP e - 121",
];

/// Plays random games and shows each position with its action to `visit` before it is played.
fn each_step(plies: usize, mut visit: impl FnMut(&Match<Position>, Action, &Match<Position>)) {
    for (index, (rules, state)) in RULES.iter().flat_map(|rules| STATES.map(|state| (rules, state))).enumerate() {
        for seed in 0..4 {
            let mut rng = SplitMix::new(seed * 1000 + index as u64);
            let mut game = load(rules, state);
            for _ in 0..plies {
                let Some(action) = rng.pick(&game.legal()).copied() else { break };
                let before = game.clone();
                game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
                visit(&before, action, &game);
            }
        }
    }
}

fn load(rules: &str, state: &str) -> Match<Position> {
    let (rules, _) = choices::parse::<Rules, Start>(rules).expect("known rules");
    Match::load(rules, state).expect("a state")
}

fn setup(position: &Position) -> Setup {
    position.state().parse().expect("a written state is read")
}

/// The seats in check, even if the game is over.
fn in_check(position: &Position) -> Vec<Side> {
    let mut setup = setup(position);
    setup.pending = None;
    // Only the board is asked, so whose turn it is does not matter.
    setup.turn = position.mover();
    let position = Position::from_setup(&setup, position.rules()).expect("the same position");
    position.pending().collect()
}

#[test]
fn the_mover_is_never_left_in_check_and_checks_are_answered_at_once() {
    each_step(120, |before, action, after| {
        let position = after.position();
        let checked = in_check(position);
        let mover = before.position().mover().expect("somebody moved");
        assert!(!checked.contains(&mover), "{action} at {}", before.position().state());
        assert!(checked.len() <= 3);
        let turn = position.mover();
        assert!(checked.is_empty() || turn.is_none_or(|turn| checked.contains(&turn)), "{}", position.state());
        assert_eq!(checked, position.pending().collect::<Vec<_>>(), "kept step by step: {}", position.state());
    });
}

#[test]
fn no_man_is_lost_and_no_king_disappears() {
    let count = |position: &Position| {
        let setup = setup(position);
        let held: usize = setup.hands.iter().flatten().copied().map(usize::from).sum();
        let kings = setup.men.iter().flatten().filter(|man| man.role() == Role::King).count();
        (setup.men.iter().flatten().count() + held, kings)
    };
    each_step(120, |before, _, after| {
        assert_eq!(count(before.position()), count(after.position()));
        assert_eq!(count(after.position()).1, Side::COUNT);
    });
}

#[test]
fn no_elimination_creates_a_check() {
    each_step(120, |before, action, after| {
        let newly_out = after.position().out().len() - before.position().out().len();
        if newly_out == 0 || after.position().mover().is_none() {
            return;
        }
        // Without any elimination, the board after the action alone.
        let mover = before.position().mover().expect("somebody moved");
        let untouched = moved(before.position(), mover, action);
        let checked = checked_on(&untouched);
        assert!(in_check(after.position()).iter().all(|side| checked.contains(side)));
    });
}

/// The setup after the action, nobody settled.
fn moved(position: &Position, mover: Side, action: Action) -> Setup {
    let mut setup = setup(position);
    match action {
        Action::Move { from, to, promote } => {
            let man = setup.men[from.index()].take().expect("a man moved");
            setup.men[to.index()] = Some(if promote { man.promoted() } else { man });
        }
        Action::Drop { kind, to } => setup.men[to.index()] = Some(Man::of(mover, kind.role())),
    }
    setup
}

/// Who is in check on a board, found by asking whether each seat could be the one to answer.
fn checked_on(setup: &Setup) -> Vec<Side> {
    let rules = Rules::default();
    let listed = |side: Side| {
        let mut setup = Setup { turn: Some(side), pending: None, ..setup.clone() };
        setup.hands = [[0; Kind::COUNT]; Side::COUNT];
        Position::from_setup(&setup, &rules)
    };
    // A mated seat is refused as the one to move, but then others may still be in check.
    Side::ALL
        .into_iter()
        .filter(|side| match listed(*side) {
            Ok(position) => position.pending().any(|checked| checked == *side),
            Err(problems) => problems.to_string().contains("no legal move"),
        })
        .collect()
}

#[test]
fn no_accepted_pawn_drop_mates() {
    each_step(120, |before, action, after| {
        let forbidden = before.position().rules().uchifuzume == yonin::rules::Uchifuzume::Forbid;
        if !forbidden || !matches!(action, Action::Drop { kind: Kind::Pawn, .. }) {
            return;
        }
        let mated = &after.position().out()[before.position().out().len()..];
        assert!(mated.iter().all(|out| out.cause != yonin::Cause::Mate), "{action} at {}", before.position().state());
    });
}

#[test]
fn a_turned_board_plays_the_same() {
    each_step(60, |before, action, after| {
        let rules = *before.position().rules();
        let mut twin = Position::from_setup(&turned(&setup(before.position())), &rules).expect("a turned state");
        let expected =
            Position::from_setup(&turned(&setup_after(before.position(), action)), &rules).expect("a turned state");
        let mut legal = Vec::new();
        before.position().each_legal(&mut |action| legal.push(turned_action(action).to_string()));
        let mut twins = Vec::new();
        twin.each_legal(&mut |action| twins.push(action.to_string()));
        legal.sort_unstable();
        twins.sort_unstable();
        assert_eq!(legal, twins, "{}", before.position().state());
        twin.play_unchecked(turned_action(action));
        assert_eq!(twin.state(), expected.state(), "{action} at {}", before.position().state());
        let _ = after;
    });
}

fn setup_after(position: &Position, action: Action) -> Setup {
    let mut next = position.clone();
    next.play_unchecked(action);
    setup(&next)
}

fn turned(setup: &Setup) -> Setup {
    let mut men = [None; Square::COUNT];
    for (at, man) in Square::all().zip(setup.men) {
        let turned = |man: Man| Man::new(man.owner().map(Side::next), man.facing().next(), man.role());
        men[at.turned().index()] = man.map(turned);
    }
    let mut hands = setup.hands;
    hands.rotate_right(1);
    let mut out = setup.out.clone();
    for elimination in &mut out {
        elimination.seat = elimination.seat.next();
        elimination.credit = elimination.credit.map(Side::next);
    }
    Setup { men, hands, out, turn: setup.turn.map(Side::next), pending: None, ply: setup.ply }
}

fn turned_action(action: Action) -> Action {
    match action {
        Action::Move { from, to, promote } => Action::Move { from: from.turned(), to: to.turned(), promote },
        Action::Drop { kind, to } => Action::Drop { kind, to: to.turned() },
    }
}

#[test]
fn a_game_ends_within_the_cap() {
    for seed in 0..6 {
        let mut rng = SplitMix::new(seed);
        let mut game = load("standard;cap=90", START);
        while let Some(action) = rng.pick(&game.legal()).copied() {
            game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
        }
        assert!(game.outcome().is_some());
        assert!(game.entries().len() <= 90);
    }
}

#[test]
fn equal_positions_have_equal_keys() {
    let mut game = load("standard", "4nK4/9/9/9/wK7eK/9/9/1sR7/4sK4 s - - - 1");
    let first = game.position().clone();
    for deed in "5i4i 9e9d 5a4a 1e1d 4i5i 9d9e 4a5a 1d1e".split(' ') {
        game.act(deed).expect("a legal move");
    }
    assert_eq!(game.position(), &first);
    assert_eq!(game.position().key(), first.key());
    assert_ne!(game.position().ply(), first.ply());
}
