memref.global @v : memref<4xi8> = dense<0>
func.func @f(%a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<4xi8>
  %n = memref.alloc() : memref<4xi8>
  memref.store %a, %n[%c0] : memref<4xi8>
  memref.store %k7, %g[%c0] : memref<4xi8>
  %x = memref.load %n[%c0] : memref<4xi8>
  memref.dealloc %n : memref<4xi8>
  return %x : i8
}
