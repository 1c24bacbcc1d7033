// what: convert-math-to-funcs replaces math.ipowi by a call of a function that branches on its operand: poison, which the operation only passes on, becomes undefined behaviour.
// expected: LLVM's language reference, whose poison the arith dialect takes over: a branch on poison is undefined behaviour; the operation before only returns poison.
// pass: --convert-math-to-funcs=convert-ctlz=1
// pattern: IPowIOpLowering (mlir/lib/Conversion/MathToFuncs/MathToFuncs.cpp)
// cause: The generated function begins with `cf.cond_br` on a comparison of its argument; its argument would have to be frozen.
// rule: V302
// input: @f(2, poison)
// before: (poison)
// after: undefined behaviour at `cf.cond_br` (control flow depends on poison)
func.func @f(%x: i8, %n: i8) -> i8 {
  %r = math.ipowi %x, %n : i8
  return %r : i8
}
