func.func private @get() -> memref<4xi8>
func.func @f(%a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %p = call @get() : () -> memref<4xi8>
  %q = call @get() : () -> memref<4xi8>
  memref.store %a, %p[%c0] : memref<4xi8>
  memref.store %k7, %q[%c0] : memref<4xi8>
  return %a : i8
}
