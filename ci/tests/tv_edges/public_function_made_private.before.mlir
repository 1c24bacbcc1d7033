// Other modules call it.
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
func.func @k(%x: i8) -> i8 {
  return %x : i8
}
