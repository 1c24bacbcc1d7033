// Two `pdl.erase` of one operation pass the verifier of the dialect. The second one works on memory that the
// first one freed.
// MLIR 22.1.8: crashes
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
