ml_program.global private mutable @example(dense<0> : tensor<4xi32>) : tensor<4xi32>
func.func @f() -> tensor<4xi32> {
  %0 = ml_program.global_load @example : tensor<4xi32>
  return %0 : tensor<4xi32>
}
