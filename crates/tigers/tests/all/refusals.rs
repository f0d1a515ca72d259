//! Every refusal code is reached, and in the rule book's order.

use std::collections::BTreeSet;

use game::{Leaving, Match, Position as _, Seat, choices};
use tigers::{Code, Position, Rules, Start};

const BASE: &str =
    "FTG1:b GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *";

fn game(state: &str) -> Match<Position> {
    Match::load(Rules::default(), state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"))
}

fn code_of(state: &str, action: &str) -> &'static str {
    game(state).act(action).expect_err(action).code
}

/// The codes that the worked examples reach.
fn codes_of_examples() -> BTreeSet<String> {
    let lines = include_str!("../data/examples.txt").lines();
    lines
        .filter_map(|line| line.strip_prefix("R error "))
        .map(|rest| rest[..rest.find(' ').unwrap_or(0)].to_owned())
        .collect()
}

/// Full mode with the usual decks, some fields replaced.
fn full(a: &str, b: &str, rest: &str) -> String {
    format!("FTG1:f {a} {b} {rest}")
}

const A: &str = "GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{IM.AM.TR}";
const B: &str = "gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR}";
const REST: &str = "A3 - - 0-0 1.0 * 13.0/13.0 -";

#[test]
fn texts_that_are_no_actions() {
    for text in [
        "",
        "e",
        "END",
        "G",
        "GY",
        "GYz",
        "gYm5",
        "GYm-",
        "GYm5-",
        "GYm5--6",
        "GYm+5",
        "GYmx",
        "GYx",
        "GYxz",
        "GYxzfx",
        "GYk1",
        "GYd0",
        "GYd0:",
        "GYd:5",
        "GYt",
        "GYtS",
        "GYtst>gy",
        "GYtST>",
        "GYtST>gy,",
        "GYtSTgy",
        "resign",
        "resignC",
        "관우m5",
        "GYm５",
        " GYm5",
        "GYm5 ",
        "end ",
        "GYtST>>gy",
    ] {
        assert_eq!(code_of(BASE, text), "BAD_ACTION", "{text:?}");
    }
}

#[test]
fn generals_that_are_not_in_the_game() {
    for text in ["LBm5", "QQk", "GYxlb", "GYtST>lb", "GYtST>gy,LB", "lbd0:3"] {
        assert_eq!(code_of(BASE, text), "NO_SUCH_GENERAL", "{text}");
    }
}

#[test]
fn tiles_beyond_the_board() {
    let full = full(A, B, REST);
    for (text, code) in [
        ("GYm34", "NOT_ADJACENT"),
        ("GYm5-99999999999999999999", "NOT_ADJACENT"),
        ("GYx34", "NO_TARGET"),
        ("HZtFI>34", "BAD_TARGET"),
        ("MCtAM>255", "BAD_TARGET"),
        ("GYtXX>gy", "TACTIC_NOT_EQUIPPED"),
        ("GYtST>gy,zf,hz", "BAD_TARGET"),
        ("GYm1-2-3-4-5-6-7-8", "TOO_FAR"),
    ] {
        assert_eq!(code_of(&full, text), code, "{text}");
    }
    let at_home = full.replace("GY@0:5", "GY@h:0").replace("13.0/13.0", "18.0/13.0");
    assert_eq!(code_of(&at_home, "GYd34:5"), "BAD_TARGET");
    assert_eq!(code_of(&at_home, "GYd0:0"), "TROOPS");
    assert_eq!(code_of(&at_home, "GYd0:99999999999"), "TROOPS");
}

#[test]
fn what_no_action_can_say_is_refused_in_order_too() {
    let far = "GYm1-2-3-4-5-6";
    assert_eq!(code_of(&BASE.replace('*', "B+surrender"), far), "GAME_OVER");
    assert_eq!(code_of(&BASE.replace("A3", "B3"), far), "NOT_YOUR_TURN");
    assert_eq!(code_of(&BASE.replace("A3", "A0"), far), "NO_ACTIONS");
    assert_eq!(code_of(&BASE.replace("A3 -", "A2 GYm"), far), "REPEAT");
    assert_eq!(code_of(BASE, "GYtXX>gy,zf,hz,mc"), "MODE");
}

#[test]
fn the_order_of_the_common_refusals() {
    let over = BASE.replace('*', "B+surrender");
    assert_eq!(code_of(&over, "GYtST>gy"), "MODE", "MODE before GAME_OVER");
    assert_eq!(code_of(&over, "gym5"), "GAME_OVER", "GAME_OVER before NOT_YOUR_TURN");
    assert_eq!(code_of(&BASE.replace("A3", "A0"), "gym5"), "NOT_YOUR_TURN", "NOT_YOUR_TURN before NO_ACTIONS");
    let gone = BASE.replace("GY@0:10", "GY@x:0");
    assert_eq!(code_of(&gone.replace("A3", "A0"), "GYm5"), "NO_ACTIONS", "NO_ACTIONS before EXITED");
    assert_eq!(code_of(&gone, "GYk"), "EXITED");
}

#[test]
fn an_action_of_another_game_is_refused() {
    let other = game(&BASE.replace("GY@0:10", "LB@0:10"));
    let mut foreign = None;
    other.position().each_legal(&mut |action| foreign = foreign.or(Some(action)));
    let foreign = foreign.expect("Liu Bei can move");
    let refusal = game(BASE).position().check(foreign).expect_err("not in this game");
    assert_eq!(refusal.code, "NO_SUCH_GENERAL");
}

#[test]
fn leaving() {
    let mut over = game(&BASE.replace('*', "draw"));
    assert_eq!(over.leave(Seat::FIRST, Leaving::Resigned).expect_err("over").code, "GAME_OVER");
    let mut running = game(BASE);
    assert_eq!(running.leave(Seat::SECOND, Leaving::Flagged).expect_err("not their clock").code, "NOT_YOUR_TURN");
    assert_eq!(running.agree().expect_err("no draw by agreement").code, "MODE");
    running.leave(Seat::FIRST, Leaving::Flagged).expect("time ends the turn");
    assert_eq!(running.turn(), Some(Seat::SECOND));
    assert_eq!(running.entries()[0].deed, "timeoutA");
    running.act("end ;timeout").expect("as records write it");
    assert_eq!(running.entries()[1].deed, "timeoutB");
    running.act("forfeitB").expect("the host decides");
    assert_eq!(running.position().result().as_deref(), Some("A+forfeit"));
}

fn setup_code(choices: &str) -> &'static str {
    let (rules, start) =
        choices::parse::<Rules, Start>(choices).unwrap_or_else(|refusal| panic!("{choices}: {refusal}"));
    Position::start(&rules, &start).map_or_else(|refusal| refusal.code, |_| "OK")
}

#[test]
fn set_ups_are_refused_in_order() {
    for (choices, code) in [
        ("base;A=GY,ZF,ZY,HZ", "SETUP_COUNT"),
        ("base;A=GY,ZF,ZY,HZ,LB", "SETUP_COUNT"),
        ("full;A=GY,ZF,ZY,HZ,QQ", "SETUP_COUNT"),
        ("base;A=GY,GY,ZY,HZ,MC", "SETUP_DUPLICATE"),
        ("base;A=GY@0,ZF@0,ZY,HZ,MC", "SETUP_DUPLICATE"),
        ("full;A=GY{ST.ST.RE},ZF,ZY,HZ,MC", "SETUP_DUPLICATE"),
        ("base;A=GY@5,ZF,ZY,HZ,MC", "SETUP_TILE"),
        ("base;B=gy@0,zf,zy,hz,mc", "SETUP_TILE"),
        ("base;A=GY@99,ZF,ZY,HZ,MC", "SETUP_TILE"),
        ("base;A=GY@h,ZF,ZY,HZ,MC", "SETUP_TILE"),
        ("full;A=GY@0/1,ZF@1/0,ZY,HZ,MC", "SETUP_TILE"),
        ("base;A=GY:11,ZF,ZY,HZ,MC", "SETUP_TROOPS"),
        ("base;A=GY:0,ZF,ZY,HZ,MC", "SETUP_TROOPS"),
        ("full;A=GY@h:1,ZF,ZY,HZ,MC", "SETUP_TROOPS"),
        ("full;A=GY:10,ZF:6,ZY:8,HZ:6,MC:4", "SETUP_POOL"),
        ("full;A=LU{ST.UB.RE},GY,ZY,HZ,ZF", "SETUP_BUDGET"),
        ("full;A=GY{ST.UB},ZF,ZY,HZ,MC", "SETUP_TACTICS"),
        ("full;A=GY{ST.UB.XX},ZF,ZY,HZ,MC", "SETUP_TACTICS"),
        ("full;A=GY,ZF{ST.RM.CA},ZY{ST.CR.HT},HZ,MC", "SETUP_TACTICS"),
        ("full;A=GY,ZF,ZY,HZ,XC", "SETUP_TACTICS"),
        ("base;A=GY{ST.UB.RE},ZF,ZY,HZ,MC", "SETUP_TACTICS"),
        ("full;A=GY@h,ZF@h,ZY@h,HZ@h,MC@h", "SETUP_EMPTY"),
        // The first hit is reported, and A before B.
        ("base;A=GY:11,ZF@7,ZY,HZ", "SETUP_COUNT"),
        ("base;A=GY:11,GY@7,ZY,HZ,MC", "SETUP_DUPLICATE"),
        ("full;A=GY:10,ZF:6,ZY:9,HZ:6,MC:4", "SETUP_TROOPS"),
        ("base;A=GY:11,ZF,ZY,HZ,MC;B=gy,zf,zy,hz", "SETUP_TROOPS"),
        ("base", "OK"),
        ("full;A=GY@h,ZF,ZY,HZ,MC;B=gy@h/25,zf@28,zy,hz,mc@29", "OK"),
    ] {
        assert_eq!(setup_code(choices), code, "{choices}");
    }
}

#[test]
fn every_code_is_reached() {
    let mut reached = codes_of_examples();
    let full_with = |actor: &str, rest: &str| full(&A.replace("GY@0:5", actor), B, rest);
    let extra = [
        (BASE.replace("A3", "A0"), "GYm5", "NO_ACTIONS"),
        (BASE.to_owned(), "nonsense", "BAD_ACTION"),
        (BASE.to_owned(), "LBk", "NO_SUCH_GENERAL"),
        (full_with("GY@h:0", "A3 - - 0-0 1.0 * 18.0/13.0 -"), "GYd0:11", "TROOPS"),
    ];
    for (state, action, code) in extra {
        assert_eq!(code_of(&state, action), code, "{action}");
        reached.insert(code.to_owned());
    }
    // `set_ups_are_refused_in_order` reaches the codes of the set-up.
    for code in Code::ALL.iter().map(|code| code.text()).filter(|code| !code.starts_with("SETUP_")) {
        assert!(reached.contains(code), "no test reaches {code}");
    }
    assert!(Code::ALL.iter().all(|code| !code.sentence().is_empty()));
}
