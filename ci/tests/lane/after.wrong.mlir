module {
  func.func @avg(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @sat_add(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @sat_sub(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @absdiff(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @mulhi(%arg0: i8) -> i8 {
    return %arg0 : i8
  }
  func.func @rotl(%arg0: i8, %arg1: i8, %arg2: i8) -> i8 {
    %0 = arith.ori %arg1, %arg2 : i8
    %1 = lane.rotl %arg0, %0 : i8
    return %1 : i8
  }
  func.func @clamp(%arg0: i8) -> i8 {
    %0 = lane.clamp %arg0 to 20, 10 : i8
    return %0 : i8
  }
  func.func @clamp_of_ranges_that_meet(%arg0: i8) -> i8 {
    %0 = lane.clamp %arg0 to 5, 10 : i8
    return %0 : i8
  }
  func.func @shift() -> i8 {
    %c64_i8 = arith.constant 64 : i8
    return %c64_i8 : i8
  }
  func.func @parity() -> i1 {
    %false = arith.constant false
    return %false : i1
  }
  func.func @mux(%arg0: i8, %arg1: i8) -> i8 {
    return %arg1 : i8
  }
  func.func @widen(%arg0: i16) -> i16 {
    return %arg0 : i16
  }
  func.func @narrow() -> i8 {
    %c1_i8 = arith.constant 1 : i8
    return %c1_i8 : i8
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

