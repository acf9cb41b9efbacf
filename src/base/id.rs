//! Typed dense indices into the tables of one trace.
//!
//! An id is only meaningful in the trace that minted it. Ids are `u32`: no
//! table may hold more than `u32::MAX - 1` rows. A row takes a few bytes of the
//! file and twenty of memory or more, so that a file of more cannot be imported:
//! it would need more than a hundred gigabytes. Tests check it where rows are made.

/// Declares a dense `u32` index type with conversions from and to `usize`.
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the id of row `index`.
            #[inline]
            pub const fn from_index(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize, "a table has too many rows");
                Self(index as u32)
            }

            /// Returns the row that this id names.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}
