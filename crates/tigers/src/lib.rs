//! Five Tigers 오호대장군: two players, five generals each, 34 triangles.

mod action;
mod cast;
mod contract;
mod explain;
mod general;
mod generate;
mod geometry;
mod key;
mod play;
mod position;
mod record;
mod refusal;
mod request;
mod rules;
mod show;
mod site;
mod start;
mod state;
mod statistics;
mod tactic;
mod unit;
mod view;

pub use action::{Action, Actor, Path, Target, Targets};
pub use general::{General, Name};
pub use geometry::{Corner, Line, Tile, Tiles};
pub use play::Watcher;
pub use position::{Ending, POOL, Position, Reason};
pub use refusal::Code;
pub use rules::{Markers, Mode, Rules, Supply};
pub use site::{Feature, Marker, Site};
pub use start::{First, FirstActions, Layout, Opening, Start};
pub use statistics::{Attacks, GeneralStatistics, SideStatistics, Statistics, statistics};
pub use tactic::{Card, Ground, Hand, Tactic};
pub use unit::{Effects, Kind, Place, Side, Unit, Units, Used, Wait};
pub use view::{GeneralView, LastView, SideView, SiteView, TacticView, TileView, View, zone};
