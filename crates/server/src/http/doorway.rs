//! What must be known of a request before it is let in: that nobody listens, which device it is, who has proven what.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

use super::visitor::{Visitor, cookie_values, is_secure, session_cookie};
use crate::accounts::SUDO_MS;
use crate::app::App;
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{self, Token};
use crate::network::Network;
use crate::store::{Known, Person, Role, Session};

/// By this a browser is known again after somebody has signed out.
const DEVICE: &str = "daeguk-device";
/// 400 days, as long as browsers keep anything.
const DEVICE_AGE_S: u32 = 400 * 24 * 60 * 60;
const DEVICE_LETTERS: usize = 32;
/// The most of what a browser says of itself that is looked at.
const AGENT_BYTES_MAX: usize = 400;

/// Nobody listens on the way: a password may be sent. And what the browser is.
pub(super) struct Doorway {
    /// From where.
    pub(super) network: Network,
    /// What is stored of the device's cookie.
    pub(super) device: String,
    browser: String,
    /// The cookie, if it is new.
    cookie: Option<String>,
    secure: bool,
}

impl FromRequestParts<Arc<App>> for Doorway {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let network = parts.extensions.get::<Network>().copied().ok_or_else(|| Refused::logged("no network"))?;
        let secure = is_secure(app);
        if !secure && !network.is_near() {
            return Err(Refused::plain());
        }
        let known = cookie_values(&parts.headers, DEVICE).find(|value| is_device(value)).map(str::to_owned);
        let secret = known.clone().unwrap_or_else(ids::short_secret);
        let cookie = known.is_none().then(|| device_cookie(&secret, secure));
        let device = ids::sha256(secret.as_bytes());
        Ok(Self { network, device, browser: browser(&parts.headers), cookie, secure })
    }
}

impl Doorway {
    /// A session that begins here, with the password just given.
    pub(super) fn session(&self, token: &Token, now_ms: i64) -> Session {
        let (device, browser) = (self.device.clone(), self.browser.clone());
        Session { device, browser, sudo_ms: now_ms, ..Session::new(token, now_ms) }
    }

    /// The headers that hand a token out.
    pub(super) fn cookies(&self, token: &Token) -> AppendHeaders<Vec<(HeaderName, String)>> {
        let cookies = std::iter::once(session_cookie(token, self.secure)).chain(self.cookie.clone());
        AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)).collect())
    }
}

fn is_device(value: &str) -> bool {
    value.len() == DEVICE_LETTERS && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn device_cookie(secret: &str, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{DEVICE}={secret}; Path=/; Max-Age={DEVICE_AGE_S}; HttpOnly; SameSite=Lax{secure}")
}

/// In two words, so that people know their devices in a list.
fn browser(headers: &HeaderMap) -> String {
    const BROWSERS: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Whale/", "Whale"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent = agent.get(..AGENT_BYTES_MAX).unwrap_or(agent);
    let found =
        |list: &[(&str, &'static str)]| list.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name);
    let words: Vec<&str> = found(&BROWSERS).into_iter().chain(found(&SYSTEMS)).collect();
    words.join(" · ")
}

/// A member who is known here, or a bot.
pub(super) struct Member {
    /// Who.
    pub(super) person: Person,
    /// By what.
    pub(super) session: Session,
    /// How limits count it.
    pub(super) caller: Caller,
}

impl FromRequestParts<Arc<App>> for Member {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let caller = visitor.caller();
        match visitor.known {
            Some(Known { person, session }) if person.kind.has_account() => Ok(Self { person, session, caller }),
            Some(_) => Err(Refused::no_account()),
            None => Err(Refused::no_session()),
        }
    }
}

/// A member who has given the password a short while ago.
pub(super) struct Sudo(pub(super) Member);

impl FromRequestParts<Arc<App>> for Sudo {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let member = Member::from_request_parts(parts, app).await?;
        let is_fresh = app.house.time.now_ms() - member.session.sudo_ms <= SUDO_MS;
        if is_fresh { Ok(Self(member)) } else { Err(Refused::no_sudo()) }
    }
}

/// A member who keeps order: a guide or a host.
pub(super) struct Guide(pub(super) Member);

impl FromRequestParts<Arc<App>> for Guide {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let member = Member::from_request_parts(parts, app).await?;
        if member.person.role == Role::None { Err(Refused::no_role()) } else { Ok(Self(member)) }
    }
}

/// A host who has given the password a short while ago.
pub(super) struct Host(pub(super) Member);

impl FromRequestParts<Arc<App>> for Host {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let member = Member::from_request_parts(parts, app).await?;
        if member.person.role != Role::Host {
            return Err(Refused::no_role());
        }
        Sudo::from_request_parts(parts, app).await.map(|sudo| Self(sudo.0))
    }
}
