//! The refusals of the rule book (§35): a code that programs can rely on and a sentence.

use std::borrow::Cow;

use game::Refusal;

macro_rules! refusals {
    ($($name:ident = $code:literal $detail:literal;)+) => {
        $(pub(crate) const $name: Refusal = Refusal { code: $code, detail: Cow::Borrowed($detail), flaw: None };)+

        /// Every code with which something can be refused, for translations.
        pub const REFUSAL_CODES: &[&str] =
            &["E_OPTION", "E_STATE", "E_RECORD", "E_SYNTAX", "E_COUNT", $($code),+];
    };
}

refusals! {
    OVER = "E_OVER" "the game has ended";
    PHASE = "E_PHASE" "that is not possible in this phase";
    EMPTY = "E_EMPTY" "there is no piece on the first square";
    OWNER = "E_OWNER" "that piece is the opponent's";
    PIECE = "E_PIECE" "the letter does not name the piece that stands there";
    PATTERN = "E_PATTERN" "that piece cannot do so in any position";
    FRIEND = "E_FRIEND" "an own piece stands there";
    LAND = "E_LAND" "an island is in the way";
    BLOCKED = "E_BLOCKED" "a piece is in the way";
    CONFINED = "E_CONFINED" "king and archers must stay in their castle";
    WALL = "E_WALL" "the castle wall is in the way";
    UPHILL = "E_UPHILL" "with a climb on the way a piece goes two squares at most";
    CAMP = "E_CAMP" "a spy must stay in the enemy camp";
    NOATTACK = "E_NOATTACK" "that piece cannot take this way";
    IMMUNE = "E_IMMUNE" "that piece cannot be killed so";
    NOTARGET = "E_NOTARGET" "there is no target";
    HEIGHT = "E_HEIGHT" "the heights do not allow that shot";
    AMMO = "E_AMMO" "no bomb is left";
    EMPTYCART = "E_EMPTYCART" "the cart must be loaded first";
    CHECK = "E_CHECK" "the own king would be in danger";
    PASS = "E_PASS" "passing is only for a side without any action, and only with stalemate=pass";
    CEILING = "E_CEILING" "the square cannot be higher";
    SLOPE = "E_SLOPE" "neighboring squares may differ by one block at most";
    ZONE = "E_ZONE" "islands lie on ranks 3 to 6 alone";
    CONNECT = "E_CONNECT" "the sea must stay connected";
    NOFAULT = "E_NOFAULT" "that block is not misplaced";
}

/// A whole turn needs exactly the blocks that are left in it.
pub(crate) fn count(left: u8) -> Refusal {
    Refusal::new("E_COUNT", format!("the turn has exactly {left} blocks left"))
}
