// what: The folder of arith.trunci takes the operand of an inner truncation and keeps the flags of the outer one, which do not hold of it: a value becomes poison.
// expected: arith.trunci: "If the nsw keyword is present, and any of the truncated bits are not the same as the top bit of the truncation result, the result is a poison value." The inner truncation has no flag, and what it cuts off does not count.
// pass: --canonicalize
// pattern: arith::TruncIOp::fold (mlir/lib/Dialect/Arith/IR/ArithOps.cpp)
// cause: `setOperand` on trunci(trunci(a)) leaves overflowFlags as they are; the bits that the inner truncation cut off count for the outer flags now.
// rule: V303
// input: @f(16)
// before: (0)
// after: (poison)
func.func @f(%a: i8) -> i2 {
  %0 = arith.trunci %a : i8 to i4
  %1 = arith.trunci %0 overflow<nsw> : i4 to i2
  return %1 : i2
}
