// Poison may be passed.
func.func private @use(i8)
func.func @f(%x: i8) -> i8 {
  call @use(%x) : (i8) -> ()
  return %x : i8
}
