//! How functions are compiled.

use assay_backend::engine::IndexWidth;

/// The arguments that a compiled function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// Any value, also poison.
    MayBePoison,
    /// Numbers alone; a run with poison for a scalar is refused.
    Defined,
}

/// The purpose of compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// It runs a few times: compile quickly.
    Compile,
    /// It runs for long: optimise.
    Run,
}

/// How functions are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The width of `index`.
    pub index: IndexWidth,
    /// True when runs keep `Run::trace`.
    pub trace: bool,
    /// The arguments that are taken.
    pub parameters: Parameters,
    /// The purpose of the code.
    pub effort: Effort,
    /// True when functions of [`assay_ir::library`] run as its kernels, whose floats may be rounded otherwise, and not as their bodies.
    pub kernels: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            index: IndexWidth::default(),
            trace: false,
            parameters: Parameters::MayBePoison,
            effort: Effort::Compile,
            kernels: false,
        }
    }
}
