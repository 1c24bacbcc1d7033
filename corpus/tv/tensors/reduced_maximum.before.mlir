// input: dense<[[-1.0, -2.0], [-3.0, -4.0]]> : tensor<2x2xf32>
func.func @f(%a: tensor<?x2xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %v = arith.constant 0xFF800000 : f32
  %n = tensor.dim %a, %c0 : tensor<?x2xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.reduce ins(%a : tensor<?x2xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  (%x: f32, %o: f32) {
    %z = arith.maximumf %x, %o : f32
    linalg.yield %z : f32
  }
  return %r : tensor<?xf32>
}
