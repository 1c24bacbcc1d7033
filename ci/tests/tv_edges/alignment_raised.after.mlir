memref.global @v : memref<2xi8> = dense<1> {alignment = 64 : i64}
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
