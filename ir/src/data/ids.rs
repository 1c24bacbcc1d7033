//! Typed indices into the arenas of a context or a program. An id means nothing outside its owner.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The id of the arena slot `index`.
            ///
            /// # Panics
            /// When `index` is `u32::MAX`: an arena never grows that large (text is limited to 4 GiB).
            #[inline]
            pub fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize, "arenas hold fewer than 2^32 - 1 entries");
                $name(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// The arena slot of this id.
            #[inline]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }
    )+};
}

ids! {
    /// An interned type of a [`Context`](super::Context).
    TypeId,
    /// An interned attribute of a [`Context`](super::Context).
    AttrId,
    /// An interned location of a [`Context`](super::Context).
    LocId,
    /// An operation of a [`Program`](super::Program).
    OpId,
    /// A block of a [`Program`](super::Program).
    BlockId,
    /// A region of a [`Program`](super::Program).
    RegionId,
    /// An SSA value of a [`Program`](super::Program): a result or a block argument.
    ValueId,
    /// One use of a value: an operand slot of an operation.
    OperandId,
}
