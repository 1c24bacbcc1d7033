func.func @f(%m: memref<4xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %r = "acme.f"(%x) : (i32) -> i32
  %d = arith.muli %x, %two : i32
  memref.store %d, %m[%c0] : memref<4xi32>
  return %r : i32
}
