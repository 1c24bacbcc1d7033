//! Real MLIR as a subprocess: text in, typed outcome out. It knows nothing of Assay's data model;
//! its process runner with limits also serves the solver processes of other crates, and its files theirs.

pub mod batch;
mod depfile;
pub mod files;
pub mod irdl;
pub mod lit;
mod nested;
pub mod opt;
pub mod pdll;
pub mod process;
pub mod runner;
pub mod tblgen;

pub use batch::Batch;
pub use opt::{MlirOpt, MlirOptError, OnDemand, Outcome};
pub use pdll::MlirPdll;
pub use runner::MlirRunner;
pub use tblgen::Tblgen;
