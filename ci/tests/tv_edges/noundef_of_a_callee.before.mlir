// Poison may not be passed.
func.func private @use(i8 {llvm.noundef})
func.func @f(%x: i8) -> i8 {
  call @use(%x) : (i8) -> ()
  return %x : i8
}
