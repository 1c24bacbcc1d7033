// A promise less.
func.func @f(%x: i8) -> (i8 {llvm.noundef}) {
  return %x : i8
}
