//! The server as a whole: built from a configuration, run until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::accounts::{Accounts, adopt, ban, erase};
use crate::brains::Thinkers;
use crate::cluster::{self, Cluster};
use crate::config::Config;
use crate::director;
use crate::house::House;
use crate::http;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::open_files;
use crate::rooms::Rooms;
use crate::scores::{self, Scores};
use crate::serve::{self, Entrance};
use crate::store::{self, Batch, OpenError, Store};
use crate::sweep;
use crate::talk::{self, Talk};
use crate::time::{self, Time};
use crate::workers::{self, Workers};

/// How many ports are tried if the wanted one is taken.
const PORTS_TRIED: u16 = 100;
/// How often the server notes that it runs.
const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// How often it is looked whether something was changed at the machine itself: one row, by its key.
const CALLS_EVERY: Duration = Duration::from_millis(500);
/// How often counts of clients long gone are dropped.
const TIDY_EVERY: Duration = Duration::from_mins(1);
/// How long open connections may take to end.
const DRAIN: Duration = Duration::from_secs(3);
/// How long the database may take to be let go.
const CLOSE: Duration = Duration::from_secs(1);
/// How long threads may take to end after that.
const THREADS: Duration = Duration::from_secs(1);

/// What the handlers share.
pub(crate) struct App {
    pub(crate) house: Arc<House>,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Limits,
    pub(crate) accounts: Accounts,
    pub(crate) talk: Talk,
    pub(crate) config: Config,
    pub(crate) workshop: http::Workshop,
    /// One library is filled at a time, so that none is overfilled.
    pub(crate) shelves: tokio::sync::Mutex<()>,
    /// One study is written at a time, so that nobody overwrites what they have not seen.
    pub(crate) studies: tokio::sync::Mutex<()>,
    /// Games are counted by one at a time, so that none counts twice.
    pub(crate) counting: tokio::sync::Mutex<()>,
    /// How fair boards are that players have made.
    pub(crate) grounds: http::Grounds,
    pub(crate) ending: watch::Receiver<bool>,
}

/// A server that listens.
pub struct Application {
    app: Arc<App>,
    listener: TcpListener,
    /// For the other nodes.
    inner: Option<TcpListener>,
    metrics: Option<TcpListener>,
    end: watch::Sender<bool>,
}

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is taken or not ours.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The system has no threads for us.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
}

impl Application {
    /// Opens the database, then the port.
    ///
    /// # Errors
    /// If one of them cannot be opened.
    pub async fn build(mut config: Config) -> Result<Self, StartError> {
        config.rates = config.rates.within(open_files::raised());
        let inner = match &config.node {
            Some(node) => Some(bind(node.address).await?),
            None => None,
        };
        let cluster = cluster(&config, inner.as_ref());
        // Whoever finds the port open finds the games behind it.
        let (store, time) = open(&config, cluster.as_ref()).await?;
        let listener = listen(&config).await?;
        let metrics = match config.metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let house = Arc::new(House {
            store,
            time,
            thinkers: Thinkers::new(Arc::clone(&config.minds), config.thinkers, config.thoughts)
                .map_err(StartError::Threads)?,
            workers: Workers::new(config.work),
            metrics: Metrics::default(),
            lobby: Lobby::new(config.lobby, config.tv),
            scores: Scores::default(),
            room_idle: config.room_idle,
            cluster,
        });
        let (end, ending) = watch::channel(false);
        let app = App {
            rooms: Rooms::new(Arc::clone(&house)),
            house,
            limits: Limits::new(&config.rates),
            accounts: Accounts::new().map_err(StartError::Threads)?,
            talk: Talk::default(),
            config,
            workshop: http::Workshop::default(),
            shelves: tokio::sync::Mutex::default(),
            studies: tokio::sync::Mutex::default(),
            counting: tokio::sync::Mutex::default(),
            grounds: http::Grounds::default(),
            ending,
        };
        Ok(Self { app: Arc::new(app), listener, inner, metrics, end })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where it tells its counters, if anywhere.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until `stop` comes, then lets everybody go: nothing acknowledged is lost.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { app, listener, inner, metrics, end } = self;
        let house = Arc::clone(&app.house);
        let alive = tokio::spawn(store::keep_alive(house.store.writer().clone(), Arc::clone(&house.time), ALIVE_EVERY));
        let watch = tokio::spawn(time::keep_watch(Arc::clone(&house.time)));
        let tidy = tokio::spawn(tidy(Arc::clone(&app)));
        let calls = tokio::spawn(heed_calls(Arc::clone(&app)));
        let rating = tokio::spawn(scores::keep_rating(Arc::clone(&house), app.rooms.clone()));
        let sweeping = tokio::spawn(sweep::keep_sweeping(app.rooms.clone(), app.config.sweep));
        let directing = tokio::spawn(director::direct(Arc::clone(&house), app.rooms.clone()));
        let reopening = tokio::spawn(reopen_lobby(Arc::clone(&app)));
        let lending = tokio::spawn(workers::keep_lending(Arc::clone(&house)));
        let serving = tokio::spawn(serve::serve(listener, http::router(&app), Arc::clone(&app), Entrance::People));
        let telling = metrics
            .map(|listener| serve::serve(listener, http::metrics_router(&app), Arc::clone(&app), Entrance::People));
        let telling = tokio::spawn(async move {
            if let Some(telling) = telling {
                telling.await;
            }
        });
        let beating = tokio::spawn(cluster::keep_beating(Arc::clone(&house), app.rooms.clone()));
        let carrying = tokio::spawn(cluster::carry(Arc::clone(&app)));
        let meeting =
            inner.map(|listener| serve::serve(listener, http::inner_router(&app), Arc::clone(&app), Entrance::Nodes));
        let meeting = tokio::spawn(async move {
            if let Some(meeting) = meeting {
                meeting.await;
            }
        });
        stop.await;
        // The others take the games, and then everybody is sent there.
        beating.abort();
        cluster::leave(&house).await;
        let _ = end.send(true);
        house.thinkers.stop();
        let _ = tokio::time::timeout(DRAIN, drained(&house)).await;
        for task in [
            serving, telling, meeting, carrying, alive, watch, tidy, calls, rating, sweeping, directing, reopening,
            lending,
        ] {
            task.abort();
        }
        if tokio::time::timeout(CLOSE, close(&house)).await.is_err() {
            tracing::warn!("the database took too long to be let go");
        }
    }
}

fn cluster(config: &Config, inner: Option<&TcpListener>) -> Option<Cluster> {
    let node = config.node.as_ref()?;
    // The port may have been any free one.
    let address = inner.and_then(|listener| listener.local_addr().ok()).unwrap_or(node.address);
    Some(Cluster::new(node, address))
}

async fn open(config: &Config, cluster: Option<&Cluster>) -> Result<(Store, Arc<Time>), OpenError> {
    match cluster {
        Some(cluster) => Store::open_node(&config.database, cluster.id(), cluster.address(), config.wall.clone()).await,
        None => Store::open_by(&config.database, config.wall.clone()).await,
    }
}

/// Starts a server and runs it until the process is told to end; `ready` hears where it listens.
///
/// # Errors
/// If it cannot be started.
pub fn run(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(serving_threads()).enable_all().build();
    let runtime = runtime.map_err(StartError::Threads)?;
    let ran = runtime.block_on(async {
        let wanted = config.listen;
        let application = Application::build(config).await?;
        // Whoever hears that it is ready may tell it to end at once.
        let end = told_to_end();
        ready(application.address().map_err(|error| StartError::Listen(wanted, error))?);
        application.run_until(end).await;
        Ok(())
    });
    runtime.shutdown_timeout(THREADS);
    ran
}

/// Half of the cores: a move wakes its game, the writer and every socket, and between two threads each of them costs a switch. The
/// other half is for those who think, hash, draw and write to the disk.
fn serving_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

async fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let mut address = config.listen;
    let tries = if config.next_free_port { PORTS_TRIED } else { 1 };
    for _ in 1..tries {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                address.set_port(address.port().wrapping_add(1));
            }
            other => return other.map_err(|error| StartError::Listen(address, error)),
        }
    }
    bind(address).await
}

async fn bind(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| StartError::Listen(address, error))
}

/// Waits until the server is told to end.
pub(crate) async fn ended(ending: &mut watch::Receiver<bool>) {
    // A sender that is gone has ended as well.
    let _ = ending.wait_for(|ending| *ending).await;
}

/// Whatever happens in a game from now on cannot be stored, and so does not happen.
async fn close(house: &House) {
    let _ = house.store.writer().write(Batch::alive(house.time.now_ms())).await;
    // Nobody waits for them; the next house would not find them either.
    let _ = house.store.board().drop_home(&house.workers.home).await;
    if let Some(cluster) = &house.cluster
        && let Ok(mut pulse) = house.store.pulse().await
    {
        let _ = pulse.end(cluster.id()).await;
    }
    house.store.close().await;
}

async fn drained(house: &House) {
    while house.metrics.connections.get() > 0 || house.metrics.sockets.get() > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn tidy(app: Arc<App>) {
    loop {
        if app.house.leads() {
            tidy_books(&app).await;
        }
        tokio::time::sleep(TIDY_EVERY).await;
        app.limits.tidy();
        app.accounts.sessions.tidy();
        app.talk.tidy();
        follow_books(&app).await;
    }
}

/// What is left to do of what was begun; one process does it for all.
async fn tidy_books(app: &App) {
    if let Err(error) = adopt::rest(&app.house.store, &app.rooms, app.house.time.now_ms()).await {
        tracing::error!(%error, "games could not be brought along");
    }
    if let Err(error) = erase::due(&app.house.store, &app.rooms, app.house.time.now_ms()).await {
        tracing::error!(%error, "an account could not be erased");
    }
    if let Err(error) = talk::forget_old(&app.house.store, app.house.time.now_ms()).await {
        tracing::error!(%error, "what was said long ago could not be forgotten");
    }
}

/// Tables that waited when the server last ended wait on: their owners take care of them. Of several processes it is the one that
/// has the lobby, whenever it takes that over.
async fn reopen_lobby(app: Arc<App>) {
    let Some(cluster) = &app.house.cluster else { return reopen_tables(&app).await };
    let mut leads = cluster.watch_lead();
    while leads.wait_for(|leads| *leads).await.is_ok() {
        reopen_tables(&app).await;
        let _ = leads.wait_for(|leads| !*leads).await;
    }
}

async fn reopen_tables(app: &App) {
    for game in app.house.store.waiting().await.unwrap_or_default() {
        // What cannot be read is in the log.
        let _ = app.rooms.find(game).await;
    }
}

/// Does at once what was asked for at the machine itself, beside this process.
async fn heed_calls(app: Arc<App>) {
    loop {
        tokio::time::sleep(CALLS_EVERY).await;
        // What fails is in the log, or comes with the next tidying.
        if app.house.leads() && app.house.store.is_called(app.house.time.now_ms()).await.unwrap_or_default() {
            follow_books(&app).await;
        }
    }
}

async fn follow_books(app: &App) {
    end_sessions(app).await;
    if !app.house.leads() {
        return;
    }
    if let Some(cluster) = &app.house.cluster {
        cluster.tell(cluster::Note::Sessions);
    }
    if let Err(error) = ban::rest(&app.house.store, &app.rooms, app.house.time.now_ms()).await {
        tracing::error!(%error, "somebody who was shut out is still at a table");
    }
}

/// Sessions and tokens that are in the books no longer end here as well.
pub(crate) async fn end_sessions(app: &App) {
    for token_hash in app.accounts.sessions.open() {
        if let Ok(false) = app.house.store.opens(&token_hash, app.house.time.now_ms()).await {
            app.accounts.sessions.ended(&token_hash);
        }
    }
}

/// Listens from now on, and not only when first awaited, to whoever tells the process to end.
#[cfg(unix)]
fn told_to_end() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async {
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
async fn told_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
