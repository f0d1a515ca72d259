//! The board as text, compared with pictures that were looked at.

use game::{Paint, Position as _, Seat};
use tigers::{Position, Rules};

const BASE: &str =
    "FTG1:b GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *";
const FULL: &str = "FTG1:f GY@12:10{ST.UB.RE},ZF@30:3{pv.rm.ca},ZY@2:4{BT.CR.HT},HZ@32:3!{RC.CT.FI},MC@h:0{IM.AM.TR} \
                    gy@17:5~UB{ST.UB.RE},zf@28:3!{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@31:2{IM.AM.TR} \
                    A2 ZYa GY-gy 0-0 1.0 * 10.0/13.0 6TR,10WA2,13am,19to1.3";

fn show(state: &str, viewer: Option<Seat>) -> String {
    Position::load(&mut Rules::default(), state).expect("a state").show(viewer, Paint::Plain)
}

#[test]
fn boards_look_as_they_were_drawn() {
    let pictures = [show(BASE, None), show(FULL, None), show(FULL, Some(Seat::FIRST)), show(FULL, Some(Seat::SECOND))];
    let drawn = include_str!("../data/boards.txt");
    assert!(pictures.join("=====\n") == drawn, "the boards look different now:\n{}", pictures.join("=====\n"));
}

#[test]
fn color_is_only_paint() {
    let position = Position::load(&mut Rules::default(), FULL).expect("a state");
    let painted = position.show(None, Paint::Color);
    let mut plain = String::new();
    for (index, part) in painted.split('\x1b').enumerate() {
        plain.push_str(if index == 0 { part } else { part.split_once('m').expect("an escape sequence").1 });
    }
    assert_eq!(plain, position.show(None, Paint::Plain));
}

#[test]
fn a_view_tells_what_every_attack_costs_before_it_is_made() {
    let state =
        "FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 A3 - GY-gy 0-0 9.0 *";
    let position = Position::load(&mut Rules::default(), state).expect("a state");
    let troops = |position: &Position, code: &str| {
        let view = position.view(None);
        let mut generals = view.sides.iter().flat_map(|side| &side.generals);
        generals.find(|general| general.code == code).expect("a general").troops
    };
    let strikes = position.view(None).strikes;
    let mut attacks = 0;
    position.each_legal(&mut |action| {
        let text = action.to_string();
        let Some((by, target)) = text.split_once('x') else { return };
        let mut after = position;
        after.play_unchecked(action);
        let strike = strikes.iter().find(|strike| strike.by == by && strike.target == target).expect("it is told");
        assert_eq!(strike.dealt, troops(&position, target) - troops(&after, target), "{text}");
        assert_eq!(strike.taken, troops(&position, by) - troops(&after, by), "{text}");
        attacks += 1;
    });
    assert!(attacks > 0);
}
