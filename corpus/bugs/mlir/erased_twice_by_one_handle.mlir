// Two `pdl.erase` of one operation pass the verifier of the dialect. The second one works on memory that the
// first one freed. Expected: an error of the verifier, since the order is plain in the text.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass erased_twice_by_one_handle.mlir
// outcome: crash
// rule: S109
module @patterns {
  pdl.pattern : benefit(1) {
    %root = pdl.operation "lab.root"
    pdl.rewrite %root {
      pdl.erase %root
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.root"() : () -> ()
}
