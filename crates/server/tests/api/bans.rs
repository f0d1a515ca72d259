//! Shutting somebody out, by a host or at the machine itself: sessions end, running games are given up, and no way leads back in.

use std::time::Duration;

use serde_json::json;
use server::Errand;

use crate::helpers::{Guest, House, janggi};

const PASSWORD: &str = "포를 넘는 포는 없다";
const NEXT: &str = "차 떼고 포 떼고 장기";

fn ban(days: Option<u32>) -> Errand {
    Errand::Ban { name: "말썽".to_owned(), days }
}

/// A member at a table in the middle of a game, another before one, and who plays against.
struct Scene {
    member: Guest,
    recovery: String,
    other: Guest,
    running: String,
    waiting: String,
}

async fn scene(house: &House) -> Scene {
    let (mut member, mut other) = (house.guest().await, house.guest().await);
    let recovery = member.sign_up("말썽", PASSWORD).await;
    other.sign_up("상대", PASSWORD).await;
    let wish = janggi(&json!([{ "type": "me" }, { "type": "open" }]));
    let (running, waiting) = (member.game(&wish).await, member.game(&wish).await);
    other.say(&running, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
    assert_eq!(member.say(&running, &json!({ "t": "act", "a": "2", "n": 0, "d": "a4b4" })).await.status, 200);
    Scene { member, recovery, other, running, waiting }
}

/// Nothing leads back in, and who proves to be that person is told why.
async fn is_shut_out(house: &House, scene: &mut Scene) {
    assert_eq!(scene.member.get("/api/me/sessions").await.code(), "E_SESSION");
    assert_eq!(scene.member.sign_in("말썽", PASSWORD).await.code(), "E_BANNED");
    assert_eq!(scene.member.sign_in("말썽", NEXT).await.code(), "E_LOGIN", "a stranger learns nothing");
    let recover = json!({ "name": "말썽", "code": scene.recovery, "next": NEXT });
    assert_eq!(house.stranger().post("/api/recovery", &recover).await.code(), "E_BANNED");
    let address = house.errand(Errand::Reset("말썽".to_owned())).await.expect("an address").remove(0);
    let ticket = address.strip_prefix("/ticket#").expect("an address");
    let reset = json!({ "ticket": ticket, "next": NEXT });
    assert_eq!(house.stranger().post("/api/tickets", &reset).await.code(), "E_BANNED");
    let state = scene.other.state(&scene.running).await;
    assert_eq!((&state["phase"], &state["result"]["winner"]), (&json!("over"), &json!(1)));
    assert_eq!(scene.other.state(&scene.waiting).await["seats"][0]["type"], "open");
}

#[tokio::test]
async fn a_host_shuts_somebody_out_at_once_and_lets_them_in_again() {
    let house = House::open().await;
    let mut scene = scene(&house).await;
    let mut host = house.guest().await;
    host.sign_up("방장", PASSWORD).await;
    let wish = json!({ "name": "말썽", "why": "욕설", "days": 7 });
    for role in ["", "guide"] {
        house
            .sql(if role.is_empty() { "UPDATE person SET role = ''" } else { "UPDATE person SET role = 'guide'" })
            .await;
        let invite = json!({ "kind": "invite" });
        assert_eq!(host.post("/api/host/bans", &wish).await.code(), "E_ROLE", "{role}");
        assert_eq!(host.post("/api/host/tickets", &invite).await.code(), "E_ROLE", "{role}");
    }
    house.sql("UPDATE person SET role = CASE name WHEN '방장' THEN 'host' ELSE '' END").await;
    assert_eq!(host.post("/api/host/bans", &json!({ "name": "말썽", "why": " " })).await.code(), "E_MESSAGE");
    assert_eq!(
        host.post("/api/host/bans", &json!({ "name": "방장", "why": "나" })).await.code(),
        "E_ROLE",
        "the last host stays"
    );
    let mut socket = scene.member.socket(&scene.running).await;
    assert_eq!(host.post("/api/host/bans", &wish).await.status, 204);
    let closed = tokio::time::timeout(Duration::from_secs(1), socket.closed()).await;
    assert_eq!(closed.expect("within a second"), Some(1008));
    is_shut_out(&house, &mut scene).await;
    house.until_sql("SELECT count(*) FROM action WHERE what = 'ban' AND why = '욕설'", 1).await;
    assert_eq!(host.post("/api/host/bans", &json!({ "name": "말썽", "why": "사과", "days": 0 })).await.status, 204);
    assert_eq!(scene.member.sign_in("말썽", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn who_is_shut_out_at_the_machine_is_gone_in_a_moment() {
    let house = House::open().await;
    let mut scene = scene(&house).await;
    let mut socket = scene.member.socket(&scene.running).await;
    let mut watching = scene.other.socket(&scene.running).await;
    house.errand(ban(None)).await.expect("done");
    assert_eq!(socket.closed().await, Some(1008));
    watching.until(|socket| socket.state["phase"] == "over").await;
    house.until_sql("SELECT count(*) FROM ticket WHERE kind = 'expel' AND used_ms > 0", 1).await;
    is_shut_out(&house, &mut scene).await;
    assert_eq!(house.errand(Errand::List).await.expect("a list"), ["말썽\tmember\tbanned", "상대\tmember"]);
    house.errand(ban(Some(0))).await.expect("done");
    assert_eq!(house.errand(Errand::List).await.expect("a list"), ["말썽\tmember", "상대\tmember"]);
    assert_eq!(scene.member.sign_in("말썽", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn who_was_shut_out_while_the_house_was_closed_leaves_when_it_opens() {
    let mut house = House::open().await;
    let mut scene = scene(&house).await;
    house.close().await;
    house.errand(ban(Some(1))).await.expect("done");
    let house = house.reopened().await;
    (scene.member.address, scene.other.address) = (house.address, house.address);
    house.until_sql("SELECT count(*) FROM ticket WHERE kind = 'expel' AND used_ms > 0", 1).await;
    is_shut_out(&house, &mut scene).await;
}
