//! Small enums, declared once: what every one of them can do is written here.

/// Declares a small enum that knows its values and their order, and their letters if they are
/// given.
///
/// ```
/// game::small_enum! {
///     /// What a tile is made of.
///     pub enum Stuff { Wood = 'w', Stone = 's' }
/// }
/// assert_eq!(Stuff::ALL, [Stuff::Wood, Stuff::Stone]);
/// assert_eq!((Stuff::COUNT, Stuff::Stone.index()), (2, 1));
/// assert_eq!((Stuff::Stone.letter(), Stuff::from_letter('w')), ('s', Some(Stuff::Wood)));
/// assert_eq!(Stuff::from_letter('x'), None);
/// ```
#[macro_export]
macro_rules! small_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$value_meta:meta])* $value:ident),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$value_meta])* $value),+ }

        #[allow(dead_code, reason = "not every enum needs all of it")]
        impl $name {
            /// How many values there are.
            $vis const COUNT: usize = Self::ALL.len();
            /// Every value, in order.
            $vis const ALL: [Self; [$(Self::$value),+].len()] = [$(Self::$value),+];

            /// The place in [`ALL`](Self::ALL).
            #[must_use]
            #[inline]
            $vis const fn index(self) -> usize {
                self as usize
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$value_meta:meta])* $value:ident = $letter:literal),+ $(,)?
    }) => {
        $crate::small_enum! {
            $(#[$meta])*
            $vis enum $name { $($(#[$value_meta])* $value),+ }
        }

        impl $name {
            /// The letter in texts.
            #[must_use]
            $vis const fn letter(self) -> char {
                match self { $(Self::$value => $letter),+ }
            }

            /// The value with that letter.
            #[must_use]
            $vis const fn from_letter(letter: char) -> Option<Self> {
                match letter { $($letter => Some(Self::$value),)+ _ => None }
            }
        }
    };
}

/// Declares the sides of a game in the order of their seats: a side's name is the name of its seat,
/// its letter is the one in state strings. Two sides have an `other` each.
///
/// ```
/// game::sides! {
///     /// Who plays.
///     pub enum Side { Blue = "blue" 'b', Red = "red" 'r' }
/// }
/// assert_eq!(Side::NAMES, ["blue", "red"]);
/// assert_eq!(Side::of(Side::Red.seat()), Side::Red);
/// assert_eq!((Side::Red.name(), Side::Red.other()), ("red", Side::Blue));
/// assert_eq!(Side::from_name("blue"), Some(Side::Blue));
/// ```
#[macro_export]
macro_rules! sides {
    ($(#[$meta:meta])* pub enum $side:ident {
        $(#[$first_meta:meta])* $first:ident = $first_name:literal $first_letter:literal,
        $(#[$second_meta:meta])* $second:ident = $second_name:literal $second_letter:literal $(,)?
    }) => {
        $crate::sides! { @all
            $(#[$meta])*
            pub enum $side {
                $(#[$first_meta])* $first = $first_name $first_letter,
                $(#[$second_meta])* $second = $second_name $second_letter,
            }
        }

        impl $side {
            /// The other side.
            #[must_use]
            #[inline]
            pub const fn other(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }
        }
    };
    (@all $(#[$meta:meta])* pub enum $side:ident {
        $($(#[$value_meta:meta])* $value:ident = $name:literal $letter:literal),+ $(,)?
    }) => {
        $crate::small_enum! {
            $(#[$meta])*
            pub enum $side { $($(#[$value_meta])* $value = $letter),+ }
        }

        impl $side {
            /// The names of all seats, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name of the seat.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name),+ }
            }

            /// The side whose seat has that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$value),)+ _ => None }
            }

            /// The seat of this side.
            #[must_use]
            pub const fn seat(self) -> $crate::Seat {
                $crate::Seat::new(self.index())
            }

            /// The side of a seat; every seat beyond the last has the last side.
            #[must_use]
            pub const fn of(seat: $crate::Seat) -> Self {
                let last = Self::COUNT - 1;
                Self::ALL[if seat.index() < last { seat.index() } else { last }]
            }
        }
    };
    ($(#[$meta:meta])* pub enum $side:ident { $($values:tt)+ }) => {
        $crate::sides! { @all $(#[$meta])* pub enum $side { $($values)+ } }
    };
}
