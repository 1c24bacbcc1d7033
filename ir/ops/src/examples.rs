//! A valid program for operations of MLIR that C++ checks beyond what their records say: `examples/NAME.mlir`, which `mlir-opt`
//! accepts. One that defines a symbol does so as `@example`, and has a user.

macro_rules! examples {
    ($($file:literal)*) => { [$(($file, include_str!(concat!("../examples/", $file))),)*] };
}

/// The programs by their files, which have the names of the operations.
pub const EXAMPLES: [(&str, &str); 15] = examples! {
    "affine.yield.mlir" "gpu.return.mlir" "linalg.yield.mlir" "llvm.br.mlir" "llvm.cond_br.mlir" "llvm.func.mlir" "llvm.mlir.global.mlir" "llvm.return.mlir"
    "memref.alloca_scope.return.mlir" "memref.atomic_yield.mlir" "memref.global.mlir" "ml_program.global.mlir" "scf.reduce.return.mlir"
    "shape.assuming_yield.mlir" "tensor.yield.mlir"
};

/// The example of an operation, where its symbol has this name.
#[must_use]
pub fn example(name: &str, symbol: &str) -> Option<String> {
    let (_, text) = EXAMPLES.iter().find(|(file, _)| file.strip_suffix(".mlir") == Some(name))?;
    Some(text.replace("@example", &format!("@{symbol}")))
}
