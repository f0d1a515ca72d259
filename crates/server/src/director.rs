//! Decides which games are shown, whenever one begins or ends, and when one has been on for long enough.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::house::House;
use crate::owner::Request;
use crate::rooms::Rooms;

/// It is decided no more often, however many games begin and end.
const DECIDES_EVERY: Duration = Duration::from_millis(100);

/// Goes on for as long as the server does.
pub(crate) async fn direct(house: Arc<House>, rooms: Rooms) {
    let lobby = &house.lobby;
    let mut news = lobby.games.listen();
    loop {
        let now = Instant::now();
        for game in lobby.tv.choose(&lobby.games.all(), now) {
            // One that is gone by now is off the list as well, and something else is chosen.
            if let Ok(room) = rooms.find(game).await {
                let _ = room.ask(Request::Air).await;
            }
        }
        let sleep = async {
            match lobby.tv.changes_at(now) {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            heard = news.recv() => if matches!(heard, Err(RecvError::Closed)) { return },
            () = sleep => {}
        }
        tokio::time::sleep(DECIDES_EVERY).await;
    }
}
