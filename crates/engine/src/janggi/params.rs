//! The numbers that the search guesses with: how far, how much less deeply, how soon to give up.
//!
//! They were found by playing: `daeguk lab spsa` proposed, a match decided.

/// One of the [`Params`], for a program that turns it.
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// The least and the most it may be.
    pub range: (i32, i32),
    /// Reads it.
    pub get: fn(&Params) -> i32,
    /// Writes it.
    pub set: fn(&mut Params, i32),
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:literal;)*) => {
        /// What a search guesses with. Values are in hundredths of a point, reductions in hundredths of a ply.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Params {
            /// All of them.
            pub const ALL: &'static [Param] = &[
                $(Param {
                    name: stringify!($name),
                    range: ($min, $max),
                    get: |params| params.$name,
                    set: |params, value| params.$name = value.clamp($min, $max),
                },)*
            ];
        }
    };
}

params! {
    /// So far above beta, for each ply of depth, a quiet answer will hold.
    hold_slope = 123, 60..=300;
    /// So much less is enough where things improve.
    hold_improving = 88, 0..=240;
    /// So far below alpha only captures can help: at no depth …
    razor_base = 427, 150..=1200;
    /// … and more for each ply of depth.
    razor_slope = 487, 100..=800;
    /// How much less deeply the answer to a skipped turn is searched …
    skip_base = 303, 200..=450;
    /// … more for each ply of depth …
    skip_slope = 23, 10..=50;
    /// … and a ply more for each so many above beta.
    skip_margin = 284, 80..=400;
    /// By how much, in tenths for each ply of depth, a move must beat all others to be singular.
    single_slope = 21, 8..=60;
    /// By how much more to be looked at two plies deeper.
    double_margin = 63, 10..=120;
    /// How many quiet moves are tried at least, in hundredths …
    late_base = 303, 100..=500;
    /// … and more for the square of the depth.
    late_slope = 62, 20..=120;
    /// So far below alpha a quiet move cannot help: at no depth …
    futile_base = 295, 80..=500;
    /// … and more for each ply of depth.
    futile_slope = 174, 60..=300;
    /// How much history is worth a hundredth of a point there.
    futile_history = 44, 15..=120;
    /// How bad a quiet move's history may be for each ply of depth.
    poor_history = 2528, 1000..=7000;
    /// How much a quiet move may lose for each ply of depth.
    quiet_loss = 86, 30..=180;
    /// How much another move may lose for each ply of depth.
    other_loss = 213, 80..=400;
    /// How much less deeply late moves are searched: at once …
    less_base = 86, -50..=150;
    /// … and by the product of the logarithms of depth and number.
    less_slope = 49, 20..=80;
    /// More where a cut is expected.
    less_cut = 162, 0..=250;
    /// More where things do not improve.
    less_worse = 100, 0..=200;
    /// Less on the principal variation.
    less_pv = 123, 0..=250;
    /// Less for checks and out of check.
    less_check = 127, 0..=250;
    /// How much history of a quiet move is worth a ply.
    less_history = 6640, 4000..=20000;
    /// What share of it holds for captures, in hundredths.
    less_captures = 68, 20..=110;
    /// How much a capture's history is worth a ply.
    less_captured = 6280, 4000..=20000;
    /// What a capture may bring beside the piece itself.
    delta = 339, 80..=600;
    /// The first window around the last value.
    window = 37, 10..=80;
    /// What a good move gains in history for each ply of depth …
    praise_slope = 195, 60..=300;
    /// … and at most.
    praise_max = 1646, 600..=3000;
    /// What a quiet move gains in history when no answer to it is good enough, as a share of that, in hundredths.
    praise_before = 60, 0..=200;
    /// What it gains for each hundredth of a point by which the evaluation rises with it, in hundredths.
    praise_rise = 40, 0..=200;
    /// How far the evaluation's known errors are believed, in hundredths …
    correction = 152, 0..=250;
    /// … and those that are known by less, by horses and elephants or by the last move.
    correction_lesser = 100, 0..=250;
}

impl Params {
    /// For judging positions by a shallow search: no quiet move is left out for being late. In a long
    /// search it is found again a little later; in a short one the other side would miss its defense.
    #[must_use]
    pub fn careful() -> Self {
        Self { late_base: 100_000, ..Self::default() }
    }
}
