// what: convert-arith-to-llvm lowers arith.addui_extended of `index` to a structure of `index`, which is no type of LLVM.
// expected: arith.addui_extended returns "the N-bit sum (same type as both operands), and the overflow bit"; the verifier accepts `index`, and the pass converts it elsewhere.
// pass: --convert-arith-to-llvm
// pattern: AddUIExtendedOpLowering (mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp)
// cause: The type of the overflow bit is converted, the type of the sum is taken from the operation as it is.
// rule: X703
// after: leaves an ill-formed program: 'llvm.extractvalue' op result #0 must be LLVM dialect-compatible type, but got 'index'
func.func @f(%x: index, %y: index) -> (index, i1) {
  %sum, %overflow = arith.addui_extended %x, %y : index, i1
  return %sum, %overflow : index, i1
}
