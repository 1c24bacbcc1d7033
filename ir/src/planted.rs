//! Deliberate bugs for tests of the tests: with the feature `planted` one of them can be switched on for the whole
//! process, and whoever hunts bugs has to find it. Without the feature nothing of it is left. Knows no test.

/// A deliberate bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bug {
    /// The checker lets blocks end without a terminator.
    TerminatorMissing = 1,
    /// The checker lets operations follow a terminator.
    TerminatorInside,
    /// The checker takes any two operations of a block to stand in order.
    OrderInBlock,
    /// The checker does not compare lists of types: branches with block arguments, returns with results.
    Signatures,
    /// The engine puts what it creates behind the anchor.
    CreatedBehind,
    /// The engine matches operations with more operands than are written.
    OperandCount,
    /// The engine takes any two values for one where a handle is used twice.
    EqualValues,
    /// The engine replaces results in the opposite order.
    ReversedResults,
    /// The printer numbers the results of an operation from zero each.
    ResultNumbers,
    /// The printer drops the attributes of operations with several results.
    AttributesDropped,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 10] = [
        Bug::TerminatorMissing,
        Bug::TerminatorInside,
        Bug::OrderInBlock,
        Bug::Signatures,
        Bug::CreatedBehind,
        Bug::OperandCount,
        Bug::EqualValues,
        Bug::ReversedResults,
        Bug::ResultNumbers,
        Bug::AttributesDropped,
    ];
}

#[cfg(feature = "planted")]
static PLANTED: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Switches a bug on, and any other one off.
#[cfg(feature = "planted")]
pub fn plant(bug: Option<Bug>) {
    PLANTED.store(bug.map_or(0, |bug| bug as u8), std::sync::atomic::Ordering::SeqCst);
}

/// Whether a bug is switched on.
#[cfg(feature = "planted")]
pub(crate) fn is(bug: Bug) -> bool {
    PLANTED.load(std::sync::atomic::Ordering::Relaxed) == bug as u8
}

/// Whether a bug is switched on: never.
#[cfg(not(feature = "planted"))]
pub(crate) const fn is(_: Bug) -> bool {
    false
}
