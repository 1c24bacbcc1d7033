// what: math-extend-to-supported-types extends the operand of math.absf from f80 to f32.
// expected: math-extend-to-supported-types is for types "less precise than IEEE single-precision" and "preserves the original semantics"; arith.extf: "The destination type must to be strictly wider than the source type." The pass has to leave f80 as it is.
// pass: --math-extend-to-supported-types
// pattern: ExtendToSupportedTypesRewritePattern (mlir/lib/Dialect/Math/Transforms/ExtendToSupportedTypes.cpp)
// cause: Every type that is not listed as supported is converted to the target type, whether the target is wider or not.
// rule: X703
// after: leaves an ill-formed program: 'arith.extf' op operand type 'f80' and result type 'f32' are cast incompatible
func.func @f(%x: f80) -> f80 {
  %r = math.absf %x : f80
  return %r : f80
}
