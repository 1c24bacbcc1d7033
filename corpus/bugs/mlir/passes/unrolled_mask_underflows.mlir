// what: Unrolling a mask subtracts the offset of each part from its bound, which wraps: a bound near the least index becomes one that lets all lanes through.
// expected: vector.create_mask: "If operand-value is negative, it is treated as if it were zero".
// pass: --test-vector-unrolling-patterns=unroll-based-on-type
// pattern: UnrollCreateMaskPattern (mlir/lib/Dialect/Vector/Transforms/VectorUnroll.cpp)
// cause: The pattern clamps the bound of a part to zero and its size only after `arith.subi` has taken the offset from it.
// rule: V301
// input: @f(-9223372036854775808, -9223372036854775808)
// before: (false)
// after: (true)
func.func @f(%a: index, %b: index) -> i1 {
  %0 = vector.create_mask %a, %b : vector<16x16xi1>
  %1 = vector.extract %0[15, 15] : i1 from vector<16x16xi1>
  return %1 : i1
}
