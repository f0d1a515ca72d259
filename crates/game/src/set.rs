//! Sets of cells as bits of one integer, made for each board by one macro.

/// Defines a set of cells over an unsigned integer.
///
/// The cell type must be `Copy` and have `const COUNT: usize`, `const fn index(self) -> usize` and
/// `const fn from_index(usize) -> Self`, with indices below `COUNT`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// struct Cell(u8);
/// impl Cell {
///     const COUNT: usize = 9;
///     const fn index(self) -> usize { self.0 as usize }
///     const fn from_index(index: usize) -> Self { Self(index as u8) }
/// }
/// game::define_set! {
///     /// A set of cells.
///     struct Cells(u16) of Cell;
/// }
/// let corners = Cells::EMPTY.with(Cell(0)).with(Cell(2)).with(Cell(6)).with(Cell(8));
/// assert_eq!(corners.len(), 4);
/// assert_eq!((!corners).len(), 5);
/// assert_eq!(corners.iter().next(), Some(Cell(0)));
/// ```
#[macro_export]
macro_rules! define_set {
    ($(#[$meta:meta])* $vis:vis struct $set:ident($bits:ty) of $cell:ty;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $set($bits);

        #[allow(dead_code)]
        impl $set {
            /// No cell.
            $vis const EMPTY: Self = Self(0);
            /// Every cell.
            $vis const ALL: Self = Self(<$bits>::MAX >> (<$bits>::BITS as usize - <$cell>::COUNT));

            /// The set whose members are the set bits; bits beyond the board are dropped.
            #[must_use]
            $vis const fn from_bits(bits: $bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// One bit a member.
            #[must_use]
            $vis const fn bits(self) -> $bits {
                self.0
            }

            /// The set of one cell.
            #[must_use]
            #[inline]
            $vis const fn of(cell: $cell) -> Self {
                Self(1 << cell.index())
            }

            /// This set and one cell more.
            #[must_use]
            #[inline]
            $vis const fn with(self, cell: $cell) -> Self {
                Self(self.0 | 1 << cell.index())
            }

            /// This set without one cell.
            #[must_use]
            #[inline]
            $vis const fn without(self, cell: $cell) -> Self {
                Self(self.0 & !(1 << cell.index()))
            }

            /// Whether the cell is a member.
            #[must_use]
            #[inline]
            $vis const fn contains(self, cell: $cell) -> bool {
                self.0 >> cell.index() & 1 != 0
            }

            /// Members of both; `const` where the operator is not.
            #[must_use]
            #[inline]
            $vis const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Members of either; `const` where the operator is not.
            #[must_use]
            #[inline]
            $vis const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Whether there is no member.
            #[must_use]
            #[inline]
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the sets share a member.
            #[must_use]
            #[inline]
            $vis const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The number of members.
            #[must_use]
            #[inline]
            $vis const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether there is more than one member.
            #[must_use]
            #[inline]
            $vis const fn is_many(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// The member with the lowest index.
            #[must_use]
            #[inline]
            $vis const fn first(self) -> Option<$cell> {
                if self.0 == 0 {
                    None
                } else {
                    Some(<$cell>::from_index(self.0.trailing_zeros() as usize))
                }
            }

            /// The members, lowest index first.
            #[inline]
            $vis fn iter(self) -> impl Iterator<Item = $cell> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let cell = Self(left).first()?;
                    left &= left - 1;
                    Some(cell)
                })
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self { Self(self.0 & other.0) }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self { Self(self.0 | other.0) }
        }

        impl std::ops::BitXor for $set {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self { Self(self.0 ^ other.0) }
        }

        impl std::ops::Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self { Self(!self.0 & Self::ALL.0) }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) { self.0 &= other.0; }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) { self.0 |= other.0; }
        }

        impl std::ops::BitXorAssign for $set {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) { self.0 ^= other.0; }
        }

        impl FromIterator<$cell> for $set {
            fn from_iter<I: IntoIterator<Item = $cell>>(cells: I) -> Self {
                cells.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
