func.func private @keep(memref<4xi8>)
memref.global "private" @v : memref<4xi8> = dense<0>
func.func @h() {
  %g = memref.get_global @v : memref<4xi8>
  call @keep(%g) : (memref<4xi8>) -> ()
  return
}
func.func @f(%m: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<4xi8>
  memref.store %a, %m[%c0] : memref<4xi8>
  memref.store %k7, %g[%c0] : memref<4xi8>
  return %a : i8
}
