//! What a messenger shows of a link to us: it fetches the picture by its whole address or not at all.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

/// How the page names its picture.
const PICTURE: &str = r#"property="og:image" content="/"#;

/// The page for whoever called this address.
pub(super) fn addressed(page: &str, headers: &HeaderMap, public: Option<&str>) -> String {
    match origin(headers, public) {
        Some(origin) => page.replacen(PICTURE, &format!(r#"property="og:image" content="{origin}/"#), 1),
        None => page.to_owned(),
    }
}

/// The address under which browsers know us; without one, what this browser has called.
fn origin(headers: &HeaderMap, public: Option<&str>) -> Option<String> {
    if let Some(public) = public {
        return Some(public.trim_end_matches('/').to_owned());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    is_plain(host).then(|| format!("http://{host}"))
}

/// Whether it is a host and a port and nothing that could leave the attribute it is written into.
fn is_plain(host: &str) -> bool {
    let known = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    host.parse::<Authority>().is_ok() && host.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<meta property="og:image" content="/style/preview.png">"#;

    fn picture(host: Option<&str>, public: Option<&str>) -> String {
        let host = host.map(|host| (header::HOST, host.parse().expect("a header")));
        let page = addressed(PAGE, &HeaderMap::from_iter(host), public);
        page.split('"').nth(3).expect("an address").to_owned()
    }

    #[test]
    fn the_picture_has_a_whole_address() {
        assert_eq!(picture(Some("10.0.0.7:8080"), None), "http://10.0.0.7:8080/style/preview.png");
        assert_eq!(picture(Some("[::1]:8080"), None), "http://[::1]:8080/style/preview.png");
        for public in ["https://daeguk.example", "https://daeguk.example/"] {
            assert_eq!(picture(Some("10.0.0.7"), Some(public)), "https://daeguk.example/style/preview.png");
        }
    }

    #[test]
    fn a_host_that_is_none_is_not_written_into_the_page() {
        for host in
            [None, Some(""), Some("a\"><script>"), Some("me@evil.example"), Some("a b"), Some("a'b"), Some("a/b")]
        {
            assert_eq!(picture(host, None), "/style/preview.png", "{host:?}");
        }
    }
}
