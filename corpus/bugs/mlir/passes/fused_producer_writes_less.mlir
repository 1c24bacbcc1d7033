// what: affine-loop-fusion erases a loop after it fused a part of it: what the rest stores is lost.
// expected: All elements that the first loop stores to are stored to.
// pass: --affine-loop-fusion=mode=greedy
// pattern: GreedyFusion, canRemoveSrcNodeAfterFusion (mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp)
// cause: In the body of a loop the memory is not taken to live behind the second loop, so that the first one goes although the slice of it has fewer iterations.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648], 0)
// before: (), memory ([0, 0, 0, 0], [0, 0, -1, -2147483648])
// after: (), memory ([0, 0, -1, -2147483648], [0, 0, -1, -2147483648])
func.func @f(%a: memref<4xi32>, %b: memref<4xi32>, %x: i32) {
  affine.for %t = 0 to 2 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j] : memref<4xi32>
    }
    affine.for %j = 0 to 2 {
      %0 = affine.load %a[%j] : memref<4xi32>
      affine.store %0, %b[%j] : memref<4xi32>
    }
  }
  return
}
