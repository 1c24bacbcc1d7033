// what: affine-loop-unroll starts the loop behind the unrolled one with a wrong value where two carried values begin with the same one.
// expected: Each value that the loop behind carries begins with the result of the unrolled loop in its place.
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))
// pattern: loopUnrollByFactor (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: The loop behind begins both of its carried values with the last result of the unrolled loop; that is seen only where both values began with the same one.
// rule: V301
// input: @f(0)
// before: (3, 0)
// after: (1, 0)
func.func @f(%x: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %0:2 = affine.for %i = 0 to 3 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %1 = arith.addi %a, %one : i32
    affine.yield %1, %x : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
