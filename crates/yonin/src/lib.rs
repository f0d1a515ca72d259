//! Yonin shogi 요닌쇼기 四人将棋: shogi for four on one board.
//!
//! Four seats sit around nine by nine squares. Play goes clockwise, but whoever is in check
//! answers at once, so the turn jumps. Who is mated is out; the last survivor wins. The rules are
//! told article by article in `docs/rules/yonin.md`; comments name the article, as in §5.
//!
//! Positions are written as one line and played by text:
//!
//! ```
//! use game::Match;
//! use yonin::{Position, Rules, Start};
//!
//! let mut game = Match::<Position>::start(Rules::default(), &Start::default())?;
//! for text in ["5g5f", "w:7e6e", "5c5d"] {
//!     game.act(text)?;
//! }
//! assert_eq!(game.turn().map(yonin::Side::of), Some(yonin::Side::East));
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! A check makes the turn jump. South checks North here, and West loses its turn:
//!
//! ```
//! # use game::{Match, Position as _};
//! # use yonin::{Position, Rules};
//! let state = "4nK4/9/9/9/wK7eK/9/9/3sR5/5sK3 s - - - 1";
//! let mut game = Match::<Position>::load(Rules::default(), state)?;
//! game.act("6h5h")?;
//! assert_eq!(game.position().state(), "4nK4/9/9/9/wK7eK/9/9/4sR4/5sK3 n - n - 2");
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Every refusal has a code and says which rule forbids the action:
//!
//! ```
//! # use game::Match;
//! # use yonin::{Position, Rules, Start};
//! # let mut game = Match::<Position>::start(Rules::default(), &Start::default())?;
//! assert_eq!(game.act("7e6e").unwrap_err().code, "E_NOT_OWN");
//! # Ok::<(), game::Refusal>(())
//! ```
//!
//! Moves are also written as people do:
//!
//! ```
//! # use game::Position as _;
//! # use yonin::{Position, Rules, Script, Start};
//! let start = Position::start(&Rules::default(), &Start::default())?;
//! let action = start.parse("5g5f")?;
//! assert_eq!(start.notation(action, Script::Korean), "↑5육보");
//! assert_eq!(start.notation(action, Script::Japanese), "↑5六步");
//! # Ok::<(), game::Refusal>(())
//! ```

mod action;
mod board;
mod contract;
mod edit;
mod elimination;
mod explain;
mod gauge;
mod generate;
mod geometry;
mod key;
mod man;
pub mod notation;
mod position;
mod record;
pub mod rules;
mod settle;
mod setup;
mod show;
mod side;
mod start;
mod state;
pub mod view;

pub use action::Action;
pub use elimination::{Cause, Elimination};
pub use geometry::{Square, Squares};
pub use man::{Kind, Man, Role};
pub use notation::Script;
pub use position::{Ending, Hand, OUT_MAX, Position};
pub use record::YSR;
pub use rules::Rules;
pub use setup::Setup;
pub use side::{Side, Sides};
pub use start::Start;
pub use state::START;
pub use view::View;
