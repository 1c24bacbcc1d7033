// what: affine-data-copy-generate keeps what a loop writes in a buffer until the end of the loop around it, while another loop in that one reads the memory.
// expected: A load after the store to its place gives what was stored.
// pass: --pass-pipeline=builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 fast-mem-capacity=1}))
// pattern: AffineDataCopyGeneration, affineDataCopyGenerate (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: The copy of the part that the first loop stores to stays open for the whole loop around both, while the second loop is given a copy of its own from the memory.
// rule: V304
// input: @f([20x16 numbers], [20x16 numbers], 0)
// before: %arg1[0, 1] = 0
// after: 1 (and 13 others)
func.func @f(%a: memref<20x16xi32>, %b: memref<20x16xi32>, %x: i32) {
  affine.for %t = 0 to 2 {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[0, %j] : memref<20x16xi32>
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%i, %j] : memref<20x16xi32>
        affine.store %0, %b[%i, %j] : memref<20x16xi32>
      }
    }
  }
  return
}
