//! Counts the frames of a socket as they come in. A message may be sent in any number of parts, and a part may be
//! empty, so that counting messages alone would leave somebody free to keep us busy.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use governor::DefaultDirectRateLimiter;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};

/// Two bytes, eight of length and four of mask.
const HEAD_MAX: usize = 14;
/// The most bytes that are taken from a socket that is closed.
const DRAINED_MAX: usize = 1024 * 1024;

/// How many of them at once.
const DRAINED_AT_ONCE: usize = 4096;

/// A stream that fails with [`Flood`] when too many frames come.
pub(super) struct Counted<S> {
    stream: S,
    scan: Scan,
    rate: DefaultDirectRateLimiter,
}

/// Too many frames have come.
#[derive(Debug, thiserror::Error)]
#[error("too many frames")]
pub(super) struct Flood;

impl<S> Counted<S> {
    /// Counts from the first byte on.
    pub(super) fn new(stream: S, rate: DefaultDirectRateLimiter) -> Self {
        Self { stream, scan: Scan::default(), rate }
    }
}

impl<S: AsyncRead + Unpin> Counted<S> {
    /// Takes what still comes and forgets it, up to a limit, until the other side has ended as well.
    pub(super) async fn drain(&mut self) {
        // Not within the future: every socket would keep room for it as long as it lives.
        let mut waste = vec![0; DRAINED_AT_ONCE];
        for _ in 0..DRAINED_MAX / DRAINED_AT_ONCE {
            if !self.stream.read(&mut waste).await.is_ok_and(|count| count > 0) {
                return;
            }
        }
    }
}

/// Where in a frame the stream is.
#[derive(Default)]
struct Scan {
    head: [u8; HEAD_MAX],
    known: usize,
    /// How much of the frame's content is still to come.
    left: u64,
}

impl Scan {
    /// How many frames begin in these bytes.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut frames = 0;
        while let Some((&first, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.known] = first;
            self.known += 1;
            bytes = rest;
            if self.known == self.head_length() {
                self.left = self.content();
                self.known = 0;
                frames += 1;
            }
        }
        frames
    }

    /// How long the head is, as far as it is known; never less than is known.
    fn head_length(&self) -> usize {
        if self.known < 2 {
            return 2;
        }
        let mask = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
        mask + match self.head[1] & 0x7f {
            126 => 4,
            127 => 10,
            _ => 2,
        }
    }

    fn content(&self) -> u64 {
        match self.head[1] & 0x7f {
            126 => u64::from(u16::from_be_bytes([self.head[2], self.head[3]])),
            127 => self.head[2..10].iter().fold(0, |length, byte| length << 8 | u64::from(*byte)),
            short => u64::from(short),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        let frames = self.scan.count(&into.filled()[before..]);
        let fits = (0..frames).all(|_| self.rate.check().is_ok());
        Poll::Ready(fits.then_some(()).ok_or_else(|| io::Error::other(Flood)))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame with that much content.
    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x81];
        match length {
            0..126 => bytes.push(0x80 | length as u8),
            126..65_536 => bytes.extend([0xfe, (length >> 8) as u8, length as u8]),
            _ => {
                bytes.push(0xff);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.resize(bytes.len() + length, 0x81);
        bytes
    }

    #[test]
    fn frames_are_counted_however_they_are_cut() {
        let lengths = [0, 1, 0, 0, 125, 126, 300, 65_535, 65_536, 0, 7];
        let bytes: Vec<u8> = lengths.iter().flat_map(|length| frame(*length)).collect();
        for size in [1, 2, 3, 7, 1024, bytes.len()] {
            let mut scan = Scan::default();
            let counted: usize = bytes.chunks(size).map(|chunk| scan.count(chunk)).sum();
            assert_eq!(counted, lengths.len(), "in pieces of {size}");
        }
        let mut scan = Scan::default();
        assert_eq!(scan.count(&[0xff; 10_000]), 1, "a frame without end is one frame");
    }
}
