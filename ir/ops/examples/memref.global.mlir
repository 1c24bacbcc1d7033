memref.global "private" @example : memref<4xi32>
func.func @f() -> memref<4xi32> {
  %0 = memref.get_global @example : memref<4xi32>
  return %0 : memref<4xi32>
}
