//! A question is never an action.

use super::*;

fn explain(hall: &mut Hall, who: &Guest, n: usize, action: &str) -> Result<u32, &'static str> {
    hall.say(who, &format!(r#"{{"t":"explain","a":"e","n":{n},"d":"{action}"}}"#))
}

#[test]
fn whatever_is_asked_nothing_is_done() {
    let who = guest();
    let mut hall = Hall::new(wish(vec![me(), me()]), &who);
    let before = hall.see(&who);
    for action in ["a4b4", "a4a9", "nonsense", "resign", ""] {
        let explained = explain(&mut hall, &who, 0, action);
        assert_eq!(hall.see(&who), before, "{action}");
        let mut tried = hall.restored();
        let text = format!(r#"{{"t":"act","n":0,"d":"{action}"}}"#);
        let acted = tried.heed(who.person(), &Message::read(&text).expect("a message"), hall.stamp(), &Home);
        assert_eq!(explained.err(), acted.err().map(|refused| refused.code), "{action}: as an action would fare");
    }
    assert_eq!(hall.rows.len(), 1, "only the start is stored");
}

#[test]
fn whoever_may_not_act_is_told_so() {
    let (cho, stranger) = (guest(), guest());
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Computer { level: "easy".to_owned() }]), &cho);
    assert_eq!(explain(&mut hall, &stranger, 0, "a4b4"), Err("E_SEAT"));
    assert_eq!(explain(&mut hall, &cho, 1, "a4b4"), Err("E_STALE"));
    hall.act(&cho, "a4b4").expect("legal");
    assert_eq!(explain(&mut hall, &cho, 1, "a7b7"), Err("E_TURN"));
    assert_eq!(explain(&mut hall, &cho, 0, "a4b4"), Err("E_STALE"), "what was done is no question any more");
}
