//! Steps that make a program smaller, one file each. A step knows nothing of why the program is interesting: it offers
//! edits, and the shrinker keeps those after which the same fact still fails.

mod drop_attribute;
mod drop_op;
mod drop_operand;
mod drop_result;
mod flatten;
mod free_operand;
mod join_blocks;
mod narrow_type;
mod replace_value;

use assay_ir::data::Program;

/// One kind of step.
#[derive(Clone, Copy)]
pub struct Mutator {
    /// Its name.
    pub name: &'static str,
    /// How many steps there are at most on a program.
    pub places: fn(&Program) -> usize,
    /// Takes the step of this number. `None` where it does not apply; the program may then be changed in part, and the caller
    /// rolls it back.
    pub apply: fn(&mut Program, usize) -> Option<()>,
}

/// All of them, those that take most away first.
pub const ALL: &[Mutator] = &[
    drop_op::WITH_USERS,
    drop_op::ALONE,
    flatten::FLATTEN,
    free_operand::FREE,
    join_blocks::JOIN,
    replace_value::REPLACE,
    drop_operand::OPERAND,
    drop_result::RESULT,
    drop_attribute::ATTRIBUTE,
    narrow_type::NARROW,
];
