//! Texts on their way into a socket.
//!
//! The library keeps a buffer as large as the largest message that a socket was ever sent. Sockets of a game are sent the whole
//! state once and moves seldom, so frames are made here and forgotten when they are written.

use futures_util::SinkExt as _;
use tokio::io::AsyncWriteExt as _;
use tungstenite::{Error, Utf8Bytes};

use super::handshake::WebSocket;

/// A whole message of text.
const TEXT: u8 = 0x81;
/// The most bytes before the content: what comes from a server has no mask.
const HEAD_MAX: usize = 10;

/// Texts as frames, one after another.
pub(super) fn framed(texts: impl IntoIterator<Item = Utf8Bytes>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in texts {
        bytes.reserve(HEAD_MAX + text.len());
        bytes.push(TEXT);
        match text.len() {
            length @ 0..126 => bytes.push(length as u8),
            length @ 126..65_536 => {
                bytes.push(126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// Writes frames after whatever the library has to say itself: a pong may have gone out in part.
pub(super) async fn write(socket: &mut WebSocket, frames: &[u8]) -> Result<(), Error> {
    socket.flush().await?;
    let stream = socket.get_mut();
    stream.write_all(frames).await?;
    Ok(stream.flush().await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tungstenite::Message;
    use tungstenite::protocol::{Role, WebSocket};

    #[test]
    fn whoever_reads_the_frames_finds_the_texts() {
        let texts: Vec<String> = [0, 1, 125, 126, 127, 65_535, 65_536]
            .map(|length| "가".repeat(length / 3) + &"a".repeat(length % 3))
            .into();
        let bytes = framed(texts.iter().map(Utf8Bytes::from));
        let mut reader = WebSocket::from_raw_socket(std::io::Cursor::new(bytes), Role::Client, None);
        for text in texts {
            assert_eq!(reader.read().expect("a frame"), Message::text(text));
        }
    }
}
