memref.global "private" constant @c : memref<1xi32> = dense<5>
memref.global constant @o : memref<1xi32> = dense<1>
func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %g = memref.get_global @c : memref<1xi32>
  %r = memref.load %g[%c0] : memref<1xi32>
  return %r : i32
}
