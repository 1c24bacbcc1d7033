// An operation with one result is replaced by two values. Nothing refuses that; the second one is dropped. Expected:
// an error when the rewrite runs.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass too_many_values.mlir
// outcome: silent
// rule: S108
module @patterns {
  pdl.pattern : benefit(1) {
    %t = pdl.type
    %x = pdl.operand : %t
    %y = pdl.operand : %t
    %root = pdl.operation "lab.root"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      pdl.replace %root with (%x, %y : !pdl.value, !pdl.value)
    }
  }
}
module @ir {
  %0:2 = "lab.x"() : () -> (i32, i32)
  %1 = "lab.root"(%0#0, %0#1) : (i32, i32) -> i32
  "lab.use"(%1) : (i32) -> ()
}
