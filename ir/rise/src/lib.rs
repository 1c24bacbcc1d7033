//! Array programs as compositions of a few patterns (`.rise`): text, lengths, types. Knows types and index arithmetic, no meaning,
//! no file and no process.
//!
//! ```
//! let read = assay_rise::read("def f[n](x: n.i32) = pad(1, 1, x) |> slide(3, 1)");
//! assert_eq!(read.module.definition("f").unwrap().to_string(), "@f: n.3.i32");
//! let read = assay_rise::read("def f(x: 12.i32) = split(5, x)");
//! assert!(read.errors()[0].message.ends_with("12 is no multiple of 5"));
//! ```

mod arithmetic;
pub mod core;
pub mod dialect;
pub mod index;
mod infer;
pub mod lower;
pub mod nat;
pub mod primitive;
pub mod printed;
pub mod raise;
pub mod rewrite;
pub mod sizes;
pub mod syntax;
pub mod types;

pub use infer::{Read, read};
