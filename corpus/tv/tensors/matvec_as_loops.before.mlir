// input: dense<[[1, 2, 3], [4, 5, 6]]> : memref<2x3xi32>; dense<[1, 1, 2]> : memref<3xi32>; dense<[10, 20]> : memref<2xi32>
func.func @f(%a: memref<2x3xi32>, %x: memref<3xi32>, %y: memref<2xi32>) {
  linalg.matvec ins(%a, %x : memref<2x3xi32>, memref<3xi32>) outs(%y : memref<2xi32>)
  return
}
