// what: arith-int-range-narrowing narrows a signed maxsi of operands that were extended without a sign: the highest bit becomes a sign.
// expected: arith.extui: "The top-most (N - M) bits of the output are filled with zeros", so that both operands are not negative in 64 bits.
// pass: --arith-int-range-narrowing=int-bitwidths-supported=8,16,32
// pattern: NarrowElementwise (mlir/lib/Dialect/Arith/Transforms/IntRangeOptimizations.cpp)
// cause: checkTruncatability answers CastKind::Unsigned for operands that are never negative, and the pattern clones a signed maximum on the truncated operands.
// rule: V301
// input: @f(-95, 10)
// before: (161)
// after: (10)
func.func @f(%a: i8, %b: i8) -> i64 {
  %0 = arith.extui %a : i8 to i64
  %1 = arith.extui %b : i8 to i64
  %2 = arith.maxsi %0, %1 : i64
  return %2 : i64
}
