// A pdl.operand that only a native constraint uses passes the verifier and crashes the lowering of the matcher:
// no path leads from the root to it. Expected: an error of the verifier, as for a disconnected operation.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass operand_of_a_constraint_only.mlir
// outcome: crash
// assay: M502
module @patterns {
  pdl.pattern @stray : benefit(1) {
    %x = pdl.operand
    %free = pdl.operand
    pdl.apply_native_constraint "multi_entity_constraint"(%x, %free : !pdl.value, !pdl.value)
    %root = pdl.operation "t.root"(%x : !pdl.value)
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "t.root"(%a) : (i32) -> ()
    return
  }
}
