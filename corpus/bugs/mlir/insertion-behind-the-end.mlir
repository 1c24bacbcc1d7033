// The root is erased and an operation created after it; the interpreter goes on in its place. The verifier says
// nothing, older releases crash, and the language promises nothing. Rule S102 warns.
// MLIR 22.1.8: accepts
// holds: lab.new
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
