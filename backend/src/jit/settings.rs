//! How functions are compiled.

use crate::engine::IndexWidth;

/// What may be given for the parameters of a compiled function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// Any value, also poison.
    MayBePoison,
    /// Numbers alone; a run with poison for a scalar is refused.
    Defined,
}

/// What compiled code is for.
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
    /// Whether runs keep [`Run::trace`].
    pub trace: bool,
    /// What may be given for parameters.
    pub parameters: Parameters,
    /// What the code is for.
    pub effort: Effort,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            index: IndexWidth::default(),
            trace: false,
            parameters: Parameters::MayBePoison,
            effort: Effort::Compile,
        }
    }
}
