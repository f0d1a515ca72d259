//! How games begin (§9–§11, §36).

use game::{Choices as _, Position as _, choices};
use tigers::{Opening, Position, Rules, Start};

fn begin(text: &str) -> String {
    let (rules, start) = choices::parse::<Rules, Start>(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    Position::start(&rules, &start).unwrap_or_else(|refusal| panic!("{text}: {refusal}")).state()
}

const TIGERS_A: &str = "GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4";
const TIGERS_B: &str = "gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4";

#[test]
fn automatic_starts() {
    assert_eq!(begin("base"), format!("FTG1:b {TIGERS_A} {TIGERS_B} A3 - - 0-0 1.0 *"));
    assert_eq!(begin(""), begin("base"));
    assert_eq!(begin("base;first=B"), format!("FTG1:b {TIGERS_A} {TIGERS_B} B3 - - 0-0 1.0 *"));
    assert_eq!(begin("base;first_actions=2"), format!("FTG1:b {TIGERS_A} {TIGERS_B} A2 - - 0-0 1.0 *"));
    assert_eq!(begin("base;ap=5;kn=2"), format!("FTG1:b;ap=5;kn=2 {TIGERS_A} {TIGERS_B} A5 - - 0-0 1.0 *"));
    let facing = "gy@25:10/25,zf@26:6/26,zy@27:8,hz@28:6/28,mc@29:4/29";
    assert_eq!(begin("base;layout=facing"), format!("FTG1:b {TIGERS_A} {facing} A3 - - 0-0 1.0 *"));
    assert_eq!(
        begin("full"),
        "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{IM.AM.TR} \
         gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
         A3 - - 0-0 1.0 * 13.0/13.0 -"
    );
}

#[test]
fn chosen_starts() {
    assert_eq!(
        begin("base;A=GY@1:10,ZF@0:6,ZY@3:8,HZ@2:1,MC@4"),
        format!("FTG1:b GY@1:10/1,ZF@0:6/0,ZY@3:8/3,HZ@2:1/2=1,MC@4:4 {TIGERS_B} A3 - - 0-0 1.0 *")
    );
    assert_eq!(begin(&format!("base;A={TIGERS_A};B={TIGERS_B}")), begin("base"));
    let a = "GY@h/4{CR.CT.HT},ZF:6,ZY,HZ,MC@0";
    let b = "LU@25:3{ST.UB.RE},ts@26:1{LO.FI.DC},gn@28{WA.TO.TR},ZU@27{RC.RM.PV},SQ@29{FR.AM.IM}";
    assert_eq!(
        begin(&format!("full;A={a};B={b}")),
        "FTG1:f GY@h:0/4{CR.CT.HT},ZF@1:6{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@0:2/0{IM.AM.TR} \
         lu@25:3/25{ST.UB.RE},ts@26:1/26{LO.FI.DC},gn@28:2/28{WA.TO.TR},zu@27:4/27{RC.RM.PV},sq@29:5/29{FR.AM.IM} \
         A3 - - 0-0 1.0 * 15.0/15.0 -"
    );
}

#[test]
fn openings_are_written_as_they_are_read() {
    for text in ["", "GY", "GY@0:10", "GY@h:0/3{ST.UB.RE}", "GY@0:10,ZF:3,ZY/2"] {
        assert_eq!(Opening::read(text).expect(text).to_string(), text);
    }
    for text in ["G", "GYY", "GY@", "GY@x", "GY:", "GY/", "GY{", "GY{ST}}", "GY{STT}", "GY,,ZF", "관우"] {
        assert!(Opening::read(text).is_err(), "{text}");
        assert!(Start::default().set("A", text).is_err());
    }
}

#[test]
fn the_state_says_which_options_hold() {
    let mut rules = Rules::default();
    rules.set("kn", "9").expect("an option");
    rules.set("markers", "open").expect("an option");
    let state = format!("FTG1:b;ap=2 {TIGERS_A} {TIGERS_B} A2 - - 0-0 1.0 *");
    Position::load(&mut rules, &state).expect("a state");
    assert_eq!(choices::write(&rules), "base;ap=2;markers=open");
}
