//! The table: games over HTTP and `WebSockets`.
//!
//! A move is checked by the rules, stored, and only then acknowledged and told to others. Every game
//! has one owner, one task writes to the database, and the protocol is written down in
//! `docs/protocol.md`.

mod accounts;
mod app;
mod brains;
mod caller;
mod cluster;
mod collecting;
mod config;
mod counting;
mod director;
mod draw;
mod errands;
mod error;
mod house;
mod http;
mod ids;
mod keeping;
mod limits;
mod lobby;
mod manners;
mod metrics;
mod names;
mod network;
mod open_files;
mod outbox;
mod owner;
mod places;
mod rooms;
mod scopes;
mod scores;
mod serve;
mod shelf;
mod store;
mod stream;
mod sweep;
mod talk;
mod texts;
mod time;
mod workers;

pub use accounts::{AccountPolicy, GuestPolicy};
pub use app::{Application, StartError, run};
pub use brains::{Caps, HouseMinds, Minds};
pub use cluster::{ClusterKey, NodeConfig, NotAKey};
pub use collecting::{Gathered, add_collection, collections, remove_collection};
pub use config::{Config, Waits, data_folder};
pub use errands::{Errand, ErrandError, run_errand};
pub use keeping::{Checked, Told, back_up, check, move_house, restore};
pub use limits::{DoorRates, NetworkRates, Rate, Rates};
pub use lobby::{LobbyWaits, TvWaits};
pub use network::{AddressRange, NotARange};
pub use store::{CopyError, MoveError, OpenError};
pub use talk::ChatPolicy;
pub use time::Wall;
pub use workers::WorkWaits;
