//! What lies hidden on the board: remembered by who has watched the game (§31), guessed by who has not.

use game::rng::SplitMix;
use game::{Match, Position as _, Seat};
use tigers::{Feature, Hand, Marker, Position, Side, Tactic, Unit};

/// Whether a position shows a marker without its kind.
pub(super) fn hides(masked: &Position) -> bool {
    masked.sites().any(|(_, site)| matches!(site.feature(), Feature::Marker { marker: Marker::Unknown, .. }))
}

/// What a seat sees, and of the markers what it has watched being laid. Spent tactics are open, so the one
/// that went dark when a marker appeared names it.
pub(super) fn recall(game: &Match<Position>, seat: Seat) -> Position {
    let masked = game.position().masked(Some(seat));
    if !hides(&masked) {
        return masked;
    }
    filled(&masked, Side::of(seat).other(), |tile| {
        let laid = (0..game.entries().len()).rev().find(|index| lays_on(game.told(*index, Some(seat)), tile))?;
        let [before, after] = [laid, laid + 1].map(|count| game.rewound(count).position().masked(Some(seat)));
        spent_between(&before, &after)
    })
}

/// A guess at all that is unknown: each is one of those that its owner has laid with a tactic now spent.
pub(super) fn guess(masked: &Position, seat: Seat, rng: &mut SplitMix) -> Position {
    let owner = Side::of(seat).other();
    let laid: Vec<_> = Unit::of(owner).flat_map(|unit| spent(masked.hand(unit))).filter_map(marker_of).collect();
    filled(masked, owner, |_| Some(rng.pick(&laid).copied().unwrap_or(Marker::Decoy)))
}

/// Whether somebody was told that a hidden marker was laid on that tile.
fn lays_on(told: Option<&str>, tile: &str) -> bool {
    let hidden = format!("t{}>", Marker::Unknown.code());
    let targets = told.and_then(|text| text.split_once(&hidden)).map(|(_, targets)| targets);
    targets.is_some_and(|targets| targets.split(',').any(|target| target == tile))
}

/// The marker of the tactic that was spent in between.
fn spent_between(before: &Position, after: &Position) -> Option<Marker> {
    let fresh = |unit: Unit| {
        let old: Vec<_> = spent(before.hand(unit)).collect();
        spent(after.hand(unit)).filter(move |tactic| !old.contains(tactic)).find_map(marker_of)
    };
    Unit::all().find_map(fresh)
}

fn spent(hand: Hand) -> impl Iterator<Item = Tactic> {
    hand.cards().filter(|card| card.spent).map(|card| card.tactic)
}

const fn marker_of(tactic: Tactic) -> Option<Marker> {
    match tactic {
        Tactic::Ambush => Some(Marker::Ambush),
        Tactic::Trap => Some(Marker::Trap),
        Tactic::Deception => Some(Marker::Decoy),
        _ => None,
    }
}

/// The position with kinds of markers in place of the unknown, by the name of the tile.
fn filled(masked: &Position, owner: Side, mut kind: impl FnMut(&str) -> Option<Marker>) -> Position {
    let state = masked.state();
    let (head, sites) = state.rsplit_once(' ').unwrap_or((&state, ""));
    let unknown = owner.cased(Marker::Unknown.code());
    let fill = |site: &str| match site.strip_suffix(&unknown).and_then(|tile| Some((tile, kind(tile)?))) {
        Some((tile, kind)) => format!("{tile}{}", owner.cased(kind.code())),
        None => site.to_owned(),
    };
    let filled: Vec<_> = sites.split(',').map(fill).collect();
    let mut rules = *masked.rules();
    // What the rules do not know would be no better than nothing.
    Position::load(&mut rules, &format!("{head} {}", filled.join(","))).unwrap_or(*masked)
}
