//! One record for each operation of MLIR 22, as data: `ops/DIALECT.ops`, which `assay-import` reads out of the ODS files,
//! and `ops/DIALECT.local`, written by hand. A dialect is indexed when one of its operations is first asked for, a record
//! is read when it is. Knows no program, no type and no attribute.

mod dialect;
mod examples;
mod per_op;
mod record;

pub use dialect::{
    Dialect, Enum, dialect, dialect_of, dialect_of_namespace, dialects, float_op, has_role, integer_op,
    is_usual_class, memory_op, op, op_in, role_op,
};
pub use examples::{EXAMPLES, example};
pub use per_op::PerOp;
pub use record::{Attribute, Group, Many, Op};

/// Attributes that promise something of operands, or permit more results: an operation without them is as defined as one with them, or
/// more (the documentation of `arith`, `math` and `llvm`).
pub const FLAGS: [&str; 6] =
    ["overflowFlags", "isExact", "isDisjoint", "nonNeg", "fastmath", "fastmathFlags"];
