ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @open : i32
ml_program.global public @known(7 : i32) : i32 {kept}

func.func @clamp(%x: tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %r = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  %s = tosa.maximum %r, %x : (tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %s : tensor<1x2x2x3xf32>
}
