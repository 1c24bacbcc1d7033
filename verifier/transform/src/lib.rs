//! Steps that change programs by more than patterns do: loops are split in tiles, interchanged and inlined, and tools that run outside of the
//! process are asked. Each is a [`Step`](assay_ir::strategy::Step) of strategies. A step says why it does not apply, and is no proof: those
//! who run it judge the programs before and after.

pub mod steps;
