// input: dense<[[1, 2], [3, 4], [5, 6]]> : memref<3x2xi16>; dense<0> : memref<2x3xi16>
func.func @f(%a: memref<?x2xi16>, %b: memref<2x?xi16>) {
  linalg.transpose ins(%a : memref<?x2xi16>) outs(%b : memref<2x?xi16>) permutation = [1, 0]
  return
}
