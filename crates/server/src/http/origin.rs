//! Requests that change something come from our own pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::bearer;
use super::visitor::has_cookie;
use crate::app::App;
use crate::error::Refused;

/// Refuses changes that a foreign page asks for.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !is_trusted(request.headers(), app.config.public_origin.as_deref()) {
        return Refused::foreign().into_response();
    }
    next.run(request).await
}

/// Whether no foreign page can have had a part in a request: none can name the secret of a program.
pub(super) fn is_trusted(headers: &HeaderMap, public: Option<&str>) -> bool {
    bearer::is_program(headers) || (is_own_or_none(headers, public) && !comes_from_elsewhere(headers))
}

/// Whether the browser itself says that another site has made it send our cookie.
fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    has_cookie(headers) && site.is_some_and(|site| site != "same-origin")
}

/// Whether the page is ours, or no page is named at all, as programs do.
pub(super) fn is_own_or_none(headers: &HeaderMap, public: Option<&str>) -> bool {
    headers.get(header::ORIGIN).is_none_or(|origin| origin.to_str().is_ok_and(|origin| is_own(origin, headers, public)))
}

fn is_own(origin: &str, headers: &HeaderMap, public: Option<&str>) -> bool {
    if let Some(public) = public {
        return origin.eq_ignore_ascii_case(public.trim_end_matches('/'));
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    named.zip(host).is_some_and(|(named, host)| named.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&str>, public: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "play.example:8080".parse().expect("a host"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        is_own_or_none(&headers, public)
    }

    #[test]
    fn a_cookie_that_another_site_has_sent_is_not_trusted() {
        let foreign = |site: Option<&str>, cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().expect("a cookie"));
            if let Some(site) = site {
                headers.insert("sec-fetch-site", site.parse().expect("a header"));
            }
            comes_from_elsewhere(&headers)
        };
        let ours = format!("daeguk={}", "a".repeat(64));
        assert!(!foreign(None, &ours) && !foreign(Some("same-origin"), &ours) && !foreign(Some("cross-site"), "x=1"));
        for site in ["cross-site", "same-site", "none", ""] {
            assert!(foreign(Some(site), &ours), "{site}");
        }
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        assert!(allowed(None, None));
        assert!(allowed(Some("http://play.example:8080"), None));
        for foreign in
            ["null", "http://play.example", "http://play.example:8080.evil.example", "http://evil.example", ""]
        {
            assert!(!allowed(Some(foreign), None), "{foreign}");
        }
        let public = Some("https://daeguk.example/");
        assert!(allowed(Some("https://daeguk.example"), public));
        assert!(!allowed(Some("http://daeguk.example"), public));
        assert!(!allowed(Some("http://play.example:8080"), public));
    }
}
