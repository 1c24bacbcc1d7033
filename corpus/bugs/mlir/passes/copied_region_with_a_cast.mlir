// what: affine-data-copy-generate copies one memory to two buffers, where a loop stores to it and reads through a cast of it.
// expected: memref.cast gives the same memory another type; a load after the store to its place gives what was stored.
// pass: --pass-pipeline=builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}))
// pattern: AffineDataCopyGeneration, affineDataCopyGenerate (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for accesses through casts and views, at any distance: regions are gathered for each value of type memref alone, so that the memory and its cast get a buffer each. Without the cast there is one buffer.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648], 0)
// before: (), memory ([0, 0, 0, 0], [0, 0, 0, 0])
// after: (), memory ([0, 0, 0, 0], [0, 1, -1, -2147483648])
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>, %x: i32) {
  %v = memref.cast %m : memref<4xi32> to memref<?xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xi32>
    %0 = affine.load %v[%i] : memref<?xi32>
    affine.store %0, %o[%i] : memref<4xi32>
  }
  return
}
