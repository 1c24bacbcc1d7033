module {
  func.func @avg(%arg0: i8) -> i8 {
    %c0_i8 = arith.constant 0 : i8
    %0 = lane.avg %arg0, %c0_i8 : i8
    return %0 : i8
  }
  func.func @sat_add(%arg0: i8) -> i8 {
    %c-1_i8 = arith.constant -1 : i8
    return %c-1_i8 : i8
  }
  func.func @sat_sub(%arg0: i8) -> i8 {
    %c0_i8 = arith.constant 0 : i8
    return %c0_i8 : i8
  }
  func.func @absdiff(%arg0: i8) -> i8 {
    %c-1_i8 = arith.constant -1 : i8
    %0 = lane.absdiff %arg0, %c-1_i8 : i8
    return %0 : i8
  }
  func.func @mulhi(%arg0: i8) -> i8 {
    %c0_i8 = arith.constant 0 : i8
    return %c0_i8 : i8
  }
  func.func @rotl(%arg0: i8, %arg1: i8, %arg2: i8) -> i8 {
    %0 = arith.addi %arg1, %arg2 : i8
    %1 = lane.rotl %arg0, %0 : i8
    return %1 : i8
  }
  func.func @clamp(%arg0: i8) -> i8 {
    %0 = lane.clamp %arg0 to 0, 10 : i8
    %1 = lane.clamp %0 to 20, 30 : i8
    return %1 : i8
  }
  func.func @clamp_of_ranges_that_meet(%arg0: i8) -> i8 {
    %0 = lane.clamp %arg0 to 5, 10 : i8
    return %0 : i8
  }
  func.func @shift() -> i8 {
    %c-64_i8 = arith.constant -64 : i8
    return %c-64_i8 : i8
  }
  func.func @parity() -> i1 {
    %true = arith.constant true
    return %true : i1
  }
  func.func @mux(%arg0: i8, %arg1: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @widen(%arg0: i16) -> i16 {
    %0 = lane.narrow %arg0 : i16 to i8
    %1 = lane.widen %0 : i8 to i16
    return %1 : i16
  }
  func.func @narrow() -> i8 {
    %c2_i8 = arith.constant 2 : i8
    return %c2_i8 : i8
  }
  func.func @repeat(%arg0: i8) -> i8 {
    %0 = lane.repeat %arg0 times 3 {
    ^bb0(%arg1: i8):
      lane.yield %arg1 : i8
    } : i8
    return %0 : i8
  }
  func.func @unused_repeat(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
}

