// what: arith-emulate-wide-int makes poison of a shift by zero: the bits of the low half that the high half gets are shifted right by 32 in i32.
// expected: arith.shli: "If the value of the second operand is greater or equal than the bitwidth of the first operand, then the operation returns poison." A shift of i64 by zero is none of these.
// pass: --arith-emulate-wide-int=widest-int-supported=32
// pattern: ConvertShLI (mlir/lib/Dialect/Arith/Transforms/EmulateWideInt.cpp)
// cause: The amount of the other shift is the width of a half less the capped amount, which is the whole width where the amount is zero; the bounds check covers amounts that are too large and not this one, and what it selects is poison.
// rule: V303
// input: @f(1, 0)
// before: (1)
// after: (poison)
func.func @f(%x: i64, %y: i64) -> i64 {
  %r = arith.shli %x, %y : i64
  return %r : i64
}
