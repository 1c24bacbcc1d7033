// A result that the operation does not have is taken in the rewrite, and used. The verifier of the dialect
// accepts the index; the interpreter uses the null value that it gets.
// MLIR 22.1.8: crashes
module @patterns {
  pdl.pattern : benefit(1) {
    %t = pdl.type
    %root = pdl.operation "lab.root" -> (%t : !pdl.type)
    pdl.rewrite %root {
      %r = pdl.result 3 of %root
      %new = pdl.operation "lab.new"(%r : !pdl.value) -> (%t : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  %0 = "lab.root"() : () -> i32
}
