// It may have held that.
memref.global @v : memref<2xi8> = uninitialized
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
