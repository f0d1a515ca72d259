//! What can be set when the server starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::accounts::{self, AccountPolicy, GuestPolicy};
use crate::brains::{Caps, HouseMinds, Minds};
use crate::cluster::NodeConfig;
use crate::limits::Rates;
use crate::lobby::{LobbyWaits, TvWaits};
use crate::network::AddressRange;
use crate::store;
use crate::talk::ChatPolicy;
use crate::time::Wall;
use crate::workers::WorkWaits;

/// The name of the database file in the data folder.
const FILE: &str = "daeguk.db";

/// Everything that can be set.
#[derive(Clone)]
pub struct Config {
    /// Where to listen; port 0 for any free one.
    pub listen: SocketAddr,
    /// If the port is taken, whether the next free one will do.
    pub next_free_port: bool,
    /// The address of the database.
    pub database: String,
    /// The address under which browsers know the server, such as `https://play.example.org`. Without it,
    /// whatever they have called.
    pub public_origin: Option<String>,
    /// The proxies in front, whose word in `X-Forwarded-For` is taken for the clients' addresses.
    pub proxies: Vec<AddressRange>,
    /// Who may have an account.
    pub accounts: AccountPolicy,
    /// What guests may do.
    pub guests: GuestPolicy,
    /// Who may say what at tables.
    pub chat: ChatPolicy,
    /// The fewest characters of a password.
    pub password_min: usize,
    /// Where the counters are told, if anywhere. It is never the public address: whoever can ask there may know.
    pub metrics: Option<SocketAddr>,
    /// How much one guest and one network may ask for.
    pub rates: Rates,
    /// How long is waited for clients.
    pub waits: Waits,
    /// How many computer players think at once; with none, workers think for the house.
    pub thinkers: usize,
    /// How many of their thoughts may wait or be under way.
    pub thoughts: Caps,
    /// How long is waited for workers.
    pub work: WorkWaits,
    /// How long tables of the lobby outlast their makers' sockets.
    pub lobby: LobbyWaits,
    /// How long a game stays on where the best is shown.
    pub tv: TvWaits,
    /// After how long without anybody a game leaves memory.
    pub room_idle: Duration,
    /// How often tables are looked for whose time has run out while nobody looked.
    pub sweep: Duration,
    /// The clock on the wall.
    pub wall: Wall,
    /// How the other processes of the house reach this one, if it is one of several.
    pub node: Option<NodeConfig>,
    /// Who can think about which game.
    pub minds: Arc<dyn Minds>,
}

/// How long is waited for clients.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// For the headers of a request.
    pub headers: Duration,
    /// For the rest of a request, and for its answer.
    pub request: Duration,
    /// For a client to take anything of what it is sent.
    pub write: Duration,
    /// For any sign of life in a socket.
    pub silence: Duration,
    /// For something to tell in a stream, before a blank line tells that we are still there.
    pub beat: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(10),
            request: Duration::from_secs(10),
            write: Duration::from_secs(10),
            silence: Duration::from_secs(40),
            beat: Duration::from_secs(7),
        }
    }
}

impl Config {
    /// The usual configuration with an `SQLite` file in a folder.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Self {
        Self::with_database(store::sqlite_url(&folder.join(FILE)))
    }

    /// The usual configuration with a database by its address.
    #[must_use]
    pub fn with_database(database: String) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            next_free_port: true,
            database,
            public_origin: None,
            proxies: Vec::new(),
            accounts: AccountPolicy::default(),
            guests: GuestPolicy::default(),
            chat: ChatPolicy::default(),
            password_min: accounts::CHARS_MIN,
            metrics: None,
            rates: Rates::default(),
            waits: Waits::default(),
            // One core is left for people.
            thinkers: cores.saturating_sub(1).max(1),
            thoughts: Caps::default(),
            work: WorkWaits::default(),
            lobby: LobbyWaits::default(),
            tv: TvWaits::default(),
            room_idle: Duration::from_mins(1),
            sweep: Duration::from_secs(10),
            wall: Wall::default(),
            node: None,
            minds: Arc::new(HouseMinds),
        }
    }
}

/// Where programs of this platform keep a person's data.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| from("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("daeguk"))
}
