//! People who look at positions beside the games: how long each waits for the first line, and until a stop is obeyed.

use std::io::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::wire::{Socket, cookie, socket, until};
use crate::{Failure, ms};

const KINDS: [&str; 4] = ["janggi", "nanguk", "tigers", "yonin"];
/// How long somebody looks at the lines of a position before they go on to the next.
const LOOKS: Duration = Duration::from_millis(700);

/// Microseconds until something was heard.
#[derive(Default)]
pub(crate) struct Waits {
    first_line: Vec<u64>,
    stopped: Vec<u64>,
}

/// So many people, each with one position after the other until the end.
pub(crate) fn look_all(address: SocketAddr, count: usize, end: Instant) -> Vec<JoinHandle<Result<Waits, Failure>>> {
    (0..count).map(|person| tokio::spawn(look(address, person, end))).collect()
}

async fn look(address: SocketAddr, person: usize, end: Instant) -> Result<Waits, Failure> {
    let mut socket = socket(address, "/api/analysis", &cookie(address).await?).await?;
    let mut waits = Waits::default();
    for question in person.. {
        if Instant::now() + LOOKS * 2 > end {
            break;
        }
        let kind = KINDS[question % KINDS.len()];
        let asked = format!(r#"{{"t":"look","a":"q{question}","kind":"{kind}","lines":3}}"#);
        waits.first_line.push(answered(&mut socket, asked, "lines", question).await?);
        tokio::time::sleep(LOOKS).await;
        let stop = format!(r#"{{"t":"stop","a":"q{question}"}}"#);
        waits.stopped.push(answered(&mut socket, stop, "stopped", question).await?);
    }
    Ok(waits)
}

/// How long it takes until the answer is there.
async fn answered(socket: &mut Socket, asked: String, wanted: &str, question: usize) -> Result<u64, Failure> {
    let (kind, name) = (format!(r#""t":"{wanted}""#), format!(r#""a":"q{question}""#));
    let began = Instant::now();
    socket.send(Message::text(asked)).await?;
    until(socket, |text| text.contains(&kind) && text.contains(&name)).await?;
    Ok(u64::try_from(began.elapsed().as_micros())?)
}

pub(crate) async fn report(people: Vec<JoinHandle<Result<Waits, Failure>>>) -> Result<(), Failure> {
    if people.is_empty() {
        return Ok(());
    }
    let mut all = Waits::default();
    for person in people {
        let Waits { first_line, stopped } = person.await??;
        all.first_line.extend(first_line);
        all.stopped.extend(stopped);
    }
    let (asked, first, stopped) = (all.first_line.len(), all.first_line, all.stopped);
    let _ = writeln!(
        std::io::stdout(),
        "  analysis      {asked} positions, first line p50 {:.2} ms  p95 {:.2} ms, stopped p50 {:.2} ms  p95 {:.2} ms",
        ms(first.clone(), 0.5),
        ms(first, 0.95),
        ms(stopped.clone(), 0.5),
        ms(stopped, 0.95),
    );
    Ok(())
}
