// One symbol more.
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
func.func private @k(%x: i8) -> i8 {
  return %x : i8
}
