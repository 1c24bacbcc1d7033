func.func private @use(i8 {llvm.noundef})
func.func @f(%x: i8) -> i8 {
  call @use(%x) : (i8) -> ()
  %o = arith.constant 1 : i8
  %k = arith.ori %x, %o : i8
  %q = arith.divui %x, %k : i8
  return %x : i8
}
