// An operation that needs a region is created; a rewrite cannot give it one. The greedy driver takes an
// `scf.execute_region` without a body for dead and drops it before any verifier looks at it, so that the rewrite
// seems to have worked. Expected: an error of the verifier, which knows that the region is missing.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass dead_because_incomplete.mlir
// outcome: silent
// rule: S111
module @patterns {
  pdl.pattern : benefit(1) {
    %root = pdl.operation "lab.root"
    pdl.rewrite %root {
      %new = pdl.operation "scf.execute_region"
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f() {
    scf.execute_region {
      "lab.use"() : () -> ()
      scf.yield
    }
    "lab.root"() : () -> ()
    return
  }
}
