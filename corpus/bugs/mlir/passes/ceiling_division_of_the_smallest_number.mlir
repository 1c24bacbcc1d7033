// what: The folder of index.ceildivs gives a quotient of the wrong sign for the smallest number of 64 bits by a positive divisor above one.
// expected: index.ceildivs computes the "signed quotient. Treats the leading bit as the sign and rounds towards positive infinity": half of -2^63 is -2^62.
// pass: --canonicalize
// pattern: CeilDivSOp::fold (mlir/lib/Dialect/Index/IR/IndexOps.cpp)
// cause: calculateCeilDivS computes -((-n) / m) where the signs of n and m differ; -n is n itself for the smallest number. The check against 32 bits does not help, as the low half of the number is zero.
// rule: V301
// input: @f()
// before: (-4611686018427387904)
// after: (4611686018427387904)
func.func @f() -> index {
  %n = index.constant -9223372036854775808
  %m = index.constant 2
  %0 = index.ceildivs %n, %m
  return %0 : index
}
