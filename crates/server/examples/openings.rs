//! How long it takes to count a collection of games, and to answer a question about it:
//! `cargo run --release -p daeguk-server --example openings -- 25000`
//!
//! The games are made here, by a seed: at each step one of the first few actions in an order that depends on the position
//! alone, so that many games begin alike and then part, as people's do.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use game::rng::SplitMix;
use server::{Application, Config, Rates};

const GAMES: usize = 25_000;
const PLIES: usize = 60;
const QUESTIONS: usize = 1000;
/// The chance of the next action in the order is this much less than that of the one before.
const PARTS_IN: usize = 3;

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let (file, lines) = generated(games);
    let folder = std::env::temp_dir().join(format!("daeguk-openings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let config = Config::in_folder(&folder);
    let began = Instant::now();
    let gathered =
        server::add_collection(&config.database, "generated", "games.uci", file.as_bytes()).expect("a collection");
    let took = began.elapsed();
    println(&format!("{} games of {PLIES} plies, {} kB: counted in {took:.1?}", gathered.added, file.len() / 1000));
    println(&format!("{} refused, such as {:?}", gathered.refused.len(), gathered.refused.first()));
    // Only what was counted is asked for. A line of the file is a game.
    let refused: HashSet<usize> = gathered.refused.iter().map(|(line, _, _)| *line as usize).collect();
    let lines: Vec<_> = (1..).zip(lines).filter(|(line, _)| !refused.contains(line)).map(|(_, acts)| acts).collect();
    let size = std::fs::metadata(folder.join("daeguk.db")).map_or(0, |data| data.len());
    println(&format!("database: {} MB", size / 1_000_000));
    ask(config, &lines);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Records as a file, and some of their lines.
fn generated(games: usize) -> (String, Vec<Vec<String>>) {
    let game = engine::catalog::find("janggi").expect("a game");
    let (mut file, mut lines) = (String::new(), Vec::new());
    for seed in 0..games as u64 {
        let mut rng = SplitMix::new(seed);
        let mut table = game.start("casual").expect("a start");
        while table.turn().is_some() && table.deeds() < PLIES {
            let mut legal = table.legal();
            let mut order = SplitMix::new(table.key());
            legal.sort_by_cached_key(|_| order.next_u64());
            let steps = std::iter::repeat_with(|| rng.below(PARTS_IN)).take_while(|step| *step == 0).count();
            table.play(&legal[steps.min(legal.len() - 1)]).expect("legal");
        }
        let acts: Vec<String> = table.record().deeds().map(str::to_owned).collect();
        let winner = if rng.below(2) == 0 { "cho" } else { "han" };
        let result = if table.turn().is_some() { format!(" result {winner} resign") } else { String::new() };
        writeln!(file, "position startpos moves {} # rules casual{result}", acts.join(" ")).expect("a text");
        if lines.len() < QUESTIONS {
            lines.push(acts);
        }
    }
    (file, lines)
}

/// Asks about positions on the way of those lines.
fn ask(mut config: Config, lines: &[Vec<String>]) {
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.rates = Rates::unlimited();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let application = runtime.block_on(Application::build(config)).expect("a server");
    let address = application.address().expect("an address");
    let serving = runtime.spawn(application.run_until(std::future::pending()));
    let list = get(address, "/api/collections?kind=janggi");
    let id = list.split("\"id\":\"c").nth(1).and_then(|rest| rest.split('"').next()).expect("a collection");
    let mut times: Vec<Duration> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        // Before its end, where something was played.
        let acts = line[..(number % 20).min(line.len().saturating_sub(1))].join("%20");
        let began = Instant::now();
        let answer = get(address, &format!("/api/explorer?kind=janggi&rules=casual&collection=c{id}&acts={acts}"));
        times.push(began.elapsed());
        assert!(answer.contains("\"moves\":[{"), "{answer}");
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println(&format!("{} questions: median {:.2?}, p99 {:.2?}", times.len(), at(50), at(99)));
    serving.abort();
    runtime.shutdown_background();
}

fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn println(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
