//! A valid program for operations of MLIR that C++ checks beyond what their records say: `examples/NAME.mlir`, which `mlir-opt`
//! accepts. One that defines a symbol does so as `@example`, and has a user.

macro_rules! examples {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../examples/", $name, ".mlir"))),)*] };
}

/// The programs by the operations for which they are written.
pub const EXAMPLES: [(&str, &str); 15] = examples! {
    "affine.yield" "gpu.return" "linalg.yield" "llvm.br" "llvm.cond_br" "llvm.func" "llvm.mlir.global" "llvm.return"
    "memref.alloca_scope.return" "memref.atomic_yield" "memref.global" "ml_program.global" "scf.reduce.return"
    "shape.assuming_yield" "tensor.yield"
};

/// The example of an operation, where its symbol has this name.
#[must_use]
pub fn example(name: &str, symbol: &str) -> Option<String> {
    let (_, text) = EXAMPLES.iter().find(|(other, _)| *other == name)?;
    Some(text.replace("@example", &format!("@{symbol}")))
}
