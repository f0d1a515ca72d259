//! Requests that concern what another node has go there, whole and once.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::inside::{connected, pass_on};
use crate::app::App;
use crate::cluster::Cluster;
use crate::error::Refused;
use crate::ids::GameId;
use crate::rooms::Place;

/// What every node answers by itself, because it depends on the program alone, or on nothing that is kept in memory.
const ANYBODYS: &[&str] =
    &["catalog", "openapi.json", "analysis", "rules", "positions", "records", "lessons", "practice", "jobs"];
/// Before a node that has refused a connection is asked once more.
const BREATH: Duration = Duration::from_millis(50);

/// What a request is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// What any node can answer.
    Anybodys,
    /// One game: its owner answers.
    Game(GameId),
    /// The house as a whole: the one node answers that has the lobby.
    House,
}

/// What a request is about, by its address.
pub(super) fn subject(method: &Method, path: &str) -> Subject {
    let Some(path) = path.strip_prefix("/api/") else { return Subject::Anybodys };
    let (noun, rest) = path.split_once('/').unwrap_or((path, ""));
    match noun {
        "games" if rest.is_empty() && *method == Method::GET => Subject::Anybodys,
        "games" if rest.is_empty() => Subject::House,
        "games" => match rest.split('/').next().unwrap_or_default().parse() {
            Ok(id) => Subject::Game(id),
            Err(_) => Subject::Anybodys,
        },
        _ if ANYBODYS.contains(&noun) => Subject::Anybodys,
        _ => Subject::House,
    }
}

/// Lets a request in where it belongs.
pub(super) async fn forward(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let subject = subject(request.method(), request.uri().path());
    let Some(cluster) = app.house.cluster.as_ref().filter(|_| subject != Subject::Anybodys) else {
        return next.run(request).await;
    };
    // What a node that was silent for too long has in memory may be old.
    if !cluster.is_current() {
        return Refused::moved().into_response();
    }
    match subject {
        Subject::Game(id) => to_owner(&app, cluster, id, request, next).await,
        _ => to_leader(&app, cluster, request, next).await,
    }
}

async fn to_leader(app: &Arc<App>, cluster: &Cluster, request: Request, next: Next) -> Response {
    if cluster.leads() {
        return next.run(request).await;
    }
    let Some(leader) = cluster.leader().filter(|leader| leader.id != cluster.id()) else {
        return Refused::moved().into_response();
    };
    match connected(leader.address).await {
        Ok(there) => pass_on(app, cluster, (leader.address, there), request).await,
        Err(_) => Refused::moved().into_response(),
    }
}

async fn to_owner(app: &Arc<App>, cluster: &Cluster, id: GameId, request: Request, next: Next) -> Response {
    let (address, held) = match app.rooms.place(id).await {
        Ok(Place::Here) => return next.run(request).await,
        Ok(Place::Leader) => return to_leader(app, cluster, request, next).await,
        Ok(Place::At(address, held)) => (address, held),
        Err(refused) => return refused.into_response(),
    };
    let mut there = connected(address).await;
    if is_refused(&there) {
        tokio::time::sleep(BREATH).await;
        there = connected(address).await;
    }
    match there {
        Ok(there) => pass_on(app, cluster, (address, there), request).await,
        // Nobody listens there any more, though the others do not know yet. Whom strangers find waits for the next leader.
        Err(ref error) if error.kind() == io::ErrorKind::ConnectionRefused && (!held.is_listed || cluster.leads()) => {
            match app.rooms.seize(id, &held).await {
                Ok(()) => next.run(request).await,
                Err(refused) => refused.into_response(),
            }
        }
        Err(_) => Refused::moved().into_response(),
    }
}

fn is_refused<T>(result: &io::Result<T>) -> bool {
    result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_game;

    #[test]
    fn every_request_knows_where_it_belongs() {
        let id = new_game();
        let of = |path: &str| subject(&Method::GET, path);
        for path in
            [format!("/api/games/{id}"), format!("/api/games/{id}/socket"), format!("/api/games/{id}/board.svg")]
        {
            assert_eq!(of(&path), Subject::Game(id), "{path}");
        }
        for path in ["/", "/app.js", "/healthz", "/api/catalog", "/api/rules/janggi", "/api/games", "/api/games/what"] {
            assert_eq!(of(path), Subject::Anybodys, "{path}");
        }
        for path in
            ["/api/me", "/api/lobby", "/api/lobby/match", "/api/socket", "/api/stream", "/api/host/bans", "/api/what"]
        {
            assert_eq!(of(path), Subject::House, "{path}");
        }
        assert_eq!(subject(&Method::POST, "/api/games"), Subject::House);
    }
}
