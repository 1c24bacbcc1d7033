// The rewrite reads result 3 of an operation that it matched with one result. The verifier accepts the index,
// and the null value that comes out is used as an operand. Expected: an error of the verifier, which knows the
// number of results.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass result_that_is_not_there.mlir
// outcome: crash
// assay: S110
module @patterns {
  pdl.pattern @third : benefit(1) {
    %t = pdl.type : i32
    %x = pdl.operand : %t
    %root = pdl.operation "t.root"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %old = pdl.result 3 of %root
      %note = pdl.operation "t.note"(%old : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> i32 {
    %0 = "t.root"(%a) : (i32) -> i32
    return %0 : i32
  }
}
