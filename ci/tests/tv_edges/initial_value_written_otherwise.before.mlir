// The same elements.
memref.global @v : memref<2xi8> = dense<[2, 2]>
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
