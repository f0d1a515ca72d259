//! Janggi 장기, Korean chess: complete rules, fast move generation, records.
//!
//! Articles such as §6 are those of `docs/rules/janggi.md`.
//!
//! A game is played through [`game::Match`], which knows the past:
//!
//! ```
//! use game::Match;
//! use janggi::{Position, Rules, Start};
//!
//! let mut game = Match::<Position>::start(Rules::KJA, &Start::default())?;
//! game.act("a4b4")?;          // UCI
//! game.act("18馬37")?;        // numeric, as Korean records write
//! game.act("pass")?;          // 한수쉼
//! assert_eq!(game.entries()[1].deed, "h10g8");
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! A refusal says which rule forbids a move:
//!
//! ```
//! use game::Match;
//! # use janggi::{Position, Rules, Start};
//! let mut game = Match::<Position>::start(Rules::KJA, &Start::default())?;
//! let refusal = game.act("b3b6").expect_err("nothing to jump");
//! assert_eq!(refusal.code, "E_NO_SCREEN");
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Records are played while they are read; an error names its line:
//!
//! ```
//! let file = "[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n[대국결과 \"한 기권승\"]\n\n1. 79졸78 2. 41병42";
//! let games = janggi::record::gib::read(file.as_bytes());
//! let game = games[0].as_ref().expect("two legal moves");
//! assert_eq!(game.deeds().collect::<Vec<_>>(), ["i4h4", "a7b7", "resign:cho"]);
//! let broken = janggi::record::gib::read(file.replace("41병42", "41병31").as_bytes());
//! assert_eq!(broken[0].as_ref().map_err(|error| error.line), Err(5));
//! ```
//!
//! Engines use the position itself:
//!
//! ```
//! use janggi::{Position, Rules};
//! let position = Position::from_state("5k3/9/9/9/9/C1P3r2/9/9/9/3K5 w - - 0 1", &Rules::FSF_JANGGI)?;
//! let mut captures = Vec::new();
//! position.visit_moves_to(position.board().of(janggi::Side::Han), &mut |action| captures.push(action.to_string()));
//! assert_eq!(captures, ["a5g5"]);
//! # Ok::<(), game::Refusal>(())
//! ```

mod action;
mod attack;
mod board;
mod contract;
mod edit;
mod ending;
mod explain;
mod gauge;
mod generate;
pub mod geometry;
mod key;
mod lines;
pub mod lineup;
pub mod notation;
mod piece;
mod position;
pub mod reach;
pub mod record;
pub mod rules;
pub mod setup;
mod show;
pub mod view;

pub use action::Action;
pub use board::Board;
pub use ending::{EndReason, Ending, seen};
pub use geometry::{Point, Points};
pub use lineup::{Handicap, Lineup, Start};
pub use piece::{Piece, Role, Side};
pub use position::{Position, Watcher};
pub use rules::Rules;
pub use setup::{Flaw, Setup};
