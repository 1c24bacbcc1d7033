//! The interface of engines: run one function of a program on given arguments and return its outcome.
//! Knows no operation.

use std::fmt;

use assay_ir::data::{BlockId, FloatKind, OpId, Program, TypeId, TypeKind, known};

pub use assay_ir::unsupported::Unsupported;

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
    /// more for integers above 128 bits, one for each element of a vector, tensor or memref. Time and, together
    /// with [`Options::memory`], space are bounded by it.
    pub fuel: u64,
    /// How many bytes of memrefs may be allocated at a time, arguments included; an element takes
    /// [`element_bytes`].
    pub memory: u64,
    /// How many calls may wait for their return at a time, that of the function that is run included.
    pub depth: u32,
    /// The width of `index`.
    pub index: IndexWidth,
    /// True when [`Run::trace`] is kept.
    pub trace: bool,
    /// True when the turns of loops without order run from the last to the first. Only the interpreter does.
    pub backward: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fuel: 1_000_000,
            memory: 1 << 28,
            depth: 10_000,
            index: IndexWidth::default(),
            trace: false,
            backward: false,
        }
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

/// The attribute of a global that takes down the order of events: turns without order that use it do not race, but come to
/// something else in another order.
pub const EVENTS: &str = "assay.events";

/// Returns true of a `func.func` and an `llvm.func`.
pub fn is_function(program: &Program, op: OpId) -> bool {
    matches!(program.op(op).name, known::FUNC_FUNC | known::LLVM_FUNC)
}

/// The entry block of a function with a body.
pub fn entry_block(program: &Program, function: OpId) -> Option<BlockId> {
    let [region] = program.op_regions(function) else { return None };
    let entry = *program.region(*region).blocks.first()?;
    (is_function(program, function) && !program.is_erased(function)).then_some(entry)
}

/// Bytes that an element of a memref takes: the bits of an integer, `index` or float type, rounded up to a power
/// of two bytes, as LLVM lays it out on 64-bit machines; `None` for other types.
pub fn element_bytes(program: &Program, ty: TypeId, index: IndexWidth) -> Option<u64> {
    let bits = match program.ctx().type_kind(ty) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Index => index.bits(),
        TypeKind::Float(FloatKind::F80) => 128,
        TypeKind::Float(kind) => kind.bits(),
        TypeKind::Complex(part) => return element_bytes(program, *part, index)?.checked_mul(2),
        _ => return None,
    };
    Some(u64::from(bits.div_ceil(8).max(1)).next_power_of_two())
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
    /// An affine division or remainder by a number that is not positive, or an element of a basis that is not.
    DivisorNotPositive,
    /// A transfer that may run out of bounds, and starts below them.
    StartNegative,
    /// Control reached what the program says is unreachable.
    Unreachable,
    /// A load, store, copy or view through an index, memref, extent or stride that is poison.
    AddressByPoison,
    /// An index or slice outside of a memref, tensor or vector.
    OutOfBounds,
    /// A load or store in memory that was freed.
    UseAfterFree,
    /// Memory is freed that is no longer, or never was, the start of an `alloc`.
    BadFree,
    /// An extent is negative, or extents that have to agree do not.
    BadExtent,
    /// A store to a global that is constant.
    ConstantWritten,
    /// Two accesses that must not overlap do: the source and target of a copy.
    Overlap,
    /// Turns of a loop without order access one element, and one of them writes.
    Race,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::DivisionByZero => "division by zero",
            Undefined::DivisionByPoison => "division by poison",
            Undefined::DivisionOverflow => "signed division overflow",
            Undefined::ControlByPoison => "control flow depends on poison",
            Undefined::StepNotPositive => "the step of a loop is not positive",
            Undefined::DivisorNotPositive => "an affine divisor is not positive",
            Undefined::StartNegative => "a transfer starts below zero",
            Undefined::Unreachable => "unreachable code is reached",
            Undefined::AddressByPoison => "an address depends on poison",
            Undefined::OutOfBounds => "an index is out of bounds",
            Undefined::UseAfterFree => "memory is used after it was freed",
            Undefined::BadFree => "memory is freed that is no allocation",
            Undefined::BadExtent => "extents are negative or do not agree",
            Undefined::ConstantWritten => "a constant global is written",
            Undefined::Overlap => "source and target of a copy overlap",
            Undefined::Race => "turns of a parallel loop race for an element",
        })
    }
}

/// The limit that a run reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// [`Options::fuel`].
    Fuel,
    /// [`Options::memory`].
    Memory,
    /// [`Options::depth`].
    Depth,
    /// None: the run would never reach its end, for its state came back. Found by the interpreter alone.
    Endless,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Fuel => "it ran for too long",
            Limit::Memory => "it asked for too much memory",
            Limit::Depth => "its calls nest too deeply",
            Limit::Endless => "it never ends: its state comes back",
        })
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The function returned these values; for a memref its contents, all poison if it was freed.
    Values(Vec<Value>),
    /// The behaviour is undefined.
    Ub {
        /// The operation that makes it so.
        op: OpId,
        /// The undefined behaviour.
        why: Undefined,
    },
    /// The run was given up; it may or may not end.
    OutOfFuel(Limit),
    /// The program ended itself, in a defined way.
    Trap {
        /// The operation that ended it.
        op: OpId,
        /// The message of the operation.
        message: String,
    },
    /// The engine cannot run this program.
    Unsupported {
        /// The operation it stopped at.
        op: OpId,
        /// Full name of that operation.
        name: String,
        /// The reason.
        gap: Unsupported,
    },
}

impl Outcome {
    /// Returns true when the run says what the program does: it was not given up and nothing was lacking.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Outcome::OutOfFuel(_) | Outcome::Unsupported { .. })
    }

    /// Returns true when a program that comes to `other` does what one that comes to `self` may do: anything where
    /// `self` is undefined behaviour, else the same, value by value as [`Value::allows`] says. An outcome that is not
    /// decided allows nothing and is allowed by undefined behaviour alone.
    pub fn allows(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Ub { .. }, _) => true,
            (Outcome::Values(a), Outcome::Values(b)) => values_allow(a, b),
            (Outcome::Trap { message: a, .. }, Outcome::Trap { message: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// Returns true when each value allows the other's of its place, and there are as many.
pub fn values_allow(reference: &[Value], other: &[Value]) -> bool {
    reference.len() == other.len() && reference.iter().zip(other).all(|(a, b)| a.allows(b))
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
    /// The outcome.
    pub outcome: Outcome,
    /// Operations with results in the order in which they ended, when [`Options::trace`] asks for it.
    pub trace: Vec<Step>,
    /// The contents at the end of each argument that is a memref, in order; poison where it was freed. Nothing
    /// unless the outcome is [`Outcome::Values`].
    pub memory: Vec<Value>,
    /// The use of each argument that is a memref, in order, whatever the outcome. Only the interpreter tells.
    pub touched: Vec<Touched>,
    /// The globals that were used and are not constant, in the order of their names. Nothing unless the outcome is
    /// [`Outcome::Values`].
    pub globals: Vec<Global>,
    /// Fuel used.
    pub fuel: u64,
    /// Operations executed. Only the interpreter tells.
    pub operations: Option<u64>,
    /// The first operation that was executed on operands for which MLIR does not say what it does: a number on the way to an affine
    /// result overflows ("a function f defined on a vector v in Z^n"), an affine divisor is not positive ("always expected to be
    /// positive", while the operations have no side effects), a transfer starts below its source ("may run out-of-bounds [...]
    /// as the index increases") or reads a tensor at a place that is poison, a linear index is not below the outer bound of its
    /// basis ("will not be used during computations"). What came of it is the reading with the most undefined behaviour and poison. Only the interpreter
    /// tells.
    pub unsaid: Option<OpId>,
    /// The first operation whose outcome depends on the order of turns that have none: calls of [`EVENTS`], or combinations that come
    /// to something else in another order. Only the interpreter tells.
    pub unordered: Option<OpId>,
}

/// The use of an argument's memory beyond reading; a later one includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touched {
    /// None: the memory may be constant.
    #[default]
    Read,
    /// An element was stored to.
    Stored,
    /// It was freed.
    Freed,
}

/// A global of memory in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name, without `@`.
    pub name: String,
    /// The contents at the start.
    pub initial: Value,
    /// The contents at the end.
    pub contents: Value,
}

/// Why a function cannot be run on these arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Not a function with a body.
    #[error("not a function with a body")]
    NotAFunction,
    /// Another number of arguments.
    #[error("the function takes {expected} arguments, not {given}")]
    ArgumentCount {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        given: usize,
    },
    /// A value of another kind, width or shape than the parameter's, or a parameter of a type that no value can be
    /// given for. Poison fits any type.
    #[error("argument {index} has another type than the function's parameter")]
    ArgumentType {
        /// Number of the first such argument, from zero.
        index: usize,
    },
}

/// Something that runs programs. All engines give the same outcome for the same program and arguments, but
/// for what they do not support and for how much fuel they use.
///
/// # What they agree on
/// - Poison is a value. Elements of a memref that nothing was stored to are poison. An engine may have any value
///   where a load gives poison ([`Outcome::allows`], with the interpreter's outcome as the reference); all other
///   poison is exact.
/// - A NaN that an arithmetic operation or a conversion makes is the quiet, positive one without payload. Constants,
///   `select`, moves through memory, vectors and tensors, and the operations on the sign alone (`negf`, `absf`,
///   `copysign`) keep all bits of a NaN.
/// - Fast-math flags: `nnan` and `ninf` make the result poison where an operand or the result is a NaN or infinite;
///   all others (`nsz`, `arcp`, `contract`, `afn`, `reassoc`) allow what is computed without them, and that is it.
/// - An argument for a memref of identity or strided layout is given as [`Value::Shaped`], its contents; two
///   arguments never overlap. An engine may refuse open extents and strided layouts. Allocations are numbered from the arguments on; they end with the run.
/// - An access of a memref is undefined behaviour unless each index is inside its extent and the element inside its
///   allocation; an access through a pointer unless its bytes are inside its allocation.
/// - No run sees the number of an address: memory is a set of allocations, each with places of its own.
pub trait Engine: Sync {
    /// A word for messages.
    fn name(&self) -> &'static str;

    /// Returns true when a run of the program may load some value where the interpreter loads poison.
    fn loads_without_poison(&self, _program: &Program) -> bool {
        false
    }

    /// Returns true when the engine knows an operation, by its full name. It may still not know it on all types.
    fn has_semantics(&self, operation: &str) -> bool;

    /// Runs a function of a well-formed program, a `func.func` or an `llvm.func`.
    ///
    /// # Errors
    /// When it is no function or the arguments do not fit it.
    fn run(
        &self,
        program: &Program,
        function: OpId,
        arguments: &[Value],
        options: &Options,
    ) -> Result<Run, CallError>;

    /// Makes a function ready to be run often with the same options; what [`Engine::run`] does for each run is done once where that can be.
    fn prepare<'r>(&'r self, program: &'r Program, function: OpId, options: &Options) -> Runner<'r> {
        let options = options.clone();
        Box::new(move |arguments| self.run(program, function, arguments, &options))
    }
}

/// A function that an engine made ready: runs it on arguments.
///
/// # Errors
/// As [`Engine::run`].
pub type Runner<'r> = Box<dyn Fn(&[Value]) -> Result<Run, CallError> + 'r>;

impl fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An engine besides the interpreter that confirms what the interpreter shows.
pub type SecondEngine = Option<&'static dyn Engine>;
