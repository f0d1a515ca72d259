//! Why something is refused: the codes of §35 with a sentence each.

use game::Refusal;

macro_rules! codes {
    ($($(#[$meta:meta])* $code:ident = $text:literal : $sentence:literal),+ $(,)?) => {
        /// A reason for a refusal.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code { $($(#[$meta])* #[doc = $sentence] $code),+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$code),+];

            /// The code in upper case, stable for programs.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$code => $text),+ }
            }

            /// Which rule forbids it, for people.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$code => $sentence),+ }
            }
        }
    };
}

codes! {
    BadAction = "BAD_ACTION": "this text is not an action (§32)",
    NoSuchGeneral = "NO_SUCH_GENERAL": "no general of this game has that code (§32)",
    Mode = "MODE": "not part of this rule set (§3)",
    GameOver = "GAME_OVER": "the game is over (§24)",
    NotYourTurn = "NOT_YOUR_TURN": "it is the opponent's turn (§12)",
    NoActions = "NO_ACTIONS": "no actions are left this turn (§13)",
    Exited = "EXITED": "this general has fallen for good (§21)",
    OffBoard = "OFF_BOARD": "this general is not on the board (§8)",
    Disrupted = "DISRUPTED": "misled by a false report, the general cannot act this turn (§28)",
    Repeat = "REPEAT": "a general does the same kind of action only once a turn (§13)",
    Immobile = "IMMOBILE": "this general has no move points (§14)",
    EmptyPath = "EMPTY_PATH": "a Move needs at least one step (§14)",
    TooFar = "TOO_FAR": "the path has more steps than the general's Move (§14)",
    NotAdjacent = "NOT_ADJACENT": "not across a shared edge (§5)",
    EnemyTile = "ENEMY_TILE": "an enemy stands on that tile (§14)",
    AllyNotLast = "ALLY_NOT_LAST": "a path cannot pass an ally (§14)",
    SupplyImpossible = "SUPPLY_IMPOSSIBLE": "this ally cannot be supplied now (§16, §17)",
    Blocked = "BLOCKED": "a structure blocks that tile (§29)",
    AllyTarget = "ALLY_TARGET": "an ally cannot be attacked (§19)",
    NoTarget = "NO_TARGET": "there is no such target (§19)",
    NotEndRow = "NOT_END_ROW": "only on the opponent's end row can a general knock (§23)",
    Stalemated = "STALEMATED": "not while in a stalemate (§20)",
    Provoked = "PROVOKED": "a provoked general may attack only its provoker (§27)",
    NotStandby = "NOT_STANDBY": "this general is not ready for a sortie (§18)",
    TileOccupied = "TILE_OCCUPIED": "that tile is in use (§18, §29)",
    Troops = "TROOPS": "wrong number of troops (§18)",
    TacticNotEquipped = "TACTIC_NOT_EQUIPPED": "this general does not carry that tactic (§27)",
    TacticUsed = "TACTIC_USED": "this tactic has been cast already (§27)",
    TacticCondition = "TACTIC_CONDITION": "the tactic cannot be cast from here or now (§27, §28)",
    BadTarget = "BAD_TARGET": "not a target for this (§27, §28)",
    Range = "RANGE": "the target is too far away (§27)",
    NoEffect = "NO_EFFECT": "the tactic would change nothing (§28)",
    SetupCount = "SETUP_COUNT": "choose five generals that this mode offers (§9, §10)",
    SetupDuplicate = "SETUP_DUPLICATE": "a general, a tile or a general's tactic is chosen twice (§9, §10)",
    SetupTile = "SETUP_TILE": "a general starts on the own end row (§9)",
    SetupTroops = "SETUP_TROOPS": "a general starts with 1 troop up to its cap, at headquarters with none (§9)",
    SetupPool = "SETUP_POOL": "the troops add up to more than thirty (§9)",
    SetupBudget = "SETUP_BUDGET": "the generals' numbers add up to more than 57 (§10)",
    SetupTactics = "SETUP_TACTICS": "every general carries three tactics, and no tactic is in a deck thrice (§10)",
    SetupEmpty = "SETUP_EMPTY": "at least one general must be on the board (§9)",
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self::new(code.text(), code.sentence())
    }
}
