// Two pdl.operation of one pattern may bind one payload operation. Erasing both handles frees it twice. The
// pattern is accepted by the verifier, and nothing at run time checks it. Expected: an error that names the
// operation, or a match that keeps handles apart.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass erased_twice.mlir
// outcome: crash
// assay: S109
module @patterns {
  pdl.pattern @both : benefit(1) {
    %x = pdl.operand
    %p = pdl.operation "t.p"(%x : !pdl.value)
    %q = pdl.operation "t.p"(%x : !pdl.value)
    %root = pdl.operation "t.root"(%x : !pdl.value)
    pdl.rewrite %root {
      pdl.erase %p
      pdl.erase %q
      pdl.erase %root
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
