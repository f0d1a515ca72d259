//! The first thing that happens to a request: whose network asks, and whether it has asked too often. It costs a
//! look into a table in memory, and nothing else is done before it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::assets;
use crate::app::App;
use crate::network::{self, Network};
use crate::serve::Peer;

/// Counts a request for its network and notes the network in it.
pub(super) async fn pass(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    let network = Network::from(network::client(peer, request.headers(), &app.config.proxies));
    let is_file = assets::is_file(request.uri());
    let counted = if is_file { app.limits.file(network) } else { app.limits.request(network) };
    if let Err(refused) = counted {
        return refused.into_response();
    }
    request.extensions_mut().insert(network);
    next.run(request).await
}
