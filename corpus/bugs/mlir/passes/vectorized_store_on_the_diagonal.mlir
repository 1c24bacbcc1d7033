// what: affine-super-vectorize vectorizes a store to a diagonal that writes one place in all iterations of the loop; the verifier refuses the write that it makes.
// expected: The verifier says "'vector.transfer_write' op should not have broadcast dimensions" of what the pass leaves. A pass that cannot vectorize a loop leaves it as it is.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, makePermutationMap (mlir/lib/Dialect/Affine/Transforms/SuperVectorize.cpp)
// cause: The place does not depend on the vectorized loop; the write that the pass makes has a broadcast dimension, which the verifier refuses in a write.
// rule: X703
// after: leaves an ill-formed program: 'vector.transfer_write' op should not have broadcast dimensions
func.func @f(%m: memref<8x8xi32>, %x: i32) {
  affine.for %i = 0 to 7 step 2 {
    affine.for %j = 0 to 1 {
      affine.store %x, %m[%i floordiv 2, %i floordiv 2] : memref<8x8xi32>
    }
  }
  return
}
