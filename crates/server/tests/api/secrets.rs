//! What nobody may know yet: sealed openings, hidden markers, the record of a game that goes on.

use serde_json::{Value, json};

use crate::helpers::{Guest, Heard, House, Socket};

const A_BRINGS: &str = "GY@1:7,ZF@0:5,ZY@3:4,HZ@2:3,MC@4:2";
const B_BRINGS: &str = "gy@25:6,zf@28:5,zy@27:4,hz@26:3,mc@29:2";
const AMBUSHER: &str = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{DC.AM.TR} \
     gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.AM.TR} \
     A3 - - 0-0 1.0 * 13.0/13.0 -";

fn two_people(kind: &str) -> Value {
    json!({ "kind": kind, "seats": [{ "type": "me" }, { "type": "open" }] })
}

/// A table of two people, and a third who looks on, each with a socket.
async fn table(house: &House, wish: &Value) -> (String, [(Guest, Socket); 3]) {
    let (one, other, third) = (house.guest().await, house.guest().await, house.stranger());
    let id = one.game(wish).await;
    other.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    let mut people = Vec::new();
    for guest in [one, other, third] {
        let mut socket = guest.socket(&id).await;
        socket.until(|socket| socket.state["v"].is_u64()).await;
        people.push((guest, socket));
    }
    (id, people.try_into().ok().expect("three"))
}

/// Everything that the server tells someone of a game, by all ways that there are.
async fn all_told(guest: &Guest, id: &str) -> String {
    let mut told = String::new();
    for path in ["", "/positions?from=0&to=50", "/board.svg", "/board.svg?seat=0", "/record.ftg"] {
        told += &guest.get(&format!("/api/games/{id}{path}")).await.text();
    }
    told + &guest.get("/api/games").await.text()
}

#[tokio::test]
async fn sealed_choices_are_told_to_nobody_before_all_have_chosen() {
    let house = House::open().await;
    let mut wish = two_people("tigers");
    wish["preset"] = json!("full");
    let (id, [mut a, mut b, mut third]) = table(&house, &wish).await;
    assert_eq!(b.1.state["opening"]["order"], "sealed");
    assert_eq!(b.1.state["opening"]["pending"], json!([0, 1]));
    assert_eq!(b.1.state["opening"]["offered"], json!({ "1": ["", "TEXT"] }));
    assert_eq!(third.1.state["opening"]["offered"], json!({}));

    let bad = a.1.ask(json!({ "t": "choose", "a": "1", "d": "GY@1:99,ZF@0:5,ZY@3:4,HZ@2:3,MC@4:2" })).await;
    assert_eq!((bad["t"].clone(), bad["code"].clone()), (json!("refused"), json!("SETUP_TROOPS")));
    let chosen = a.1.ask(json!({ "t": "choose", "a": "2", "d": A_BRINGS })).await;
    assert_eq!(chosen["t"], "ack");
    let version = chosen["v"].as_u64().expect("a version");
    for (guest, socket) in [&mut b, &mut third] {
        socket.until_version(version).await;
        assert_eq!(socket.state["opening"]["choices"], json!({ "0": true, "1": null }));
        let told = all_told(guest, &id).await + &socket.state.to_string();
        assert!(!told.contains(A_BRINGS) && !told.contains("@1:7"), "{told}");
        let general = &socket.state["view"];
        assert!(!general.to_string().contains("\"troops\":7"), "the preview shows the usual line: {general}");
    }
    a.1.until_version(version).await;
    assert_eq!(a.1.state["opening"]["choices"], json!({ "0": A_BRINGS, "1": null }));
    let again = a.1.ask(json!({ "t": "choose", "a": "3", "d": "" })).await;
    assert_eq!(again["code"], "E_OPENING", "a choice stands");

    let chosen = b.0.say(&id, &json!({ "t": "choose", "a": "4", "d": B_BRINGS })).await;
    let version = chosen.json()["v"].as_u64().expect("a version");
    for (guest, socket) in [&mut a, &mut b, &mut third] {
        socket.until_version(version).await;
        assert_eq!((&socket.state["phase"], &socket.state["opening"]), (&json!("playing"), &Value::Null));
        let view = guest.state(&id).await["view"].to_string();
        assert!(view.contains("\"troops\":7") && view.contains("\"troops\":6"), "{view}");
    }
}

#[tokio::test]
async fn han_chooses_before_cho_and_everybody_sees_it() {
    let house = House::open().await;
    let (id, [mut cho, mut han, mut third]) = table(&house, &two_people("janggi")).await;
    let early = cho.1.ask(json!({ "t": "choose", "a": "1", "d": "inner" })).await;
    assert_eq!(early["code"], "E_OPENING");
    assert_eq!(han.1.state["opening"]["first"], 1);
    assert_eq!(cho.1.state["opening"]["offered"], json!({}));
    let chosen = han.1.ask(json!({ "t": "choose", "a": "2", "d": "left" })).await;
    let version = chosen["v"].as_u64().expect("a version");
    for (_, socket) in [&mut cho, &mut han, &mut third] {
        socket.until_version(version).await;
        assert_eq!(socket.state["opening"]["choices"], json!({ "0": null, "1": "left" }));
        assert_eq!(socket.state["opening"]["pending"], json!([0]));
    }
    let chosen = cho.0.say(&id, &json!({ "t": "choose", "a": "3", "d": "right" })).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    assert_eq!(third.0.state(&id).await["phase"], "playing");
}

#[tokio::test]
async fn a_hidden_marker_never_leaves_the_server() {
    let house = House::open().await;
    let mut wish = two_people("tigers");
    wish["preset"] = json!("full");
    wish["position"] = json!(AMBUSHER);
    let (id, [mut a, mut b, mut third]) = table(&house, &wish).await;
    let laid = a.1.act("1", "MCtAM>12").await;
    assert_eq!(laid["t"], "ack", "{laid}");
    assert_eq!(a.1.state["deeds"][0]["text"], "MCtAM>12");
    let version = laid["v"].as_u64().expect("a version");
    for (guest, socket) in [&mut b, &mut third] {
        let mut frames = String::new();
        while socket.state["v"].as_u64() < Some(version) {
            let Heard::Json(frame) = socket.hear().await else { panic!("closed") };
            frames += &frame.to_string();
        }
        assert_eq!(socket.state["deeds"][0]["text"], "MCtQQ>12");
        let told = frames + &all_told(guest, &id).await;
        assert!(!told.contains("MCtAM"), "{told}");
        assert_eq!(guest.get(&format!("/api/games/{id}/record.ftg")).await.code(), "E_HIDDEN");
    }
    assert_eq!(a.0.get(&format!("/api/games/{id}/record.ftg")).await.code(), "E_HIDDEN", "nor by a friend's cookie");
    b.1.ask(json!({ "t": "resign", "a": "2" })).await;
    assert!(third.0.get(&format!("/api/games/{id}/record.ftg")).await.text().contains("MCtAM>12"));
}

/// Two games that differ only in what A cannot see are the same game for A and for spectators.
#[tokio::test]
async fn nothing_told_depends_on_what_is_hidden() {
    let house = House::open().await;
    let mut told = Vec::new();
    for markers in ["12am,17tr", "12tr,17am"] {
        let mut wish = two_people("tigers");
        wish["preset"] = json!("full");
        let spent = AMBUSHER.replace("{IM.AM.TR}", "{IM.am.tr}");
        wish["position"] = json!(format!("{} {markers}", spent.rsplit_once(' ').expect("fields").0));
        let (id, [mut a, _b, mut third]) = table(&house, &wish).await;
        a.1.act("1", "ZYm7-6").await;
        third.1.until_version(a.1.state["v"].as_u64().expect("a version")).await;
        let seen = [&a, &third].map(|(_, socket)| {
            let state = &socket.state;
            [&state["view"], &state["legal"], &state["rules"], &state["can"]].map(Value::to_string).join(" ")
        });
        let mut more = Vec::new();
        for guest in [&a.0, &third.0] {
            let path = |path: &str| format!("/api/games/{id}/{path}");
            more.push(guest.get(&path("positions")).await.text());
            more.push(guest.get(&path("board.svg")).await.text());
            assert_eq!(guest.get(&path("record.ftg")).await.code(), "E_HIDDEN");
        }
        told.push((seen, more));
    }
    assert_eq!(told[0], told[1]);
}

/// One could act, look and take back, and nobody would object.
#[tokio::test]
async fn a_computer_is_not_spied_on_by_taking_back() {
    let house = House::open().await;
    let guest = house.guest().await;
    let spent = AMBUSHER.replace("{IM.AM.TR}", "{IM.am.TR}");
    let seats = json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]);
    let position = format!("{} 12am", spent.rsplit_once(' ').expect("fields").0);
    let mut wish = json!({ "kind": "tigers", "preset": "full", "seats": seats, "position": position });
    let id = guest.game(&wish).await;
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "ZYm7-6").await["t"], "ack");
    assert!(!socket.state["can"].as_array().expect("words").contains(&json!("takeback")));
    let asked = socket.ask(json!({ "t": "offer", "a": "2", "d": "takeback" })).await;
    assert_eq!(asked["code"], "E_OFFER");

    wish["position"] = json!(AMBUSHER);
    let id = guest.game(&wish).await;
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "ZYm7-6").await["t"], "ack");
    assert!(socket.state["can"].as_array().expect("words").contains(&json!("takeback")), "nothing is hidden");
}

#[tokio::test]
async fn blocks_of_the_own_turn_are_taken_back_without_asking() {
    let house = House::open().await;
    let (_, [mut blue, mut red, _third]) = table(&house, &two_people("nanguk")).await;
    for (n, action) in ["+a1", "+c3"].iter().enumerate() {
        assert_eq!(blue.1.act(&n.to_string(), action).await["t"], "ack");
    }
    assert!(blue.1.state["can"].as_array().is_some_and(|can| can.contains(&json!("takeback"))));
    let taken = blue.1.ask(json!({ "t": "offer", "a": "t", "d": "takeback" })).await;
    let version = taken["v"].as_u64().expect("a version");
    for (_, socket) in [&mut blue, &mut red] {
        socket.until_version(version).await;
        assert_eq!(socket.deeds(), 1, "only the last block");
        assert_eq!((&socket.state["turn"], &socket.state["offers"]), (&json!(0), &json!([])));
    }
    for n in 0..7 {
        let action = blue.1.legal().swap_remove(n);
        blue.1.act(&format!("b{n}"), &action).await;
    }
    assert_eq!(blue.1.state["turn"], 1, "the turn is over");
    let asked = blue.1.ask(json!({ "t": "offer", "a": "u", "d": "takeback" })).await;
    blue.1.until_version(asked["v"].as_u64().expect("a version")).await;
    assert_eq!(blue.1.deeds(), 8, "what is done is only taken back if the other agrees");
    assert_eq!(blue.1.state["offers"][0]["what"], "takeback");
}

#[tokio::test]
async fn the_result_of_five_tigers_has_its_statistics() {
    let house = House::open().await;
    let mut wish = two_people("tigers");
    let others = "ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@24:4";
    wish["preset"] = json!("base");
    wish["position"] = json!(format!("FTG1:b GY@25:10,{others} A3 - - 2-0 9.0 *"));
    let (id, [mut a, mut b, _third]) = table(&house, &wish).await;
    assert_eq!(a.1.state["result"], Value::Null);
    a.1.act("1", "ZYm7-8-13").await;
    let won = a.1.act("2", "GYk").await;
    b.1.until_version(won["v"].as_u64().expect("a version")).await;
    for state in [&a.1.state, &b.1.state, &b.0.state(&id).await] {
        assert_eq!(state["result"]["reason"], "knock");
        let sides = &state["result"]["statistics"]["sides"];
        assert_eq!((&sides[0]["seat"], &sides[1]["seat"]), (&json!("A"), &json!("B")));
        assert_eq!((&sides[0]["knocks"], &sides[1]["knocks"]), (&json!(3), &json!(0)));
        assert_eq!(sides[1]["troops_left"], 34);
        assert_eq!(sides[0]["generals"][2]["steps"], 3);
    }
    let listed = a.0.get("/api/games").await.json();
    assert!(listed["games"][0]["result"].get("statistics").is_none(), "a list stays short");
}
