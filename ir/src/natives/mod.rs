//! Native summaries: what is known about the native constraints and rewrites that patterns call by name. A summary is data
//! read from an MLIR file: kinds of arguments and results, promises about structure, and perhaps a body over integers
//! whose meaning others evaluate. Knows no meaning and no analysis.
//!
//! Modules in reading order: `spec::native` is the data, `aliases` open widths of a text, `signature` functions that describe something, `read` the reader, `products` what a
//! rewrite makes, `instance` a body at chosen widths, `hold` the check of promises at a match.
//!
//! A summary is a `func.func` named after the native function. `corpus/natives/README.md` describes the form.

mod aliases;
mod hold;
mod instance;
mod products;
mod read;
mod signature;

pub(crate) use crate::spec::native::Body;
pub use crate::spec::native::{
    Argument, BUILDER, Entity, Form, Product, Promise, RangeOf, Role, Summary, Width,
};
pub(crate) use aliases::{Aliases, names_alias};
pub use hold::{promised, promises_hold};
pub use instance::Instance;
pub use products::produced;
pub use read::{load, load_using};
pub(crate) use signature::{Signature, own_entries, signature};
