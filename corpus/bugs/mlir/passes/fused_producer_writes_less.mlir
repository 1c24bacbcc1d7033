// what: affine-loop-fusion erases a loop after it fused a part of it: what the rest stores is lost.
// expected: All elements that the first loop stores to are stored to.
// pass: --affine-loop-fusion=mode=greedy
// pattern: GreedyFusion (mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp)
// cause: The fused loop has the iterations of the second one, and no loop is left for the others of the first, although its memory is an argument that lives behind them.
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
