//! The steps of scripts on loops (`@assay.*`): each is a file with its name, operands, results and the payload behind it. Each keeps what a program
//! computes, or refuses with the reason; whether the order of accesses may change is asked of [`crate::order`].

mod build;
mod fuse;
mod interchange;
mod normalize;
mod reduction;
mod reverse;
mod split;
mod step;
mod tile;
mod to_library;
mod to_registers;
mod turns;
mod unroll_full;
mod vectorize;

pub(in crate::steps) use build::Arith;
pub use step::{Call, Edit, Operand, OwnStep};

/// All steps, in the order of the manual.
pub const STEPS: [&dyn OwnStep; 10] = [
    &split::Split,
    &tile::Tile,
    &interchange::Interchange,
    &reverse::Reverse,
    &fuse::Fuse,
    &unroll_full::UnrollFull,
    &vectorize::Vectorize,
    &to_registers::ToRegisters,
    &to_library::ToLibrary,
    &normalize::Normalize,
];

/// A step by the name of its sequence, without `@`.
pub fn by_name(name: &str) -> Option<&'static dyn OwnStep> {
    STEPS.into_iter().find(|step| step.name() == name)
}

/// The declarations of all steps, as a script holds them, each behind a line on what it makes.
pub fn declarations() -> String {
    let mut out = String::new();
    for step in STEPS {
        let operand = |operand: &Operand| match operand {
            Operand::Consumed(name) => format!("%{name}: !transform.any_op {{transform.consumed}}"),
            Operand::Read(name) => format!("%{name}: !transform.any_op {{transform.readonly}}"),
            Operand::Numbers(name) => format!("%{name}: !transform.param<i64> {{transform.readonly}}"),
            Operand::Text(name) => format!("%{name}: !transform.any_param {{transform.readonly}}"),
        };
        let operands: Vec<String> = step.operands().iter().map(operand).collect();
        let results = match step.results().len() {
            0 => String::new(),
            1 => " -> !transform.any_op".to_owned(),
            count => format!(" -> ({})", vec!["!transform.any_op"; count].join(", ")),
        };
        out.push_str(&format!(
            "// {}\ntransform.named_sequence private @{}({}){results}\n",
            step.what(),
            step.name(),
            operands.join(", ")
        ));
    }
    out
}
