// what: arith-int-range-narrowing narrows the operands of a signed comparison that were extended without a sign: the highest bit becomes a sign.
// expected: arith.extui: "The top-most (N - M) bits of the output are filled with zeros", so that both operands are not negative in 64 bits.
// pass: --arith-int-range-narrowing=int-bitwidths-supported=8,16,32
// pattern: NarrowCmpI (mlir/lib/Dialect/Arith/Transforms/IntRangeOptimizations.cpp)
// cause: checkTruncatability answers CastKind::Unsigned for operands that are never negative, and the pattern clones the signed comparison on the truncated operands without asking for its predicate.
// rule: V301
// input: @f(-1271708767, 10)
// before: (false)
// after: (true)
func.func @f(%a: i32, %b: i32) -> i1 {
  %0 = arith.extui %a : i32 to i64
  %1 = arith.extui %b : i32 to i64
  %2 = arith.cmpi sle, %0, %1 : i64
  return %2 : i1
}
