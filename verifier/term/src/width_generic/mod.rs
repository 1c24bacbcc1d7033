//! Proofs for all widths at once: [`alike`] which questions are the same at every width, [`decide`] what settles those, [`certificate`]
//! the steps as they are written down.

pub mod alike;
pub mod certificate;
pub mod decide;
