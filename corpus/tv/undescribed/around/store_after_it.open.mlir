func.func @f(%m: memref<4xi32>, %x: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %r = "acme.f"(%x) : (i32) -> i32
  %d = arith.addi %x, %x : i32
  memref.store %d, %m[%c1] : memref<4xi32>
  return %r : i32
}
