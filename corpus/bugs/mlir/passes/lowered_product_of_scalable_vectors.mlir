// what: convert-arith-to-llvm widens the factors of arith.mulsi_extended to a vector of fixed length where they are scalable.
// expected: arith.mulsi_extended "Performs (2*N)-bit multiplication on sign-extended operands", and the verifier accepts scalable vectors. A pass that cannot lower an operation leaves it as it is.
// pass: --convert-arith-to-llvm
// pattern: MulIExtendedOpLowering (mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp)
// cause: The wide type is made by VectorType::get from the shape alone, without the dimensions that are scalable.
// rule: X703
// after: leaves an ill-formed program: input and output vectors are of incompatible shape
func.func @f(%x: vector<[4]xi32>, %y: vector<[4]xi32>) -> (vector<[4]xi32>, vector<[4]xi32>) {
  %low, %high = arith.mulsi_extended %x, %y : vector<[4]xi32>
  return %low, %high : vector<[4]xi32>, vector<[4]xi32>
}
