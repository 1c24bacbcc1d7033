//! What every engine answers: run one function of a program on given arguments, and say what became of it.
//! Knows no operation.

use std::fmt;

use assay_ir::data::{OpId, Program, TypeId, TypeKind};

use crate::value::Value;

/// The width of `index`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IndexWidth {
    /// 32 bits.
    W32,
    /// 64 bits.
    #[default]
    W64,
}

impl IndexWidth {
    /// The width in bits.
    pub fn bits(self) -> u32 {
        match self {
            IndexWidth::W32 => 32,
            IndexWidth::W64 => 64,
        }
    }
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much work may be done: about one unit for each operation that runs and each value it touches,
    /// more for integers above 128 bits. Time and memory are bounded by it.
    pub fuel: u64,
    /// The width of `index`.
    pub index: IndexWidth,
    /// Whether [`Run::trace`] is kept.
    pub trace: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { fuel: 1_000_000, index: IndexWidth::default(), trace: false }
    }
}

impl Options {
    /// The width of a type's integers: of an integer type or `index`, `None` for any other.
    pub fn width(&self, program: &Program, ty: TypeId) -> Option<u32> {
        match program.ctx().type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Index => Some(self.index.bits()),
            _ => None,
        }
    }
}

/// Why the behaviour of a program is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Undefined {
    /// A division or remainder by zero.
    DivisionByZero,
    /// A division or remainder by poison.
    DivisionByPoison,
    /// A signed division or remainder of the smallest number by minus one.
    DivisionOverflow,
    /// A branch, loop, or assertion whose condition, flag, bound or step is poison.
    ControlByPoison,
    /// A loop whose step is not positive.
    StepNotPositive,
    /// Control reached what the program says is unreachable.
    Unreachable,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::DivisionByZero => "division by zero",
            Undefined::DivisionByPoison => "division by poison",
            Undefined::DivisionOverflow => "signed division overflow",
            Undefined::ControlByPoison => "control flow depends on poison",
            Undefined::StepNotPositive => "the step of a loop is not positive",
            Undefined::Unreachable => "unreachable code is reached",
        })
    }
}

/// What an engine lacks to run an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// The engine does not know the operation.
    Operation,
    /// It knows the operation, not on values of these types.
    Type,
    /// It knows the operation, not with this attribute.
    Attribute,
    /// A function that is called has no body.
    Body,
    /// The program is not well-formed there: an operand, attribute, block or terminator is missing.
    Malformed,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Gap::Operation => "the operation has no meaning here",
            Gap::Type => "the operation has no meaning on these types here",
            Gap::Attribute => "the operation has no meaning with this attribute here",
            Gap::Body => "the function has no body",
            Gap::Malformed => "the operation is not well-formed",
        })
    }
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The function returned these values.
    Values(Vec<Value>),
    /// The behaviour is undefined.
    Ub {
        /// The operation that makes it so.
        op: OpId,
        /// What it does.
        why: Undefined,
    },
    /// The run was given up; it may or may not end.
    OutOfFuel,
    /// The program ended itself, in a defined way.
    Trap {
        /// The operation that ended it.
        op: OpId,
        /// What it says.
        message: String,
    },
    /// The engine cannot run this program.
    Unsupported {
        /// The operation it stopped at.
        op: OpId,
        /// Full name of that operation.
        name: String,
        /// What is lacking.
        gap: Gap,
    },
}

/// The values that one execution of an operation gave its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operation; in a loop it occurs once for each execution.
    pub op: OpId,
    /// One value for each result.
    pub results: Vec<Value>,
}

/// A run that came to an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What became of it.
    pub outcome: Outcome,
    /// Operations with results in the order in which they ended, when [`Options::trace`] asks for it.
    pub trace: Vec<Step>,
    /// Fuel used.
    pub fuel: u64,
}

/// Why a function cannot be run on these arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Not a `func.func` with a body and a function type.
    #[error("not a function with a body")]
    NotAFunction,
    /// Another number of arguments.
    #[error("the function takes {expected} arguments, not {given}")]
    ArgumentCount {
        /// What the function takes.
        expected: usize,
        /// What was given.
        given: usize,
    },
    /// An integer for a parameter that is none, or of another width. Poison fits any type.
    #[error("argument {index} has another type than the function's parameter")]
    ArgumentType {
        /// Number of the first such argument, from zero.
        index: usize,
    },
}

/// Something that runs programs. All engines give the same outcome for the same program and arguments, but
/// for what they do not support and for how much fuel they use.
pub trait Engine {
    /// A word for messages.
    fn name(&self) -> &'static str;

    /// Whether the engine knows an operation, by its full name. It may still not know it on all types.
    fn knows(&self, operation: &str) -> bool;

    /// Runs the `func.func` operation `function` of a well-formed program.
    ///
    /// # Errors
    /// When it is no function or the arguments are not its.
    fn run(
        &self,
        program: &Program,
        function: OpId,
        arguments: &[Value],
        options: &Options,
    ) -> Result<Run, CallError>;
}
