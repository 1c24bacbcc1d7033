// An operation that was erased is erased a second time after another one was created. The new operation has the
// memory of the old one, so that it is the one that disappears: `t.n` is missing from the output, without a
// word. Expected: an error.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass erased_twice_takes_another.mlir
// outcome: silent
// assay: S109
module @patterns {
  pdl.pattern @twice : benefit(1) {
    %x = pdl.operand
    %p = pdl.operation "t.p"(%x : !pdl.value)
    %root = pdl.operation "t.root"(%x : !pdl.value)
    pdl.rewrite %root {
      pdl.erase %p
      %n = pdl.operation "t.n"(%x : !pdl.value)
      pdl.erase %p
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "t.p"(%a) : (i32) -> ()
    "t.root"(%a) : (i32) -> ()
    return
  }
}
