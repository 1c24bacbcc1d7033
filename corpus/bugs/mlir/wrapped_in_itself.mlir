// The rewrite replaces an operation by one that reads it: an operation that feeds itself. The driver folds `x +
// 0` to `x`, which is the operation itself, and does so for ever, before the verifier could complain about
// dominance. Expected: an error when the rewrite runs.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass wrapped_in_itself.mlir
// outcome: hang
// assay: S106
module @patterns {
  pdl.pattern @wrap : benefit(1) {
    %t = pdl.type : i32
    %x = pdl.operand : %t
    %root = pdl.operation "t.root"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %old = pdl.result 0 of %root
      %new = pdl.operation "arith.addi"(%old, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f() -> i32 {
    %zero = arith.constant 0 : i32
    %0 = "t.root"(%zero) : (i32) -> i32
    return %0 : i32
  }
}
