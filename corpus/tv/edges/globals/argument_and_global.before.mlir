memref.global @o : memref<4xi32> = dense<0>
func.func @f(%m: memref<4xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %k1, %m[%c0] : memref<4xi32>
  memref.store %k2, %a[%c0] : memref<4xi32>
  %x = memref.load %m[%c0] : memref<4xi32>
  %g = memref.get_global @o : memref<4xi32>
  memref.store %k2, %g[%c0] : memref<4xi32>
  %y = memref.load %m[%c0] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return %x, %y : i32, i32
}
