// Two `pdl.operation`s may be bound to one payload operation; the interpreter does not ask whether they are, and
// erases it once for each.
// MLIR 22.1.8: crashes
module @patterns {
  pdl.pattern : benefit(1) {
    %x = pdl.operand
    %a = pdl.operation "lab.a"(%x : !pdl.value)
    %b = pdl.operation "lab.a"(%x : !pdl.value)
    pdl.rewrite %a {
      pdl.erase %a
      pdl.erase %b
    }
  }
}
module @ir {
  %0 = "lab.x"() : () -> i32
  "lab.a"(%0) : (i32) -> ()
}
