//! Who asks.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

use crate::app::App;
use crate::brains;
use crate::error::Refused;
use crate::ids::{GuestId, Token};
use crate::limits::Client;
use crate::network::Network;
use crate::serve::Peer;
use crate::store::{Batch, Guest, NewGuest};

/// The name of the cookie.
const COOKIE: &str = "daeguk";
/// A year.
const COOKIE_AGE_S: u32 = 365 * 24 * 60 * 60;

/// Whoever asks; counted against the rate of requests.
pub(super) struct Visitor {
    /// Known by a cookie or a token.
    pub(super) guest: Option<Guest>,
    /// From where.
    pub(super) address: IpAddr,
}

impl Visitor {
    /// How rates count it.
    pub(super) fn client(&self) -> Client {
        self.guest.as_ref().map_or(Client::Address(self.address), |guest| Client::Guest(guest.id))
    }

    /// Who it is to the computer players.
    pub(super) fn brains_client(&self) -> brains::Client {
        brains::Client { network: self.address.into(), person: self.id() }
    }

    /// The public name.
    pub(super) fn id(&self) -> Option<GuestId> {
        self.guest.as_ref().map(|guest| guest.id)
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let address = address(parts, app.config.behind_proxy);
        let guest = match token(&parts.headers) {
            Some(token) => app.house.store.guest(&token.hash()).await.map_err(Refused::logged)?,
            None => None,
        };
        let visitor = Self { guest, address };
        app.limits.request(visitor.client())?;
        Ok(visitor)
    }
}

/// Someone with a name in our books; a newcomer is entered and gets a cookie.
pub(super) struct Player {
    /// Who.
    pub(super) guest: Guest,
    network: Network,
    fresh: Option<(Token, bool)>,
}

impl Player {
    /// Who it is to the computer players.
    pub(super) const fn brains_client(&self) -> brains::Client {
        brains::Client { network: self.network, person: Some(self.guest.id) }
    }

    /// The cookie, if it is a new one.
    pub(super) fn cookie(&self) -> AppendHeaders<Option<(HeaderName, String)>> {
        AppendHeaders(self.fresh.as_ref().map(|(token, secure)| (header::SET_COOKIE, cookie(token, *secure))))
    }
}

impl FromRequestParts<Arc<App>> for Player {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let network = visitor.address.into();
        if let Some(guest) = visitor.guest {
            return Ok(Self { guest, network, fresh: None });
        }
        app.limits.guest(visitor.address)?;
        let (token, guest) = (Token::random(), Guest { id: GuestId::random(), name: String::new() });
        let newcomer = NewGuest {
            token_hash: token.hash(),
            id: guest.id,
            name: String::new(),
            created_ms: app.house.time.now_ms(),
        };
        let batch = Batch { guest: Some(newcomer), ..Batch::default() };
        app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
        let secure = app.config.public_origin.as_ref().is_some_and(|origin| origin.starts_with("https:"));
        Ok(Self { guest, network, fresh: Some((token, secure)) })
    }
}

fn cookie(token: &Token, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}", token.secret())
}

/// Whether a cookie of ours came with the request.
pub(super) fn has_cookie(headers: &HeaderMap) -> bool {
    from_cookie(headers).is_some()
}

fn token(headers: &HeaderMap) -> Option<Token> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    bearer.and_then(Token::from_client).or_else(|| from_cookie(headers))
}

fn from_cookie(headers: &HeaderMap) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE).find_map(|(_, value)| Token::from_client(value))
}

/// Behind a proxy the last address that it has added is the client's.
fn address(parts: &Parts, behind_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    if !behind_proxy {
        return peer;
    }
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let last = forwarded.and_then(|list| list.rsplit(',').next()).and_then(|address| address.trim().parse().ok());
    last.unwrap_or(peer)
}
