//! Programs with a token. They come in where a browser would by its cookie, as far as the token is good for it; no foreign page can
//! make a browser send one, so that where it comes from does not matter.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::app::App;
use crate::error::Refused;
use crate::ids::ApiSecret;
use crate::scopes::Scope;
use crate::store::{Amend, Batch, Known, TokenChange};

/// How often it is noted that a token is in use.
const USED_EVERY_MS: i64 = 60 * 60 * 1000;

/// Who may ask for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Anybody: it is not even looked who asks.
    Anybody,
    /// Whoever asks in a browser, and programs whose token is good for this.
    Scoped(Scope),
    /// Only who asks in a browser: passwords, tokens, running the house, closing an account.
    Browsers,
}

/// What follows the word `Bearer`, if it is meant to be the secret of a program.
fn secret(headers: &HeaderMap) -> Option<&[u8]> {
    let bearer = headers.get(header::AUTHORIZATION)?.as_bytes().strip_prefix(b"Bearer ")?;
    bearer.starts_with(ApiSecret::PREFIX.as_bytes()).then_some(bearer)
}

/// Whether a program asks, whatever cookies come with it: they are not looked at then.
pub(super) fn is_program(headers: &HeaderMap) -> bool {
    secret(headers).is_some()
}

/// Lets a program in, or says why not. Everything else passes.
pub(super) async fn admit(
    State((app, access)): State<(Arc<App>, Access)>,
    mut request: Request,
    next: Next,
) -> Response {
    let secret = secret(request.headers()).filter(|_| access != Access::Anybody);
    if let Some(secret) = secret {
        let admitted = known(&app, secret, access).await;
        match admitted {
            Ok(known) => drop(request.extensions_mut().insert(known)),
            Err(refused) => return refused.into_response(),
        }
    }
    next.run(request).await
}

async fn known(app: &Arc<App>, secret: &[u8], access: Access) -> Result<Known, Refused> {
    let secret = std::str::from_utf8(secret).ok().and_then(ApiSecret::from_client);
    let (hash, now_ms) = (secret.ok_or_else(Refused::no_session)?.hash(), app.house.time.now_ms());
    let known = app.house.store.bearer(&hash, now_ms).await.map_err(Refused::logged)?;
    let known = known.filter(|known| known.person.banned_ms <= now_ms).ok_or_else(Refused::no_session)?;
    let is_good = matches!(access, Access::Scoped(scope) if known.session.scopes.has(scope));
    if !is_good {
        return Err(Refused::no_scope());
    }
    if now_ms - known.session.seen_ms > USED_EVERY_MS {
        let (app, used) = (Arc::clone(app), Amend::Token(TokenChange::Used(hash, now_ms)));
        // What fails is in the log, and is tried again with the next request.
        tokio::spawn(async move { app.house.store.writer().write(Batch::about_people(vec![used])).await });
    }
    Ok(known)
}
