// input: dense<[1, 2, 3]> : memref<3xi32>; dense<[4, 5, 6]> : memref<3xi32>
func.func @f(%a: memref<3xi32>, %m: memref<3xi32>) {
  %t = bufferization.to_tensor %a restrict : memref<3xi32> to tensor<3xi32>
  %e = tensor.empty() : tensor<3xi32>
  %s = linalg.mul ins(%t, %t : tensor<3xi32>, tensor<3xi32>) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  bufferization.materialize_in_destination %s in restrict writable %m : (tensor<3xi32>, memref<3xi32>) -> ()
  return
}
