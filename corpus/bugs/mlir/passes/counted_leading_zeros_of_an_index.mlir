// what: math-expand-ops crashes on math.ctlz of an index.
// expected: math.ctlz "computes the number of leading zeros of an integer value", and the verifier accepts `index`. A pass that cannot expand an operation leaves it as it is.
// pass: --math-expand-ops
// pattern: convertCtlzOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: The function calls getIntOrFloatBitWidth on the element type, which has no answer for `index`.
// rule: X701
// after: crashes with signal 11
func.func @f(%x: index) -> index {
  %r = math.ctlz %x : index
  return %r : index
}
