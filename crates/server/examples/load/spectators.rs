//! Many who come to look at one game.

use std::io::Write as _;
use std::net::SocketAddr;
use std::time::Instant;

use futures_util::StreamExt as _;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::wire::{Socket, many, socket, until};

/// How many come at the same moment.
const AT_ONCE: usize = 100;

/// What one of them, or all, have heard.
#[derive(Default)]
pub(crate) struct Heard {
    frames: usize,
    /// How often they were told who is here.
    here: usize,
    closed: usize,
}

/// All come as fast as they can, and stay until the end.
pub(crate) async fn come(
    address: SocketAddr,
    path: &str,
    count: usize,
    end: Instant,
) -> Result<Vec<JoinHandle<Heard>>, Failure> {
    let began = Instant::now();
    let arrive = |path: String| async move {
        let mut socket = socket(address, &path, "").await?;
        until(&mut socket, |text| text.starts_with(r#"{"t":"state""#)).await?;
        // Who has come hears all from then on, while others still come.
        Ok(tokio::spawn(listen(socket, end)))
    };
    let listening = many(count, AT_ONCE, || tokio::spawn(arrive(path.to_owned()))).await?;
    let _ = writeln!(std::io::stdout(), "{count} spectators were in after {:.2} s", began.elapsed().as_secs_f64());
    Ok(listening)
}

async fn listen(mut socket: Socket, end: Instant) -> Heard {
    let mut heard = Heard::default();
    while let Ok(frame) = tokio::time::timeout_at(end.into(), socket.next()).await {
        match frame {
            Some(Ok(Message::Text(text))) => {
                heard.frames += 1;
                heard.here += usize::from(text.starts_with(r#"{"t":"here""#));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => {
                heard.closed = 1;
                break;
            }
        }
    }
    heard
}

/// What they have heard together.
pub(crate) async fn report(listening: Vec<JoinHandle<Heard>>) -> Result<(), Failure> {
    if listening.is_empty() {
        return Ok(());
    }
    let (count, mut all, mut most) = (listening.len(), Heard::default(), 0);
    for one in listening {
        let Heard { frames, here, closed } = one.await?;
        all = Heard { frames: all.frames + frames, here: all.here + here, closed: all.closed + closed };
        most = most.max(here);
    }
    let Heard { frames, here, closed } = all;
    let _ = writeln!(
        std::io::stdout(),
        "  spectators    {count}, {frames} frames, of them {here} of who is here (at most {most} for one), {closed} closed"
    );
    Ok(())
}
