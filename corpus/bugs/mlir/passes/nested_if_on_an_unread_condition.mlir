// what: The canonicalization of scf.if joins two nested conditions with arith.andi, so that the inner one counts where the outer one is false.
// expected: LLVM's language reference, whose poison the arith dialect takes over: a branch on poison is undefined behaviour; the operation before only returns poison.
// pass: --canonicalize
// pattern: CombineNestedIfs (mlir/lib/Dialect/SCF/IR/SCF.cpp)
// cause: The pattern joins both conditions by `arith.andi`, which is poison when one of them is; `arith.select %outer, %inner, %false` is not.
// rule: V302
// input: @f(false, poison, dense<-95>, 10)
// before: (), memory (-95)
// after: undefined behaviour at `scf.if` (control flow depends on poison)
func.func @f(%a: i1, %b: i1, %m: memref<i8>, %x: i8) {
  scf.if %a {
    scf.if %b {
      memref.store %x, %m[] : memref<i8>
    }
  }
  return
}
