func.func @f(%m: memref<4xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<4xi32>
  "acme.touch"(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  %two = arith.constant 2 : i32
  %b = arith.addi %v, %two : i32
  return %b : i32
}
