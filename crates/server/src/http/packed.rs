//! Files of the web app, compressed once each and kept.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::OnceCell;

use crate::error::Refused;

/// Nearly the smallest, at a fraction of its time.
const BROTLI_QUALITY: i32 = 9;
const BROTLI_WINDOW: i32 = 22;

/// How bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Packing {
    Brotli,
    Gzip,
}

impl Packing {
    /// The best that a client takes.
    pub(super) fn wanted(headers: &HeaderMap) -> Option<Self> {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let taken: Vec<&str> = values.flat_map(|value| value.split(',')).filter_map(taken).collect();
        [Self::Brotli, Self::Gzip].into_iter().find(|packing| taken.contains(&packing.name()))
    }

    /// Its name on the wire.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn pack(self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(bytes)?;
                encoder.finish()
            }
            Self::Brotli => {
                let mut packed = Vec::new();
                let params = brotli::enc::BrotliEncoderParams {
                    quality: BROTLI_QUALITY,
                    lgwin: BROTLI_WINDOW,
                    ..Default::default()
                };
                brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params)?;
                Ok(packed)
            }
        }
    }
}

/// The name of an encoding, unless it is refused by `q=0`.
fn taken(entry: &str) -> Option<&str> {
    let (name, quality) = entry.split_once(';').map_or((entry, ""), |(name, quality)| (name, quality.trim()));
    let refused = quality.strip_prefix("q=").and_then(|quality| quality.parse().ok()).is_some_and(|q: f32| q <= 0.0);
    (!refused).then(|| name.trim())
}

/// Images and fonts are packed already.
pub(super) fn is_worthwhile(content_type: &str) -> bool {
    content_type.starts_with("text/")
        || matches!(content_type, "application/json" | "image/svg+xml" | "application/wasm")
}

/// What was packed, by file and packing. The hash tells a file that was changed while developing.
type Kept = HashMap<(String, Packing), ([u8; 32], Arc<OnceCell<Bytes>>)>;

/// One for the process: the files are the same for every server in it. It has as many entries as there are files.
static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// A file of ours, packed now or before.
///
/// # Errors
/// If it cannot be packed, which would be an error of ours.
pub(super) async fn packed(path: &str, hash: [u8; 32], packing: Packing, bytes: Bytes) -> Result<Bytes, Refused> {
    let cell = cell(path, hash, packing);
    let pack = async || {
        let packed = tokio::task::spawn_blocking(move || packing.pack(&bytes)).await.map_err(Refused::logged)?;
        packed.map(Bytes::from).map_err(Refused::logged)
    };
    cell.get_or_try_init(pack).await.cloned()
}

fn cell(path: &str, hash: [u8; 32], packing: Packing) -> Arc<OnceCell<Bytes>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = kept.entry((path.to_owned(), packing)).or_insert_with(|| (hash, Arc::default()));
    if entry.0 != hash {
        *entry = (hash, Arc::default());
    }
    Arc::clone(&entry.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_packing_that_a_client_takes_is_chosen() {
        for (text, packing) in [
            ("gzip, deflate, br, zstd", Some(Packing::Brotli)),
            ("br;q=0, gzip;q=0.5", Some(Packing::Gzip)),
            ("gzip", Some(Packing::Gzip)),
            ("identity", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, text.parse().expect("a header"))]);
            assert_eq!(Packing::wanted(&headers), packing, "{text}");
        }
    }

    #[tokio::test]
    async fn a_file_is_packed_once_until_it_changes() {
        let text = Bytes::from("대국 ".repeat(1000));
        for packing in [Packing::Brotli, Packing::Gzip] {
            let first = packed("test.txt", [1; 32], packing, text.clone()).await.expect("packed");
            let again = packed("test.txt", [1; 32], packing, Bytes::new()).await.expect("kept");
            assert!(first.len() < text.len() && again.as_ptr() == first.as_ptr(), "the same bytes, not equal ones");
            let changed = packed("test.txt", [2; 32], packing, Bytes::new()).await.expect("packed");
            assert_ne!(changed, first);
        }
    }
}
