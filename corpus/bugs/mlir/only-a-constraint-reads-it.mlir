// An operand that no matched operation reads and that a native constraint takes passes the verifier. The
// lowering has no way to reach it from the root.
// MLIR 22.1.8: crashes
module @patterns {
  pdl.pattern : benefit(1) {
    %x = pdl.operand
    pdl.apply_native_constraint "single_entity_constraint"(%x : !pdl.value)
    %root = pdl.operation "lab.root"
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.root"() : () -> ()
}
