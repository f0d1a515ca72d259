//! The web app: files embedded in the binary, read from disk while developing.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest as _, Sha256};

use super::packed::{self, Packing};
use super::preview;
use crate::app::App;
use crate::error::Refused;

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

/// Whether an address is the web app's, and not one that programs ask for. The counters are told elsewhere, and
/// whoever looks for them here must not be sent a page instead.
pub(super) fn is_file(uri: &Uri) -> bool {
    !uri.path().starts_with("/api/") && !matches!(uri.path(), "/healthz" | "/metrics")
}

/// A file, or the app itself for addresses of its own.
pub(super) async fn file(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refused> {
    if !is_file(request.uri()) {
        return Err(Refused::no_route());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(([(header::ALLOW, "GET,HEAD")], Refused::bad_method()).into_response());
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_page = !path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let asset =
        if is_page { Asset::page(request.headers(), app.config.public_origin.as_deref()) } else { Asset::find(path) };
    respond(if is_page { PAGE } else { path }, asset.ok_or_else(Refused::no_route)?, request.headers()).await
}

/// The app itself.
const PAGE: &str = "index.html";

/// What is sent for an address.
struct Asset {
    bytes: Bytes,
    hash: [u8; 32],
}

impl Asset {
    fn find(path: &str) -> Option<Self> {
        let file = Web::get(path)?;
        Some(Self { hash: file.metadata.sha256_hash(), bytes: bytes(file) })
    }

    /// The app, which names the address under which it is known.
    fn page(headers: &HeaderMap, public: Option<&str>) -> Option<Self> {
        let plain = Self::find(PAGE)?;
        let page = preview::addressed(std::str::from_utf8(&plain.bytes).ok()?, headers, public);
        Some(Self { hash: Sha256::digest(page.as_bytes()).into(), bytes: Bytes::from(page) })
    }
}

async fn respond(path: &str, Asset { bytes, hash }: Asset, headers: &HeaderMap) -> Result<Response, Refused> {
    let kind = content_type(path);
    let packing = Packing::wanted(headers).filter(|_| packed::is_worthwhile(kind));
    let tag = etag(&hash, packing);
    let fresh = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    // A proxy that packs or unpacks marks the tag as weak; the bytes behind it are the same.
    if known.is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)) {
        return Ok((axum::http::StatusCode::NOT_MODIFIED, fresh).into_response());
    }
    let kind = [(header::CONTENT_TYPE, kind)];
    let Some(packing) = packing else { return Ok((fresh, kind, Body::from(bytes)).into_response()) };
    let packed = packed::packed(path, hash, packing, bytes).await?;
    Ok((fresh, kind, [(header::CONTENT_ENCODING, packing.name())], Body::from(packed)).into_response())
}

/// Embedded files are not copied.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

/// Other bytes, another tag.
fn etag(hash: &[u8; 32], packing: Option<Packing>) -> String {
    use std::fmt::Write as _;
    let mut tag = String::from('"');
    for byte in &hash[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    if let Some(packing) = packing {
        let _ = write!(tag, "-{}", packing.name());
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
