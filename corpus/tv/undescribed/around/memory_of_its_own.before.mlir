func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  memref.store %x, %m[%c0] : memref<1xi32>
  %r = "acme.f"(%y) : (i32) -> i32
  %v = memref.load %m[%c0] : memref<1xi32>
  return %v, %r : i32, i32
}
