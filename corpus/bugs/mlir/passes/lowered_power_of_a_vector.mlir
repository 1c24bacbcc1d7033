// what: convert-math-to-llvm lowers math.fpowi of vectors to an intrinsic whose power is one integer.
// expected: llvm.intr.powi takes a scalar power, as the verifier says; math.fpowi "is elementwise for non-scalars". A pass that cannot lower an operation leaves it as it is.
// pass: --convert-math-to-llvm
// pattern: FPowIOpLowering (mlir/lib/Conversion/MathToLLVM/MathToLLVM.cpp)
// cause: The pattern is the one for operations that have the same operands in both dialects, which is so for scalars only.
// rule: X703
// after: leaves an ill-formed program: 'llvm.intr.powi' op operand #1 must be signless integer, but got 'vector<4xi32>'
func.func @f(%x: vector<4xf32>, %n: vector<4xi32>) -> vector<4xf32> {
  %r = math.fpowi %x, %n : vector<4xf32>, vector<4xi32>
  return %r : vector<4xf32>
}
