//! Flags that fall, also where nobody looks.

use super::*;

const SKIPPED: &str =
    "FTG1:b GY@o2:0!,ZF@x:0,ZY@x:0,HZ@x:0,MC@w2:2 gy@15:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 B3 - - 0-0 6.1 *";

fn tigers(control: Control, position: Option<&str>) -> GameWish {
    GameWish {
        kind: "tigers".to_owned(),
        preset: Some("base".to_owned()),
        position: position.map(str::to_owned),
        clock: Some(control),
        ..wish(vec![me(); 2])
    }
}

const A_MINUTE: Control =
    Control { main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0, turn_ms: 60_000, total_ms: 0 };

#[test]
fn a_turn_that_comes_back_at_once_has_a_limit_of_its_own() {
    let me_guest = guest();
    let mut hall = Hall::new(tigers(A_MINUTE, Some(SKIPPED)), &me_guest);
    hall.act(&me_guest, "gym16").or_else(|_| hall.act(&me_guest, "zfm23")).expect("legal");
    let first = hall.sitting.deadline().expect("the clock runs");
    fall(&mut hall, first);
    assert_eq!(hall.see(&me_guest)["turn"], 1, "A can do nothing, so B plays again");
    assert_eq!(hall.sitting.fallen(hall.stamp()), None, "one limit falls once");
    assert_eq!(hall.sitting.deadline(), Some(first + 60_000));
    hall.check(&[&me_guest]);
}

#[test]
fn a_turn_that_was_ended_and_comes_back_at_once_has_its_whole_limit() {
    let me_guest = guest();
    let mut hall = Hall::new(tigers(A_MINUTE, Some(SKIPPED)), &me_guest);
    hall.act(&me_guest, "gym16").or_else(|_| hall.act(&me_guest, "zfm23")).expect("legal");
    hall.now_ms = 50_000;
    hall.act(&me_guest, "end").expect("legal");
    assert_eq!(hall.see(&me_guest)["turn"], 1, "A can do nothing, so B plays again");
    assert_eq!(hall.sitting.deadline(), Some(110_000));
    hall.check(&[&me_guest]);
}

/// Lets flags fall until none does, each when it is due; how many.
fn let_all_fall(hall: &mut Hall) -> usize {
    let mut count = 0;
    while let Some(deadline) = hall.sitting.deadline() {
        fall(hall, deadline.max(hall.now_ms));
        count += 1;
        assert!(count < 1000, "flags fall for ever");
    }
    count
}

#[test]
fn who_misses_three_turns_in_a_row_has_gone_for_good() {
    let me_guest = guest();
    let mut hall = Hall::new(tigers(A_MINUTE, None), &me_guest);
    hall.act(&me_guest, "ZYm7").expect("legal");
    assert_eq!(let_all_fall(&mut hall), 5, "A three times, B twice");
    let state = hall.see(&me_guest);
    assert_eq!((&state["result"]["reason"], &state["result"]["winner"]), (&"forfeit".into(), &1.into()));
    hall.check(&[&me_guest]);
}

#[test]
fn who_acts_in_between_has_not_gone() {
    let me_guest = guest();
    let mut hall = Hall::new(tigers(A_MINUTE, None), &me_guest);
    hall.act(&me_guest, "end").expect("legal");
    for round in 0..4 {
        for _ in 0..4 {
            let deadline = hall.sitting.deadline().expect("the clock runs");
            fall(&mut hall, deadline);
        }
        assert_eq!(hall.see(&me_guest)["phase"], "playing", "round {round}");
        for _ in 0..2 {
            hall.act(&me_guest, "end").expect("legal");
        }
    }
    hall.check(&[&me_guest]);
}

#[test]
fn the_total_time_ends_any_game_by_one_event() {
    let me_guest = guest();
    let control = Control { total_ms: 60_000, ..Control::default() };
    for (kind, preset, seats) in [("tigers", "base", 2), ("yonin", "standard", 4), ("nanguk", "base", 2)] {
        let kinds = GameWish { kind: kind.to_owned(), preset: Some(preset.to_owned()), ..wish(vec![me(); seats]) };
        let mut hall = Hall::new(GameWish { clock: Some(control), ..kinds }, &me_guest);
        let first = hall.see(&me_guest)["legal"][0].as_str().expect("an action").to_owned();
        hall.act(&me_guest, &first).expect("legal");
        assert_eq!(let_all_fall(&mut hall), 1, "{kind}");
        assert_eq!(hall.sitting.phase(), Phase::Over, "{kind}");
        hall.check(&[&me_guest]);
    }
}
