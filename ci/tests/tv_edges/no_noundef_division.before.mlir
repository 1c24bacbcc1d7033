// A division by poison.
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
