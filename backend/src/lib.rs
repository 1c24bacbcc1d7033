//! The concrete meaning of programs: the engines that run payload programs on given inputs. Knows nothing of
//! patterns, solvers or verdicts.
//!
//! # Use
//! A program is an [`assay_ir::data::Program`], and a function of it the [`OpId`](assay_ir::data::OpId) of a `func.func`
//! with a body ([`interp::find_function`] finds it by name). [`engine::Engine`] is what engines are. The
//! reference is [`interp::Interpreter`]: every operation, plain and slow, exact about poison.
//!
//! [`inputs::Inputs`] draws arguments from a seed, and [`agreement::agreement`] says whether a run is what the
//! interpreter's allows. The four outcomes and what all engines agree on (poison, NaNs, memory) stand at
//! [`engine::Outcome`] and [`engine::Engine`].
//!
//! ```
//! use assay_backend::agreement::{Agreement, agreement};
//! use assay_backend::engine::{Engine, IndexWidth, Options};
//! use assay_backend::inputs::Inputs;
//! use assay_backend::interp::{Interpreter, find_function};
//! use assay_ir::data::{Context, Source};
//!
//! let text = "func.func @f(%a: i13, %b: i13) -> i13 {
//!   %r = arith.remsi %a, %b : i13
//!   return %r : i13
//! }";
//! let program = assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
//! let function = find_function(&program, "f").unwrap();
//! let options = Options::default();
//! for arguments in Inputs::for_function(&program, function, IndexWidth::W64, 1).unwrap().take(100) {
//!     let reference = Interpreter.run(&program, function, &arguments, &options).unwrap();
//!     let again = Interpreter.run(&program, function, &arguments, &options).unwrap();
//!     assert_eq!(agreement(&Interpreter, &program, &reference, &again), Agreement::Same);
//! }
//! ```
//!
//! # Modules in reading order
//! [`value`] what an SSA value holds, [`int`] arithmetic on integers of one width, [`float`] arithmetic on
//! floating-point numbers, [`elementary`] functions of them, [`constant`] attributes as values, [`engine`] what every
//! engine answers, [`inputs`] drawn from a seed, [`interp`] the reference interpreter, [`table`] the operations of an engine,
//! [`arguments`] arguments as words, [`agreement`] one held against the other, [`natives`] what native code does,
//! by its summaries, [`fold`] operations whose results are known, [`terms`] what they compute from inputs that are not, [`term`] one of these, [`prime_fields`] sums and products of them, `siphash` their fingerprints.

pub mod agreement;
pub mod arguments;
pub mod constant;
pub mod elementary;
pub mod engine;
mod few;
pub mod float;
pub mod fold;
pub mod inputs;
pub mod int;
pub mod interp;
pub mod natives;
pub mod prime_fields;
mod siphash;
pub mod table;
pub mod term;
pub mod terms;
pub mod value;
