//! Nanguk 난국(難國): two players build the ground out of blocks and then fight on it.
//!
//! ```
//! use game::Match;
//! use nanguk::{Position, Rules, Start};
//!
//! // A whole terrain turn at once, in any order in which the blocks can lie.
//! let mut game = Match::<Position>::start(Rules::default(), &Start::default())?;
//! game.act("+e4,e4,d4,f4,e3,e5,a1,h8")?;
//! assert_eq!(game.entries().len(), 8);
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Rules and ways to start have texts. Here the ground lies already, and the battle begins:
//!
//! ```
//! # use game::{Match, choices};
//! # use nanguk::Position;
//! let (rules, start) = choices::parse("siege;limit=60;terrain=fortress")?;
//! let mut game = Match::<Position>::start(rules, &start)?;
//! assert_eq!(game.legal().len(), 12);
//! game.act("a3-a4")?;
//! assert_eq!(game.act("d8-d6").map_err(|refusal| refusal.code), Err("E_PATTERN"));
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Positions are values with state strings, and they count their actions in bulk:
//!
//! ```
//! # use game::{Position as _, choices, perft::perft};
//! # use nanguk::{Position, Rules, Start};
//! let (rules, start): (Rules, Start) = choices::parse("base;terrain=example")?;
//! let position = Position::start(&rules, &start)?;
//! assert!(position.state().ends_with("b B 0:0 0 1 - *"));
//! assert_eq!(perft(&position, 3), 8120);
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Comments name the articles of `docs/rules/nanguk.md` as `§12`. The game is from a Korean
//! encyclopedia article, which describes the base game and gives a sentence or two to each
//! variant; what it leaves open is our decision, and the articles say where.

mod action;
mod board;
mod contract;
mod danger;
mod edit;
mod ending;
mod explain;
mod gauge;
mod generate;
mod geometry;
mod ground;
mod key;
mod layout;
mod piece;
mod placing;
mod play;
mod position;
mod record;
mod refusals;
mod rules;
mod setup;
mod show;
mod side;
mod start;
mod state;
pub mod terrain;
mod view;

pub use action::Action;
pub use board::Board;
pub use ending::{DrawReason, Ending, WinReason};
pub use geometry::{Square, Squares, Way};
pub use ground::{Ground, HEIGHT_MAX};
pub use piece::{Piece, Role};
pub use position::{Phase, Position};
pub use record::NGN;
pub use refusals::REFUSAL_CODES;
pub use rules::{
    ArrowBlock, BOMBS_MAX, KingLaw, LevelShot, MaxHeight, Placing, Repeat, Rules, Stalemate, Swap, TurnBlocks, Uphill,
    Variant,
};
pub use setup::Setup;
pub use side::Side;
pub use start::{Start, Terrain};
pub use view::{LastView, PieceView, View};
