//! How a search looks into the tables.

use std::sync::Arc;

use janggi::rules::DoublePass;
use janggi::{Action, Position, Side};

use super::file::BLOCK;
use super::{Class, Family, Shelf, Verdict};

/// How many unpacked blocks a search keeps: 2 MB.
const BLOCKS_KEPT: usize = 64;

/// What is certain of a game, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It wins within so many plies.
    Win(u16),
    /// It has lost within so many plies.
    Loss(u16),
    /// Neither side can do anything.
    Draw,
}

/// Looks into the tables and remembers the blocks that it has unpacked. One for each thread.
pub struct Prober {
    shelf: Arc<Shelf>,
    kept: Vec<Option<Kept>>,
    /// How many blocks it keeps.
    blocks: usize,
}

struct Kept {
    class: Class,
    family: Family,
    number: usize,
    entries: Vec<u8>,
}

impl Prober {
    /// A prober of these tables.
    #[must_use]
    pub fn new(shelf: Arc<Shelf>) -> Self {
        Self::keeping(shelf, BLOCKS_KEPT)
    }

    /// A prober that keeps so many unpacked blocks.
    #[must_use]
    pub fn keeping(shelf: Arc<Shelf>, blocks: usize) -> Self {
        Self { shelf, kept: Vec::new(), blocks }
    }

    /// What the side to move can force; `None` where no table knows it.
    ///
    /// A table does not know that a pass came before. Where a second one ends the game, who is lost has that way out, and
    /// who leads on points has a way to win.
    pub fn verdict(&mut self, position: &Position) -> Option<Verdict> {
        let men = position.board().occupied().len() as usize;
        if self.shelf.is_too_small_for(men) || position.ending().is_some() {
            return None;
        }
        let (class, strong) = Class::of(position.board())?;
        if class.is_bare() {
            return None;
        }
        let may_end = position.after_pass() && position.rules().double_pass == DoublePass::Ends;
        match self.look_up(position, &class, strong)? {
            Verdict::Loss(_) if may_end => None,
            Verdict::Open if may_end && position.rules().scores() => None,
            known => Some(known),
        }
    }

    /// What is certain of the game: what a table knows, unless a limit of the rules ends the game before.
    pub fn outcome(&mut self, position: &Position) -> Option<Outcome> {
        let verdict = self.verdict(position)?;
        match (verdict, verdict.plies()) {
            (Verdict::Win(_), Some(plies)) if is_over_in_time(position, plies) => Some(Outcome::Win(plies)),
            (Verdict::Loss(_), Some(plies)) if is_over_in_time(position, plies) => Some(Outcome::Loss(plies)),
            (Verdict::Open, _) if is_drawn(position) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// How both sides play on as far as the tables know who wins, at most so many plies.
    pub fn way(&mut self, position: &Position, most: usize) -> Vec<Action> {
        let mut way = Vec::new();
        let mut here = position.clone();
        while way.len() < most && matches!(self.outcome(&here), Some(Outcome::Win(_) | Outcome::Loss(_))) {
            let Some(action) = self.best(&here) else { break };
            here.play_watched(action, &mut ());
            way.push(action);
        }
        way
    }

    fn best(&mut self, position: &Position) -> Option<Action> {
        let mut best: Option<(i32, Action)> = None;
        position.visit_legal(&mut |action| {
            let mut next = position.clone();
            next.play_watched(action, &mut ());
            let merit = self.merit(&next);
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, action));
            }
        });
        best.map(|(_, action)| action)
    }

    /// What a position is worth to who has just moved there: a sooner win is worth more, and a later loss.
    fn merit(&mut self, next: &Position) -> i32 {
        const WON: i32 = 1 << 16;
        if let Some(ending) = next.ending().or_else(|| next.rule_end()) {
            return ending.winner.map_or(0, |winner| if winner == next.side() { -WON } else { WON });
        }
        match self.outcome(next) {
            _ if !next.has_legal() => WON,
            Some(Outcome::Loss(plies)) => WON - i32::from(plies),
            Some(Outcome::Win(plies)) => i32::from(plies) - WON,
            Some(Outcome::Draw) | None => 0,
        }
    }

    fn look_up(&mut self, position: &Position, class: &Class, strong: Side) -> Option<Verdict> {
        let family = Family::of(position.rules(), strong)?;
        let layout = self.shelf.table(class, family)?.layout();
        let index = layout.index(&layout.men(position.board(), strong), position.side() == strong);
        Verdict::from_code(self.entry(class, family, index)?)
    }

    fn entry(&mut self, class: &Class, family: Family, index: usize) -> Option<u8> {
        let number = index / BLOCK;
        if self.kept.is_empty() {
            self.kept.resize_with(self.blocks, || None);
        }
        let slot = (number.wrapping_mul(31) + class.men() * 7 + class.strong().points() as usize) % self.blocks;
        let is_it = |kept: &Kept| kept.number == number && kept.family == family && kept.class == *class;
        if !self.kept[slot].as_ref().is_some_and(is_it) {
            let entries = self.shelf.table(class, family)?.block(number);
            self.kept[slot] = Some(Kept { class: class.clone(), family, number, entries });
        }
        self.kept[slot].as_ref()?.entries.get(index % BLOCK).copied()
    }
}

fn is_over_in_time(position: &Position, plies: u16) -> bool {
    let fits = |limit: u16, count: u16| limit == 0 || count.saturating_add(plies) < limit;
    let rules = position.rules();
    fits(rules.no_capture_limit, position.halfmove()) && fits(rules.total_ply_limit, position.plies())
}

/// Whether nothing but a draw is left where neither side can force an end. Where points count they decide; and a side
/// that lives by its checks alone loses by them (§16), so nobody on the weaker side may have any to give.
fn is_drawn(position: &Position) -> bool {
    let harmless = |class: Class| class.weak().attackers().len() == 0;
    !position.rules().scores() && Class::of(position.board()).is_some_and(|(class, _)| harmless(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use janggi::Rules;

    fn outcome(fen: &str, rules: Rules) -> Option<Outcome> {
        let position = Position::from_state(fen, &rules).expect("a legal position");
        Prober::new(Shelf::built_in()).outcome(&position)
    }

    #[test]
    fn a_win_has_to_fit_before_the_limits() {
        let fen = |halfmove: u16| format!("3k5/1R7/9/9/9/9/9/9/9/4K4 w - - {halfmove} 60");
        let known = |halfmove| outcome(&fen(halfmove), Rules::KJA);
        let Some(Outcome::Win(plies)) = known(0) else { panic!("{:?}", known(0)) };
        assert_eq!(known(199 - plies), Some(Outcome::Win(plies)));
        assert_eq!(known(200 - plies), None);
    }

    #[test]
    fn a_way_is_as_long_as_the_table_says() {
        let game = game::Match::<Position>::load(Rules::KJA, "3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 0 1").expect("legal");
        let mut prober = Prober::new(Shelf::built_in());
        let Some(Outcome::Win(plies)) = prober.outcome(game.position()) else { panic!("a chariot wins by points") };
        let way = prober.way(game.position(), 99);
        assert!(!way.is_empty() && way.len() <= usize::from(plies), "{way:?} in {plies}");
        let mut played = game.clone();
        for action in &way {
            played.act(&action.to_string()).expect("legal");
        }
        assert!(played.turn().is_none() || way.len() + 2 >= usize::from(plies), "{way:?}");
        assert_eq!(prober.way(game.position(), 1), way[..1]);
    }

    #[test]
    fn a_second_pass_is_a_way_out_of_what_is_lost() {
        let known = |fen: &str, rules: Rules| {
            let mut game = game::Match::<Position>::load(rules, fen).expect("a legal position");
            game.act("pass").expect("not in check");
            Prober::new(Shelf::built_in()).outcome(game.position())
        };
        let won = "3k5/1R7/9/9/9/9/9/9/9/4K4";
        assert!(matches!(known(&format!("{won} b - - 0 1"), Rules::KJA), Some(Outcome::Win(_))));
        assert_eq!(known("9/3a5/3k5/9/9/9/9/9/9/3KR4 w - - 0 1", Rules::CASUAL), Some(Outcome::Draw));
        assert_eq!(known("3k5/9/9/9/9/9/9/1R7/9/4K4 w - - 0 1", Rules::KJA), None);
    }

    #[test]
    fn what_nobody_can_force_is_a_draw_unless_points_or_checks_decide() {
        let chariot = "3k5/9/9/9/9/9/9/1R7/9/4K4 w - - 0 1";
        assert_eq!(outcome(chariot, Rules::CASUAL), Some(Outcome::Draw));
        assert_eq!(outcome(chariot, Rules::MODERN), None);
        assert_eq!(outcome(chariot, Rules::TRADITIONAL), None);
        let each = "3k5/9/9/9/7n1/9/9/1R7/9/4K4 w - - 0 1";
        assert_eq!(outcome(each, Rules::CASUAL), None);
    }
}
