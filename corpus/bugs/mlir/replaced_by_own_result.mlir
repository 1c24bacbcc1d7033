// An operation is replaced by its own result. Its user is left with a null operand; where that user folds, as
// `arith.trunci` does, the null operand is read before the verifier sees it. Expected: an error when the rewrite
// runs.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass replaced_by_own_result.mlir
// outcome: crash
// assay: S107
module @patterns {
  pdl.pattern @keep : benefit(1) {
    %t = pdl.type : i32
    %x = pdl.operand : %t
    %root = pdl.operation "t.root"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %r = pdl.result 0 of %root
      pdl.replace %root with (%r : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> i32 {
    %0 = "t.root"(%a) : (i32) -> i32
    %1 = arith.trunci %0 : i32 to i8
    %2 = arith.extsi %1 : i8 to i32
    return %2 : i32
  }
}
