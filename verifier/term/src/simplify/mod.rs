//! Simplifiers: [`assume`] what follows from the parts of a statement, [`extend`] extensions and truncations of open widths,
//! [`by_range`] what intervals decide, [`powers`] powers of two by their exponents,
//! [`quotients`] facts about divisions.

pub mod assume;
pub mod by_range;
pub mod extend;
pub mod powers;
pub mod quotients;
