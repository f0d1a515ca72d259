//! What positions say of themselves: men, alarms, gauges, and the next seat's chances.

use engine::catalog;
use game::{Seat, Table};

fn at(kind: &str, rules: &str, state: &str) -> Box<dyn Table> {
    catalog::find(kind).expect("a game of the house").load(rules, state).expect("a state")
}

fn gauges(table: &dyn Table, names: &[&str]) -> Vec<Option<f64>> {
    names.iter().map(|name| table.gauge(name)).collect()
}

#[test]
fn every_game_lists_its_men_and_no_gauge_is_made_up() {
    for (kind, men) in [("janggi", 32), ("nanguk", 0), ("tigers", 10), ("yonin", 36)] {
        let table = catalog::find(kind).and_then(|game| game.start("").ok()).expect("a start");
        assert_eq!(table.men().len(), men, "{kind}");
        assert!(table.men().iter().all(|man| man.amount > 0 && man.seat.is_some()), "{kind}");
        assert!(table.alarmed().is_empty(), "{kind}");
        assert_eq!(
            gauges(&*table, &["", ":", "nonsense", "nonsense:x", "men:nobody", "height:z9"]),
            [None; 6],
            "{kind}"
        );
    }
}

#[test]
fn janggi_knows_points_leads_facing_kings_and_replies() {
    let table = at("janggi", "kja", "4k4/9/1n7/9/9/3R1R3/9/9/4K4/9 b - - 0 1");
    let known = gauges(&*table, &["points:cho", "points:han", "lead:cho", "lead:han", "facing", "replies"]);
    assert_eq!(known, [Some(26.0), Some(6.5), Some(19.5), Some(-19.5), Some(1.0), Some(1.0)]);
    assert!(table.skipped().is_some_and(|next| next.turn() == Some(Seat::FIRST)));
    let checked = at("janggi", "casual", "4k4/9/9/9/9/4R4/9/9/9/3K5 b - - 0 1");
    assert_eq!(checked.alarmed(), [Seat::SECOND]);
    assert!(checked.skipped().is_none());
}

#[test]
fn nanguk_knows_heights_blocks_and_danger() {
    let rows = ["00000000"; 8].join("/");
    let mut table = at("nanguk", "base", &format!("N {rows} 8/8/8/8/8/8/8/8 b T 32:32 0 1 - *"));
    table.play("+e4").expect("a block");
    assert_eq!(gauges(&*table, &["height:e4", "height:e5", "hand:blue", "hand:red"]), [1.0, 0.0, 31.0, 32.0].map(Some));
    assert!(table.skipped().is_none());
    let battle =
        engine::lessons::book("nanguk").and_then(|book| book.lesson("king")?.stage("rescue")).expect("a stage");
    let table = at("nanguk", &battle.rules, &battle.state);
    assert_eq!(table.alarmed(), [Seat::FIRST]);
    assert!(table.skipped().is_none());
}

#[test]
fn tigers_know_troops_places_and_knocks() {
    let state =
        "FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@o1:0! gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 A3 - GY-gy 0-1 9.0 *";
    let table = at("tigers", "base", state);
    let names =
        ["troops:GY", "troops:zf", "tile:mc", "tile:MC", "out:MC", "locked:GY", "locked:ZF", "knocks:B", "actions"];
    assert_eq!(gauges(&*table, &names), [10.0, 6.0, 10.0, -1.0, 1.0, 1.0, 0.0, 1.0, 3.0].map(Some));
    assert_eq!(table.men().len(), 9);
    assert!(table.skipped().is_some_and(|next| next.turn() == Some(Seat::SECOND)));
}

#[test]
fn yonin_knows_hands_and_seats_that_are_out() {
    let table = catalog::find("yonin").and_then(|game| game.start("").ok()).expect("a start");
    assert_eq!(gauges(&*table, &["men:s", "hand:s.P", "out:n"]), [9.0, 0.0, 0.0].map(Some));
    assert!(table.skipped().is_some_and(|next| next.turn() == Some(Seat::new(1))));
}
