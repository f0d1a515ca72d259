//! Who asks.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

use crate::app::App;
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{self, PersonId, Token};
use crate::network::Network;
use crate::store::{Amend, Batch, Guest, Known, Person, Session};

/// The name of the cookie where there is no HTTPS.
const PLAIN: &str = "daeguk";
/// Under HTTPS: browsers let no other host and no path set a cookie of such a name.
const HOST: &str = "__Host-daeguk";
/// A year.
const COOKIE_AGE_S: u32 = 365 * 24 * 60 * 60;
/// The most cookies of our name that are looked at; each is a question to the database.
const COOKIES_MAX: usize = 4;
/// How often it is noted that a session is in use.
const SEEN_EVERY_MS: i64 = 60 * 60 * 1000;

/// Whoever asks; counted against the rate of requests.
pub(super) struct Visitor {
    /// Known by a cookie or a token; a program has been let in before.
    pub(super) known: Option<Known>,
    /// From where.
    network: Network,
    /// The cookie by which the guest was known, if it should have had the safer name.
    outdated: Option<Token>,
}

impl Visitor {
    /// How limits and turns to think count it.
    pub(super) fn caller(&self) -> Caller {
        Caller { network: self.network, person: self.id() }
    }

    /// The public name.
    pub(super) fn id(&self) -> Option<PersonId> {
        self.known.as_ref().map(|known| known.person.id)
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let network = parts.extensions.get::<Network>().copied().ok_or_else(|| Refused::logged("no network"))?;
        let mut visitor = Self { known: None, network, outdated: None };
        if let Some(known) = parts.extensions.get::<Known>() {
            app.limits.request_of(known.person.id)?;
            return Ok(Self { known: Some(known.clone()), ..visitor });
        }
        for presented in presented(&parts.headers, is_secure(app)) {
            if let Some(known) = known(app, &presented.token).await? {
                app.limits.request_of(known.person.id)?;
                visitor.known = Some(known);
                visitor.outdated = presented.is_outdated.then_some(presented.token);
                break;
            }
        }
        // A browser whose cookie is worth nothing any more is a newcomer's; a program wants to know.
        let is_program = parts.headers.contains_key(header::AUTHORIZATION);
        if is_program && visitor.known.is_none() { Err(Refused::no_session()) } else { Ok(visitor) }
    }
}

/// Whoever has that token, if the session has not run out. That it is in use is noted once an hour, without waiting.
async fn known(app: &Arc<App>, token: &Token) -> Result<Option<Known>, Refused> {
    let (token_hash, now_ms) = (token.hash(), app.house.time.now_ms());
    let known = app.house.store.known(&token_hash).await.map_err(Refused::logged)?;
    let known = known.filter(|known| known.is_live(now_ms));
    if known.as_ref().is_some_and(|known| now_ms - known.session.seen_ms > SEEN_EVERY_MS) {
        let (app, seen) = (Arc::clone(app), Amend::Seen(token_hash, now_ms));
        // What fails is in the log, and is tried again with the next request.
        tokio::spawn(async move { app.house.store.writer().write(Batch::about_people(vec![seen])).await });
    }
    Ok(known)
}

/// Someone with a name in our books; a newcomer is entered and gets a cookie.
pub(super) struct Player {
    /// Who it is at a table.
    pub(super) guest: Guest,
    /// Who, and by what.
    pub(super) known: Known,
    network: Network,
    cookies: Vec<String>,
}

impl Player {
    /// The cookies, if there are new ones.
    pub(super) fn cookie(&self) -> AppendHeaders<Vec<(HeaderName, String)>> {
        AppendHeaders(self.cookies.iter().map(|cookie| (header::SET_COOKIE, cookie.clone())).collect())
    }

    /// How limits count it.
    pub(super) const fn caller(&self) -> Caller {
        Caller { network: self.network, person: Some(self.guest.id) }
    }
}

impl FromRequestParts<Arc<App>> for Player {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let Visitor { known, network, outdated } = Visitor::from_request_parts(parts, app).await?;
        if let Some(known) = known {
            let cookies = outdated.map(|token| vec![session_cookie(&token, true), gone(PLAIN)]).unwrap_or_default();
            return Ok(Self { guest: known.person.guest(), known, network, cookies });
        }
        app.limits.guest(network)?;
        let (token, known) = newcomer(app.house.time.now_ms());
        let entered = vec![
            Amend::Arrive(known.person.id, known.person.created_ms),
            Amend::Enter(known.person.id, known.session.clone()),
        ];
        app.house.store.writer().write(Batch::about_people(entered)).await.map_err(Refused::logged)?;
        Ok(Self { guest: known.person.guest(), known, network, cookies: vec![session_cookie(&token, is_secure(app))] })
    }
}

/// A guest of whom nothing is known yet.
fn newcomer(now_ms: i64) -> (Token, Known) {
    let token = Token::random();
    let person = Person::newcomer(ids::new_person(), now_ms);
    let session = Session::new(&token, now_ms);
    (token, Known { person, session })
}

pub(super) fn is_secure(app: &App) -> bool {
    app.config.public_origin.as_ref().is_some_and(|origin| origin.starts_with("https:"))
}

/// The cookie that holds a token.
pub(super) fn session_cookie(token: &Token, secure: bool) -> String {
    let (name, secure) = if secure { (HOST, "; Secure") } else { (PLAIN, "") };
    format!("{name}={}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}", token.secret())
}

fn gone(name: &str) -> String {
    format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

/// Takes the cookies of a session away.
pub(super) fn gone_cookies() -> AppendHeaders<[(HeaderName, String); 2]> {
    let host = format!("{}; Secure", gone(HOST));
    AppendHeaders([(header::SET_COOKIE, gone(PLAIN)), (header::SET_COOKIE, host)])
}

/// Whether a cookie of ours came with the request.
pub(super) fn has_cookie(headers: &HeaderMap) -> bool {
    [HOST, PLAIN].iter().any(|name| cookies(headers, name).next().is_some())
}

/// A token that came with a request.
struct Presented {
    token: Token,
    is_outdated: bool,
}

/// The tokens that may tell who asks. A neighboring host can add a cookie of our plain name, and browsers may send
/// that first: so every one is looked up, and under the name that only we can set no other counts.
fn presented(headers: &HeaderMap, secure: bool) -> Vec<Presented> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(token) = bearer.and_then(Token::from_client) {
        return vec![Presented { token, is_outdated: false }];
    }
    let named = |name, is_outdated| {
        cookies(headers, name).take(COOKIES_MAX).map(move |token| Presented { token, is_outdated }).collect::<Vec<_>>()
    };
    let own = named(if secure { HOST } else { PLAIN }, false);
    if own.is_empty() && secure { named(PLAIN, true) } else { own }
}

fn cookies(headers: &HeaderMap, name: &'static str) -> impl Iterator<Item = Token> {
    cookie_values(headers, name).filter_map(Token::from_client)
}

/// What cookies of a name say.
pub(super) fn cookie_values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}
