// input: dense<[1, 2, 3, 4]> : tensor<4xi32>
func.func @f(%t: tensor<4xi32>) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c1 to %c4 step %c1 iter_args(%s = %t) -> (tensor<4xi32>) {
    %j = arith.subi %i, %c1 : index
    %x = tensor.extract %t[%j] : tensor<4xi32>
    %y = tensor.extract %t[%i] : tensor<4xi32>
    %z = arith.addi %x, %y : i32
    %n = tensor.insert %z into %s[%i] : tensor<4xi32>
    scf.yield %n : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
