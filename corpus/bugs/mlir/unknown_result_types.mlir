// The types of a created operation are left open, its dialect is not loaded and it replaces nothing. The
// verifier of the dialect can only tell for operations that are registered; the interpreter ends in a trap. Expected:
// an error when the rewrite runs.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass unknown_result_types.mlir
// outcome: crash
// rule: T203
module @patterns {
  pdl.pattern : benefit(1) {
    %root = pdl.operation "lab.root"
    pdl.rewrite %root {
      %t = pdl.type
      %new = pdl.operation "lab.new" -> (%t : !pdl.type)
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.root"() : () -> ()
}
