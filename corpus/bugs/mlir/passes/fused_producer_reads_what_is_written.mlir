// what: affine-loop-fusion fuses a loop with one that writes what later iterations of the first one read.
// expected: All loads of the first loop come before the stores of the second one.
// pass: --affine-loop-fusion=mode=producer
// pattern: GreedyFusion, canFuseLoops (mlir/lib/Dialect/Affine/Utils/LoopFusionUtils.cpp)
// cause: The loops depend on each other both ways; behind the pass only what the first writes and the second reads is in its order.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648])
// before: (), memory ([0, 0, 1, -1], [0, 0, 1, -1])
// after: (), memory ([0, 0, 0, 0], [0, 0, 0, 0])
func.func @f(%a: memref<4xi32>, %b: memref<4xi32>) {
  affine.for %i = 1 to 4 {
    %0 = affine.load %a[%i - 1] : memref<4xi32>
    affine.store %0, %b[%i] : memref<4xi32>
  }
  affine.for %i = 1 to 4 {
    %0 = affine.load %b[%i] : memref<4xi32>
    affine.store %0, %a[%i] : memref<4xi32>
  }
  return
}
