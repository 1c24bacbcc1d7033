func.func @f(%arg0: !shape.witness, %arg1: i32) -> i32 {
  %0 = "shape.assuming"(%arg0) ({
    shape.assuming_yield %arg1 : i32
  }) : (!shape.witness) -> i32
  return %0 : i32
}
