// A promise that was not there.
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
