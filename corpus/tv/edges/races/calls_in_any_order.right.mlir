func.func private @e(index)
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : index
  func.call @e(%c0) : (index) -> ()
  func.call @e(%c1) : (index) -> ()
  func.call @e(%c2) : (index) -> ()
  func.call @e(%c3) : (index) -> ()
  return
}
