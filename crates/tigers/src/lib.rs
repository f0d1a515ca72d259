//! Five Tigers 오호대장군: two players, five generals each, 34 triangles.
//!
//! The rules are those of `docs/rules/tigers.md`; comments name its articles as `§12`. Everything
//! here is a value: no input or output, no clock, no thread.
//!
//! # A game
//!
//! A [`Position`] fulfills the contract of the house, so a [`game::Match`] plays it:
//!
//! ```
//! use game::{Match, Position as _};
//! use tigers::{Position, Rules, Start};
//!
//! let mut game = Match::<Position>::start(Rules::default(), &Start::default())?;
//! game.act("GYm5-30")?; // Guan Yu walks two steps, onto an edge tile
//! let refusal = game.act("GYm10").unwrap_err();
//! assert_eq!(refusal.code, "REPEAT"); // the same kind of action only once a turn
//! game.act("end")?;
//! assert!(game.position().state().ends_with("B3 - - 0-0 2.1 *"));
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! # States
//!
//! A state string says everything, its options included:
//!
//! ```
//! use game::Position as _;
//! use tigers::{Position, Rules};
//!
//! let mut rules = Rules::default();
//! let state = "FTG1:b;kn=1 GY@0:10,ZF@1:6,ZY@25:5,HZ@3:6,MC@4:4 \
//!              gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@12:4 A3 - - 0-0 1.0 *";
//! let mut position = Position::load(&mut rules, state)?;
//! assert_eq!(rules.knocks, 1);
//! let knock = position.parse("ZYk")?;
//! position.check(knock)?;
//! position.play_unchecked(knock);
//! assert_eq!(position.result().as_deref(), Some("A+knock"));
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! # Decks
//!
//! In full mode each side brings five generals of twenty with three tactics each. What is left
//! out is automatic, what is wrong is refused with the code of the rule book:
//!
//! ```
//! use game::{Position as _, choices};
//! use tigers::{Position, Rules, Start};
//!
//! let (rules, start) = choices::parse::<Rules, Start>("full;A=GY@h,ZF:6,ZY,HZ,MC{CR.DC.TO}")?;
//! let position = Position::start(&rules, &start)?;
//! assert!(position.state().starts_with("FTG1:f GY@h:0{ST.UB.RE},ZF@1:6{PV.RM.CA}"));
//!
//! let (rules, start) = choices::parse::<Rules, Start>("full;A=GY,ZF,ZY,HZ,LU{CR.DC.TO}")?;
//! assert_eq!(Position::start(&rules, &start).unwrap_err().code, "SETUP_BUDGET");
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! # After the game
//!
//! [`statistics`] counts what a record tells, through a [`Watcher`] that hears of every loss:
//!
//! ```
//! use game::{Match, Position as _};
//! use tigers::{Position, Rules, statistics};
//!
//! let state = "FTG1:b GY@12:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 \
//!              gy@29:10,zf@28:6,zy@13:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *";
//! let mut game = Match::<Position>::load(Rules::default(), state)?;
//! game.act("GYxzy")?;
//! let told = statistics(&game.record())?;
//! assert_eq!((told.sides[0].attacks.sun, told.sides[1].troops_lost), (1, 1));
//! # Ok::<(), game::Refusal>(())
//! ```

mod action;
mod aim;
mod cast;
mod contract;
mod edit;
mod explain;
mod gauge;
mod general;
mod generate;
mod geometry;
mod key;
mod play;
mod position;
mod read;
mod record;
mod refusal;
mod request;
mod rules;
mod setup;
mod show;
mod site;
mod start;
mod state;
mod statistics;
mod stock;
mod tactic;
mod turn;
mod unit;
mod view;

pub use action::{Action, Actor, Path, Target, Targets};
pub use general::{General, Name};
pub use geometry::{Corner, Line, Tile, Tiles};
pub use play::Watcher;
pub use position::{Ending, POOL, Position, Reason};
pub use refusal::Code;
pub use rules::{Markers, Mode, Rules, Supply};
pub use setup::{Setup, Stand};
pub use site::{Feature, Marker, Site};
pub use start::{First, FirstActions, Layout, Opening, Start};
pub use statistics::{Attacks, GeneralStatistics, SideStatistics, Statistics, statistics};
pub use tactic::{Card, Ground, Hand, Tactic};
pub use unit::{Effects, Kind, Place, Side, Unit, Units, Used, Wait};
pub use view::{GeneralView, LastView, SideView, SiteView, TacticView, TileView, View, zone};
