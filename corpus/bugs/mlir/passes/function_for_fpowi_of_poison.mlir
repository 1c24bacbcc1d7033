// what: convert-math-to-funcs replaces math.fpowi by a call of a function that branches on its operand: poison, which the operation only passes on, becomes undefined behaviour.
// expected: LLVM's language reference, whose poison the arith dialect takes over: a branch on poison is undefined behaviour; the operation before only returns poison.
// pass: --convert-math-to-funcs=convert-ctlz=1
// pattern: FPowIOpLowering (mlir/lib/Conversion/MathToFuncs/MathToFuncs.cpp)
// cause: The generated function begins with `cf.cond_br` on a comparison of its argument; its argument would have to be frozen.
// rule: V302
// input: @f(0xFAD8FC45C9643C37, poison)
// before: (poison)
// after: undefined behaviour at `cf.cond_br` (control flow depends on poison)
func.func @f(%x: f64, %n: i32) -> f64 {
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}
