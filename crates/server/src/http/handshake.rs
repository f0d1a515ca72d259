//! From a request to a socket.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use governor::DefaultDirectRateLimiter;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};

use super::frames::Counted;
use crate::app::App;
use crate::error::Refused;
use crate::limits::ConnectionPlace;

/// The most bytes of a frame from a client.
const FRAME_MAX: usize = 8192;
/// What is read at once, and kept by every socket; a move is shorter.
const READ_BUFFER: usize = 256;
/// Sixteen bytes in base 64.
const KEY_LENGTH: usize = 24;

/// A socket whose frames are counted.
pub(super) type WebSocket = Box<WebSocketStream<Counted<TokioIo<Upgraded>>>>;

/// A request that asks for a socket as it should.
pub(super) struct Upgrade {
    key: HeaderValue,
    coming: OnUpgrade,
    /// The connection stays one when it has become a socket.
    place: Option<Arc<ConnectionPlace>>,
}

impl FromRequestParts<Arc<App>> for Upgrade {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Refused> {
        let asks = parts.method == Method::GET
            && lists(&parts.headers, &header::CONNECTION, "upgrade")
            && lists(&parts.headers, &header::UPGRADE, "websocket")
            && lists(&parts.headers, &header::SEC_WEBSOCKET_VERSION, "13");
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| asks && key.len() == KEY_LENGTH).cloned();
        let coming = parts.extensions.remove::<OnUpgrade>();
        let place = parts.extensions.remove::<Arc<ConnectionPlace>>();
        key.zip(coming).map(|(key, coming)| Self { key, coming, place }).ok_or_else(Refused::no_upgrade)
    }
}

impl Upgrade {
    /// Agrees, and hands the socket over as soon as there is one.
    pub(super) fn then<F>(
        self,
        frames: DefaultDirectRateLimiter,
        talk: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Response<Body>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self { key, coming, place } = self;
        tokio::spawn(async move {
            let Ok(upgraded) = coming.await else { return };
            let stream = Counted::new(TokioIo::new(upgraded), frames);
            let socket = Box::new(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await);
            let talking = talk(socket);
            // A task of its own: what was needed to get here is let go, while a socket stays for hours.
            tokio::spawn(async move {
                talking.await;
                drop(place);
            });
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        if let Ok(accept) = derive_accept_key(key.as_bytes()).parse() {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        }
        response
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(FRAME_MAX))
        .max_frame_size(Some(FRAME_MAX))
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
}

/// Whether a header's list has that word.
fn lists(headers: &HeaderMap, name: &header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|each| each.trim().eq_ignore_ascii_case(word))
}
