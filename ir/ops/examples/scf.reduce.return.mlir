func.func @f(%arg0: index, %arg1: i32) -> i32 {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = scf.parallel (%arg2) = (%0) to (%arg0) step (%1) init (%arg1) -> i32 {
    scf.reduce(%arg1 : i32) {
    ^bb0(%arg3: i32, %arg4: i32):
      scf.reduce.return %arg3 : i32
    }
  }
  return %2 : i32
}
