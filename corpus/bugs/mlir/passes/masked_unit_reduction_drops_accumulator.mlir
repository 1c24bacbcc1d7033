// what: A masked multi_reduction over unit dimensions becomes a select between the combination and the source; lanes that the mask disables lose the accumulator.
// expected: vector.mask: "The masked-off lanes in the result vector are taken from the corresponding lanes of the pass-thru argument, if provided, or left unmodified, otherwise." A lane that is left unmodified keeps the accumulator.
// pass: --canonicalize
// pattern: ElideUnitDimsInMultiDimReduction (mlir/lib/Dialect/Vector/IR/VectorOps.cpp)
// cause: The pattern gives makeArithReduction the accumulator and the source in the opposite order; the second of both is what the function selects where the mask is off.
// rule: V301
// input: @f([[104], [15]], [115, 6], [[false], [false]])
// before: ([115, 6])
// after: ([104, 15])
func.func @f(%x: vector<2x1xi8>, %acc: vector<2xi8>, %m: vector<2x1xi1>) -> vector<2xi8> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %x, %acc [1] : vector<2x1xi8> to vector<2xi8> } : vector<2x1xi1> -> vector<2xi8>
  return %0 : vector<2xi8>
}
