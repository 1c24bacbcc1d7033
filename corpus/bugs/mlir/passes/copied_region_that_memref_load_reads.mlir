// what: affine-data-copy-generate writes a buffer back that nothing was stored to, where a loop reads its memory by memref.load besides.
// expected: A load after the store to its place gives what was stored.
// pass: --pass-pipeline=builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}))
// pattern: AffineDataCopyGeneration, affineDataCopyGenerate (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for operations other than affine loads and stores that use the memory, such as memref.load, memref.store and calls: then the accesses are not redirected to the buffer, and the copies into and out of it stay.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648], 0)
// before: (), memory ([0, 0, 0, 0], [0, 0, 0, 0])
// after: (), memory ([poison, poison, poison, poison], [0, 0, 0, 0])
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xi32>
    %0 = memref.load %m[%i] : memref<4xi32>
    affine.store %0, %o[%i] : memref<4xi32>
  }
  return
}
