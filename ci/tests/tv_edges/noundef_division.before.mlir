// No division by poison.
func.func @f(%x: i8 {llvm.noundef}) -> i8 {
  return %x : i8
}
