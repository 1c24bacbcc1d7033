// what: rewrite_narrow_types assembles a wider element from truncated ones by shifts in the narrow source type: an amount of 16 and more in i16 is poison.
// expected: arith.shli: "If the value of the second operand is greater or equal than the bitwidth of the first operand, then the operation returns poison."
// set: vector.rewrite_narrow_types
// pattern: RewriteBitCastOfTruncI (mlir/lib/Dialect/Vector/Transforms/VectorEmulateNarrowType.cpp)
// cause: The elements are shifted in the type that `arith.trunci` had before, as if the target of the bitcast were never wider than it; the source has to be extended to the target type before the shift.
// rule: V303
// input: @f([0, 1, -1, -32768, 32767, 2, 15, -2, 0, 1, -1, -32768, 32767, 2, 15, -2])
// before: ([-282128624, -282128624])
// after: ([poison, poison])
func.func @f(%a: vector<16xi16>) -> vector<2xi32> {
  %0 = arith.trunci %a : vector<16xi16> to vector<16xi4>
  %1 = vector.bitcast %0 : vector<16xi4> to vector<2xi32>
  return %1 : vector<2xi32>
}
