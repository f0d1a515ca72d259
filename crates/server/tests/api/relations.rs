//! Following and blocking: whose list it is, what it costs, and that it goes with the account.

use serde_json::{Value, json};
use server::{DoorRates, Rates};

use crate::helpers::{Guest, House, janggi};

const PASSWORD: &str = "포를 넘는 포는 없다";

async fn member(house: &House, name: &str) -> Guest {
    let mut guest = house.guest().await;
    guest.sign_up(name, PASSWORD).await;
    guest
}

async fn relations(guest: &Guest) -> Vec<(Value, Value)> {
    let told = guest.get("/api/me/relations").await.json();
    let list = told["relations"].as_array().expect("a list").clone();
    list.into_iter().map(|relation| (relation["name"].clone(), relation["kind"].clone())).collect()
}

#[tokio::test]
async fn whom_one_follows_or_blocks_is_in_ones_own_list_only() {
    let house = House::open().await;
    let (one, other) = (member(&house, "hana").await, member(&house, "duri").await);
    member(&house, "sena").await;
    for path in ["/api/people/duri/follow", "/api/people/sena/block", "/api/people/duri/follow"] {
        assert_eq!(one.put(path, &json!({})).await.status, 204, "{path}");
    }
    assert_eq!(relations(&one).await, [(json!("duri"), json!("follow")), (json!("sena"), json!("block"))]);
    assert_eq!(relations(&other).await, []);
    let seen = async |viewer: &Guest| viewer.get("/api/people/duri").await.json()["relation"].clone();
    assert_eq!(
        (seen(&one).await, seen(&other).await, seen(&house.stranger()).await),
        (json!("follow"), json!(null), json!(null))
    );
    let copy = one.get("/api/me/export").await.text();
    assert!(copy.contains(r#""type":"relation""#) && copy.contains("duri"), "{copy}");
    assert_eq!(one.put("/api/people/duri/block", &json!({})).await.status, 204, "a pair has one relation");
    assert_eq!(one.delete("/api/people/duri/follow").await.status, 204, "which is no longer this one");
    assert_eq!(seen(&one).await, json!("block"));
    assert_eq!(one.delete("/api/people/duri/block").await.status, 204);
    assert_eq!(relations(&one).await, [(json!("sena"), json!("block"))]);
}

#[tokio::test]
async fn nobody_follows_oneself_a_guest_or_without_an_account() {
    let house = House::open().await;
    let one = member(&house, "hana").await;
    for name in ["hana", "nobody"] {
        let refused = one.put(&format!("/api/people/{name}/follow"), &json!({})).await;
        assert_eq!((refused.status, refused.code().as_str()), (404, "E_PERSON"), "{name}");
    }
    assert_eq!(house.guest().await.put("/api/people/hana/follow", &json!({})).await.code(), "E_ACCOUNT");
    assert_eq!(house.stranger().put("/api/people/hana/block", &json!({})).await.code(), "E_SESSION");
}

#[tokio::test]
async fn sixty_an_hour_are_enough_for_a_network() {
    let house = House::with(|config| {
        config.rates.doors.relations = DoorRates::default().relations;
        config.rates.requests = Rates::unlimited().requests;
    })
    .await;
    let (one, other) = (member(&house, "hana").await, member(&house, "duri").await);
    for n in 0..60 {
        let (asker, name) = if n % 2 == 0 { (&one, "duri") } else { (&other, "hana") };
        assert_eq!(asker.put(&format!("/api/people/{name}/follow"), &json!({})).await.status, 204, "{n}");
    }
    assert_eq!(other.delete("/api/people/hana/follow").await.code(), "E_RATE", "whoever asks");
    assert_eq!(relations(&other).await.len(), 1, "and nothing has changed");
}

#[tokio::test]
async fn a_seat_is_kept_for_whom_one_challenges_twenty_times_an_hour() {
    let house = House::with(|config| {
        config.rates.doors.challenges = DoorRates::default().challenges;
        config.rates.games = Rates::unlimited().games;
    })
    .await;
    let (one, other) = (member(&house, "hana").await, member(&house, "duri").await);
    let wish = janggi(&json!([{ "type": "me" }, { "type": "person", "name": "duri" }]));
    let game = one.game(&wish).await;
    let sit = json!({ "t": "sit", "a": "1", "seat": 1 });
    assert_eq!(house.guest().await.say(&game, &sit).await.code(), "E_TAKEN");
    assert_eq!(other.say(&game, &sit).await.status, 200);
    other.put("/api/people/hana/block", &json!({})).await;
    assert_eq!(one.post("/api/games", &wish).await.status, 403, "who has blocked is not challenged");
    other.delete("/api/people/hana/block").await;
    for n in 2..20 {
        assert_eq!(one.post("/api/games", &wish).await.status, 201, "{n}");
    }
    assert_eq!(one.post("/api/games", &wish).await.code(), "E_RATE");
}

#[tokio::test]
async fn relations_go_with_either_account() {
    let house = House::open().await;
    let (one, other) = (member(&house, "hana").await, member(&house, "duri").await);
    one.put("/api/people/duri/follow", &json!({})).await;
    other.put("/api/people/hana/block", &json!({})).await;
    assert_eq!(other.delete("/api/me").await.status, 204);
    assert_eq!(relations(&one).await, [], "who has left is nobody to follow");
    house.sql("UPDATE ticket SET created_ms = 1 WHERE kind = 'erase'").await;
    let house = house.reopened().await;
    house.until_sql("SELECT count(*) FROM relation", 0).await;
}
