// The root is erased and an operation created after it; the interpreter goes on in its place. The verifier says
// nothing, older releases crash, and the language promises nothing. Rule S102 warns. Expected: a stated place, or
// an error.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass insertion_behind_the_end.mlir
// outcome: silent
// rule: S102
module @patterns {
  pdl.pattern : benefit(1) {
    %root = pdl.operation "lab.root"
    pdl.rewrite %root {
      pdl.erase %root
      %new = pdl.operation "lab.new"
    }
  }
}
module @ir {
  "lab.root"() : () -> ()
}
