// The rewrite makes an `arith.xori` of floats, which the verifier of the operation refuses. The driver folds it
// first, to a float constant that the original never computed, and nothing is said. Expected: created operations
// are verified before anything is done with them.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass ill_typed_and_folded.mlir
// outcome: silent
// assay: T201
module @patterns {
  pdl.pattern @as_integer : benefit(1) {
    %t = pdl.type : f32
    %x = pdl.operand : %t
    %root = pdl.operation "t.r"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %new = pdl.operation "arith.xori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f() -> f32 {
    %a = arith.constant 1.0 : f32
    %0 = "t.r"(%a) : (f32) -> f32
    return %0 : f32
  }
}
