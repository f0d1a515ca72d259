//! The web app: files embedded in the binary, read from disk while developing.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[allow_missing = true]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
#[exclude = "*.d.ts"]
#[exclude = "package*.json"]
#[exclude = "tsconfig*.json"]
struct Web;

/// A file, or the app itself for addresses of its own.
pub(super) async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) || is_reserved(request.uri()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_page = !path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    respond(if is_page { "index.html" } else { path }, request.headers())
}

fn is_reserved(uri: &Uri) -> bool {
    uri.path().starts_with("/api/")
}

fn respond(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Web::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = etag(&file.metadata.sha256_hash());
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let fresh = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    // Compression marks its tag as weak; the bytes behind it are the same.
    if known.is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    (fresh, [(header::CONTENT_TYPE, content_type(path))], Body::from(file.data.into_owned())).into_response()
}

fn etag(hash: &[u8; 32]) -> String {
    use std::fmt::Write as _;
    let mut tag = String::from('"');
    for byte in &hash[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
