//! What is stored of a wish: the rules' own spelling of it, and no more.

use super::*;

fn plan(wish: GameWish) -> Result<Plan, &'static str> {
    Plan::new(wish, guest().person(), &Home).map_err(|refused| refused.code)
}

fn four(options: &[(&str, &str)]) -> GameWish {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    GameWish { kind: "yonin".to_owned(), preset: Some("standard".to_owned()), options, ..wish(vec![me(); 4]) }
}

fn tigers(preset: &str) -> GameWish {
    GameWish { kind: "tigers".to_owned(), preset: Some(preset.to_owned()), ..wish(vec![me(); 2]) }
}

#[test]
fn numbers_have_no_needless_zeros() {
    assert_eq!(plan(four(&[("cap", "0000300")])).map(|plan| plan.choices), Err("E_OPTION"));
    let plan = plan(four(&[("cap", "300"), ("end", "two")])).expect("a plan");
    assert_eq!(plan.choices, "standard;cap=300;end=two");
}

#[test]
fn what_a_seat_brings_is_stored_as_the_rules_write_it() {
    let brings = "gy@0001:007,zf@0:5,zy@3:4,hz@2:3,mc@4:2";
    let start = BTreeMap::from([("A".to_owned(), brings.to_owned())]);
    let given = plan(GameWish { start, ..tigers("full") }).expect("a plan");
    assert_eq!(given.given[0].as_deref(), Some("GY@1:7,ZF@0:5,ZY@3:4,HZ@2:3,MC@4:2"));

    let me_guest = guest();
    let mut hall = Hall::new(GameWish { choose: true, ..tigers("full") }, &me_guest);
    hall.say(&me_guest, &format!(r#"{{"t":"choose","seat":0,"d":"{brings}"}}"#)).expect("offered");
    assert!(hall.rows.last().is_some_and(|row| row.body.contains("GY@1:7")), "{:?}", hall.rows.last());
}

#[test]
fn a_position_is_stored_as_the_rules_write_it() {
    let spelled =
        "FTG1:b GY@0:10,ZF@01:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *";
    let canonical = spelled.replace("@01:", "@1:");
    for text in [&canonical, &format!("{canonical}   ")] {
        let position = Some(text.clone());
        let Ok(plan) = plan(GameWish { position, ..tigers("base") }) else { continue };
        assert_eq!(plan.position.as_deref(), Some(canonical.as_str()));
    }
}

#[test]
fn texts_of_a_wish_have_a_limit_of_their_own() {
    let zeros = "0".repeat(60_000);
    assert_eq!(plan(four(&[("cap", &format!("{zeros}500"))])).err(), Some("E_MESSAGE"));
    let start = BTreeMap::from([("A".to_owned(), format!("GY@{zeros}1:7,ZF@0:5,ZY@3:4,HZ@2:3,MC@4:2"))]);
    assert_eq!(plan(GameWish { start, ..tigers("full") }).err(), Some("E_MESSAGE"));
    let position = Some(format!("FTG1:b {zeros}"));
    assert_eq!(plan(GameWish { position, ..tigers("base") }).err(), Some("E_MESSAGE"));
}

#[test]
fn a_table_needs_a_person() {
    let computer = || SeatWish::Computer { level: "easy".to_owned() };
    assert_eq!(plan(wish(vec![computer(), computer()])).err(), Some("E_SEATS"));
    assert!(plan(wish(vec![computer(), SeatWish::Open])).is_ok());
}
