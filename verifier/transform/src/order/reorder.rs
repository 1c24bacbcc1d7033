//! What steps do with the turns of a nest.

/// The reordering of the iterations of a nest by a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reorder<'a> {
    /// The loops come in another order: the number of the loop at each place.
    Permute(&'a [usize]),
    /// Tiles of these sizes, 0 for loops without.
    Tile(&'a [i128]),
    /// The last turn comes first.
    Reverse,
    /// The turns of the second loop go into those of the first.
    Fuse,
    /// This number of turns side by side, one operation after the other.
    Vectorize(i128),
}
