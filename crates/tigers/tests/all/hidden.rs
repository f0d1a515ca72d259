//! Nobody learns the kind of a marker before it is revealed (§31).

use game::rng::SplitMix;
use game::{Match, Paint, Position as _, Seat};
use tigers::{Action, Position, Rules, Side};

use crate::common;

const VIEWERS: [Option<Seat>; 3] = [None, Some(Seat::FIRST), Some(Seat::SECOND)];

/// The same state with every hidden marker of a side turned into another kind.
fn with_other_markers(state: &str, side: Side) -> String {
    let (head, sites) = state.rsplit_once(' ').expect("a full state");
    let other = |site: &str| {
        let digits = site.bytes().take_while(u8::is_ascii_digit).count();
        let (tile, rest) = site.split_at(digits);
        let swapped = match rest.to_ascii_uppercase().as_str() {
            "AM" => "TR",
            "TR" => "DC",
            "DC" => "AM",
            _ => return site.to_owned(),
        };
        if side.cased(rest) == rest { format!("{tile}{}", side.cased(swapped)) } else { site.to_owned() }
    };
    format!("{head} {}", sites.split(',').map(other).collect::<Vec<_>>().join(","))
}

fn load(state: &str) -> Position {
    Position::load(&mut Rules::default(), state).expect("a state")
}

fn list(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    position.each_legal(&mut |action| texts.push(action.to_string()));
    texts
}

/// All that a viewer gets to see of a position.
fn seen(position: &Position, viewer: Option<Seat>) -> String {
    let view = serde_json::to_string(&position.view(viewer)).expect("plain data");
    format!("{}\n{view}\n{}", position.masked(viewer).state(), position.show(viewer, Paint::Plain))
}

#[test]
fn what_a_viewer_sees_does_not_depend_on_hidden_kinds() {
    let mut hidden = 0;
    for seed in 0..500 {
        let state = common::random_state(true, &mut SplitMix::new(seed));
        for owner in Side::ALL {
            let (one, two) = (load(&state), load(&with_other_markers(&state, owner)));
            hidden += usize::from(one.state() != two.state());
            for viewer in VIEWERS.into_iter().filter(|viewer| *viewer != Some(owner.seat())) {
                assert_eq!(seen(&one, viewer), seen(&two, viewer), "{state}");
            }
            if one.side() != owner {
                assert_eq!(list(&one), list(&two), "the list of actions tells nothing: {state}");
            }
        }
    }
    assert!(hidden > 300, "markers were there to hide");
}

#[test]
fn a_masked_state_names_unknown_markers() {
    let state = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{IM.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
                 A3 - - 0-0 1.0 * 13.0/13.0 12AM,13tr,17dc*,18WA2";
    let sites = |viewer| {
        let state = load(state).masked(viewer).state();
        state.rsplit_once(' ').expect("fields").1.to_owned()
    };
    assert_eq!(sites(Some(Seat::FIRST)), "12AM,13qq,17dc*,18WA2");
    assert_eq!(sites(Some(Seat::SECOND)), "12QQ,13tr,17dc*,18WA2");
    assert_eq!(sites(None), "12QQ,13qq,17dc*,18WA2");
    let masked = load(state).masked(None).state();
    assert_eq!(load(&masked).state(), masked, "a view is a state");
}

#[test]
fn the_opponent_is_told_that_a_marker_was_laid_and_where() {
    let state = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
                 A3 - - 0-0 1.0 * 13.0/13.0 -";
    for (action, told) in [("MCtAM>12", "MCtQQ>12"), ("MCtTR>12", "MCtQQ>12"), ("MCtDC>12,17", "MCtQQ>12,17")] {
        let mut game = Match::<Position>::load(Rules::default(), state).expect("a state");
        game.act(action).expect("an office tactic");
        assert_eq!(game.told(0, Some(Seat::FIRST)), Some(action));
        assert_eq!(game.told(0, Some(Seat::SECOND)), Some(told));
        assert_eq!(game.told(0, None), Some(told));
    }
}

/// Cards are open (§31): the mask hides the marker on the board and nothing else.
#[test]
fn spent_tactics_are_open_to_everybody() {
    let state = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
                 A3 - - 0-0 1.0 * 13.0/13.0 -";
    let mut game = Match::<Position>::load(Rules::default(), state).expect("a state");
    game.act("MCtAM>12").expect("an office tactic");
    for viewer in VIEWERS {
        let masked = game.position().masked(viewer).state();
        assert!(masked.contains("MC@4:2{DC.am.TR}"), "{masked}");
        let view = serde_json::to_value(game.position().view(viewer)).expect("plain data");
        let tactics = &view["sides"][0]["generals"][4]["tactics"];
        assert_eq!((&tactics[0]["spent"], &tactics[1]["spent"]), (&false.into(), &true.into()));
        let known = viewer == Some(Seat::FIRST);
        assert_eq!(view["sites"][0]["code"], if known { "AM" } else { "QQ" });
    }
}

#[test]
fn open_markers_are_seen_and_told() {
    let rules = Rules { markers: tigers::Markers::Open, ..Rules::default() };
    let state = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
                 gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
                 A3 - - 0-0 1.0 * 13.0/13.0 -";
    let mut game = Match::<Position>::load(rules, state).expect("a state");
    game.act("MCtAM>12").expect("an office tactic");
    assert_eq!(game.told(0, Some(Seat::SECOND)), Some("MCtAM>12"));
    assert!(game.position().masked(None).state().ends_with("12AM"));
}

/// A thinking player is handed a masked position; it must be playable.
#[test]
fn masked_positions_can_be_played() {
    for seed in 0..200 {
        let mut rng = SplitMix::new(seed);
        let mut position = load(&common::random_state(true, &mut rng));
        position = position.masked(Some(position.turn()));
        for _ in 0..40 {
            let mut actions: Vec<Action> = Vec::new();
            position.each_legal(&mut |action| actions.push(action));
            let Some(action) = rng.pick(&actions) else { break };
            assert_eq!(position.check(*action), Ok(()));
            position.play_unchecked(*action);
            assert_eq!(load(&position.state()).state(), position.state());
        }
    }
}
